"""The commands and events that every table has, whatever is played at it."""
