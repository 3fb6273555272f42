"""Values to choose from on a page, each in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Choice:
    """One value that can be chosen, in words."""

    value: Any
    text: str
    chosen: bool = False


def choices_of(values: Iterable[Any], text_of: Callable[[Any], str], chosen: Collection[Any]) -> tuple[Choice, ...]:
    """These values in words, those `chosen` marked."""
    return tuple(Choice(value, text_of(value), value in chosen) for value in values)
