"""Scenarios: shipped files, files of the Scenario Editor, and the set-up list."""
