"""The log of every table in SQLite. Rows are added, never changed.

WAL and synchronous=FULL: what a phone was told has happened survives a power cut.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from app.core.dice import SeededDice, commitment_of
from app.core.game import Game
from app.core.lifespan import SeedPublished, TableOpened
from app.core.next_table import Again, came_from, gone_on, moved_by, next_opening
from app.core.play import Entry, Event, Press, Seat
from app.core.refusals import Refused
from app.core.table import Table, tap
from app.core.table_rulings import OtherReadingUsed
from app.games import SHELF
from app.keeping import tablefile
from app.keeping.card_sets import CARD_SETS
from app.keeping.missions import MISSIONS
from app.keeping.own_files import OwnFiles
from app.keeping.printers import PrinterBox
from app.keeping.tablefile import decoded, encoded

CODE_SYMBOLS = "23456789ABCDEFGHJKLMNPQRSTVWXZ"
CODE_LENGTH = 6


class NoSuchTable(LookupError):
    """No table goes by that code."""


class SeatTakenAlready(Exception):
    """Somebody holds that seat."""


class Store:
    """All tables of one data folder, each folded once and kept."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.lock = threading.RLock()
        self._tables: dict[str, Table] = {}
        self._opened: dict[str, tuple[Any, ...]] = {}
        self._used: set[tuple[str, str]] = set()
        self._db = self._connected()
        self._migrate()
        self.card_sets = OwnFiles(CARD_SETS, self._immediately, self._rows)
        self.missions = OwnFiles(MISSIONS, self._immediately, self._rows)
        self.printers = PrinterBox(self._immediately, self._rows)

    # -- the file

    def _connected(self) -> Database:
        connection = sqlite3.connect(
            self.folder / "adjutant.db", isolation_level=None, timeout=30, check_same_thread=False
        )
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        return Database(connection)

    def _migrate(self) -> None:
        self._db.table("tables").create(
            {"code": str, "game": str, "seed": str, "foreseeable": int, "at": float}, pk="code", if_not_exists=True
        )
        self._db.table("entries").create(
            {"table": str, "seq": int, "seat": str, "key": str, "body": str, "at": float, "events": str},
            pk=("table", "seq"),
            if_not_exists=True,
        )
        self._db.table("entries").create_index(["table", "seat", "key"], unique=True, if_not_exists=True)
        self._db.table("used").create({"table": str, "seat": str}, pk=("table", "seat"), if_not_exists=True)

    @contextmanager
    def _immediately(self) -> Iterator[sqlite3.Connection]:
        with self.lock:
            connection = self._db.conn
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    def _rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with self.lock:
            return list(self._db.execute(sql, values))

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    # -- tables

    def open(self, game: Game, opening: Mapping[str, Any], seed: str | None = None) -> str:
        """A new table with its first event; the seed is drawn where the creator gives none. Returns its code."""
        first = Entry(0, "", "", "", time.time(), [TableOpened(dict(opening))])
        return self._add_table(game, [first], seed or secrets.token_hex(32), seed is not None)

    def _add_table(self, game: Game, entries: Sequence[Entry], seed: str, foreseeable: bool) -> str:
        with self._immediately() as connection:
            return self._insert_table(connection, game, entries, seed, foreseeable)

    def _insert_table(
        self, connection: sqlite3.Connection, game: Game, entries: Sequence[Entry], seed: str, foreseeable: bool
    ) -> str:
        code = self._free_code()
        connection.execute(
            "INSERT INTO tables VALUES (?, ?, ?, ?, ?)", (code, game.key, seed, foreseeable, time.time())
        )
        for entry in entries:
            self._insert(connection, code, entry)
        return code

    def _free_code(self) -> str:
        while True:
            code = "".join(secrets.choice(CODE_SYMBOLS) for _ in range(CODE_LENGTH))
            if not self.has(code):
                return code

    def _insert(self, connection: sqlite3.Connection, code: str, entry: Entry) -> None:
        events = json.dumps([encoded(event) for event in entry.events], ensure_ascii=False)
        # a press without a key of its own is unique by its place in the log
        row = (code, entry.seq, entry.seat, entry.key or f"#{entry.seq}", entry.body, entry.at, events)
        connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def row(self, code: str) -> tuple[Any, ...]:
        """(code, game, seed, foreseeable, at). Raises NoSuchTable."""
        if code not in self._opened:
            rows = self._rows("SELECT code, game, seed, foreseeable, at FROM tables WHERE code = ?", [code])
            if not rows:
                raise NoSuchTable(code)
            self._opened[code] = rows[0]
        return self._opened[code]

    def has(self, code: str) -> bool:
        """Whether that table is kept here."""
        return bool(self._rows("SELECT 1 FROM tables WHERE code = ?", [code]))

    def codes(self) -> list[str]:
        """Every table, newest first."""
        return [code for (code,) in self._rows("SELECT code FROM tables ORDER BY at DESC")]

    def table(self, code: str) -> Table:
        """The table, folded up to the newest row. Raises NoSuchTable."""
        with self.lock:
            table = self._tables.get(code)
            if table is None:
                game = SHELF[self.row(code)[1]]
                table = self._tables[code] = Table(code, game, self._entries(code, game, 0))
            else:
                for entry in self._entries(code, table.game, len(table.entries)):
                    table.append(entry)
            return table

    def _entries(self, code: str, game: Game, since: int) -> list[Entry]:
        rows = self._rows(
            "SELECT seq, seat, key, body, at, events FROM entries WHERE [table] = ? AND seq >= ? ORDER BY seq",
            [code, since],
        )
        return [
            Entry(seq, seat, key, body, at, [decoded(game, kept) for kept in json.loads(events)])
            for seq, seat, key, body, at, events in rows
        ]

    def dice(self, code: str) -> SeededDice:
        """The table's own dice."""
        return SeededDice(bytes.fromhex(self.row(code)[2]))

    def seed_commitment(self, code: str) -> str:
        """The hash of the seed, shown from the start."""
        return commitment_of(bytes.fromhex(self.row(code)[2]))

    # -- seats

    def use(self, code: str, seat: str) -> None:
        """Somebody acts for this seat."""
        if (code, seat) in self._used:
            return
        with self._immediately() as connection:
            connection.execute("INSERT OR IGNORE INTO used VALUES (?, ?)", (code, seat))
        self._used.add((code, seat))

    def used(self, code: str, seat: str) -> bool:
        """Whether anybody ever acted for this seat."""
        return bool(self._rows("SELECT 1 FROM used WHERE [table] = ? AND seat = ?", [code, seat]))

    def free(self, code: str, seat: str) -> None:
        """The last phone of this seat left: somebody else may take it."""
        with self._immediately() as connection:
            connection.execute("DELETE FROM used WHERE [table] = ? AND seat = ?", (code, seat))
        self._used.discard((code, seat))

    def claim(self, code: str, seat: str) -> None:
        """Take a free seat. Raises SeatTakenAlready."""
        with self._immediately() as connection:
            try:
                connection.execute("INSERT INTO used VALUES (?, ?)", (code, seat))
            except sqlite3.IntegrityError:
                raise SeatTakenAlready(seat) from None

    # -- presses

    def press(self, code: str, seat: Seat, press: Press, key: str, body: str) -> tuple[Entry, bool]:
        """Judge a press and append it; the same key again echoes. Returns the entry and whether it is an echo.

        Raises Malformed, Refused, Stale.
        """
        while True:
            with self.lock:
                table = self.table(code)
                echoed = self._echo(table, seat, key, body)
                if echoed is not None:
                    return echoed, True
                events = tap(table, seat, press, self.dice(code))
                readings = [OtherReadingUsed(question, answer) for question, answer in press.readings.items()]
                entry = Entry(len(table.entries), seat.name, key, body, time.time(), [*readings, *events])
                if self._append(table, entry):
                    return entry, False

    def note(self, code: str, seat: str, event: Event) -> None:
        """Add an event that is no press of play: somebody sat down."""
        while True:
            table = self.table(code)
            entry = Entry(len(table.entries), seat, "", "", time.time(), [event])
            if self._append(table, entry):
                return

    def _append(self, table: Table, entry: Entry) -> bool:
        """Whether the row went in; if another came first, the caller judges again."""
        try:
            with self._immediately() as connection:
                self._insert(connection, table.code, entry)
        except sqlite3.IntegrityError:
            return False
        return True

    def _echo(self, table: Table, seat: Seat, key: str, body: str) -> Entry | None:
        rows = self._rows(
            "SELECT seq, body FROM entries WHERE [table] = ? AND seat = ? AND key = ?", [table.code, seat.name, key]
        )
        if not rows:
            return None
        seq, kept = rows[0]
        if kept != body:
            raise Refused("key-reused", "table.key", field="key")
        return table.entries[int(seq)]

    # -- the next table

    def next_of(self, table: Table) -> str | None:
        """The code of the table where a game went on, if it is kept here and was opened from this very table."""
        code = table.state.next_table
        try:
            return code if code and came_from(table.game, self.table(code).opening) == table.code else None
        except (NoSuchTable, LookupError):
            return None

    def seat_at_next(self, table: Table, seat: str) -> str:
        """The seat that whoever holds this one has at the next table, where there is one."""
        code = self.next_of(table)
        return moved_by(self.table(code).opening.get("again", {}), table.seats)(seat) if code else seat

    def go_on(self, code: str, seat: str, again: Again | None = None) -> tuple[str, bool]:
        """The next table, opened unless somebody did already: its code, and whether it is new. It is the next mission
        of a campaign or, with `again`, the same one once more. Raises Refused.
        """
        while True:
            with self.lock:
                table = self.table(code)
                following = self.next_of(table)
                if following is not None:
                    return following, False
                opened = self._opened_after(table, seat, again)
                if opened is not None:
                    return opened, True

    def _opened_after(self, table: Table, seat: str, again: Again | None) -> str | None:
        """Open the next table and say so at this one, both or neither. None if another press came first."""
        opening = next_opening(table, again)
        moved = moved_by(opening.get("again", {}), table.seats)
        first = Entry(0, "", "", "", time.time(), [TableOpened(dict(opening))])
        try:
            with self._immediately() as connection:
                code = self._insert_table(connection, table.game, [first], secrets.token_hex(32), False)
                said = gone_on(code, again)
                self._insert(connection, table.code, Entry(len(table.entries), seat, "", "", time.time(), [said]))
                for (name,) in self._rows("SELECT seat FROM used WHERE [table] = ?", [table.code]):
                    connection.execute("INSERT INTO used VALUES (?, ?)", (code, moved(name)))
        except sqlite3.IntegrityError:
            return None
        return code

    # -- export and import

    def exported(self, code: str) -> dict[str, Any]:
        """The whole table as one JSON object: log and seed, no code and no token. A seed not yet public is left out."""
        _, game, seed, foreseeable, _ = self.row(code)
        table = self.table(code)
        rows = self._rows("SELECT seq, seat, key, body, at, events FROM entries WHERE [table] = ? ORDER BY seq", [code])
        log = [dict(zip(tablefile.Row.model_fields, row, strict=True)) for row in rows]
        withheld = table.state.over and not table.state.closed
        return tablefile.written(game, None if withheld else seed, bool(foreseeable), log)

    def imported(self, file: Any) -> str:
        """A new table with exactly that log. Returns its code. Raises Malformed and Refused; nothing half done.

        Whoever holds a file with the seed of an open table can foresee its dice, and the table says so.
        """
        content, entries = tablefile.read(file)
        closed = any(isinstance(event, SeedPublished) for entry in entries for event in entry.events)
        foreseeable = content.foreseeable or (content.seed is not None and not closed)
        return self._add_table(SHELF[content.game], entries, content.seed or secrets.token_hex(32), foreseeable)
