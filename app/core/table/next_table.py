"""The next table after a finished one: a rematch, or the next mission of a campaign."""

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
"""The sides of a rematch: the same or swapped."""


class NextTable(Facts):
    """The choice of a rematch: on the same sides or swapped."""

    again: Again | None = None


def next_opening(table: Table, again: Again | None) -> Opening:
    if again:
        return without(AS_OPENED, opening_again(table, again))
    if table.game.rules.campaign is None:
        raise Refused("not-in-this-game", field="again")
    return without("again", table.game.rules.campaign.sequel(table))


def without(name: str, opening: Opening) -> Opening:
    return {key: value for key, value in opening.items() if key != name}


def gone_on(code: str, again: Again | None) -> CampaignWentOn | PlayedAgain:
    return PlayedAgain(code, again) if again else CampaignWentOn(code)


def opening_again(table: Table, again: Again) -> Opening:
    """Return the opening of a rematch. Raise Refused.

    People keep their names and dice, whichever side they take.
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
    levels = {moved(name): seat.app.level for name, seat in table.state.seats.items() if seat.app is not None}
    same = {**without("opponents", same), **({"opponents": levels} if levels else {})}
    return {**same, **table.game.rematch_setup(table, moved)}


def counterparts(seats: Mapping[str, str | None]) -> dict[str, str] | None:
    """Return each seat's counterpart; None unless two sides have the same number of seats."""
    sides = list(dict.fromkeys(side for side in seats.values() if side is not None))
    by_side = [[name for name, side in seats.items() if side == one] for one in sides]
    if len(sides) != 2 or len(by_side[0]) != len(by_side[1]):
        return None
    one, other = by_side
    return dict(zip(one + other, other + one, strict=True))


def moved_by(link: Mapping[str, Any], seats: Mapping[str, str | None]) -> Callable[[str], str]:
    """Return a function from a seat to its holder's seat at the next table.

    `link` is the next table's record of this one.
    """
    others = (counterparts(seats) or {}) if link.get("sides") == "swapped" else {}
    return lambda seat: others.get(seat, seat)


def is_link(link: Any) -> bool:
    return (
        isinstance(link, Mapping)
        and set(link) == {"table", "sides"}
        and isinstance(link["table"], str)
        and link["sides"] in get_args(Again)
    )


def came_from(game: Game, opening: Opening) -> str | None:
    """Return the code of the table from which a table was opened, or None.

    Raise LookupError for an invalid record.
    """
    if "again" in opening:
        if not is_link(opening["again"]):
            raise LookupError("again")
        return str(opening["again"]["table"])
    return game.rules.campaign.came_from(opening) if game.rules.campaign else None
