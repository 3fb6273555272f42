"""The service layer of tables: open, join, submit, continue, listen and delete."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field

from app.core.content.cards.fields import SetData
from app.core.content.missions import MissionData
from app.core.engine.command import CommandRequest
from app.core.engine.event import Entry, Seat
from app.core.errors import Malformed, Refused
from app.core.game.definition import Game
from app.core.game.opponent import Why
from app.core.game.options import Options
from app.core.game.setup import opening_of, opening_of_practice
from app.core.messages.slugs import code_in
from app.core.messages.translator import Verbatim
from app.core.rules.book import check_answers
from app.core.rules.inputs import PRINTABLE, Facts
from app.core.table.execute import check_room_for_seats, execute_command
from app.core.table.next_table import Again, came_from, gone_on, moved_by, next_opening
from app.core.table.seat_view import Table
from app.core.table_commands.house_rulings import OtherReadingUsed
from app.core.table_commands.opponents import app_players, with_reason
from app.core.table_commands.seating import (
    Invitation,
    SeatFreed,
    SeatInvited,
    SeatLeft,
    SeatTaken,
    check_may_be_freed,
)
from app.core.table_commands.tutorial import MOST_IN_A_ROW
from app.notifier import Notifier
from app.storage.card_sets import sound_sets
from app.storage.counts import Counts
from app.storage.errors import CorruptTable, SeatOccupied, StoreBusy, TableNotFound
from app.storage.missions import sound_missions
from app.storage.rows import client_key
from app.storage.store import Store

AFTER_BUSY = 1.0
"""Seconds until a listener asks again for what could not be read."""
HEARTBEAT = (4.0, 7.0)
"""Range of seconds after which a listener gets the same number again, drawn each time."""


def nobody() -> None:
    """Do nothing: the default callback."""


def nobody_at(code: str, address: str) -> None:
    """Do nothing for a table: the default callback."""


class SeatClaim(Facts):
    """A seat to take: a free one, or that of an invitation."""

    seat: str | None = None
    invitation: str | None = None
    name: Annotated[str, Field(max_length=40, pattern=PRINTABLE)] = ""


class InvitationUsed(Exception):
    """An invitation that was used already, or replaced by a newer one."""


@dataclass(frozen=True)
class TableService:
    """The use cases of the tables in one store."""

    store: Store
    bell: Notifier
    ended: Callable[[], None] = nobody
    """Called when a game has ended."""
    happened: Callable[[str, str], None] = nobody_at
    """Called with the code of a table where people do something or look, and their address or ""."""
    counts: Counts = field(default_factory=Counts)

    # -- opening

    def open_table(self, game: Game, options: Options) -> Table:
        """Open a new table. Raise Refused, naming the field."""
        opening = opening_of(game, options, self.own_sets(game), self.own_missions(game))
        return self.store.table(self.store.open(game, opening, options.seed.lower() if options.seed else None))

    def open_practice(self, game: Game) -> Table:
        """Open the tutorial of a game; the app plays the other seats. Raise Refused."""
        script = game.practice
        if script is None:
            raise Refused("not-in-this-game", field="practice")
        table = self.store.table(self.store.open(game, opening_of_practice(game, script), script.seed))
        self.claim_seat(table, script.seat)
        self._play_others(table)
        return table

    def own_sets(self, game: Game) -> Mapping[str, SetData]:
        return sound_sets(self.store.card_sets, game) if game.files.cards else {}

    def own_missions(self, game: Game) -> Mapping[str, MissionData]:
        return sound_missions(self.store.missions, self.store.card_sets, game) if game.files.mission_files else {}

    # -- seating

    def claim_seat(self, table: Table, seat: str, name: str = "") -> None:
        """Take a free seat. Raise Refused, SeatOccupied."""
        self._check_still_here(table)
        check_room_for_seats(table)
        if seat not in table.seats:
            allowed = ", ".join(table.seats)
            raise Refused("not-allowed", field="seat", allowed=allowed, limit=allowed)
        with self.store.together(table):
            self.store.claim(table.code, seat)
            self._sit(table, seat, name)
        self._tell(table)

    def invite(self, table: Table, seat: str, by: str = "") -> None:
        """Make a new invitation to a taken seat, notify its holder, and void earlier ones.

        A free seat always has one. `by` is the seat that asks, empty for the host. Raise Refused.
        """
        check_may_be_freed(seat, table.seats)
        check_room_for_seats(table)
        if self.store.used(table.code, seat):
            self.store.append_event(table, by, SeatInvited(seat, by))
            self.bell.notify(table.code)

    def is_open(self, table: Table, invitation: Invitation) -> bool:
        """Return True if an invitation is valid.

        The seat must be unchanged, and free or open for one more phone.
        """
        status = table.seating[invitation.seat]
        wanted = status.invited_by is not None or not self.store.used(table.code, invitation.seat)
        return wanted and status.changes == invitation.changes

    def accept(self, table: Table, invitation: Invitation, name: str = "") -> None:
        """Take a seat by an invitation, which becomes void. Raise InvitationUsed."""
        self._check_still_here(table)
        check_room_for_seats(table)
        with self.store.together(table):
            if not self.is_open(table, invitation):
                raise InvitationUsed(table.code)
            if not self.store.used(table.code, invitation.seat):
                self.store.claim(table.code, invitation.seat)
            elif table.state.seats[invitation.seat].phones == 0:
                self._sit(table, invitation.seat)  # a program holds the seat: it is one phone of it from now on
            self._sit(table, invitation.seat, name)
        self._tell(table)

    def _check_still_here(self, table: Table) -> None:
        """Raise Refused if the game continued elsewhere.

        Otherwise somebody who joins here could follow to a seat of others.
        """
        if table.state.next_table:
            raise Refused("table-went-on", "table.went-on")

    def sit_down(self, table: Table, seat: str) -> None:
        check_room_for_seats(table)
        with self.store.together(table):
            self.store.use(table.code, seat)
            self._sit(table, seat)
        self._tell(table)

    def leave_seat(self, table: Table, seat: str, phone: str) -> None:
        """Remove the phone of this mark from the seat, once; the last one frees it. Raise Refused."""
        with self.store.together(table):
            self._check_holds(table, phone)
            check_room_for_seats(table)
            self.store.append_event(table, seat, SeatLeft(seat), phone)
            if table.state.seats[seat].phones == 0:
                self.store.append_event(table, seat, SeatFreed(seat))
        self.bell.notify(table.code)

    def free_seat(self, table: Table, seat: str) -> None:
        check_may_be_freed(seat, table.seats)
        check_room_for_seats(table)
        self._check_still_here(table)  # its new token would lead to a seat of others at the next table
        self.store.append_event(table, seat, SeatFreed(seat))
        self.bell.notify(table.code)

    def _check_holds(self, table: Table, phone: str) -> None:
        if phone and self.store.has_left(table.code, phone):
            raise Refused("seat-left")

    def _sit(self, table: Table, seat: str, name: str = "") -> None:
        self.store.append_event(table, seat, SeatTaken(seat, name))

    def note_people(self, table: Table, by: str = "") -> None:
        """Tell the app's player that people, from an address, are at a table where it has a seat."""
        if app_players(table.state):
            self.happened(table.code, by)

    def _tell(self, table: Table) -> None:
        self.bell.notify(table.code)
        self.note_people(table)

    def remove_table(self, table: Table, said: str) -> None:
        """Delete a table whose code was confirmed, and notify its listeners.

        Raise Refused, TableNotFound.
        """
        check_code_said(table.code, said)
        self.store.remove(table.code)
        self.bell.notify(table.code)
        self.store.flush_to_disk()

    def remove_first_to_go(self) -> str | None:
        """Delete the table that makes room, notify its listeners, and return its code."""
        code = self.store.first_to_go()
        if code is not None:
            self.store.remove(code)
            self.bell.notify(code)
        return code

    # -- commands

    def submit(self, table: Table, seat: Seat, press: CommandRequest, key: str, body: str, phone: str = "") -> Entry:
        """Execute a command, store its entry and notify listeners; return the entry.

        The same key again does nothing. `body` is the fingerprint of the request, `phone` the mark of the phone that
        sent it. Raise Malformed, Refused, Stale,
        Unsure.
        """
        check_answers(press.readings, table.game.rules.questions, edition=table.state.edition)
        key = client_key(key)
        with self.store.turn(table.code):
            if press.seen is not None and press.seen > table.seq(seat):
                self.store.has_news(table)
            self._check_holds(table, phone)
            self._play_others(table)  # completes steps of other seats if the process ended before it made them
            before = len(table.entries)
            while (entry := find_repeat(table, seat, key, body)) is None:
                self._execute_and_store(table, seat, press, key, body, phone)
            if entry.seq >= before:
                self._play_others(table)
        if entry.seq >= before:
            self.bell.notify(table.code, seat.name)
        return entry

    def give_for_app(self, table: Table, seat: Seat, press: CommandRequest, why: Why) -> None:
        self._execute_and_store(table, seat, press, "", "", why=why)

    def _play_others(self, table: Table) -> None:
        """Execute the next tutorial steps of other seats, at most as many as a script has in a row.

        The script of an imported log may have a step that is impossible or leads nowhere: it ends there, and the next
        command is refused with that step.
        """
        with self.store.turn(table.code):
            for _ in range(MOST_IN_A_ROW):
                step = table.step
                if step is None or table.practice is None or step[1].seat == table.practice.seat:
                    return
                try:
                    is_kept = self._execute_and_store(table, table.seat(step[1].seat), step[1].request, "", "")
                except (Refused, Malformed):
                    return
                if is_kept and table.step is not None and table.step[0] <= step[0]:
                    return

    def _execute_and_store(
        self,
        table: Table,
        seat: Seat,
        press: CommandRequest,
        key: str,
        body: str,
        phone: str = "",
        why: Why | None = None,
    ) -> bool:
        events = execute_command(table, seat, press, self.store.dice(table.code))
        readings = [OtherReadingUsed(question, answer) for question, answer in press.readings.items()]
        told = with_reason(events, seat.name, why) if why is not None else events
        entry = Entry(len(table.entries), seat.name, key, body, time.time(), [*readings, *told])
        was_over = table.state.over
        leaves = phone if any(isinstance(event, SeatLeft) for event in events) else ""
        began = time.perf_counter()
        is_kept = self.store.append(table, entry, leaves)
        self.counts.note_append(is_kept, time.perf_counter() - began)
        if is_kept:
            if why is None:
                self.note_people(table)
            if table.state.over and not was_over:
                self.ended()
        return is_kept

    # -- the next table

    def next_of(self, table: Table) -> Table | None:
        """Return the table where a game continued, if it is stored here and links back."""
        try:
            following = self.store.table(table.state.next_table) if table.state.next_table else None
            return following if following and came_from(table.game, following.opening) == table.code else None
        except (TableNotFound, LookupError, Refused):
            return None

    def earlier(self, table: Table) -> Iterator[Table]:
        """Yield the earlier tables of a game that are stored here.

        Both tables must link to each other, since an imported file may name any table.
        """
        with suppress(TableNotFound, CorruptTable, LookupError, Refused):
            while code := came_from(table.game, table.opening):
                before = self.store.table(code)
                if before.state.next_table != table.code:
                    return
                yield (table := before)

    def start_next_table(self, table: Table, seat: Seat, again: Again | None = None) -> tuple[Table, bool]:
        """Open the next mission or, with `again`, a rematch, and notify the seats of the old table.

        Return the next table, and True unless somebody had opened it before. Raise Refused.
        """
        is_new = False
        with self.store.turn(table.code):
            while (following := self.next_of(table)) is None:
                if following := self._open_next(table, seat, again):
                    is_new = True
                    break
        if is_new:
            self.bell.notify(table.code)
        return following, is_new

    def come_along(self, table: Table, seat: Seat, following: Table, phone: str, sits: bool = False) -> str:
        """Return the seat at the next table of a seat's holder here.

        `phone` is the mark of its phone there.

        A seat that did not come along, or was freed since, is taken if it is free. If `sits`, one more phone holds it
        there, up to the number here. Raise SeatOccupied, also for a phone that left the seat there.
        """
        name = seat_at(following, seat)
        with self.store.together(following):
            if self.store.has_left(following.code, phone):
                raise SeatOccupied(name)
            if is_new := not self.store.came_along(following.code, name):
                self.store.claim(following.code, name, comes_along=True)
            is_new |= sits and following.state.seats[name].phones < max(1, table.state.seats[seat.name].phones)
            if is_new:
                self._sit(following, name)
        if is_new:
            self._tell(following)
        return name

    def _open_next(self, table: Table, seat: Seat, again: Again | None) -> Table | None:
        opening = next_opening(table, again)
        moved = moved_by(opening.get("again", {}), table.seats)
        code = self.store.open_next(table, seat.name, opening, lambda code: gone_on(code, again), moved)
        return self.store.table(code) if code else None

    # -- notification

    def numbers(self, table: Table, seat: Seat, seconds: float, phone: str = "") -> Iterator[int]:
        """Yield the seat's own seq at once, each newer one, and the same one as a heartbeat.

        Ends after these seconds, when the seat is freed, or when the phone of this mark leaves it. The table must have
        been loaded just before.
        """
        with self.counts.one_more_listens():
            yield from self._numbers(table, seat, seconds, phone)

    def _numbers(self, table: Table, seat: Seat, seconds: float, phone: str) -> Iterator[int]:
        ends = time.monotonic() + seconds
        # another process may have written since: then it looks again at once
        heard = -1 if self.store.shared else self.bell.rings(table.code)
        last, freed = table.seq(seat), table.generations.get(seat.name)
        self.note_people(table)
        self.store.flush_to_disk(to_look=True)
        yield last
        beat = time.monotonic() + random.uniform(*HEARTBEAT)
        while (now := time.monotonic()) < ends:
            rung = self.bell.wait(table.code, heard, max(0.0, min(beat, ends) - now), seat.name)
            # without a notice, another process may still have written
            try:
                now_kept, has_left = self._look_again(table, phone, is_rung=rung != heard)
            except TableNotFound:
                return
            except StoreBusy:  # a database that is lost may come back while the stream goes on
                time.sleep(AFTER_BUSY)
                continue
            if now_kept.generations.get(seat.name) != freed or has_left:
                return
            seq, heard = now_kept.seq(seat), rung
            if seq != last or time.monotonic() >= beat:
                last, beat = seq, time.monotonic() + random.uniform(*HEARTBEAT)
                self.note_people(table)
                self.store.flush_to_disk(to_look=True)
                yield last

    def _look_again(self, table: Table, phone: str, is_rung: bool) -> tuple[Table, bool]:
        """Return the table as stored, and True if the phone of this mark left its seat.

        What a notice is about is in memory already, unless another process has sent it.
        """
        with self.store.turn_for_request(table.code):  # nobody sees an entry that is being stored
            is_known = is_rung and not self.store.shared and self.store.holds(table)
            return table if is_known else self.store.table(table.code), self.store.has_left(table.code, phone)


def check_code_said(code: str, said: str) -> None:
    if code_in(said) != code:
        raise Refused("code-not-typed", field="code", table=Verbatim(code))


def find_repeat(table: Table, seat: Seat, key: str, body: str) -> Entry | None:
    """Return the seat's entry with this key. Raise Refused if the key had another body."""
    entry = table.entry_of(seat, key)
    if entry is not None and entry.body != body:
        raise Refused("key-reused", "table.key", field="key")
    return entry


def seat_at(following: Table, seat: Seat) -> str:
    return moved_by(following.opening.get("again", {}), following.seats)(seat.name)
