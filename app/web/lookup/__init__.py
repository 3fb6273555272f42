"""Pages without a table: rules and rulings."""
