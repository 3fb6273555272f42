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
    """Return what the app decides for a seat, from what that seat may see."""
    opponent, holder = table.game.opponent, table.state.seats[seat.name].app
    assert opponent is not None
    assert holder is not None
    offers = offers_for_app(table, seat)
    if not offers:
        return None
    return opponent.choose(view_of(table, seat), offers, opponent.level(holder.level), chance)


def offers_for_app(table: Table, seat: Seat) -> list[Offer]:
    """Return the offers of play that the app may take."""
    opponent, commands = table.game.opponent, table.game.commands
    assert opponent is not None
    others = [key for key, command in commands.items() if command.group != "play"]
    return table.offers_for(seat, but={*others, *opponent.never})


def view_of(table: Table, seat: Seat) -> GameContext:
    """Return what the seat may know, without the table; its book is that of the copied table alone."""
    look = table.look(seat)
    return GameContext(deep_copy(table.state_for(seat)), look.book, seat, book_cache=look.book_cache)


def random_of(seed: bytes, table: Table, seat: Seat) -> Random:
    """Return the random source of one decision: the same for the same log, and unlike the dice."""
    drawn = hashlib.sha256(b"opponent" + seed + f"{seat.name}:{len(table.entries)}".encode()).digest()
    return Random(drawn)
