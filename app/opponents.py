"""Opponents: plays the seats of the app beside the requests, one command at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice, takewhile
from typing import Any

from app.core.engine.command import CommandRequest
from app.core.engine.event import Entry, Seat
from app.core.error_log import FAULTS
from app.core.errors import Malformed, Refused
from app.core.game.opponent import Decision
from app.core.table.app_turn import may_play, next_decision, pause_left, seats_of_app, seats_of_app_alone
from app.core.table.seat_view import Table
from app.core.table_commands.opponents import AppStuck, is_by_app
from app.service import TableService
from app.storage.errors import CorruptTable, StorageError, TableNotFound

TRIES = 3
PRESENT = 60.0
"""Seconds for which the app plays on after somebody asked for a page of the table, or a stream of it ended."""
MOST_COUNTED = 40
"""The most commands of the app since those of people that count when several tables wait; a turn has fewer."""
MOST_IN_A_ROW = 200
"""Commands of one seat in a row, after which it asks for help; no turn of any game has as many."""


def at_once(work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
    """Do some work in the same thread: without a server, nobody else waits."""
    return work(*given)


class Turns:
    """Turns of thinking, one at a time.

    Those of the address that was served longest ago come first, and of one address those of the table at which people
    did something last.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[str, int, threading.Event]] = []
        self._served: dict[str, int] = {}
        self._is_taken = False

    @contextmanager
    def turn(self, by: str, commands: int) -> Iterator[None]:
        """Wait for a turn of an address.

        `commands`: number of the app's commands at the table since the last one of people.
        """
        if self._is_taken:
            waiter = by, commands, threading.Event()
            self._waiting.append(waiter)
            try:
                waiter[-1].wait()
            except BaseException:  # whoever stops waiting takes no turn, and keeps none
                if waiter in self._waiting:
                    self._waiting.remove(waiter)
                else:
                    self._release()
                raise
        self._is_taken = True
        self._served[by] = max(self._served.values(), default=0) + 1
        try:
            yield
        finally:
            self._release()

    def _release(self) -> None:
        if self._waiting:
            first = min(self._waiting, key=lambda one: (self._served.get(one[0], 0), one[1]))
            self._waiting.remove(first)
            first[-1].set()
        else:
            self._served.clear()
            self._is_taken = False


@dataclass
class Opponents:
    """The app's player at all tables of a service.

    `away` runs its thinking and `spawn` its pauses, beside the requests.
    """

    acts: TableService
    away: Callable[..., Any] = at_once
    spawn: Callable[..., Any] = at_once
    pause: Callable[[float], None] = time.sleep
    now: Callable[[], float] = time.monotonic
    turns: Turns = field(default_factory=Turns)
    _playing: set[str] = field(default_factory=set)
    _seen: dict[str, tuple[float, str]] = field(default_factory=dict)
    """Table → the last visit, the longest ago first, and its address."""

    def note(self, code: str, by: str = "") -> None:
        """Play at a table where somebody is, if the app has a seat there; each table once at a time."""
        _, before = self._seen.pop(code, (0.0, ""))
        self._seen[code] = self.now(), by or before
        while not self.is_present(oldest := next(iter(self._seen))):
            del self._seen[oldest]
        if code not in self._playing:
            self._playing.add(code)
            self.spawn(self._play, (code,))

    def is_present(self, code: str) -> bool:
        """Return True if somebody was at a table within the last minute."""
        return code in self._seen and self.now() - self._seen[code][0] <= PRESENT

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
        """Give the next command at a table after its pause.

        Return False if there is nothing to do, or nobody is there.
        """
        table = self.acts.store.table(code)
        if not may_play(table) or not self.is_present(code):
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
            _, by = self._seen.get(table.code, (0.0, ""))
            with self.turns.turn(by, commands_since_people(table)):
                if len(table.entries) != length:
                    return True
                try:
                    found = self.away(next_decision, (table.copied(), seed))
                except Exception as error:  # nothing that is strange at a table stops the others
                    FAULTS.tell(error, "the app's turn")
                    found = error
            if len(table.entries) != length:
                return True  # somebody was faster: it looks at the new state
            if isinstance(found, Exception):
                self._ask_for_help(table, next(seats_of_app(table)))
                return False
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
        """Ask for help, unless another server has stored an entry meanwhile: it may have asked too, or gone on."""
        event = AppStuck(seat.name, helps=table.state.seats[seat.name].app is None)
        with self.acts.store.turn(table.code):
            asked = Entry(len(table.entries), seat.name, "", "", time.time(), [event])
            if self.acts.store.append(table, asked, by_command=False):
                self.acts.bell.notify(table.code)

    def _give(self, table: Table, seat: Seat, decision: Decision, length: int) -> bool:
        request = CommandRequest(decision.offer.command, decision.filled)
        with self.acts.store.turn(table.code):
            if len(table.entries) == length:
                self.acts.give_for_app(table, seat, request, decision.why)
        self.acts.store.flush_to_disk()
        self.acts.bell.notify(table.code)
        return True


def commands_since_people(table: Table) -> int:
    """Count the app's commands since the last entry of people, up to MOST_COUNTED.

    MOST_COUNTED too if people have no entry yet.
    """
    given = sum(1 for _ in islice(takewhile(is_by_app, reversed(table.entries)), MOST_COUNTED))
    return given if given < len(table.entries) - 1 else MOST_COUNTED


def waits_for_app_alone(table: Table) -> bool:
    """Return True if the table awaits the app, and nobody whose answer it could wait for itself."""
    awaited = [one.side for one in table.state.waiting]
    own = [seat.side for seat in seats_of_app_alone(table) if table.state.awaits(seat)]
    return bool(own) and all(side in own for side in awaited)


def has_run_away(table: Table, seat: Seat) -> bool:
    row = takewhile(lambda entry: entry.seat == seat.name and is_by_app(entry), reversed(table.entries))
    return sum(1 for _ in row) >= MOST_IN_A_ROW
