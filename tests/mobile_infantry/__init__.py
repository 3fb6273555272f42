"""Infantería Móvil, played at its table."""
