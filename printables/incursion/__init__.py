"""Print kit of Incursion: cards, counters, stand-ups and sheets."""
