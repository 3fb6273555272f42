"""What happens in Infantería Móvil."""
