"""What a card says in somebody's language: its fields, their values, where they are from; how much is in a set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.card_files.fields import CardRules, SetData
from app.core.words import Speech, signed


def label(said: Speech, name: str) -> str:
    """A field's name as people say it: `limit`, `name.es`; a part of a field may go by its word as a value."""
    as_value = f"card-value.{name}"
    return said.say(as_value if "." in name and said.has(as_value) else word_of(name))


def word_of(name: str) -> str:
    """The key under which a field's name stands among the words."""
    return f"card-field.{name.replace('.', '-')}"


def value_text(said: Speech, name: str, value: Any) -> str:
    """A value as people say it."""
    if value is None or value in ([], {}):
        return "–"
    if isinstance(value, Mapping):
        numbers = ((value_text(said, name, part), number) for part, number in value.items())
        return ", ".join(f"{part} {signed(number)}" for part, number in numbers)
    if isinstance(value, list):
        return ", ".join(value_text(said, name, part) for part in value)
    worded = f"card-value.{name}.{value}"
    return said.say(worded) if said.has(worded) else said.name(value)


def source_text(said: Speech, name: str | None) -> str:
    """Where a value is from; nowhere, where the card leaves it to the form."""
    return said.say(f"provenance.{name or 'unstated'}")


def counted_text(said: Speech, rules: CardRules, data: SetData) -> str:
    """How much is in a set, in the game's words."""
    counts = rules.counted(data)
    singular = (f"card-set.counted-one-{name}" for name, count in counts.items() if count == 1)
    return said.say(next((key for key in singular if said.has(key)), "card-set.counted"), **counts)
