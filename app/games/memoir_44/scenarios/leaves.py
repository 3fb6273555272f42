"""Every value of a file with its place, so that nothing in it is passed over in silence."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from app.games.memoir_44.scenarios import editor_values

NUMBERED = ("hexagons", "tags", "terrain", "rect_terrain", "obstacle", "unit")
"""Keys of lists whose parts are always told by number, also a single one."""


def leaves(data: Any) -> Iterator[str]:
    """Yield the place of each value that is not empty.

    Lists of several parts by number, however nested.
    """
    waiting: list[tuple[Any, str, str]] = [(data, "", "")]
    while waiting:
        value, here, key = waiting.pop()
        if key in NUMBERED or _is_list(value):
            parts = editor_values.several(value)
            by_number = key in NUMBERED or len(parts) > 1
            places = [f"{here}.{number}" if by_number else here for number in range(len(parts))]
            waiting += [(part, place, "") for part, place in reversed([*zip(parts, places, strict=True)])]
        elif isinstance(value, Mapping):
            waiting += [(value[one], f"{here}.{_said(one)}".lstrip("."), _said(one)) for one in reversed(value)]
        elif not editor_values.is_empty(value):
            yield here


def _is_list(value: Any) -> bool:
    is_item = isinstance(value, Mapping) and set(value) == {"item"}
    return isinstance(value, list) or is_item or editor_values.is_numbered(value)


def _said(key: str) -> str:
    return editor_values.name(key)


def silent(data: Any, told: Collection[str]) -> list[str]:
    """Return the places of all values of which neither they nor anything around them is told."""
    return [place for place in leaves(data) if not any(begin in told for begin in _beginnings(place))]


def _beginnings(place: str) -> Iterator[str]:
    parts = place.split(".")
    return (".".join(parts[: count + 1]) for count in range(len(parts)))
