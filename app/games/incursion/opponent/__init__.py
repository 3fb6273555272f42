"""The app as the Germans: it orders in plain words, asks what only the board knows, and does the sums."""
