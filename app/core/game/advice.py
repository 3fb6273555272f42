"""Advice for newcomers: two sentences on the next step, with the offers for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from app.core.engine.event import Seat
from app.core.engine.offers import Offer
from app.core.game.definition import REFEREE, Game

ANSWERS = ("allow-take-back", "allow-ruling")
"""Commands of the table itself that take precedence over any of the game."""


class Advice(NamedTuple):
    """The next step: the message `now.<word>`, and the offers that carry it out."""

    word: str
    offers: tuple[Offer, ...] = ()


def advice(game: Game, state: Any, seat: Seat, offers: Sequence[Offer]) -> Advice:
    """Return the advice for a seat; `state` is redacted, `offers` are its own."""
    for key in (*ANSWERS, *game.views.advice_order):
        if found := tuple(offer for offer in offers if key in (offer.label, offer.command)):
            return Advice(key, found)
    if state.over:
        return Advice("over")
    if seat.side is None:
        return Advice("referee" if seat.name == REFEREE else "watch")
    due = state.active == seat.side or state.awaits(seat)
    play = [offer for offer in offers if offer.group == "play" and due]
    same = tuple(offer for offer in play if offer.command == play[0].command)
    return Advice("other", same) if same else Advice("wait")
