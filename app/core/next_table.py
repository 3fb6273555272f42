"""From a table that is over to the next one: the same game again, or what its campaign goes on with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from app.core.facts import Facts
from app.core.game import Game
from app.core.lifespan import CampaignWentOn, PlayedAgain
from app.core.refusals import Refused
from app.core.table import Table

Again = Literal["same", "swapped"]
"""Whether everybody keeps the side, or takes the other one."""


class NextWish(Facts):
    """How a game goes on that is no campaign: once more, on the same sides or swapped."""

    again: Again | None = None


def next_opening(table: Table, again: Again | None) -> Mapping[str, Any]:
    """What the next table is opened with: the same game `again`, or what its campaign goes on with. Raises Refused."""
    return opening_again(table, again) if again else table.game.sequel(table)


def gone_on(code: str, again: Again | None) -> CampaignWentOn | PlayedAgain:
    """The event that tells a table where it went on."""
    return PlayedAgain(code, again) if again else CampaignWentOn(code)


def opening_again(table: Table, again: Again) -> Mapping[str, Any]:
    """What the table is opened with where a game that is over is played again: mission, RP, edition, cards and
    answers as here. People keep their names, dice and decks whichever side they take. Raises Refused.
    """
    if table.game.history(table) is not None:
        raise Refused("in-a-campaign", "table.went-on")
    if not table.state.over:
        raise Refused("mission-not-over", "table.went-on")
    link = {"table": table.code, "sides": again}
    moved = moved_by(link, table.seats)
    sitting = {moved(name): {"name": seat.name, "rolls": seat.rolls} for name, seat in table.state.seats.items()}
    deck = {moved(side): kind for side, kind in table.opening["deck"].items()}
    return {**table.opening, "answers": dict(table.state.answers), "sitting": sitting, "deck": deck, "again": link}


def moved_by(link: Mapping[str, Any], seats: Mapping[str, str | None]) -> Callable[[str], str]:
    """Seat → the one that whoever held it has at the next table; `link` is what that table says of the one before."""
    sides = [name for name, side in seats.items() if side is not None]
    others = dict(zip(sides, reversed(sides), strict=True)) if link.get("sides") == "swapped" else {}
    return lambda seat: others.get(seat, seat)


def came_from(game: Game, opening: Mapping[str, Any]) -> str | None:
    """The code of the table from which a table says it was opened. Raises LookupError for a record that is none."""
    if "again" in opening:
        return str(opening["again"]["table"])
    played = opening["campaign"]["played"] if "campaign" in opening else []
    return str(played[-1]["table"]) if played else None
