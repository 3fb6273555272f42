"""The log of every table in SQLite: rows are added, never changed."""

from __future__ import annotations

import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from app.core.dice import SeededDice, commitment_of
from app.core.game import Game
from app.core.lifespan import SeedPublished, TableOpened
from app.core.play import Entry, Event
from app.core.table import Table
from app.games import SHELF
from app.storage import schema, tablefile
from app.storage.backups import DATABASE, make_private
from app.storage.card_sets import CARD_SETS
from app.storage.errors import Busy, Damaged, NoSuchTable, SeatTakenAlready, full_disk_passed_over
from app.storage.foreign_files import KeptAnswers
from app.storage.missions import MISSIONS
from app.storage.own_files import OwnFiles
from app.storage.printers import PrinterBox
from app.storage.recent import Recent
from app.storage.rows import EntryRow, TableRow, entry_in, file_of, row_of
from app.storage.syncing import Away, Syncing
from app.storage.whole_files import sync

CODE_SYMBOLS = "23456789ABCDEFGHJKLMNPQRSTVWXZ"
CODE_LENGTH = 6
LONGEST_WAIT, BETWEEN_TRIES = 2.0, 0.02
"""Seconds that a press waits until another program lets go of the file, and between two looks whether it has."""
AT_ONCE = 200
"""Presses that are read before anybody else is answered."""
PAGES_KEPT = 256
"""Kilobytes of the file that SQLite keeps in memory: presses go to its end, and each table is read once."""
LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class Store:
    """All tables of one data folder, each folded once and kept."""

    def __init__(self, folder: Path, away: Away | None = None) -> None:
        """`away`: where to wait for the disk, for a server that has more to do meanwhile."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder, self._syncing = folder, Syncing(folder / f"{DATABASE}-wal", away)
        self.lock = threading.RLock()
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._recent = Recent()
        self._locked_at: float | None = None
        self._opened: dict[str, TableRow] = {}
        self._read_at: dict[str, int] = {}
        self._folding: dict[str, threading.RLock] = {}
        self._used: set[tuple[str, str]] = set()
        self._proven: dict[str, bool] = {}
        self._db = self._connected()
        schema.migrate(self._db)
        self.card_sets = OwnFiles(CARD_SETS, self._immediately, self._rows)
        self.missions = OwnFiles(MISSIONS, self._immediately, self._rows)
        self.file_answers = KeptAnswers(self._immediately, self._rows)
        self.printers = PrinterBox(self._immediately, self._rows)
        sync(folder)  # which files there are, too, survives a power cut

    # -- the file

    def _connected(self) -> sqlite3.Connection:
        file = self.folder / DATABASE
        make_private(file)
        connection = sqlite3.connect(file, isolation_level=None, timeout=0, check_same_thread=False)
        for setting in ("journal_mode=WAL", "synchronous=NORMAL", "secure_delete=ON", f"cache_size=-{PAGES_KEPT}"):
            connection.execute(f"PRAGMA {setting}")
        return connection

    @contextmanager
    def _immediately(self) -> Iterator[sqlite3.Connection]:
        with self.lock:
            connection = self._db
            self._begin(connection)
            try:
                yield connection
            except BaseException:
                connection.rollback()  # which a full disk has done already
                raise
            connection.execute("COMMIT")
            self._syncing.note_written()

    def _begin(self, connection: sqlite3.Connection) -> None:
        """Begin to write. Raises Busy where another program writes for too long; meanwhile others are answered."""
        while True:
            try:
                connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF not in LOCKED:
                    raise
                self._locked_at = self._locked_at or time.monotonic()
                if time.monotonic() - self._locked_at > LONGEST_WAIT:
                    raise Busy from error
                time.sleep(BETWEEN_TRIES)
            else:
                self._locked_at = None
                return

    def _rows(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
        with self.lock:
            return list(self._db.execute(sql, values))

    def settle(self, *, to_look: bool = False) -> None:
        """Wait until everything that was kept is on the disk: before any of it is told. Raises OSError; who only looks
        goes on where the disk is full.
        """
        with full_disk_passed_over(to_look):
            self._syncing.settle()

    def close(self) -> None:
        """Let go of the file; the last one to do so brings everything that stands beside it into it."""
        self._syncing.close()
        self._db.close()

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
            said = row_of(Entry(len(table.entries), seat, "", "", time.time(), [says(row.code)]))
            is_kept = self._kept_together(row, [row_of(first_entry(opening))], table, said, moved)
            return row.code if is_kept else None

    def _kept_together(
        self, row: TableRow, entries: Sequence[EntryRow], before: Table, said: EntryRow, moved: Callable[[str], str]
    ) -> bool:
        """Whether the new table, what the one before it says, and the seats that are taken there went in. Raises
        IntegrityError unless another press came first.
        """
        try:
            with self._folding_in(before, said) as connection:
                self._insert_table(connection, row, entries)
                for (name,) in self._rows("SELECT seat FROM used WHERE [table] = ?", [before.code]):
                    connection.execute("INSERT INTO used VALUES (?, ?, 1)", (row.code, moved(name)))
        except sqlite3.IntegrityError:
            if not self._catch_up(before):
                raise
            return False
        return True

    def _add_table(
        self, game: Game, entries: Sequence[Entry], seed: str, foreseeable: bool, proven: bool | None = None
    ) -> str:
        with self._immediately() as connection:
            row = TableRow(self._free_code(), game.key, seed, foreseeable, time.time())
            self._insert_table(connection, row, [row_of(entry) for entry in entries])
            if proven is not None:  # it came out of a file
                schema.note_import(connection, row.code, len(entries) - 1, proven)
        return row.code

    def _insert_table(self, connection: sqlite3.Connection, row: TableRow, entries: Iterable[EntryRow]) -> None:
        connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?)", row)
        for entry in entries:
            self._insert(connection, row.code, entry)

    def _insert(self, connection: sqlite3.Connection, code: str, entry: EntryRow) -> None:
        """Add a row to a table that is still there. Raises NoSuchTable."""
        kept = "SELECT 1 FROM tables WHERE code = ?"
        added = f"INSERT INTO entries SELECT ?, ?, ?, ?, ?, ?, ? WHERE EXISTS ({kept})"
        if not connection.execute(added, (code, *entry, code)).rowcount:
            raise NoSuchTable(code)

    def _free_code(self) -> str:
        while True:
            code = "".join(secrets.choice(CODE_SYMBOLS) for _ in range(CODE_LENGTH))
            if not self.has(code):
                return code

    def row(self, code: str) -> TableRow:
        """How a table was opened. Raises NoSuchTable."""
        if code not in self._opened:
            rows = self._rows("SELECT code, game, seed, foreseeable, at FROM tables WHERE code = ?", [code])
            if not rows:
                raise NoSuchTable(code)
            self._opened[code] = TableRow(*rows[0])
        return self._opened[code]

    def has(self, code: str) -> bool:
        """Whether that table is kept here."""
        return bool(self._rows("SELECT 1 FROM tables WHERE code = ?", [code]))

    def codes(self, most: int = -1) -> list[str]:
        """Every table, or so many at most, newest first, whatever the clock said when they were opened."""
        return [code for (code,) in self._rows("SELECT code FROM tables ORDER BY rowid DESC LIMIT ?", [most])]

    def count(self) -> int:
        """How many tables are kept."""
        return int(self._rows("SELECT count(*) FROM tables")[0][0])

    def first_to_go(self) -> str | None:
        """The table that makes room where none is left."""
        rows = self._rows(schema.TO_GO, {"now": time.time()})
        return str(rows[0][0]) if rows else None

    def table(self, code: str) -> Table:
        """The table, folded up to the newest row. Raises NoSuchTable, Damaged."""
        folded = self._tables.get(code) or self._fold_once(code)
        with self.lock:
            table = self._tables.get(code)
            if table is not folded:
                table = self._folded(code, self._read(code))
            elif self._read_at.get(code) != (version := self._version()):
                if not self.has(code):
                    self._let_go(code)
                    raise NoSuchTable(code)
                self._catch_up(table)
                table.exported = self._is_exported(code)
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
                with self.lock:
                    table = self._tables.get(code) or self._folded(code, read)
                self._folding.pop(code, None)
            return table

    def _read(self, code: str) -> list[Entry]:
        """All that is kept of a table, read in pieces, others answered between. Raises NoSuchTable, Damaged."""
        row, read = self.row(code), []
        try:
            game, rows = SHELF[row.game], self._entries(code, 0)
            for start in range(0, len(rows), AT_ONCE):
                read += [entry_in(game, entry) for entry in rows[start : start + AT_ONCE]]
                time.sleep(0)
        except (sqlite3.DatabaseError, *tablefile.NOT_A_LOG) as error:
            raise Damaged(code) from error
        return read

    def _folded(self, code: str, read: list[Entry]) -> Table:
        """A table folded anew, in the place of those that were longest not folded and that nobody holds."""
        try:
            table = Table(code, SHELF[self.row(code).game], read)
            if not table.entries:
                raise ValueError(code)
            self._catch_up(table)
        except (sqlite3.DatabaseError, *tablefile.NOT_A_LOG) as error:
            raise Damaged(code) from error
        table.exported = self._is_exported(code)
        self._tables[code] = table
        self._recent.keep(table)
        self._recent.forget()
        return table

    def _version(self) -> int:
        """A number that changes when another process writes to the file."""
        (version,) = self._db.execute("PRAGMA data_version").fetchone()
        return int(version)

    def _catch_up(self, table: Table) -> bool:
        """Fold what another process added. Return whether there was anything."""
        rows = self._entries(table.code, len(table.entries))
        for row in rows:
            table.append(entry_in(table.game, row))
        return bool(rows)

    def _entries(self, code: str, since: int) -> list[EntryRow]:
        rows = self._rows(
            "SELECT seq, seat, key, body, at, events FROM entries WHERE [table] = ? AND seq >= ? ORDER BY seq",
            [code, since],
        )
        return [EntryRow(*row) for row in rows]

    def dice(self, code: str) -> SeededDice:
        """The table's own dice."""
        return SeededDice(bytes.fromhex(self.row(code).seed))

    def seed_commitment(self, code: str) -> str:
        """The hash of the seed, shown from the start."""
        return commitment_of(bytes.fromhex(self.row(code).seed))

    # -- presses

    def append(self, table: Table, entry: Entry) -> bool:
        """Keep an entry and fold it in, both or neither. False if another process came first: the table has caught up
        then, and whoever made the entry judges again. Raises IntegrityError for what can never be kept.
        """
        row = row_of(entry)
        with self.lock:
            try:
                with self._folding_in(table, row):
                    pass
            except sqlite3.IntegrityError:
                if not self._catch_up(table):  # again would fail again, for ever
                    raise
                return False
            return True

    @contextmanager
    def _folding_in(self, table: Table, row: EntryRow) -> Iterator[sqlite3.Connection]:
        """One transaction that keeps a row if it can be folded in, as every other process folds it: from what is kept.

        Whatever goes wrong, the table is as it was.
        """
        length = len(table.entries)
        try:
            with self._immediately() as connection:
                self._insert(connection, table.code, row)
                yield connection
                table.append(entry_in(table.game, row))
        except BaseException:
            table.cut(length)
            raise

    def note(self, table: Table, seat: str, event: Event) -> None:
        """Add an event that is no press of play: somebody sat down."""
        with self.lock:
            while not self.append(table, Entry(len(table.entries), seat, "", "", time.time(), [event])):
                pass

    def remove(self, code: str) -> None:
        """Delete a table for good. What its rows leave in the file `schema.wipe` takes away. Raises NoSuchTable."""
        with self._immediately() as connection:
            if not schema.remove_table(connection, code):
                raise NoSuchTable(code)
            self._let_go(code)

    def _let_go(self, code: str) -> None:
        """Nothing of a table that was deleted is known any more."""
        self._recent.pop(code)
        known: tuple[MutableMapping[str, Any], ...] = (self._tables, self._opened, self._read_at, self._proven)
        for kept in known:
            kept.pop(code, None)
        self._used = {(table, seat) for table, seat in self._used if table != code}

    def holds(self, table: Table) -> bool:
        """Whether a table is, as far as is known here, still the one of its code."""
        return self._tables.get(table.code) is table

    # -- seats

    def use(self, code: str, seat: str) -> None:
        """Somebody acts for this seat."""
        if (code, seat) in self._used:
            return
        if not self.used(code, seat):
            with self._immediately() as connection:
                connection.execute("INSERT OR IGNORE INTO used VALUES (?, ?, 0)", (code, seat))
        self._used.add((code, seat))

    def used(self, code: str, seat: str) -> bool:
        """Whether anybody ever acted for this seat."""
        return bool(self._rows("SELECT 1 FROM used WHERE [table] = ? AND seat = ?", [code, seat]))

    def claimed(self, code: str, seat: str) -> bool | None:
        """Whether somebody sat down before the token that came with the table was used; None if that is not known."""
        rows = self._rows("SELECT claimed FROM used WHERE [table] = ? AND seat = ?", [code, seat])
        return None if not rows or rows[0][0] is None else bool(rows[0][0])

    def free(self, code: str, seat: str) -> None:
        """The last phone of this seat left: somebody else may take it."""
        with self._immediately() as connection:
            connection.execute("DELETE FROM used WHERE [table] = ? AND seat = ?", (code, seat))
        self._used.discard((code, seat))

    def claim(self, code: str, seat: str) -> None:
        """Take a free seat. Raises SeatTakenAlready."""
        with self._immediately() as connection:
            try:
                connection.execute("INSERT INTO used VALUES (?, ?, 1)", (code, seat))
            except sqlite3.IntegrityError:
                raise SeatTakenAlready(seat) from None

    # -- export and import

    def export(self, code: str) -> dict[str, Any]:
        """Give out the whole table as JSON: log and seed, no code and no token. A seed not yet public is left out."""
        return file_of(*self.give_out(code))

    def give_out(self, code: str) -> tuple[str, str | None, bool, list[EntryRow]]:
        """Give out what the file of a table is written from: game, seed, whether it is foreseeable, log.

        From then on nothing is taken back at the table; that is noted beside the log, which stays as it is.
        """
        row, table = self.row(code), self.table(code)
        if not self._is_exported(code):
            with self._immediately() as connection:
                connection.execute("INSERT OR IGNORE INTO exported VALUES (?)", (code,))
        table.exported = True
        withheld = table.state.over and not table.state.closed
        return row.game, None if withheld else row.seed, bool(row.foreseeable), self._entries(code, 0)

    def proven(self, code: str) -> bool:
        """Whether all that was rolled and sealed at a table follows from its seed, where it came out of a file."""
        if code not in self._proven:
            self._proven[code] = not self._rows("SELECT 1 FROM unproven WHERE [table] = ?", [code])
        return self._proven[code]

    def _is_exported(self, code: str) -> bool:
        return bool(self._rows("SELECT 1 FROM exported WHERE [table] = ?", [code]))

    def import_file(self, file: Any) -> str:
        """Keep a new table with exactly that log. Returns its code. Raises Malformed and Refused; nothing half done.

        Whoever holds a file with the seed of an open table can foresee its dice, and the table says so.
        """
        content, entries, proven = tablefile.read(file)
        closed = any(isinstance(event, SeedPublished) for entry in entries for event in entry.events)
        foreseeable = content.foreseeable or (content.seed is not None and not closed)
        return self._add_table(SHELF[content.game], entries, content.seed or new_seed(), foreseeable, proven)


def new_seed() -> str:
    """A seed that nobody knows."""
    return secrets.token_hex(32)


def first_entry(opening: Mapping[str, Any]) -> Entry:
    """The press that opens a table."""
    return Entry(0, "", "", "", time.time(), [TableOpened(dict(opening))])
