"""Commands and events that every table has, whatever its game."""
