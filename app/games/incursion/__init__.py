"""Incursion (2009): two sides in the corridors under Gibraltar.

A table needs `game`, paper only `book`.
"""
