"""Events, commands, offers and visibility: changes of a table, and the view of each seat."""
