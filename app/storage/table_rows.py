"""Tables and their logs as rows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from app.storage.database import Database
from app.storage.errors import SeatOccupied, TableNotFound, Taken
from app.storage.rows import EntryRow, TableRow

OF_A_TABLE = {**dict.fromkeys(("entries", "used", "exported", "unproven", "imported"), "table"), "tables": "code"}
"""Where rows of a table are, and the column that has its code."""
FEW, AN_HOUR, A_DAY = 12, 3600.0, 86400.0
"""Entries below which hardly anything was done at a table, and seconds after which it may be that nobody comes back."""
TO_GO = f"""
WITH kept AS (
    SELECT t.rowid AS place, t.code, t.at AS came, COALESCE(n.seq, 0) AS last, COALESCE(i.seq, 0) AS brought,
        EXISTS (SELECT 1 FROM used WHERE used.[table] = t.code) AS taken,
        max(t.at, CASE WHEN n.at > :now THEN t.at ELSE n.at END) < :now - {AN_HOUR} AS an_hour,
        max(t.at, CASE WHEN n.at > :now THEN t.at ELSE n.at END) < :now - {A_DAY} AS a_day
    FROM tables t LEFT JOIN imported i ON i.[table] = t.code LEFT JOIN entries n
        ON n.[table] = t.code AND n.seq = (SELECT max(seq) FROM entries WHERE [table] = t.code)
), going AS (
    SELECT place, code, came, CASE
        WHEN NOT taken AND last = 0 THEN 1
        WHEN an_hour AND NOT taken AND last = brought THEN 2
        WHEN an_hour AND EXISTS (SELECT 1 FROM entries WHERE [table] = code AND seq = 0 AND json_valid(events)
            AND json_type(events, '$[0].opening.practice') = 'object') THEN 2
        WHEN a_day AND last - brought < {FEW} THEN 3
    END AS turn FROM kept
)
SELECT code FROM going WHERE turn IS NOT NULL ORDER BY came > :now - 60, turn, place LIMIT 1
"""
"""One look at up to 20,000 tables, in the file. Which goes first where no room is left: the oldest at which nobody ever
did anything; after these the oldest that is for practice, or was brought in a file and nobody sat at it, for an hour;
then the oldest at which hardly anything was done, for a day. No other goes. One that was just opened goes last of all;
clocks may have been ahead.
"""


class TableRows:
    """All tables of a database, and the entries of their logs."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # -- tables

    def add(self, row: TableRow, entries: Iterable[EntryRow]) -> None:
        """Keep a new table and the first entries of its log. Raises StorageError."""
        with self.database.writing() as tables:
            tables.table("tables").insert(row._asdict())
            tables.table("entries").insert_all({"table": row.code, **entry._asdict()} for entry in entries)

    def row(self, code: str) -> TableRow:
        """Return how a table was opened. Raises NoSuchTable."""
        found = self._rows("tables", "code = ?", [code])
        if not found:
            raise TableNotFound(code)
        return TableRow(**found[0])

    def has(self, code: str) -> bool:
        """Return whether that table is kept here."""
        return self._is_in("tables", code)

    def codes(self, most: int | None = None) -> list[str]:
        """Every table, or so many at most, newest first, whatever the clock said when they were opened."""
        with self.database.reading() as tables:
            found = tables.table("tables").rows_where(select="code", order_by="rowid DESC", limit=most)
            return [row["code"] for row in found]

    def count(self) -> int:
        """Return how many tables are kept."""
        with self.database.reading() as tables:
            return tables.table("tables").count

    def first_to_go(self) -> str | None:
        """The table that makes room where none is left."""
        with self.database.reading() as tables:
            found = next(tables.query(TO_GO, {"now": time.time()}), None)
            return found["code"] if found else None

    def delete(self, code: str) -> None:
        """Delete every row of a table. Raises NoSuchTable, StorageError."""
        with self.database.writing() as tables:
            if not self.has(code):
                raise TableNotFound(code)
            for table, column in OF_A_TABLE.items():
                tables.table(table).delete_where(f"[{column}] = ?", [code])

    # -- entries

    def entries(self, code: str, since: int = 0) -> list[EntryRow]:
        """The log of a table, from an entry on."""
        columns = ", ".join(EntryRow._fields)
        rows = self._rows("entries", "[table] = ? AND seq >= ?", [code, since], order_by="seq", select=columns)
        return [EntryRow(**row) for row in rows]

    def append(self, code: str, entry: EntryRow) -> None:
        """Add an entry to the log of a table. Raises NoSuchTable, StorageError: Taken where another has its number or
        its key.
        """
        with self.database.writing() as tables:
            if not self.has(code):
                raise TableNotFound(code)
            tables.table("entries").insert({"table": code, **entry._asdict()})

    # -- what is noted of a table

    def note_import(self, code: str, seq: int, proven: bool) -> None:
        with self.database.writing() as tables:
            tables.table("imported").insert({"table": code, "seq": seq})
            if not proven:
                tables.table("unproven").insert({"table": code})

    def is_proven(self, code: str) -> bool:
        return not self._is_in("unproven", code)

    def note_export(self, code: str) -> None:
        if not self.is_exported(code):
            with self.database.writing() as tables:
                tables.table("exported").insert({"table": code}, ignore=True)

    def is_exported(self, code: str) -> bool:
        return self._is_in("exported", code)

    def _is_in(self, table: str, code: str) -> bool:
        return bool(self._rows(table, f"[{OF_A_TABLE[table]}] = ?", [code]))

    def _rows(self, table: str, where: str, values: list[Any], **how: Any) -> list[dict[str, Any]]:
        with self.database.reading() as tables:
            return [*tables.table(table).rows_where(where, values, **how)]


TABLE = "used"
BY_TOKEN, CLAIMED, CAME_ALONG = range(3)
"""How somebody came to act for a seat: by the token that came with the table, by sitting down before that was used, or
because the game went on from another table where it was taken."""


class SeatRows:
    """Every seat for which somebody acts, of all tables."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def taken(self, code: str) -> dict[str, bool | None]:
        """The taken seats of a table. Of each whether somebody sat down before the token that came with the table was
        used; None if that is not known.
        """
        with self.database.reading() as tables:
            rows = tables.table(TABLE).rows_where("[table] = ?", [code])
            return {row["seat"]: None if row["claimed"] is None else bool(row["claimed"]) for row in rows}

    def came_along(self, code: str, seat: str) -> bool:
        """Return whether a seat is held by whoever held it at the table from which the game went on."""
        with self.database.reading() as tables:
            where = "[table] = ? AND seat = ? AND claimed = ?"
            return bool(tables.table(TABLE).count_where(where, [code, seat, CAME_ALONG]))

    def use(self, code: str, seat: str) -> None:
        """Somebody acts for this seat, by the token that came with the table. Raises StorageError."""
        with self.database.writing() as tables:
            tables.table(TABLE).insert({"table": code, "seat": seat, "claimed": BY_TOKEN}, ignore=True)

    def claim(self, code: str, seat: str, how: int = CLAIMED) -> None:
        """Take a free seat. Raises SeatTakenAlready, StorageError."""
        try:
            with self.database.writing() as tables:
                tables.table(TABLE).insert({"table": code, "seat": seat, "claimed": how})
        except Taken:
            raise SeatOccupied(seat) from None

    def free(self, code: str, seat: str) -> None:
        """Somebody else may take this seat. Raises StorageError."""
        with self.database.writing() as tables:
            tables.table(TABLE).delete_where("[table] = ? AND seat = ?", [code, seat])

    def go_on(self, before: str, code: str, moved: Callable[[str], str]) -> None:
        """Take at another table the seats that are taken at this one; `moved`: a seat here → the seat there."""
        with self.database.writing() as tables:
            tables.table(TABLE).insert_all(
                {"table": code, "seat": moved(seat), "claimed": CAME_ALONG} for seat in self.taken(before)
            )
