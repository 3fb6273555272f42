"""Battle cards: the deck, their changes, and card sets."""
