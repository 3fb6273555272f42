"""Files that people may write: missions and card sets, in TOML and CSV."""
