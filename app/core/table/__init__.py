"""A table: its history, its state, the view of each seat, and command execution."""
