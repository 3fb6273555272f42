"""What can be tapped on a board: a button that acts at once, or a link to a form."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from app.core.engine.offers import Offer, Span

May = Mapping[str, Sequence[Offer]]
"""Command → what may be done with it."""
Fields = tuple[tuple[str, Any], ...]
PRICE = "incursion/price.html"
TAKES_CP = "takes-cp"
FACING = frozenset({"door", "seal-door", "item", "search-counter", "activate-panel", "shut-down"})
"""What is done facing its thing or at 90°, which the board alone knows."""
AHEAD = "facing.ahead"


class Price(NamedTuple):
    """What an action takes as it is paid without more ado: AP, and the least CP where AP do not last."""

    ap: int
    cp: int = 0


class Tap(NamedTuple):
    """A button, or where it `opens` a form a link; `says` is the key of its word, `about` whom it names behind it and
    `onto` whom it does it to; `greyed`: it cannot be done now."""

    command: str
    id: str
    says: str
    fields: Fields = ()
    look: str = ""
    opens: bool = False
    about: str | int | None = None
    onto: str | None = None
    price: Price | None = None
    greyed: bool = False

    @property
    def behind(self) -> tuple[str, Mapping[str, Any]] | None:
        """A tile shows its price, and the facing that it asks for."""
        if self.price is None or "tile" not in self.look:
            return None
        facing = {"facing": AHEAD} if self.command in FACING and not self.says.endswith("item-take") else {}
        return PRICE, {"price": self.price, **facing}

    def priced(self, price: Price | None) -> Tap:
        """The same at this price: a tile that takes CP looks another way than one that takes AP."""
        takes_cp = price is not None and price.cp > 0 and "tile" in self.look
        return self._replace(price=price, look=f"{self.look} {TAKES_CP}" if takes_cp else self.look)


def price_of(offer: Offer) -> Price | None:
    """What an offer takes, if it is an action; its AP stand in it."""
    if offer.own is None:
        return None
    paid = offer.choose.get("cp")
    cp = paid.min if isinstance(paid, Span) else offer.given.get("cp", 0)
    return Price(offer.own - cp, cp) if offer.own else Price(0)


def press(offer: Offer, id: str, look: str = "", **more: Any) -> Tap:
    """The offer as a button, with these further fields; it names the CP that it takes, and takes no others."""
    fields = {**offer.given, **named_cp(offer), **more}
    return Tap(offer.command, id, word(offer), tuple(fields.items()), look).priced(price_of(offer))


def named_cp(offer: Offer) -> dict[str, int]:
    """The least CP that pay for an action, where there is a choice."""
    paid = offer.choose.get("cp")
    return {"cp": paid.min} if isinstance(paid, Span) and offer.own is not None else {}


def opener(offer: Offer, id: str, look: str = "", about: str | int | None = None, onto: str | None = None) -> Tap:
    """The offer as a link to its form."""
    tap = Tap(offer.command, id, word(offer), tuple(offer.given.items()), look, True, about, onto)
    return tap.priced(price_of(offer))


def word(offer: Offer) -> str:
    """The key of what a button says."""
    return f"command.{offer.label or offer.command}"


def by_command(offers: Sequence[Offer]) -> May:
    """What may be done now under the name of its command; nothing under any other name."""
    found: defaultdict[str, list[Offer]] = defaultdict(list)
    for offer in offers:
        found[offer.command].append(offer)
    return found


def of(may: May, *commands: str) -> list[Offer]:
    """The offers of these commands, in this order."""
    return [offer for command in commands for offer in may.get(command, ())]


def choice(offer: Offer, name: str) -> Any:
    """What may be chosen in a field of an offer's form; nothing where it has no such field."""
    return offer.choose.get(name, ())


def presses(may: May, command: str, look: str = "") -> tuple[Tap, ...]:
    """A button for each offer of a command."""
    return tuple(press(offer, command, look) for offer in of(may, command))
