"""Incursion (2009): two sides in the corridors under Gibraltar. `game` binds everything; `book` is enough to print."""
