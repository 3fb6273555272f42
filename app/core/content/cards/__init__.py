"""Card sets as files: fields, TOML and CSV formats, and labels."""
