"""Incursion (2009): two sides in the corridors under Gibraltar; a table needs `game`, paper only `book`."""
