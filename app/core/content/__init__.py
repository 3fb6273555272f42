"""Files that people may write: missions, card sets, and the TOML that they are read from."""
