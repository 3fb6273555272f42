"""What a newcomer does now: two sentences of what is asked of a seat, and the offers that do it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from app.core.engine.event import Seat
from app.core.engine.offers import Offer
from app.core.game.definition import REFEREE, Game

ANSWERS = ("allow-take-back", "allow-ruling")
"""Commands of the table itself that come before any of the game."""


class Advice(NamedTuple):
    """What to do now: `now.<word>` says it, each of `offers` does it."""

    word: str
    offers: tuple[Offer, ...] = ()


def advice(game: Game, state: Any, seat: Seat, offers: Sequence[Offer]) -> Advice:
    """Return what a seat does now; `state` is the state as it sees it, `offers` is what it may do."""
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
