"""Card sets as files: their fields, TOML and CSV, edits, differences, words."""
