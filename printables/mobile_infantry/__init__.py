"""Print kit of Infantería Móvil: counters, cards, boats, tracks, tunnels and the fort."""
