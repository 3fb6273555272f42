"""The turn of the app: what it decides at a table for a seat that it plays."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random

from app.core.engine.command import GameContext
from app.core.engine.event import Seat, deep_copy
from app.core.engine.offers import Offer
from app.core.game.opponent import Decision
from app.core.table.seat_view import Table
from app.core.table_commands.opponents import AppStuck, app_players, is_by_app

FIRST, ROLLED, OTHERWISE, LEAST = 4.0, 2.0, 1.2, 0.2
"""Seconds before its turn, after dice, and after another command of its own or before an answer in a turn of people;
without pauses so few, that two apps against each other leave the server to others."""


def seats_of_app(table: Table) -> Iterator[Seat]:
    """Yield the seats that the app plays, those that are awaited first."""
    seats = [table.seat(name) for name in table.seats if table.state.seats[name].app is not None]
    yield from sorted(seats, key=lambda seat: (not table.state.awaits(seat), seat.side != table.state.active))


def next_decision(table: Table, seed: bytes) -> tuple[Seat, Decision] | None:
    """Return the next command of the app and its seat, or None if it has nothing to do.

    Give it a copy of the table (`Table.copied`). `seed` is that of the table.
    """
    state = table.state
    if table.game.opponent is None or state.over or state.take_back is not None or state.ruling_request is not None:
        return None
    for seat in seats_of_app(table):
        if (decision := decision_of(table, seat, random_of(seed, table, seat))) is not None:
            return seat, decision
    return None


def decision_of(table: Table, seat: Seat, chance: Random) -> Decision | None:
    opponent, holder = table.game.opponent, table.state.seats[seat.name].app
    assert opponent is not None
    assert holder is not None
    offers = offers_for_app(table, seat)
    if not offers:
        return None
    return opponent.choose(view_of(table, seat), offers, opponent.level(holder.level), chance)


def offers_for_app(table: Table, seat: Seat) -> list[Offer]:
    opponent, commands = table.game.opponent, table.game.commands
    assert opponent is not None
    others = [key for key, command in commands.items() if command.group != "play"]
    return table.offers_for(seat, but={*others, *opponent.never})


def view_of(table: Table, seat: Seat) -> GameContext:
    """Return the seat's knowledge without the table, with the book of the copied table."""
    look = table.look(seat)
    return GameContext(deep_copy(table.state_for(seat)), look.book, seat, book_cache=look.book_cache)


def random_of(seed: bytes, table: Table, seat: Seat) -> Random:
    """Return the random source of one decision: the same for the same log, and unlike the dice."""
    drawn = hashlib.sha256(b"opponent" + seed + f"{seat.name}:{len(table.entries)}".encode()).digest()
    return Random(drawn)


# -- its pauses


def may_play(table: Table) -> bool:
    """Return True if the app plays a seat here, is not stuck, and need not wait for people."""
    players = app_players(table.state)
    if not players or table.state.over or isinstance(table.entries[-1].events[0], AppStuck):
        return False
    return all(one.pace != "step" or one.may_go_on for one in players)


def pause_left(table: Table, now: float) -> float:
    """Return the seconds that are left of the pause since the last entry."""
    whole = pause_before(table)
    return min(whole, max(0.0, table.entries[-1].at + whole - now))


def countdown(table: Table) -> int:
    """Return the seconds that the app waits so that people may take back their last command.

    0 if the app has nothing to do.
    """
    state = table.state
    if not may_play(table) or state.take_back is not None or state.ruling_request is not None:
        return 0
    acts = any(state.awaits(seat) or (state.active == seat.side and not state.waiting) for seat in seats_of_app(table))
    return int(FIRST) if acts and pause_before(table) == FIRST else 0


def is_turn_of_people(table: Table) -> bool:
    return table.state.active is not None and all(seat.side != table.state.active for seat in seats_of_app(table))


def pause_before(table: Table) -> float:
    """Return the seconds before the app's next command, by its pace and by what happened last."""
    if app_players(table.state)[0].pace != "pauses":
        return LEAST
    last = table.entries[-1]
    if not is_by_app(last):
        return OTHERWISE if is_turn_of_people(table) else FIRST
    return ROLLED if any(event.rolled is not None for event in last.events) else OTHERWISE
