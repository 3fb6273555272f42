"""What a game declares, how a table of it is opened, and how a ruling is asked without a table."""
