"""Web layer: pages, live updates and the JSON interface."""
