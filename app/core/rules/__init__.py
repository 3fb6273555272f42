"""Dice, rulings and the typed book of an edition: what a rule computes, without a table."""
