"""The app in the Brain’s seat: it acts by itself, says why, and asks only what the board knows."""
