"""The turn: its phases, and the actions of the Mobile Infantry and the bugs in each."""
