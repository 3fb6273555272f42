"""The sequence of a turn: maintenance, bids, actions and costs, cards, items, Reaction Fire."""
