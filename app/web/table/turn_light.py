"""The light of phones and walls for the side that must act.

The aim and the newest dice on a wall.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from app.core.engine.buttons import AvailableOffers
from app.core.engine.event import Seat
from app.core.messages.translator import Translator, capitalize_first
from app.core.table.seat_view import Table
from app.core.table_commands.take_back import answering_seats
from app.web.files.mission_catalog import briefing_of
from app.web.table.notices import dice_of, in_short, is_play_entry

LONG_AFTER = 10
"""Seconds before the newest entry from which dice are not shown large any more."""


class ThrownDice(NamedTuple):
    """The newest dice: number of their entry, each face with its style, and one sentence."""

    number: int
    dice: tuple[tuple[Any, str], ...]
    text: str


def due_of(shown: Mapping[str, Any], state: Any, seat: Seat, may: AvailableOffers) -> int:
    """Return a number above 0 if the seat must act or answer; it rises with each reminder."""
    if state.take_back or state.ruling_request:
        return int(bool(may["allow-take-back"] or may["allow-ruling"]))
    return int(shown["must_answer"]) if "must_answer" in shown else int(state.awaits(seat))


def must_answer_first(shown: Mapping[str, Any], state: Any, seat: Seat, may: AvailableOffers) -> bool:
    if state.take_back or state.ruling_request:
        return bool(may["allow-take-back"] or may["allow-ruling"])
    return bool(shown["answers_first"]) if "answers_first" in shown else state.awaits(seat)


def awaited_of(table: Table, state: Any) -> tuple[str, ...]:
    if state.over:
        return ()
    if asked := state.take_back:
        sides = [table.seats[name] for name in answering_seats(table, asked.press, asked.seat)]
    elif state.ruling_request:
        sides = state.ruling_request.sides
    else:
        acting = [] if state.waiting else [state.active]
        sides = [*(one.side for one in table.game.views.pending_answers(state)), *acting]
    return tuple(dict.fromkeys(side for side in sides if side))


def thrown_dice(table: Table, seat: Seat, said: Translator) -> ThrownDice | None:
    """Return the newest dice that the seat saw; None if they were undone or are too old."""
    for entry in reversed(table.seen(seat)):
        if table.entries[-1].at - entry.at > LONG_AFTER:
            return None
        dice = dice_of(table, entry, seat)
        if dice and is_play_entry(entry):
            if not table.is_active(entry):
                return None
            return ThrownDice(table.seq_at(seat, entry.seq), dice, in_short(table, seat, entry, said))
    return None


def aim_of(table: Table, said: Translator) -> tuple[str, tuple[str, ...]] | None:
    """Return the name of a mission that is a file, and the lines that say how it ends."""
    if table.game.files.mission_files is None:
        return None
    name, lines = f"mission.{table.state.mission}", briefing_of(table).ending
    return (said.translate(name) if said.has(name) else ""), tuple(capitalize_first(line.said(said)) for line in lines)
