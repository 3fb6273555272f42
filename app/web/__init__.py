"""What phones and programs talk to: pages, live updates, and the JSON interface."""
