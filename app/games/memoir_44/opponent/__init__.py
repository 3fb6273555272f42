"""The app as a general: what places, attacks and cards are worth to it, and what it does."""
