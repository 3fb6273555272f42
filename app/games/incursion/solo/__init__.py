"""The app as the Germans, without a view of the board: questions, orders and ways, by its priorities."""
