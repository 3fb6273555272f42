"""The app as the Germans: it orders, asks what only the board knows, and does the sums."""
