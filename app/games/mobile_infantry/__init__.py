"""Infantería Móvil (by Craig Cartmell): squads against bugs that hide, are located and shot."""
