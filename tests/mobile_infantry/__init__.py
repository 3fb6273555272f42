"""Tests of Infantería Móvil."""
