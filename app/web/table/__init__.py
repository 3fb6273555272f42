"""A table on a phone: lobby, board, taps, why not, other readings, the next table."""
