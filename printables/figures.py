"""Numbers of a book as the words of paper name them: by their path, with underscores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_uppercase
from typing import Any


class Figure(int):
    """A number of the book: `{name}` is the number, `{name:+}` the number with its sign."""

    def __format__(self, spec: str) -> str:
        return format(int(self), "+d" if spec == "+" else "d").replace("-", "−")


def flat(data: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """Each whole number with its path; places of lists count from 1."""
    parts: Iterator[tuple[Any, Any]] = iter(())
    if isinstance(data, Mapping):
        parts = iter(data.items())
    elif isinstance(data, list | tuple):
        parts = iter(enumerate(data, start=1))
    elif isinstance(data, int) and not isinstance(data, bool):
        yield path, data
    for name, value in parts:
        yield from flat(value, f"{path}_{name}".lstrip("_").replace("-", "_"))


def capital(text: str) -> str:
    """A text that begins with a capital."""
    return text[:1].upper() + text[1:]


def lettered(place: int) -> str:
    """The letter of a place (from 0): A to Z, then AA, AB and so on."""
    before, last = divmod(place, len(ascii_uppercase))
    return (lettered(before - 1) if before else "") + ascii_uppercase[last]
