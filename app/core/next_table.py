"""The same game once more: what the next table is opened with, and who sits where there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from app.core.facts import Facts
from app.core.game import Game
from app.core.refusals import Refused
from app.core.table import Table

Again = Literal["same", "swapped"]
"""Whether everybody keeps the side, or takes the other one."""


class NextWish(Facts):
    """How a game goes on that is no campaign: once more, on the same sides or swapped."""

    again: Again | None = None


def opening_again(table: Table, again: Again) -> Mapping[str, Any]:
    """What the table is opened with where a game that is over is played again: mission, RP, edition, cards and
    answers as here. People keep their names, dice and decks whichever side they take. Raises Refused.
    """
    if table.game.history(table) is not None:
        raise Refused("in-a-campaign", "table.went-on")
    if not table.state.over:
        raise Refused("mission-not-over", "table.went-on")
    link = {"table": table.code, "sides": again}
    sitting = {
        seat_after(table.game, link, name): {"name": seat.name, "rolls": seat.rolls}
        for name, seat in table.state.seats.items()
    }
    deck = {seat_after(table.game, link, side): kind for side, kind in table.opening["deck"].items()}
    return {**table.opening, "answers": dict(table.state.answers), "sitting": sitting, "deck": deck, "again": link}


def seat_after(game: Game, link: Mapping[str, str], seat: str) -> str:
    """The seat that whoever held `seat` has at the next table; `link` is what that table says of the one before."""
    others = dict(zip(game.sides, reversed(game.sides), strict=True))
    return others.get(seat, seat) if link.get("sides") == "swapped" else seat
