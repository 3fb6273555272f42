"""Forces, the seven missions and what each is about, campaigns, and missions as files."""
