"""The turn of the app: what it decides at a table for a seat that it plays."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from app.core.engine.command import GameContext
from app.core.engine.event import Seat, deep_copy
from app.core.engine.offers import Offer
from app.core.game.opponent import Decision, Opponent
from app.core.table.seat_view import Table
from app.core.table_commands.opponents import AppStuck, app_players, is_by_app

FIRST, ROLLED, OTHERWISE, LEAST = 4.0, 2.0, 1.2, 0.2
"""Seconds before its turn, after dice, and after another command of its own or before an answer in a turn of people;
without pauses so few, that two apps against each other leave the server to others."""


def seats_of_app(table: Table) -> Iterator[Seat]:
    """Yield the seats at which the app plays or helps, those that are awaited first."""
    able = [table.seat(name) for name in table.seats if table.state.seats[name].player is not None]
    seats = [replace(seat, is_app=True) for seat in able]
    yield from sorted(seats, key=lambda seat: (not table.state.awaits(seat), seat.side != table.state.active))


def seats_of_app_alone(table: Table) -> list[Seat]:
    """Return the seats that the app plays, without those at which it only helps people."""
    return [seat for seat in seats_of_app(table) if table.state.seats[seat.name].app is not None]


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
    opponent, player = app_at(table, seat), table.state.seats[seat.name].player
    assert player is not None
    offers = offers_for_app(table, seat)
    if not offers:
        return None
    return opponent.choose(view_of(table, seat), offers, opponent.level(player.level), chance)


def app_at(table: Table, seat: Seat) -> Opponent:
    """Return how the app plays at a seat, or helps there."""
    found = table.game.opponent if table.state.seats[seat.name].helper is None else table.game.helper
    assert found is not None
    return found


def offers_for_app(table: Table, seat: Seat) -> list[Offer]:
    opponent, commands = app_at(table, seat), table.game.commands
    others = [key for key, command in commands.items() if command.group != "play"]
    return table.offers_for(seat, but={*others, *opponent.never})


def view_of(table: Table, seat: Seat) -> GameContext:
    """Return the seat's knowledge without the table, with the book of the copied table."""
    look = table.look(seat)
    return GameContext(deep_copy(table.state_for(seat)), look.book, seat, book_cache=look.book_cache)


def random_of(seed: bytes, table: Table, seat: Seat) -> Random:
    """Return the random source of one decision: the same for the same log, and unlike the dice."""
    when = f"turn {table.state.turn}" if app_at(table, seat).keeps_guesses else len(table.entries)
    drawn = hashlib.sha256(b"opponent" + seed + f"{seat.name}:{when}".encode()).digest()
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
    active = table.state.active
    return active is not None and all(seat.side != active for seat in seats_of_app_alone(table))


def pause_before(table: Table) -> float:
    """Return the seconds before the app's next command, by its pace and by what happened last."""
    if app_players(table.state)[0].pace != "pauses":
        return LEAST
    last = table.entries[-1]
    if not is_by_app(last):
        return OTHERWISE if is_turn_of_people(table) else FIRST
    return ROLLED if any(event.rolled is not None for event in last.events) else OTHERWISE
