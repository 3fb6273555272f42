"""The printed kit of Infantería Móvil: counters, team cards, reference cards, boats, tracks, tunnels, the fort."""
