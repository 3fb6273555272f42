"""Random games of whatever is offered: the player, what its games came to, many at a time."""
