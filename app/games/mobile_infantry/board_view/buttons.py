"""What can be tapped on a board: a button that acts at once, or a link to a form."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from app.core.engine.offers import Offer


class Tap(NamedTuple):
    """A button, or where it `opens` a form a link; `says` is the key of its word, `times` how many do it, `about` whom
    it names behind its word."""

    command: str
    id: str
    says: str
    fields: tuple[tuple[str, Any], ...] = ()
    look: str = "tile"
    opens: bool = False
    times: int = 0
    about: str | None = None
    onto: str | None = None
    greyed: bool = False


class May:
    """What a seat may do now by the name of its command; where it rolls its own dice, whatever is rolled is a form."""

    def __init__(self, offers: Sequence[Offer], rolls: str) -> None:
        self.by_hand = rolls == "hand"
        self.offers: defaultdict[str, list[Offer]] = defaultdict(list)
        for offer in offers:
            self.offers[offer.command].append(offer)

    def of(self, *commands: str) -> list[Offer]:
        """The offers of these commands, in this order."""
        return [offer for command in commands for offer in self.offers.get(command, ())]

    def about(self, team: str, *commands: str) -> list[Offer]:
        """Those of them that are given for a team."""
        return [offer for offer in self.of(*commands) if offer.given.get("team") == team]

    def choosing(self, field: str, value: str, *commands: str) -> list[Offer]:
        """Those of them in which such a value may be chosen."""
        return [offer for offer in self.of(*commands) if value in listed(offer, field)]

    def tap(self, offer: Offer, id: str, look: str = "tile", **more: Any) -> Tap:
        """The offer with these further fields: at once where nothing else is to be chosen, else as a link."""
        left = set(offer.choose) - set(more)
        opens = bool(left) or (offer.dice is not None and self.by_hand)
        return Tap(offer.command, id, word(offer), fields_of(offer, more), look, opens)

    def taps(self, look: str, *commands: str) -> Iterator[Tap]:
        """One for each offer of these commands."""
        for offer in self.of(*commands):
            team = offer.given.get("team")
            yield self.tap(offer, "-".join([offer.label or offer.command, *([team] if team else [])]), look)


def fields_of(offer: Offer, more: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """What a tap sends or asks for."""
    return tuple({**offer.given, **more}.items())


def listed(offer: Offer, field: str) -> Sequence[Any]:
    """The values of a choice of one; nothing where there is no such choice."""
    choice = offer.choose.get(field, ())
    return choice if isinstance(choice, list) else ()


def word(offer: Offer) -> str:
    """The key of what a button says."""
    return offer.label or offer.command
