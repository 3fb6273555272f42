"""Values to choose from on a page, and the fields of forms, each in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from app.core.words import Speech


@dataclass(frozen=True)
class Choice:
    """One value that can be chosen, in words."""

    value: Any
    text: str
    chosen: bool = False


def choices_of(values: Iterable[Any], text_of: Callable[[Any], str], chosen: Collection[Any]) -> tuple[Choice, ...]:
    """These values in words, those `chosen` marked."""
    return tuple(Choice(value, text_of(value), value in chosen) for value in values)


def label_of(command: str, name: str, said: Speech, label: str | None = None) -> str:
    """What a field is called: in a form of that label, in its command, or anywhere."""
    named = (f"field.{label}-{name}", f"field.{command}-{name}", f"field.{name}")
    return next((said.say(key) for key in named if said.has(key)), name)
