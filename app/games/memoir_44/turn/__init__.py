"""A turn of Memoir '44 by the sections of its rules: what may be done, and what follows."""
