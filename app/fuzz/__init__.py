"""Random games: a player of any offered command, reports, and parallel runs."""
