"""A table: its history, its state, what a seat sees of it, and the commands that are carried out at it."""
