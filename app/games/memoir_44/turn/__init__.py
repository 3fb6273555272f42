"""A turn of Memoir '44 by the sections of its rules: commands and their follow-ups."""
