"""Forces, the seven missions and their rules, campaigns, and missions as files."""
