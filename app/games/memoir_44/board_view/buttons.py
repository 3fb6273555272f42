"""What can be tapped on a board: a button that acts at once, or a link to a form."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from app.core.engine.offers import Offer


class Tap(NamedTuple):
    """A button, or where it `opens` a form a link; `says` is the key of its word, `about` whom it names behind it."""

    command: str
    id: str
    says: str
    fields: tuple[tuple[str, Any], ...] = ()
    look: str = ""
    opens: bool = False
    about: str | None = None
    onto: str | None = None
    greyed: bool = False


class May:
    """What a seat may do now by the name of its command."""

    def __init__(self, offers: Sequence[Offer]) -> None:
        self.offers: defaultdict[str, list[Offer]] = defaultdict(list)
        self._by_unit: defaultdict[Any, defaultdict[str, list[Offer]]] = defaultdict(lambda: defaultdict(list))
        for offer in offers:
            if offer.group == "play":
                self.offers[offer.command].append(offer)
                self._by_unit[offer.given.get("unit")][offer.command].append(offer)

    def of(self, *commands: str) -> list[Offer]:
        """The offers of these commands, in this order."""
        return [offer for command in commands for offer in self.offers.get(command, ())]

    def by_unit(self, command: str, unit: str) -> list[Offer]:
        """The offers of a command for a unit."""
        return self.all_of(unit).get(command, [])

    def all_of(self, unit: str) -> Mapping[str, list[Offer]]:
        """The offers for a unit by the name of their command."""
        return self._by_unit.get(unit, {})


def press(offer: Offer, id: str, look: str = "") -> Tap:
    """An offer as a button where nothing is to be chosen or rolled, else as a link to its form."""
    opens = bool(offer.choose) or offer.dice is not None
    return Tap(offer.command, id, word(offer), tuple(offer.given.items()), look, opens)


def word(offer: Offer) -> str:
    """The key of what a button says."""
    return f"command.{offer.label or offer.command}"
