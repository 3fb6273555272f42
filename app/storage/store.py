"""The tables of one data folder, folded from their logs: entries are added, never changed."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from app.core.engine.event import Entry, Event
from app.core.errors import Refused
from app.core.game.definition import Game
from app.core.rules.dice import SeededDice, commitment_of
from app.core.table.seat_view import Table
from app.core.table_commands.lifecycle import SeedPublished, TableOpened
from app.games import REGISTRY, on_shelf
from app.storage import table_file
from app.storage.backups import DATABASE
from app.storage.card_sets import CARD_SETS
from app.storage.database import Database
from app.storage.disk_sync import Away
from app.storage.errors import CorruptTable, StorageError, TableNotFound, Taken, full_disk_passed_over
from app.storage.external_files import AnswerMemory
from app.storage.host_files import HostFiles
from app.storage.missions import MISSIONS
from app.storage.printers import PrinterStore
from app.storage.rows import EntryRow, TableRow, entry_to_row, file_of, row_to_entry
from app.storage.table_cache import TableCache
from app.storage.table_rows import CAME_ALONG, CLAIMED, SeatRows, TableRows
from app.storage.whole_files import sync

CODE_SYMBOLS = "23456789ABCDEFGHJKLMNPQRSTVWXZ"
CODE_LENGTH = 6
AT_ONCE = 200
"""Entries that are read before anybody else is answered."""
UNREADABLE = (StorageError, *table_file.NOT_A_LOG)


class Store:
    """All tables of one data folder, each folded once and kept."""

    def __init__(self, folder: Path, away: Away | None = None) -> None:
        """`away`: where to wait for the disk, for a server that has more to do meanwhile."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder = folder
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._recent = TableCache()
        self._opened: dict[str, TableRow] = {}
        self._read_at: dict[str, int] = {}
        self._folding: dict[str, threading.RLock] = {}
        self._used: set[tuple[str, str]] = set()
        self._proven: dict[str, bool] = {}
        self.database = Database(folder / DATABASE, away)
        self.lock = self.database.lock
        self._rows, self._seats = TableRows(self.database), SeatRows(self.database)
        self.card_sets = HostFiles(CARD_SETS, self.database)
        self.missions = HostFiles(MISSIONS, self.database)
        self.file_answers = AnswerMemory(self.database)
        self.printers = PrinterStore(self.database)
        sync(folder)  # which files there are, too, survives a power cut

    def flush_to_disk(self, *, to_look: bool = False) -> None:
        """Wait until everything that was kept is on the disk: before any of it is told. Raises OSError; who only looks
        goes on where the disk is full.
        """
        with full_disk_passed_over(to_look):
            self.database.flush_to_disk()

    def close(self) -> None:
        """Let go of the file."""
        self.database.close()

    # -- tables

    def open(self, game: Game, opening: Mapping[str, Any], seed: str | None = None) -> str:
        """A new table with its first event; the seed is drawn where the creator gives none. Returns its code."""
        return self._add_table(game, [first_entry(opening)], seed or new_seed(), seed is not None)

    def open_next(
        self,
        table: Table,
        seat: str,
        opening: Mapping[str, Any],
        says: Callable[[str], Event],
        moved: Callable[[str], str],
    ) -> str | None:
        """Open the table that follows and let this one say so, both or neither. None if another press came first.

        `says`: the new code → the event at this table; `moved`: a seat here → the seat there of whoever holds it.
        """
        with self.lock:
            row = TableRow(self._free_code(), table.game.key, new_seed(), False, time.time())
            said = entry_to_row(Entry(len(table.entries), seat, "", "", time.time(), [says(row.code)]))
            is_kept = self._kept_together(row, [entry_to_row(first_entry(opening))], table, said, moved)
            return row.code if is_kept else None

    def _kept_together(
        self, row: TableRow, entries: Sequence[EntryRow], before: Table, said: EntryRow, moved: Callable[[str], str]
    ) -> bool:
        """Return whether the new table, what the one before it says, and the seats that are taken there went in. Raises
        Taken unless another press came first.
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
            if proven is not None:  # it came out of a file
                self._rows.note_import(row.code, len(entries) - 1, proven)
        return row.code

    def _free_code(self) -> str:
        while True:
            code = "".join(secrets.choice(CODE_SYMBOLS) for _ in range(CODE_LENGTH))
            if not self.has(code):
                return code

    def row(self, code: str) -> TableRow:
        """Return how a table was opened. Raises NoSuchTable."""
        if code not in self._opened:
            self._opened[code] = self._rows.row(code)
        return self._opened[code]

    def has(self, code: str) -> bool:
        """Return whether that table is kept here."""
        return self._rows.has(code)

    def codes(self, most: int | None = None) -> list[str]:
        """Every table, or so many at most, newest first, whatever the clock said when they were opened."""
        return self._rows.codes(most)

    def count(self) -> int:
        """Return how many tables are kept."""
        return self._rows.count()

    def first_to_go(self) -> str | None:
        """The table that makes room where none is left."""
        return self._rows.first_to_go()

    def table(self, code: str) -> Table:
        """The table, folded up to the newest row. Raises NoSuchTable, Damaged, Refused where its game was left out."""
        folded = self._tables.get(code) or self._fold_once(code)
        with self.lock:
            table = self._tables.get(code)
            if table is not folded:
                table = self._folded(code, self._read(code))
            elif self._read_at.get(code) != (version := self.database.version()):
                if not self.has(code):
                    self._let_go(code)
                    raise TableNotFound(code)
                self._catch_up(table)
                table.exported = self._rows.is_exported(code)
                self._read_at[code] = version
            self._recent.keep(table)
            return table

    def _fold_once(self, code: str) -> Table:
        """Fold a table from the file: of many who ask for it at a time one does so, the others wait.

        Raises NoSuchTable, Damaged.
        """
        self.row(code)
        if self.lock._is_owned():  # type: ignore[attr-defined]  # whoever folds it needs the lock
            return self._folded(code, self._read(code))
        with self._folding.setdefault(code, threading.RLock()):
            table = self._tables.get(code)
            if table is None:
                read = self._read(code)
                with self._recent.turn_of(len(read)), self.lock:
                    table = self._tables.get(code) or self._folded(code, read)
                self._folding.pop(code, None)
            return table

    def _read(self, code: str) -> list[Entry]:
        """All that is kept of a table, read in pieces, others answered between. Raises NoSuchTable, Damaged."""
        game, read = self._game(code), []
        try:
            rows = self._rows.entries(code)
            for start in range(0, len(rows), AT_ONCE):
                read += [row_to_entry(game, entry) for entry in rows[start : start + AT_ONCE]]
                time.sleep(0)
        except UNREADABLE as error:
            raise CorruptTable(code) from error
        return read

    def _game(self, code: str) -> Game:
        """The game of a table. Raises NoSuchTable; Damaged: there is no such game; Refused: it was left out."""
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
        except UNREADABLE as error:
            raise CorruptTable(code) from error
        table.exported = self._rows.is_exported(code)
        self._tables[code] = table
        self._recent.keep(table)
        self._recent.forget()
        return table

    def _catch_up(self, table: Table) -> bool:
        """Fold what another process added. Return whether there was anything."""
        rows = self._rows.entries(table.code, len(table.entries))
        for row in rows:
            table.append(row_to_entry(table.game, row))
        return bool(rows)

    def dice(self, code: str) -> SeededDice:
        """The table's own dice."""
        return SeededDice(bytes.fromhex(self.row(code).seed))

    def seed_commitment(self, code: str) -> str:
        """The hash of the seed, shown from the start."""
        return commitment_of(bytes.fromhex(self.row(code).seed))

    # -- presses

    def append(self, table: Table, entry: Entry) -> bool:
        """Keep an entry and fold it in, both or neither. False if another process came first: the table has caught up
        then, and whoever made the entry judges again. Raises StorageError: Taken for what can never be kept.
        """
        row = entry_to_row(entry)
        with self.lock:
            try:
                with self._folding_in(table, row):
                    pass
            except Taken:
                if not self._catch_up(table):  # again would fail again, for ever
                    raise
                return False
            return True

    @contextmanager
    def _folding_in(self, table: Table, row: EntryRow) -> Iterator[None]:
        """One transaction that keeps a row if it can be folded in, as every other process folds it: from what is kept.

        Whatever goes wrong, the table is as it was.
        """
        length = len(table.entries)
        try:
            with self.database.writing():
                self._rows.append(table.code, row)
                yield
                table.append(row_to_entry(table.game, row))
        except BaseException:
            table.truncate(length)
            raise

    def append_event(self, table: Table, seat: str, event: Event) -> None:
        """Add an event that is no press of play: somebody sat down."""
        with self.lock:
            while not self.append(table, Entry(len(table.entries), seat, "", "", time.time(), [event])):
                pass

    def remove(self, code: str) -> None:
        """Delete a table for good. What its rows leave in the file `database.wipe` takes away. Raises NoSuchTable."""
        with self.database.writing():
            self._rows.delete(code)
            self._let_go(code)

    def _let_go(self, code: str) -> None:
        self._recent.pop(code)
        known: tuple[MutableMapping[str, Any], ...] = (self._tables, self._opened, self._read_at, self._proven)
        for kept in known:
            kept.pop(code, None)
        self._used = {(table, seat) for table, seat in self._used if table != code}

    def holds(self, table: Table) -> bool:
        """Return whether a table is, as far as is known here, still the one of its code."""
        return self._tables.get(table.code) is table

    # -- seats

    def use(self, code: str, seat: str) -> None:
        """Somebody acts for this seat."""
        if (code, seat) not in self._used:
            if not self.used(code, seat):
                self._seats.use(code, seat)
            self._used.add((code, seat))

    def used(self, code: str, seat: str) -> bool:
        """Return whether anybody ever acted for this seat."""
        return seat in self._seats.taken(code)

    def claimed(self, code: str, seat: str) -> bool | None:
        """Return whether somebody sat down before the token that came with the table was used; None if that is not known."""
        return self._seats.taken(code).get(seat)

    def came_along(self, code: str, seat: str) -> bool:
        """Return whether a seat is held by whoever held it at the table from which the game went on."""
        return self._seats.came_along(code, seat)

    def free(self, code: str, seat: str) -> None:
        """The last phone of this seat left: somebody else may take it."""
        self._seats.free(code, seat)
        self._used.discard((code, seat))

    def claim(self, code: str, seat: str, *, comes_along: bool = False) -> None:
        """Take a free seat, maybe for whoever comes along from another table. Raises SeatTakenAlready."""
        self._seats.claim(code, seat, CAME_ALONG if comes_along else CLAIMED)

    # -- export and import

    def export(self, code: str) -> dict[str, Any]:
        """Give out the whole table as JSON: log and seed, no code and no token. A seed not yet public is left out."""
        return file_of(*self.give_out(code))

    def give_out(self, code: str) -> tuple[str, str | None, bool, list[EntryRow]]:
        """Give out what the file of a table is written from: game, seed, whether it is foreseeable, log.

        From then on nothing is taken back at the table; that is noted beside the log, which stays as it is.
        """
        row, table = self.row(code), self.table(code)
        self._rows.note_export(code)
        table.exported = True
        withheld = table.state.over and not table.state.closed
        return row.game, None if withheld else row.seed, bool(row.foreseeable), self._rows.entries(code)

    def proven(self, code: str) -> bool:
        """Return whether all that was rolled and sealed at a table follows from its seed, where it came out of a file."""
        if code not in self._proven:
            self._proven[code] = self._rows.is_proven(code)
        return self._proven[code]

    def import_file(self, file: Any) -> str:
        """Keep a new table with exactly that log. Returns its code. Raises Malformed and Refused; nothing half done.

        Whoever holds a file with the seed of an open table can foresee its dice, and the table says so.
        """
        content, entries, proven = table_file.read(file)
        closed = any(isinstance(event, SeedPublished) for entry in entries for event in entry.events)
        foreseeable = content.foreseeable or (content.seed is not None and not closed)
        return self._add_table(REGISTRY[content.game], entries, content.seed or new_seed(), foreseeable, proven)


def new_seed() -> str:
    return secrets.token_hex(32)


def first_entry(opening: Mapping[str, Any]) -> Entry:
    return Entry(0, "", "", "", time.time(), [TableOpened(dict(opening))])
