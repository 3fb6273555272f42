"""Scenarios: what a table is set up with, our own files, those of the Scenario Editor, and what to lay out first."""
