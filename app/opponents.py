"""Opponents: plays the seats of the app beside the requests, one command at a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from app.core.engine.command import CommandRequest
from app.core.engine.event import Seat
from app.core.error_log import FAULTS
from app.core.errors import Malformed, Refused
from app.core.game.opponent import Decision
from app.core.table.app_turn import next_decision, seats_of_app
from app.core.table.seat_view import Table
from app.core.table_commands.opponents import AppStuck, app_players, is_by_app
from app.service import TableService
from app.storage.errors import CorruptTable, StorageError, TableNotFound

FIRST, ROLLED, OTHERWISE, LEAST = 4.0, 2.0, 1.2, 0.2
"""Seconds before its first command after one of people, after dice, and after another command of its own; without
pauses so few, that two apps against each other leave the server to others."""
TRIES = 3
MOST_IN_A_ROW = 200
"""Commands of one seat in a row, after which it asks for help; no turn of any game has as many."""


def at_once(work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
    """Do some work in the same thread: without a server, nobody else waits."""
    return work(*given)


@dataclass
class Opponents:
    """Plays at all tables of a service. `away` runs its thinking, `spawn` its pauses, beside the requests."""

    acts: TableService
    away: Callable[..., Any] = at_once
    spawn: Callable[..., Any] = at_once
    pause: Callable[[float], None] = time.sleep
    _playing: set[str] = field(default_factory=set)

    def note(self, code: str) -> None:
        """Play at a table where something happened, if the app has a seat there; each table once at a time."""
        if code not in self._playing:
            self._playing.add(code)
            self.spawn(self._play, (code,))

    def _play(self, code: str) -> None:
        try:
            while self.play_next(code):
                pass
        except (TableNotFound, CorruptTable):
            return
        except (StorageError, OSError) as error:  # a full disk, say: the next entry or look tries again
            FAULTS.tell(error, "the app's turn")
        finally:
            self._playing.discard(code)

    def play_next(self, code: str) -> bool:
        """Give the next command at a table after its pause; False if there is nothing to do."""
        table = self.acts.store.table(code)
        if not may_play(table):
            return False
        seen = len(table.entries)
        self.pause(pause_left(table, time.time()))
        table = self.acts.store.table(code)
        if len(table.entries) != seen:
            return True
        return self._decide(table)

    def _decide(self, table: Table) -> bool:
        seed = self.acts.store.dice(table.code).seed
        for attempt in range(TRIES):
            length = len(table.entries)
            try:
                found = self.away(next_decision, (table.copied(), seed))
            except Exception as error:  # nothing that is strange at a table stops the others
                FAULTS.tell(error, "the app's turn")
                self._ask_for_help(table, next(seats_of_app(table)))
                return False
            if len(table.entries) != length:
                return True  # somebody was faster: it looks at the new state
            if found is None:
                if waits_for_app_alone(table):
                    self._ask_for_help(table, next(seats_of_app(table)))
                return False
            seat, decision = found
            if has_run_away(table, seat):
                self._ask_for_help(table, seat)
                return False
            try:
                return self._give(table, seat, decision, length)
            except (Refused, Malformed):
                if attempt == TRIES - 1:
                    self._ask_for_help(table, seat)
        return False

    def _ask_for_help(self, table: Table, seat: Seat) -> None:
        self.acts.store.append_event(table, seat.name, AppStuck(seat.name))
        self.acts.bell.notify(table.code)

    def _give(self, table: Table, seat: Seat, decision: Decision, length: int) -> bool:
        request = CommandRequest(decision.offer.command, decision.filled)
        with self.acts.store.lock:
            if len(table.entries) == length:
                self.acts.give_for_app(table, seat, request, decision.why)
        self.acts.store.flush_to_disk()
        self.acts.bell.notify(table.code)
        return True


def may_play(table: Table) -> bool:
    """Return True if the app plays a seat here, is not stuck, and need not wait to be told to go on."""
    players = app_players(table.state)
    if not players or table.state.over or isinstance(table.entries[-1].events[0], AppStuck):
        return False
    return all(one.pace != "step" or one.may_go_on for one in players)


def waits_for_app_alone(table: Table) -> bool:
    """Return True if the table awaits the app, and nobody whose answer it could wait for itself."""
    awaited = [one.side for one in table.state.waiting]
    own = [seat.side for seat in seats_of_app(table) if table.state.awaits(seat)]
    return bool(own) and all(side in own for side in awaited)


def pause_left(table: Table, now: float) -> float:
    """Return the seconds that are left of the pause since the last entry."""
    whole = pause_before(table)
    return min(whole, max(0.0, table.entries[-1].at + whole - now))


def has_run_away(table: Table, seat: Seat) -> bool:
    """Return True if the app has given too many commands of a seat in a row."""
    row = takewhile(lambda entry: entry.seat == seat.name and is_by_app(entry), reversed(table.entries))
    return sum(1 for _ in row) >= MOST_IN_A_ROW


def pause_before(table: Table) -> float:
    """Return the seconds before the app's next command, by its pace and by what happened last."""
    if app_players(table.state)[0].pace != "pauses":
        return LEAST
    last = table.entries[-1]
    if not is_by_app(last):
        return FIRST
    return ROLLED if any(event.rolled is not None for event in last.events) else OTHERWISE
