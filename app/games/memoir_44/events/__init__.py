"""What happens in Memoir '44: events alone write on a state."""
