"""From a table that is over to the next one: the same game again, or what its campaign goes on with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args

from app.core.errors import Refused
from app.core.game.definition import Game, Opening
from app.core.rules.inputs import Facts
from app.core.table.seat_view import Table
from app.core.table_commands.lifecycle import CampaignWentOn, PlayedAgain
from app.core.table_commands.tutorial import AS_OPENED

Again = Literal["same", "swapped"]
"""True if everybody keeps the side, or takes the other one."""


class NextTable(Facts):
    """How a game goes on that is no campaign: once more, on the same sides or swapped."""

    again: Again | None = None


def next_opening(table: Table, again: Again | None) -> Opening:
    """Return what the next table is opened with: the game `again`, or the next mission of its campaign. Raises Refused."""
    if again:
        return without(AS_OPENED, opening_again(table, again))
    if table.game.rules.campaign is None:
        raise Refused("not-in-this-game", field="again")
    return without("again", table.game.rules.campaign.sequel(table))


def without(name: str, opening: Opening) -> Opening:
    return {key: value for key, value in opening.items() if key != name}


def gone_on(code: str, again: Again | None) -> CampaignWentOn | PlayedAgain:
    """The event that tells a table where it went on."""
    return PlayedAgain(code, again) if again else CampaignWentOn(code)


def opening_again(table: Table, again: Again) -> Opening:
    """Return what the table is opened with where a game that is over is played again: everything as here. People keep their
    names and dice whichever side they take. Raises Refused.
    """
    if table.game.history(table) is not None:
        raise Refused("in-a-campaign", "table.went-on")
    if not table.state.over:
        raise Refused("mission-not-over", "table.went-on")
    if again == "swapped" and counterparts(table.seats) is None:
        raise Refused("sides-differ", "table.went-on", field="again")
    link = {"table": table.code, "sides": again}
    moved = moved_by(link, table.seats)
    sitting = {moved(name): {"name": seat.name, "rolls": seat.rolls} for name, seat in table.state.seats.items()}
    same = {**table.opening, "answers": dict(table.state.answers), "sitting": sitting, "again": link}
    return {**same, **table.game.rematch_setup(table, moved)}


def counterparts(seats: Mapping[str, str | None]) -> dict[str, str] | None:
    """Each seat's counterpart of the other side; None unless two sides have as many seats each."""
    sides = list(dict.fromkeys(side for side in seats.values() if side is not None))
    by_side = [[name for name, side in seats.items() if side == one] for one in sides]
    if len(sides) != 2 or len(by_side[0]) != len(by_side[1]):
        return None
    one, other = by_side
    return dict(zip(one + other, other + one, strict=True))


def moved_by(link: Mapping[str, Any], seats: Mapping[str, str | None]) -> Callable[[str], str]:
    """Seat → the one that whoever held it has at the next table; `link` is what that table says of the one before."""
    others = (counterparts(seats) or {}) if link.get("sides") == "swapped" else {}
    return lambda seat: others.get(seat, seat)


def is_link(link: Any) -> bool:
    """Return whether that is what a table says of the one before, of which it is the same game again."""
    return (
        isinstance(link, Mapping)
        and set(link) == {"table", "sides"}
        and isinstance(link["table"], str)
        and link["sides"] in get_args(Again)
    )


def came_from(game: Game, opening: Opening) -> str | None:
    """The code of the table from which a table says it was opened. Raises LookupError for a record that is none."""
    if "again" in opening:
        if not is_link(opening["again"]):
            raise LookupError("again")
        return str(opening["again"]["table"])
    return game.rules.campaign.came_from(opening) if game.rules.campaign else None
