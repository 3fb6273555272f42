"""Memoir '44 with the Terrain Pack: the third game of the registry."""
