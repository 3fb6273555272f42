"""Board buttons, by who rolls the dice of a seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from app.core.engine.buttons import AvailableOffers, Button, button_for
from app.core.engine.offers import Offer


class SeatOffers(AvailableOffers):
    """The offers of a seat in play; if it rolls its own dice, every roll is a form."""

    def __init__(self, offers: Sequence[Offer], rolls: str) -> None:
        super().__init__(offer for offer in offers if offer.group == "play")
        self.by_hand = rolls == "hand"

    def choosing(self, field: str, value: str, *commands: str) -> list[Offer]:
        return [offer for offer in self.of(*commands) if value in offer.values(field)]

    def button(self, offer: Offer, id: str, look: str = "tile", **more: Any) -> Button:
        """Return the button of an offer with these fields.

        Immediate if nothing else is to be chosen, else a link.
        """
        return button_for(offer, id, look, types_dice=self.by_hand, **more)

    def buttons(self, look: str, *commands: str) -> Iterator[Button]:
        for offer in self.of(*commands):
            team = offer.given.get("team")
            yield self.button(offer, "-".join([offer.label or offer.command, *([team] if team else [])]), look)
