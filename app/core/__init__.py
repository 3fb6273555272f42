"""What every game at a table shares: the log, the veil, dice, rulings, words."""
