"""Events, commands, offers and visibility: how a table changes and what a seat may see of it."""
