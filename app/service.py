"""What people do at a table, whether by a page or by JSON: open it, sit down, press, go on, listen, delete it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from app.core.content.cards.fields import SetData
from app.core.content.missions import MissionData
from app.core.engine.command import CommandRequest
from app.core.engine.event import Entry, Seat
from app.core.errors import Malformed, Refused
from app.core.game.definition import Game
from app.core.game.options import Options
from app.core.game.setup import opening_of, opening_of_practice
from app.core.messages.slugs import code_in
from app.core.messages.translator import Verbatim
from app.core.rules.book import check_answers
from app.core.rules.inputs import PRINTABLE, Facts
from app.core.table.execute import execute_command
from app.core.table.next_table import Again, came_from, gone_on, moved_by, next_opening
from app.core.table.seat_view import Table
from app.core.table_commands.house_rulings import OtherReadingUsed
from app.core.table_commands.seating import Invitation, SeatFreed, SeatInvited, SeatLeft, SeatTaken, check_may_be_freed
from app.notifier import Notifier
from app.storage.card_sets import sound_sets
from app.storage.errors import CorruptTable, TableNotFound
from app.storage.missions import sound_missions
from app.storage.rows import client_key
from app.storage.store import Store

HEARTBEAT = (4.0, 7.0)
"""Seconds after which a listener is told the same number again, drawn anew each time."""


def nobody() -> None:
    """Whom to tell where nobody asked."""


class SeatClaim(Facts):
    """A seat to take: a free one, or that of an invitation."""

    seat: str | None = None
    invitation: str | None = None
    name: Annotated[str, Field(max_length=40, pattern=PRINTABLE)] = ""


class InvitationUsed(Exception):
    """Somebody sat down by that invitation, or a newer one took its place."""


@dataclass(frozen=True)
class TableService:
    """The acts at the tables of one house."""

    store: Store
    bell: Notifier
    ended: Callable[[], None] = nobody
    """Told that a game has ended."""

    # -- opening a table

    def open_table(self, game: Game, options: Options) -> Table:
        """A new table as asked for. Raises Refused, naming the field."""
        opening = opening_of(game, options, self.own_sets(game), self.own_missions(game))
        return self.store.table(self.store.open(game, opening, options.seed.lower() if options.seed else None))

    def open_practice(self, game: Game) -> Table:
        """A practice table as the game scripts it; whoever is not there is played by the app. Raises Refused."""
        script = game.practice
        if script is None:
            raise Refused("not-in-this-game", field="practice")
        table = self.store.table(self.store.open(game, opening_of_practice(game, script), script.seed))
        self.claim_seat(table, script.seat)
        self._play_others(table)
        return table

    def own_sets(self, game: Game) -> Mapping[str, SetData]:
        """The host's own card sets that a table can be opened with."""
        return sound_sets(self.store.card_sets, game) if game.files.cards else {}

    def own_missions(self, game: Game) -> Mapping[str, MissionData]:
        """The host's own missions that a table can be opened with."""
        return sound_missions(self.store.missions, self.store.card_sets, game) if game.files.mission_files else {}

    # -- sitting down

    def claim_seat(self, table: Table, seat: str, name: str = "") -> None:
        """Sit down on a free seat. Raises Refused, SeatTakenAlready."""
        self._check_still_here(table)
        if seat not in table.seats:
            allowed = ", ".join(table.seats)
            raise Refused("not-allowed", field="seat", allowed=allowed, limit=allowed)
        self.store.claim(table.code, seat)
        self._sit(table, seat, name)

    def invite(self, table: Table, seat: str, by: str = "") -> None:
        """Make a new invitation to a taken seat and tell whoever holds it; earlier ones are void. A free seat has one
        already. Raises Refused.

        `by`: the seat that asks; empty where the host does.
        """
        check_may_be_freed(seat, table.seats)
        if self.store.used(table.code, seat):
            self.store.append_event(table, by, SeatInvited(seat, by))
            self.bell.notify(table.code)

    def is_open(self, table: Table, invitation: Invitation) -> bool:
        """Return whether somebody can still sit down by an invitation: the seat is as it was then, and it is free or one more
        phone was asked for."""
        status = table.seating[invitation.seat]
        wanted = status.invited_by is not None or not self.store.used(table.code, invitation.seat)
        return wanted and status.changes == invitation.changes

    def accept(self, table: Table, invitation: Invitation, name: str = "") -> None:
        """Sit down by an invitation, which is void from then on. Raises InvitationUsed."""
        self._check_still_here(table)
        with self.store.lock:
            if not self.is_open(table, invitation):
                raise InvitationUsed(table.code)
            if not self.store.used(table.code, invitation.seat):
                self.store.claim(table.code, invitation.seat)
            self._sit(table, invitation.seat, name)

    def _check_still_here(self, table: Table) -> None:
        """Raises Refused where the game went on: whoever sat down here now would come along to others' seats."""
        if table.state.next_table:
            raise Refused("table-went-on", "table.went-on")

    def sit_down(self, table: Table, seat: str) -> None:
        """One more phone holds the seat."""
        self.store.use(table.code, seat)
        self._sit(table, seat)

    def leave_seat(self, table: Table, seat: str) -> None:
        """A phone lets go of the seat; the last one frees it."""
        self.store.append_event(table, seat, SeatLeft(seat))
        if table.state.seats[seat].phones == 0:
            self.free_seat(table, seat)
        self.bell.notify(table.code)

    def free_seat(self, table: Table, seat: str) -> None:
        """Nobody holds the seat any more: the host says so. Raises Refused."""
        check_may_be_freed(seat, table.seats)
        self.store.append_event(table, seat, SeatFreed(seat))
        self.store.free(table.code, seat)
        self.bell.notify(table.code)

    def _sit(self, table: Table, seat: str, name: str = "") -> None:
        self.store.append_event(table, seat, SeatTaken(seat, name))
        self.bell.notify(table.code)

    def remove_table(self, table: Table, said: str) -> None:
        """Delete a table for good whose code was said; whoever listens to it is told. Raises Refused, NoSuchTable."""
        check_code_said(table.code, said)
        self.store.remove(table.code)
        self.bell.notify(table.code)
        self.store.flush_to_disk()

    def remove_first_to_go(self) -> str | None:
        """Delete for good the table that makes room; who listens to it is told. Returns its code."""
        code = self.store.first_to_go()
        if code is not None:
            self.store.remove(code)
            self.bell.notify(code)
        return code

    # -- presses

    def submit(self, table: Table, seat: Seat, press: CommandRequest, key: str, body: str) -> Entry:
        """Judge a press, keep it and ring the bell; the same key again does nothing. Returns its entry.

        `body` is the mark of what was sent with the key. Raises Malformed, Refused, Stale, Unsure.
        """
        check_answers(press.readings, table.game.rules.questions, edition=table.state.edition)
        key = client_key(key)
        with self.store.lock:
            self._play_others(table)  # what was not pressed for them where the program was ended in between
            before = len(table.entries)
            while (entry := find_repeat(table, seat, key, body)) is None:
                self._execute_and_store(table, seat, press, key, body)
            if entry.seq >= before:
                self._play_others(table)
        if entry.seq >= before:
            self.bell.notify(table.code, seat.name)
        return entry

    def _play_others(self, table: Table) -> None:
        """The app presses what the script of a practice table has others press now.

        The script of an imported log may hold a step that nobody can press, or that does nothing: it ends there, and
        whoever presses next is told that the script waits for that step.
        """
        with self.store.lock:
            while (step := table.step) and table.practice and step[1].seat != table.practice.seat:
                press = CommandRequest(step[1].command, step[1].fields)
                try:
                    is_kept = self._execute_and_store(table, table.seat(step[1].seat), press, "", "")
                except (Refused, Malformed):
                    return
                if is_kept and table.step == step:
                    return

    def _execute_and_store(self, table: Table, seat: Seat, press: CommandRequest, key: str, body: str) -> bool:
        events = execute_command(table, seat, press, self.store.dice(table.code))
        readings = [OtherReadingUsed(question, answer) for question, answer in press.readings.items()]
        entry = Entry(len(table.entries), seat.name, key, body, time.time(), [*readings, *events])
        was_over = table.state.over
        is_kept = self.store.append(table, entry)
        if is_kept:
            if table.state.over and not was_over:
                self.ended()
            for event in events:
                if isinstance(event, SeatFreed):
                    self.store.free(table.code, event.seat)
        return is_kept

    # -- the next table

    def next_of(self, table: Table) -> Table | None:
        """The table where a game went on, if it is kept here and was opened from this very table."""
        try:
            following = self.store.table(table.state.next_table) if table.state.next_table else None
            return following if following and came_from(table.game, following.opening) == table.code else None
        except (TableNotFound, LookupError, Refused):
            return None

    def earlier(self, table: Table) -> Iterator[Table]:
        """The tables from which the game went on to this one, as far as they are kept here. Both must say so, since a
        file may name others."""
        with suppress(TableNotFound, CorruptTable, LookupError, Refused):
            while code := came_from(table.game, table.opening):
                before = self.store.table(code)
                if before.state.next_table != table.code:
                    return
                yield (table := before)

    def start_next_table(self, table: Table, seat: Seat, again: Again | None = None) -> tuple[Table, bool]:
        """The next mission of a campaign or, with `again`, the same one once more; opened unless somebody did already,
        and whether it is new. Those of the old table are told. Raises Refused.
        """
        is_new = False
        with self.store.lock:
            while (following := self.next_of(table)) is None:
                if following := self._open_next(table, seat, again):
                    is_new = True
                    break
        if is_new:
            self.bell.notify(table.code)
        return following, is_new

    def come_along(self, table: Table, seat: Seat, following: Table, sits: bool = False) -> str:
        """The seat at the table that follows of whoever holds one here. It came along as the game went on; one that did
        not, or was freed since, is taken if it is free. Raises SeatTakenAlready.

        `sits`: one more phone holds it there, of no more than hold it here.
        """
        name = seat_at(following, seat)
        with self.store.lock:
            if not self.store.came_along(following.code, name):
                self.store.claim(following.code, name, comes_along=True)
                self._sit(following, name)
            elif sits and following.state.seats[name].phones < max(1, table.state.seats[seat.name].phones):
                self._sit(following, name)
        return name

    def _open_next(self, table: Table, seat: Seat, again: Again | None) -> Table | None:
        """The new table. None if another press came first."""
        opening = next_opening(table, again)
        moved = moved_by(opening.get("again", {}), table.seats)
        code = self.store.open_next(table, seat.name, opening, lambda code: gone_on(code, again), moved)
        return self.store.table(code) if code else None

    # -- the bell

    def numbers(self, table: Table, seat: Seat, seconds: float) -> Iterator[int]:
        """The seat's own number at once, then each newer one, and now and then the same: until the seat is freed or so
        much time is over. The table was looked up just now."""
        ends = time.monotonic() + seconds
        heard = self.bell.rings(table.code)
        last, freed = table.seq(seat), table.generations.get(seat.name)
        self.store.flush_to_disk(to_look=True)
        yield last
        beat = time.monotonic() + random.uniform(*HEARTBEAT)
        while (now := time.monotonic()) < ends:
            rung = self.bell.wait(table.code, heard, max(0.0, min(beat, ends) - now), seat.name)
            # who was not rung looks whether another process wrote
            try:
                now_kept = table if rung != heard and self.store.holds(table) else self.store.table(table.code)
            except TableNotFound:
                return
            if now_kept.generations.get(seat.name) != freed:
                return
            seq, heard = now_kept.seq(seat), rung
            if seq != last or time.monotonic() >= beat:
                last, beat = seq, time.monotonic() + random.uniform(*HEARTBEAT)
                self.store.flush_to_disk(to_look=True)
                yield last


def check_code_said(code: str, said: str) -> None:
    """Raises Refused unless whoever deletes a table says its code, in whatever letters."""
    if code_in(said) != code:
        raise Refused("code-not-typed", field="code", table=Verbatim(code))


def find_repeat(table: Table, seat: Seat, key: str, body: str) -> Entry | None:
    """The press that the seat gave with this key before. Raises Refused for another press with the same key."""
    entry = table.entry_of(seat, key)
    if entry is not None and entry.body != body:
        raise Refused("key-reused", "table.key", field="key")
    return entry


def seat_at(following: Table, seat: Seat) -> str:
    """The seat that whoever held a seat of the table before has at the one that follows."""
    return moved_by(following.opening.get("again", {}), following.seats)(seat.name)
