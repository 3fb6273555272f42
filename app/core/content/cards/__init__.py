"""Card sets as files: their fields, the TOML and CSV they are read from, and their labels."""
