"""Infantería Móvil: squads against bugs that hide, are located, shot and survived (by Craig Cartmell)."""
