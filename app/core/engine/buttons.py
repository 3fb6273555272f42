"""What can be tapped on a board: a button that acts at once, or a link to a form; and the offers by their command."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from app.core.engine.offers import Offer

Fields = tuple[tuple[str, Any], ...]


class Piece(NamedTuple):
    """A template of a game, and the hashable values that it is drawn with."""

    template: str
    shown: Fields


class Button(NamedTuple):
    """A button, or where it `opens` a form a link; `greyed`: it cannot be done now, and a tap tells why. `about` is
    whom or how many it names behind its label, `onto` whom it does it to, `behind` what its game shows behind that."""

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


class AvailableOffers(dict[str, list[Offer]]):
    """Offers under the name of their command, in their order; none under any other name."""

    def __init__(self, offers: Iterable[Offer]) -> None:
        super().__init__()
        for offer in offers:
            self.setdefault(offer.command, []).append(offer)

    def __missing__(self, command: str) -> list[Offer]:
        return []

    def of(self, *commands: str, **given: Any) -> list[Offer]:
        """The offers of these commands, in this order, that give all this."""
        every = (offer for command in commands for offer in self[command])
        return [offer for offer in every if all(offer.given.get(name) == value for name, value in given.items())]


def label_key(offer: Offer) -> str:
    """The key of what a button says."""
    return f"command.{offer.label or offer.command}"


def submit_button(offer: Offer, id: str, look: str = "", **more: Any) -> Button:
    """An offer as a button that sends it with these further fields."""
    return Button(offer.command, id, label_key(offer), tuple({**offer.given, **more}.items()), look)


def form_link(offer: Offer, id: str, look: str = "", about: str | int | None = None, onto: str | None = None) -> Button:
    """An offer as a link to its form."""
    return submit_button(offer, id, look)._replace(opens=True, about=about, onto=onto)


def button_for(offer: Offer, id: str, look: str = "", *, types_dice: bool = True, **more: Any) -> Button:
    """An offer with these further fields: at once where nothing else is to be chosen or to be rolled, else as a link to
    its form; who never `types_dice` needs no form for them."""
    opens = bool(offer.choose.keys() - more.keys()) or (offer.dice is not None and types_dice)
    return submit_button(offer, id, look, **more)._replace(opens=opens)
