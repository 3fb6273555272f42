"""Print kit of Memoir '44 and its Terrain Pack: tokens, tiles, cards and scenario sheets."""
