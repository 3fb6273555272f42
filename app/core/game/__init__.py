"""The definition of a game, the opening of its tables, and rulings without a table."""
