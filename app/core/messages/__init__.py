"""Texts in both languages: the translator, the rule catalogue, and slugs."""
