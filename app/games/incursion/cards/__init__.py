"""Battle cards: the deck, what cards change, and card sets."""
