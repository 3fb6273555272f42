"""Board buttons that show what an action costs in AP or CP."""

from __future__ import annotations

from typing import Any, NamedTuple

from app.core.engine import buttons
from app.core.engine.buttons import AvailableOffers, Button, Piece
from app.core.engine.offers import NumberChoice, Offer

PRICE = "incursion/price.html"
TAKES_CP = "takes-cp"
FACING = frozenset({"door", "seal-door", "item", "search-counter", "activate-panel", "shut-down"})
"""Actions done facing the thing or at 90°, which only the board shows."""
AHEAD = "facing.ahead"


class Price(NamedTuple):
    """The usual price of an action: AP, and the least CP if AP do not suffice."""

    ap: int
    cp: int = 0


def priced(button: Button, price: Price | None) -> Button:
    if price is None or "tile" not in button.look:
        return button
    turns = button.command in FACING and not button.label_key.endswith("item-take")
    shown = (("price", price), *((("facing", AHEAD),) if turns else ()))
    return button._replace(behind=Piece(PRICE, shown), look=f"{button.look} {TAKES_CP}" if price.cp else button.look)


def price_of(offer: Offer) -> Price | None:
    if offer.own is None:
        return None
    paid = offer.choose.get("cp")
    cp = paid.min if isinstance(paid, NumberChoice) else offer.given.get("cp", 0)
    return Price(offer.own - cp, cp) if offer.own else Price(0)


def submit_button(offer: Offer, id: str, look: str = "", **more: Any) -> Button:
    return priced(buttons.submit_button(offer, id, look, **{**named_cp(offer), **more}), price_of(offer))


def named_cp(offer: Offer) -> dict[str, int]:
    paid = offer.choose.get("cp")
    return {"cp": paid.min} if isinstance(paid, NumberChoice) and offer.own is not None else {}


def form_link(offer: Offer, id: str, look: str = "", about: str | int | None = None, onto: str | None = None) -> Button:
    return priced(buttons.form_link(offer, id, look, about, onto), price_of(offer))


def submit_buttons(may: AvailableOffers, command: str, look: str = "") -> tuple[Button, ...]:
    return tuple(submit_button(offer, command, look) for offer in may[command])


def choice(offer: Offer, name: str) -> Any:
    return offer.choose.get(name, ())
