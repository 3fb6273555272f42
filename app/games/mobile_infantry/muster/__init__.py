"""Setting up a battle."""
