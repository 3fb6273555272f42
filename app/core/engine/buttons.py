"""Buttons of a board: buttons that act at once and links to forms, made from offers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from app.core.engine.offers import Offer

Fields = tuple[tuple[str, Any], ...]


class Piece(NamedTuple):
    template: str
    shown: Fields


class Button(NamedTuple):
    """A button, or a link to a form if it `opens` one.

    If `greyed`, it is disabled and a tap shows the reason. `about` (a name or a number) stands in the label or follows
    it, then `onto` (the target), then `behind` (a template of the game).
    """

    command: str
    id: str
    label_key: str
    fields: Fields = ()
    look: str = ""
    opens: bool = False
    about: str | int | None = None
    onto: str | None = None
    greyed: bool = False
    behind: Piece | None = None


MOST_TILES = 6
"""Tiles of a dock; whatever else is possible is behind “More”."""


class Tiles(NamedTuple):
    """The buttons of a dock: a tile or None in each place, and those behind “More”."""

    places: tuple[Button | None, ...]
    more: tuple[Button, ...]


def in_places(likeliest: Sequence[Button | None], others: Iterable[Button]) -> Tiles:
    """Give each of the likeliest its own place, and free places to the first of the others.

    What is possible keeps its place, whatever else becomes impossible.
    """
    rest = list(others)
    free = [*likeliest, *[None] * (MOST_TILES - len(likeliest))]
    places = [one or (rest.pop(0) if rest else None) for one in free]
    while places and places[-1] is None:
        places.pop()
    return Tiles(tuple(places), tuple(rest))


class AvailableOffers(dict[str, list[Offer]]):
    """Offers by command, in their order; an empty list for any other command."""

    def __init__(self, offers: Iterable[Offer]) -> None:
        super().__init__()
        for offer in offers:
            self.setdefault(offer.command, []).append(offer)

    def __missing__(self, command: str) -> list[Offer]:
        return []

    def of(self, *commands: str, **given: Any) -> list[Offer]:
        """Return the offers of these commands, in this order, that give all these values."""
        every = (offer for command in commands for offer in self[command])
        return [offer for offer in every if all(offer.given.get(name) == value for name, value in given.items())]


def label_key(offer: Offer) -> str:
    return f"command.{offer.label or offer.command}"


def submit_button(offer: Offer, id: str, look: str = "", **more: Any) -> Button:
    return Button(offer.command, id, label_key(offer), tuple({**offer.given, **more}.items()), look)


def form_link(offer: Offer, id: str, look: str = "", about: str | int | None = None, onto: str | None = None) -> Button:
    return submit_button(offer, id, look)._replace(opens=True, about=about, onto=onto)


def button_for(offer: Offer, id: str, look: str = "", *, types_dice: bool = True, **more: Any) -> Button:
    """Return a button if nothing is left to choose or to roll, else a link to the form.

    A seat that never `types_dice` needs no form for dice.
    """
    opens = bool(offer.choose.keys() - more.keys()) or (offer.dice is not None and types_dice)
    return submit_button(offer, id, look, **more)._replace(opens=opens)
