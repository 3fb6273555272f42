"""What every game at a table shares: the log, the veil, dice, rulings, words. Knows no game, no web, no database."""
