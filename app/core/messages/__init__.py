"""Texts in both languages: the translator, the catalogue of rules, names for what people type."""
