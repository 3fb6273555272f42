"""The sequence of a turn: maintenance, bids, actions and their costs, cards, items, Reaction Fire set and seen."""
