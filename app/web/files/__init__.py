"""Pages of custom card sets and missions."""
