"""Incursion on paper: cards, counters, stand-ups and sheets."""
