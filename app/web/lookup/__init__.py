"""What people look up without a table: rules and rulings."""
