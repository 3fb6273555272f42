"""Details of one thing on a table: a model, a unit, a card that may be chosen."""

from __future__ import annotations

from typing import Any, NamedTuple

from app.core.content.cards.pictures import Photo
from app.core.engine.buttons import Button, Piece


class Detail(NamedTuple):
    """A value with the message key of its label; `own` if it is the host's own, from no book."""

    label: str
    value: Any
    own: bool = False


class Part(NamedTuple):
    name: str
    values: tuple[Detail, ...] = ()
    text: str = ""
    own: bool = False
    photos: tuple[Photo, ...] = ()


class Details(NamedTuple):
    """A thing with its picture, its values, and its parts by the message key of their heading.

    `can`: what it may do; `cannot`: greyed buttons, whose refusals say why not; `photos`: somebody's own pictures.
    `names`: what the title names instead of the thing.
    """

    picture: Piece | None
    values: tuple[Detail, ...]
    parts: tuple[tuple[str, tuple[Part, ...]], ...]
    can: tuple[Button, ...] = ()
    cannot: tuple[Button, ...] = ()
    photos: tuple[Photo, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def own_values(self) -> tuple[str, ...]:
        """Return the message keys of the values that are the host's own."""
        return tuple(one.label for one in self.values if one.own)

    @property
    def own_parts(self) -> tuple[str, ...]:
        return tuple(one.name for _, parts in self.parts for one in parts if one.own)
