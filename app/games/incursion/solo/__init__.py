"""The app as the Germans at a board that it does not see: its questions, its orders, and the ways of its figures."""
