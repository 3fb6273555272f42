"""Shared style of Infantería Móvil: pictures, cuts, and numbers in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from app.core.errors import Refused
from printables.mobile_infantry.source import HERE, Source, looks
from printables.page_layout import best_layout
from printables.paper import Settings
from printables.pdf_operators import Icon, icons_in
from printables.pieces import Shape, disc, hexagon, square
from printables.words import Figure, capital, flat

TALL, SHORT = Shape("card", 97, 140, 3), Shape("card", 97, 131, 3)
"""Cards of which four lie on a sheet: on A4, and on Letter."""
SHAPES = {"round": disc, "square": square, "hexagon": hexagon}


def card_shape(settings: Settings) -> Shape:
    """Return the taller card, or the one of which more fit. Raise Refused if none fits."""
    short = best_layout(SHORT, settings, False).count
    return TALL if fits(TALL, settings, short) else SHORT


def fits(shape: Shape, settings: Settings, count: int) -> bool:
    try:
        return best_layout(shape, settings, False).count >= count
    except Refused:
        return False


def icons() -> Mapping[str, Icon]:
    return icons_in(HERE / "icons.txt")


# -- numbers in words


def told(source: Source, key: str, **more: Any) -> str:
    return source.speech.text(key).format_map({**figures(source), **more})


def figures(source: Source) -> Mapping[str, Any]:
    return _figures(source.book.model_dump_json())


@lru_cache(maxsize=8)
def _figures(book: str) -> Mapping[str, Figure]:
    import json

    found = dict(flat({**json.loads(book), "kit": looks()["numbers"]}))
    return {name: Figure(number) for name, number in found.items()}


def spans(entries: Sequence[Any], first: int = 1) -> Iterator[tuple[str, Any]]:
    start = 0
    for place in range(1, len(entries) + 1):
        if place == len(entries) or entries[place] != entries[start]:
            low, high = start + first, place - 1 + first
            yield (str(low) if low == high else f"{low}–{high}"), entries[start]
            start = place


def rank(source: Source, role: str) -> str:
    return source.speech.translate("team.im") if role == "im" else capital(source.speech.name(role))
