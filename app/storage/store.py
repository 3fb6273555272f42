"""The store of a data folder: tables replayed from their logs, which are only appended to."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from app.core.engine.event import Entry, Event
from app.core.errors import Refused
from app.core.game.definition import Game
from app.core.rules.dice import SeededDice, commitment_of
from app.core.table.seat_view import Table
from app.core.table_commands.lifecycle import SeedPublished, TableOpened
from app.core.table_commands.seating import AppSeated, SeatFreed
from app.games import REGISTRY, on_shelf
from app.storage import table_file
from app.storage.backups import DATABASE
from app.storage.card_sets import CARD_SETS
from app.storage.codes import asked_letters, free_code
from app.storage.database import asked_address
from app.storage.databases import open_database
from app.storage.disk_sync import Away
from app.storage.errors import (
    CorruptTable,
    LogDiffers,
    StorageError,
    StoreBusy,
    TableNotFound,
    Taken,
    full_disk_passed_over,
)
from app.storage.external_files import AnswerMemory
from app.storage.host_files import HostFiles
from app.storage.missions import MISSIONS
from app.storage.notifications import GONE, TABLE
from app.storage.pictures import PictureStore
from app.storage.printers import PrinterStore
from app.storage.rows import EntryRow, TableRow, entry_to_row, file_of, row_to_entry
from app.storage.seat_store import SeatStore
from app.storage.table_cache import TableCache
from app.storage.table_rows import TableRows
from app.storage.turns import Turns
from app.storage.whole_files import sync
from app.storage.wiping import Wiping

AT_ONCE = 200
"""The number of entries read before other requests are served."""
UNREADABLE = (StorageError, *table_file.NOT_A_LOG)


def no_check(table: Table) -> None:
    """Let any table pass."""


class Store(SeatStore):
    """All tables of a data folder, each replayed once and cached."""

    def __init__(self, folder: Path, away: Away | None = None) -> None:
        """Open the store; `away` runs waits for the disk while the server responds to others. Raise Refused."""
        self._letters = asked_letters()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder = folder
        self._recent = TableCache()
        self._opened: dict[str, TableRow] = {}
        self._read_at: dict[str, Hashable] = {}
        self._folding: dict[str, threading.RLock] = {}
        self._proven: dict[str, bool] = {}
        self._damaged: dict[str, Hashable] = {}
        """Tables that could not be loaded → the version of the file then; they are not read again before it changes."""
        super().__init__(open_database(folder, away))
        self.shared, self.notifications = self.database.shared, self.database.notifications
        self.lock = self.database.lock
        self._turns = Turns()
        self.wiping = Wiping(folder / DATABASE) if asked_address() is None else None
        self._rows = TableRows(self.database)
        self.pictures = PictureStore(self.database)
        self.card_sets = HostFiles(CARD_SETS, self.database, self.pictures.sweep_named)
        self.missions = HostFiles(MISSIONS, self.database)
        self.file_answers = AnswerMemory(self.database)
        self.printers = PrinterStore(self.database)
        sync(folder)  # the folder entry of a new file must survive a power cut, too

    def flush_to_disk(self, *, to_look: bool = False) -> None:
        """Wait until all stored data is on the disk, before any response. Raise OSError.

        A request that only reads (`to_look`) ignores a full disk.
        """
        with full_disk_passed_over(to_look):
            self.database.flush_to_disk()

    def close(self) -> None:
        self.database.close()

    def follow_others(self, changed: Callable[[str], None], doubt: Callable[[], None]) -> None:
        """Call `changed` with the code of each table that another process changes or deletes, or else `doubt`."""

        def gone(code: str) -> None:
            self._let_go(code)
            changed(code)

        self.notifications.on.update({TABLE: changed, GONE: gone})
        self.notifications.on_doubt = doubt

    # -- turns

    def turn(self, code: str) -> AbstractContextManager[object]:
        """Hold the turn of a table within: nobody else of this process changes it meanwhile.

        Raise StoreBusy if others hold it for too long.
        """
        return self._turns.at(code) if self.shared else self.lock

    def turn_for_request(self, code: str) -> AbstractContextManager[object]:
        """Hold the turn of a table for a request to a shared database, where each query lets other requests run."""
        return self._turns.at(code) if self.shared else nullcontext()

    def others_meanwhile(self) -> AbstractContextManager[object]:
        """Let others have the turns of this request within, which waits for something else than the database."""
        return self._turns.given_back() if self.shared else nullcontext()

    # -- tables

    def open(self, game: Game, opening: Mapping[str, Any], seed: str | None = None) -> str:
        """Open a table with its first event; draw a seed if None. Return its code.

        Raise Refused for a table that could not be loaded.
        """
        return self._add_table(game, [opened(game, opening)], seed or new_seed(), seed is not None)

    def open_next(
        self,
        table: Table,
        seat: str,
        opening: Mapping[str, Any],
        says: Callable[[str], Event],
        moved: Callable[[str], str],
    ) -> str | None:
        """Open the next table and record it at this one, both or neither; return its code.

        None if another command came first. `says` makes the event from the new code; `moved` maps each seat to that of
        its holder at the next table. Raise Refused for a table that could not be loaded.
        """
        with self.turn(table.code):
            row = TableRow(
                free_code(self.has, self._letters, table.code), table.game.key, new_seed(), False, time.time()
            )
            said = entry_to_row(Entry(len(table.entries), seat, "", "", time.time(), [says(row.code)]))
            first = entry_to_row(opened(table.game, opening))
            is_kept = self._kept_together(row, [first], table, said, moved)
            return row.code if is_kept else None

    def _kept_together(
        self, row: TableRow, entries: Sequence[EntryRow], before: Table, said: EntryRow, moved: Callable[[str], str]
    ) -> bool:
        """Store the next table, the event of the old one and the taken seats; return True if done.

        Raise Taken for another cause than a command that came first.
        """
        try:
            with self._folding_in(before, said):
                self._rows.add(row, entries)
                self._seats.go_on(before.code, row.code, moved)
        except Taken:
            if not self._catch_up(before):
                raise
            return False
        return True

    def _add_table(
        self, game: Game, entries: Sequence[Entry], seed: str, foreseeable: bool, proven: bool | None = None
    ) -> str:
        with self.database.writing():
            row = TableRow(free_code(self.has, self._letters), game.key, seed, foreseeable, time.time())
            self._rows.add(row, [entry_to_row(entry) for entry in entries])
            if proven is not None:  # only imported tables have one
                self._rows.note_import(row.code, len(entries) - 1, proven)
        return row.code

    def row(self, code: str) -> TableRow:
        if code not in self._opened:
            self._opened[code] = self._rows.row(code)
        return self._opened[code]

    def has(self, code: str) -> bool:
        return self._rows.has(code)

    def codes(self) -> list[str]:
        """Return the codes of all tables, newest first, regardless of clocks."""
        return self._rows.codes()

    def newest(self, most: int, start: int = 0) -> list[TableRow]:
        """Return tables, newest first, without the newest `start`."""
        return self._rows.newest(most, start)

    def count(self) -> int:
        return self._rows.count()

    def first_to_go(self) -> str | None:
        """Return the table that makes room, or None."""
        return self._rows.first_to_go()

    def table(self, code: str) -> Table:
        """Load the table and replay its log.

        Raise TableNotFound, CorruptTable, or Refused if its game could not be loaded.
        """
        if self.shared and not self._turns.is_free(code):
            # as it was just now; whoever waits for the turn could wait for itself
            return self._tables.get(code) or Table(code, self._game(code), self._read(code))
        folded = self._tables.get(code) or self._fold_once(code)
        with self.turn(code):
            table = self._tables.get(code)
            if table is not folded:
                table = self._read_and_folded(code)
            elif self._read_at.get(code) != (version := self.database.version(code)):
                try:
                    if not self.shared and not self.has(code):
                        raise TableNotFound(code)
                    self._catch_up(table)
                except TableNotFound:
                    self._let_go(code)
                    raise
                except LogDiffers:
                    self._let_go(code)
                    return self._read_and_folded(code)
                self._read_notes(table)
                self._read_at[code] = version
            self._recent.keep(table)
            return table

    def has_news(self, table: Table) -> bool:
        """Ask a shared database again, and return True if another process added entries.

        Raise TableNotFound, StoreBusy if another log is stored than in memory.
        """
        length = len(table.entries)
        if self.shared:
            self._read_at.pop(table.code, None)
            if self.table(table.code) is not table:
                raise StoreBusy(table.code)
        return len(table.entries) != length

    def _read_notes(self, table: Table) -> None:
        table.exported = self._rows.is_exported(table.code)
        self._read_seats(table.code)
        table.taken = self._taken[table.code].keys()
        self._left.pop(table.code, None)

    def _fold_once(self, code: str) -> Table:
        """Replay a table from the database, once for all concurrent requests.

        Raise TableNotFound, CorruptTable.
        """
        self.row(code)
        if self.lock._is_owned():  # type: ignore[attr-defined]  # the owner of the lock cannot wait
            return self._read_and_folded(code)
        with self.turn(code) if self.shared else self._folding.setdefault(code, threading.RLock()):
            table = self._tables.get(code)
            if table is None:
                try:
                    with self._noting_damage(code):
                        read = self._read(code)
                        with self._recent.turn_of(len(read)), self.lock:
                            table = self._tables.get(code) or self._folded(code, read)
                finally:
                    self._folding.pop(code, None)
            return table

    def _read_and_folded(self, code: str) -> Table:
        with self._noting_damage(code):
            return self._folded(code, self._read(code))

    @contextmanager
    def _noting_damage(self, code: str) -> Iterator[None]:
        """Note a table that cannot be loaded; raise CorruptTable at once if its file is unchanged."""
        version = self.database.version()
        if self._damaged.get(code) == version:
            raise CorruptTable(code)
        try:
            yield
        except CorruptTable as error:
            if not isinstance(error.__cause__, StorageError):  # a failing disk may be read the next time
                self._damaged[code] = version
            raise
        self._damaged.pop(code, None)

    def _read(self, code: str) -> list[Entry]:
        """Read the log of a table in parts, with other requests served between.

        Raise TableNotFound, CorruptTable.
        """
        game, read = self._game(code), []
        try:
            rows = self._rows.entries(code)
            for start in range(0, len(rows), AT_ONCE):
                read += [row_to_entry(game, entry) for entry in rows[start : start + AT_ONCE]]
                time.sleep(0)
        except StoreBusy:
            raise
        except UNREADABLE as error:
            raise CorruptTable(code) from error
        return read

    def _game(self, code: str) -> Game:
        try:
            return on_shelf(self.row(code).game)
        except Refused as no:
            raise (no if no.code == "game-left-out" else CorruptTable(code)) from None

    def _folded(self, code: str, read: list[Entry]) -> Table:
        try:
            table = Table(code, self._game(code), read)
            if not table.entries:
                raise ValueError(code)
            self._catch_up(table)
            table_file.check_kept(table)
        except StoreBusy:
            raise
        except UNREADABLE as error:
            raise CorruptTable(code) from error
        self._read_notes(table)
        self._tables[code] = table
        self._recent.keep(table)
        self._recent.forget()
        return table

    def _catch_up(self, table: Table) -> bool:
        """Apply the entries that another process added; return True if there were any.

        Raise TableNotFound, LogDiffers for a shared database that has lost what it had: a standby took over, say.
        """
        known = len(table.entries)
        rows = self._rows.entries(table.code, known - self.shared)
        if self.shared:
            if not rows and not self.has(table.code):
                raise TableNotFound(table.code)
            if not rows or (rows[0].seq, rows[0].at) != (known - 1, table.entries[-1].at):
                raise LogDiffers(table.code)
            rows = rows[1:]
        for row in rows:
            table.append(row_to_entry(table.game, row))
        if rows:
            self._read_seats(table.code)
        return bool(rows)

    def dice(self, code: str) -> SeededDice:
        return SeededDice(bytes.fromhex(self.row(code).seed))

    def seed_commitment(self, code: str) -> str:
        """Return the hash of the seed, which is public from the start."""
        return commitment_of(bytes.fromhex(self.row(code).seed))

    # -- entries

    def append(self, table: Table, entry: Entry, leaves: str = "", *, by_command: bool = True) -> bool:
        """Store and apply an entry, both or neither, with the mark of a phone that `leaves` by it.

        Return False if another process came first; the table is then up to date and the command must be decided again.
        Raise StorageError, Taken for an entry that can never be stored, Refused for one of a command with which the
        table could not be loaded again.
        """
        row = entry_to_row(entry)
        also = [event for event in entry.events if isinstance(event, SeatFreed | AppSeated)]
        with self.turn(table.code):
            try:
                check = table_file.check_loadable if by_command else no_check
                with self._folding_in(table, row, check, alone=not (leaves or also)):
                    if leaves:
                        self._seats.note_left(table.code, leaves)
                    for event in also:
                        self.free(table.code, event.seat)
            except Taken:
                if not self._catch_up(table):  # a retry would fail for ever
                    raise
                return False
            return True

    @contextmanager
    def _folding_in(
        self, table: Table, row: EntryRow, check: Callable[[Table], None] = no_check, *, alone: bool = False
    ) -> Iterator[None]:
        """Apply an entry as decoded from its row, check the table, and store the row and what is stored within.

        Any error leaves the table unchanged. `alone`: nothing is stored within.
        """
        with self.together(table, alone=alone):
            table.append(row_to_entry(table.game, row))
            check(table)
            self._rows.append(table.code, row)
            yield

    @contextmanager
    def together(self, table: Table, *, alone: bool = False) -> Iterator[None]:
        """Store several entries of a table and its seats in one transaction, all or none.

        In a shared database nobody else changes the seats meanwhile, and the table is up to date. `alone`: it is one
        row, for which a shared database needs no transaction.
        """
        is_inner = self.database.is_writing
        with self.turn(table.code):
            length = len(table.entries)
            try:
                with nullcontext() if alone and self.shared else self.database.writing(table.code):
                    if self.shared and not alone and not is_inner:
                        self._catch_up(table)
                        self._read_notes(table)
                        length = len(table.entries)
                    yield
            except BaseException:
                table.truncate(length)
                self._read_at.pop(table.code, None)  # entries of other processes were dropped, too
                self._taken.pop(table.code, None)
                raise
            finally:
                self._left.pop(table.code, None)
        if not is_inner:
            self.notifications.send(TABLE, table.code)

    def append_event(self, table: Table, seat: str, event: Event, leaves: str = "") -> None:
        with self.turn(table.code):
            while not self.append(
                table, Entry(len(table.entries), seat, "", "", time.time(), [event]), leaves, by_command=False
            ):
                pass

    def remove(self, code: str) -> None:
        """Delete a table; `wiping` removes what its rows leave in the file. Raise TableNotFound."""
        with self.database.writing():
            pictures = self.pictures.of_table(code)
            self._rows.delete(code)
            self.pictures.sweep(pictures)
            self._let_go(code)
        self.notifications.send(GONE, code)

    def _let_go(self, code: str) -> None:
        self._recent.pop(code)
        known: tuple[MutableMapping[str, Any], ...] = (
            self._tables,
            self._opened,
            self._read_at,
            self._proven,
            self._left,
            self._taken,
            self._damaged,
        )
        for kept in known:
            kept.pop(code, None)

    def holds(self, table: Table) -> bool:
        """Return True if this is still the cached table of its code."""
        return self._tables.get(table.code) is table

    # -- export and import

    def export(self, code: str) -> dict[str, Any]:
        return file_of(*self.give_out(code))

    def give_out(self, code: str) -> tuple[str, str | None, bool, list[EntryRow]]:
        """Export the parts of a table's file: game, seed, foreseeable, log.

        Nothing can be taken back from then on; this is recorded beside the unchanged log.
        """
        row, table = self.row(code), self.table(code)
        self._rows.note_export(code)
        table.exported = True
        self.notifications.send(TABLE, code)
        withheld = table.state.over and not table.state.closed
        return row.game, None if withheld else row.seed, bool(row.foreseeable), self._rows.entries(code)

    def proven(self, code: str) -> bool:
        if code not in self._proven:
            self._proven[code] = self._rows.is_proven(code)
        return self._proven[code]

    def import_file(self, file: Any) -> str:
        """Import a table with exactly this log; return its code. Raise Malformed, Refused.

        An error stores nothing. If the file has the seed of an open table, its dice can be foreseen, which the table
        displays.
        """
        content, entries, proven = table_file.read(file)
        closed = any(isinstance(event, SeedPublished) for entry in entries for event in entry.events)
        foreseeable = content.foreseeable or (content.seed is not None and not closed)
        return self._add_table(REGISTRY[content.game], entries, content.seed or new_seed(), foreseeable, proven)


def new_seed() -> str:
    return secrets.token_hex(32)


def opened(game: Game, opening: Mapping[str, Any]) -> Entry:
    entry = Entry(0, "", "", "", time.time(), [TableOpened(dict(opening))])
    table_file.check_loadable(Table("", game, [entry]))
    return entry
