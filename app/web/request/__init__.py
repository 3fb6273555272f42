"""Handling shared by all requests: permissions, language, seats, headers and errors."""
