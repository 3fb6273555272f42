"""The app in the Brain's seat: it acts, gives reasons, and asks only about the board."""
