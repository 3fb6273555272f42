"""The core of every game: event log, visibility, dice, rulings and messages."""
