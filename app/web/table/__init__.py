"""Pages of a table: lobby, board, commands, refusals, alternative answers, next table."""
