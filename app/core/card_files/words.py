"""What a card says, in somebody's language: labels of its fields, their values, and where they are from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.words import Speech


def label(said: Speech, name: str) -> str:
    """A field's name as people say it: `rp`, `name.es`, `change.ap`."""
    field, _, part = name.partition(".")
    if field == "change" and part:
        return said.say(f"card-value.change.{part}")
    return said.say(word_of(name))


def word_of(name: str) -> str:
    """The key under which a field's name stands among the words."""
    return f"card-field.{name.replace('.', '-')}"


def told(said: Speech, name: str, value: Any) -> str:
    """A value as people say it."""
    if value is None or value in ([], {}):
        return "–"
    if isinstance(value, Mapping):
        return ", ".join(f"{told(said, name, part)} {number:+d}".replace("-", "−") for part, number in value.items())
    if isinstance(value, list):
        return ", ".join(told(said, name, part) for part in value)
    worded = f"card-value.{name}.{value}"
    return said.say(worded) if said.has(worded) else said.name(value)


def source(said: Speech, name: str | None) -> str:
    """Where a value is from; nowhere, where the card leaves it to the form."""
    return said.say(f"provenance.{name or 'unstated'}")
