"""The store of a data folder: tables replayed from their logs, which are only appended to."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from app.core.engine.event import Entry, Event
from app.core.errors import Refused
from app.core.game.definition import Game
from app.core.messages.translator import Verbatim
from app.core.rules.dice import SeededDice, commitment_of
from app.core.table.seat_view import Table
from app.core.table_commands.lifecycle import SeedPublished, TableOpened
from app.core.table_commands.seating import AppSeated, SeatFreed
from app.games import REGISTRY, on_shelf
from app.storage import table_file
from app.storage.backups import DATABASE
from app.storage.card_sets import CARD_SETS
from app.storage.database import Database, asked_address
from app.storage.disk_sync import Away
from app.storage.errors import CorruptTable, StorageError, StoreBusy, TableNotFound, Taken, full_disk_passed_over
from app.storage.external_files import AnswerMemory
from app.storage.host_files import HostFiles
from app.storage.missions import MISSIONS
from app.storage.pictures import PictureStore
from app.storage.printers import PrinterStore
from app.storage.rows import EntryRow, TableRow, entry_to_row, file_of, row_to_entry
from app.storage.sqlite import SqliteDatabase
from app.storage.table_cache import TableCache
from app.storage.table_rows import BY_TOKEN, CAME_ALONG, CLAIMED, SeatRows, TableRows
from app.storage.whole_files import sync
from app.storage.wiping import Wiping

if TYPE_CHECKING:
    from app.storage.postgresql import PostgresDatabase

CODE_SYMBOLS = "23456789ABCDEFGHJKLMNPQRSTVWXZ"
CODE_LENGTH = 6
AT_ONCE = 200
"""The number of entries read before other requests are served."""
UNREADABLE = (StorageError, *table_file.NOT_A_LOG)


def no_check(table: Table) -> None:
    """Let any table pass."""


def open_database(folder: Path, away: Away | None) -> Database:
    """Open the database of `ADJUTANT_DATABASE`, else that of the folder.

    Raise Refused, StorageError, sqlite3.DatabaseError.
    """
    if (address := asked_address()) is None:
        return SqliteDatabase(folder / DATABASE, away)
    return open_shared(address)


def open_shared(address: str) -> PostgresDatabase:
    """Open the database of an address. Raise Refused."""
    try:
        from app.storage.postgresql import PostgresDatabase
    except ImportError as error:
        raise Refused("no-psycopg", why=Verbatim(str(error))) from error
    return PostgresDatabase(address)


class Store:
    """All tables of a data folder, each replayed once and cached."""

    def __init__(self, folder: Path, away: Away | None = None) -> None:
        """Open the store; `away` runs waits for the disk while the server responds to others."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder = folder
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._recent = TableCache()
        self._opened: dict[str, TableRow] = {}
        self._read_at: dict[str, Hashable] = {}
        self._folding: dict[str, threading.RLock] = {}
        self._taken: dict[str, Mapping[str, int | None]] = {}
        """The taken seats of a table, and how each was taken, until one of them changes."""
        self._proven: dict[str, bool] = {}
        self._left: dict[str, set[str]] = {}
        self._damaged: dict[str, Hashable] = {}
        """Tables that could not be loaded → the version of the file then; they are not read again before it changes."""
        self.database = open_database(folder, away)
        self._generation = self.database.generation
        self.lock = self.database.lock
        self.wiping = Wiping(folder / DATABASE) if asked_address() is None else None
        self._rows, self._seats = TableRows(self.database), SeatRows(self.database)
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
        with self.lock:
            row = TableRow(self._free_code(), table.game.key, new_seed(), False, time.time())
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
            row = TableRow(self._free_code(), game.key, seed, foreseeable, time.time())
            self._rows.add(row, [entry_to_row(entry) for entry in entries])
            if proven is not None:  # only imported tables have one
                self._rows.note_import(row.code, len(entries) - 1, proven)
        return row.code

    def _free_code(self) -> str:
        while True:
            code = "".join(secrets.choice(CODE_SYMBOLS) for _ in range(CODE_LENGTH))
            if not self.has(code):
                return code

    def row(self, code: str) -> TableRow:
        if code not in self._opened:
            self._opened[code] = self._rows.row(code)
        return self._opened[code]

    def has(self, code: str) -> bool:
        return self._rows.has(code)

    def codes(self, most: int | None = None) -> list[str]:
        """Return the codes of all tables, or at most `most`, newest first, regardless of clocks."""
        return self._rows.codes(most)

    def count(self) -> int:
        return self._rows.count()

    def first_to_go(self) -> str | None:
        """Return the table that makes room, or None."""
        return self._rows.first_to_go()

    def table(self, code: str) -> Table:
        """Load the table and replay its log.

        Raise TableNotFound, CorruptTable, or Refused if its game could not be loaded.
        """
        folded = self._tables.get(code) or self._fold_once(code)
        with self.lock:
            table = self._tables.get(code)
            if table is not folded:
                table = self._read_and_folded(code)
            elif self._read_at.get(code) != (version := self.database.version()):
                if self.database.generation != self._generation:
                    return self._read_all_again(code)
                if not self.has(code):
                    self._let_go(code)
                    raise TableNotFound(code)
                self._catch_up(table)
                self._read_notes(table)
                self._read_at[code] = version
            self._recent.keep(table)
            return table

    def _read_all_again(self, code: str) -> Table:
        """Forget every table, since a lost database may have come back without its newest entries."""
        self._generation = self.database.generation
        for known in [*self._tables]:
            self._let_go(known)
        return self.table(code)

    def _read_notes(self, table: Table) -> None:
        table.exported = self._rows.is_exported(table.code)
        self._read_seats(table.code)
        table.taken = self._taken[table.code].keys()

    def _read_seats(self, code: str) -> None:
        self._taken[code] = self._seats.taken(code)
        if (table := self._tables.get(code)) is not None:
            table.taken = self._taken[code].keys()

    def _fold_once(self, code: str) -> Table:
        """Replay a table from the database, once for all concurrent requests.

        Raise TableNotFound, CorruptTable.
        """
        self.row(code)
        if self.lock._is_owned():  # type: ignore[attr-defined]  # the owner of the lock cannot wait
            return self._read_and_folded(code)
        with self._folding.setdefault(code, threading.RLock()):
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
        """Apply the entries that another process added; return True if there were any."""
        rows = self._rows.entries(table.code, len(table.entries))
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
        with self.lock:
            try:
                with self._folding_in(table, row, table_file.check_loadable if by_command else no_check):
                    if leaves:
                        self._seats.note_left(table.code, leaves)
                    for event in entry.events:
                        if isinstance(event, SeatFreed | AppSeated):
                            self.free(table.code, event.seat)
            except Taken:
                if not self._catch_up(table):  # a retry would fail for ever
                    raise
                return False
            if leaves:
                self._left.pop(table.code, None)
            return True

    @contextmanager
    def _folding_in(self, table: Table, row: EntryRow, check: Callable[[Table], None] = no_check) -> Iterator[None]:
        """Store a row in a transaction, apply it as decoded from the row, and check the table.

        Any error leaves the table unchanged.
        """
        with self.together(table):
            self._rows.append(table.code, row)
            yield
            table.append(row_to_entry(table.game, row))
            check(table)

    @contextmanager
    def together(self, table: Table) -> Iterator[None]:
        """Store several entries of a table and its seats in one transaction, all or none."""
        with self.lock:
            length = len(table.entries)
            try:
                with self.database.writing():
                    yield
            except BaseException:
                table.truncate(length)
                self._read_at.pop(table.code, None)  # entries of other processes were dropped, too
                self._taken.pop(table.code, None)
                raise

    def append_event(self, table: Table, seat: str, event: Event, leaves: str = "") -> None:
        with self.lock:
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

    def loaded(self) -> int:
        """Return how many tables are in memory."""
        return len(self._tables)

    # -- seats

    def taken(self, code: str) -> Mapping[str, int | None]:
        """Return the seats of a table that somebody holds, and how each was taken (`table_rows`)."""
        if code not in self._taken:
            self._read_seats(code)
        return self._taken[code]

    def use(self, code: str, seat: str) -> None:
        if seat not in self.taken(code):
            self._seats.use(code, seat)
            self._read_seats(code)

    def used(self, code: str, seat: str) -> bool:
        return seat in self.taken(code)

    def claimed(self, code: str, seat: str) -> bool | None:
        """Return True if the seat was claimed before its first token was used; None if unknown."""
        how = self.taken(code).get(seat)
        return None if how is None else how != BY_TOKEN

    def came_along(self, code: str, seat: str) -> bool:
        return self.taken(code).get(seat) == CAME_ALONG

    def has_left(self, code: str, phone: str) -> bool:
        if code not in self._left:
            self._left[code] = self._seats.left(code)
        return phone in self._left[code]

    def free(self, code: str, seat: str) -> None:
        self._seats.free(code, seat)
        self._read_seats(code)

    def claim(self, code: str, seat: str, *, comes_along: bool = False) -> None:
        """Take a free seat, possibly for somebody from the previous table. Raise SeatOccupied."""
        self._seats.claim(code, seat, CAME_ALONG if comes_along else CLAIMED)
        self._read_seats(code)

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
