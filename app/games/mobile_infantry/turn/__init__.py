"""The turn: its phases, and what the Mobile Infantry and the bugs do in each."""
