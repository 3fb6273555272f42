"""The printed kit of Memoir '44 and its Terrain Pack: tokens, tiles, cards, and a sheet for this evening."""
