"""Database rows of tables and their logs."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

from app.core.content.cards.fields import PICTURES
from app.core.content.cards.pictures import MOST_FILES, fingerprints_in
from app.storage.database import Database
from app.storage.errors import SeatOccupied, TableNotFound, Taken
from app.storage.rows import EntryRow, TableRow

OF_A_TABLE = {
    **dict.fromkeys(("entries", "used", "left", "exported", "unproven", "imported", "table_pictures"), "table"),
    "tables": "code",
}
"""Database tables with rows of a table, and their column with its code."""
FEW, AN_HOUR, A_DAY = 12, 3600.0, 86400.0
"""The number of entries below which a table counts as unused, and seconds after which its people may not return."""
TO_GO = f"""
WITH kept AS (
    SELECT t.rowid AS place, t.code, t.at AS came, COALESCE(n.seq, 0) AS last, COALESCE(i.seq, 0) AS brought,
        EXISTS (SELECT 1 FROM used WHERE used."table" = t.code) AS taken,
        CASE WHEN n.at > :now OR n.at < t.at THEN t.at ELSE n.at END AS latest
    FROM tables t LEFT JOIN imported i ON i."table" = t.code LEFT JOIN entries n
        ON n."table" = t.code AND n.seq = (SELECT max(seq) FROM entries WHERE "table" = t.code)
), going AS (
    SELECT place, code, came, CASE
        WHEN NOT taken AND last = 0 THEN 1
        WHEN latest < :now - {AN_HOUR} AND NOT taken AND last = brought THEN 2
        WHEN latest < :now - {AN_HOUR} AND EXISTS (SELECT 1 FROM entries WHERE "table" = code AND seq = 0
            AND {{is_tutorial}}) THEN 2
        WHEN latest < :now - {A_DAY} AND last - brought < {FEW} THEN 3
    END AS turn FROM kept
)
SELECT code FROM going WHERE turn IS NOT NULL ORDER BY came > :now - 60, turn, place LIMIT 1
"""
"""The query for the table that makes room among up to 20,000, the oldest of the first group that has one:

1. tables that nobody ever used;
2. after an hour, tutorials and those imports that nobody joined;
3. after a day, tables with few entries.

No other table is deleted. One opened in the last minute comes last; clocks may have been ahead.
"""


class TableRows:
    def __init__(self, database: Database) -> None:
        self.database = database

    # -- tables

    def add(self, row: TableRow, entries: Iterable[EntryRow]) -> None:
        with self.database.writing() as tables:
            every = [*entries]
            tables.table("tables").insert(row._asdict())
            tables.table("entries").insert_all({"table": row.code, **entry._asdict()} for entry in every)
            named = ({"table": row.code, "picture": picture} for picture in pictures_in(every[0]))
            tables.table("table_pictures").insert_all(named)

    def row(self, code: str) -> TableRow:
        found = self._rows("tables", "code = ?", [code])
        if not found:
            raise TableNotFound(code)
        return TableRow(**found[0])

    def has(self, code: str) -> bool:
        return self._is_in("tables", code)

    def codes(self) -> list[str]:
        """Return the codes of all tables, newest first, regardless of clocks."""
        return [row["code"] for row in self._rows("tables", select="code", order_by="rowid DESC")]

    def newest(self, most: int, start: int = 0) -> list[TableRow]:
        """Return tables, newest first, without the newest `start`."""
        return [TableRow(**row) for row in self._rows("tables", order_by="rowid DESC", limit=most, offset=start)]

    def count(self) -> int:
        with self.database.reading() as tables:
            return tables.table("tables").count

    def first_to_go(self) -> str | None:
        with self.database.reading() as tables:
            is_tutorial = self.database.has_object("events", 0, "opening", "practice")
            found = next(tables.query(TO_GO.format(is_tutorial=is_tutorial), {"now": time.time()}), None)
            return found["code"] if found else None

    def delete(self, code: str) -> None:
        with self.database.writing() as tables:
            if not self.has(code):
                raise TableNotFound(code)
            for table, column in OF_A_TABLE.items():
                tables.table(table).delete_where(f'"{column}" = ?', [code])
            self.database.note_deleted()

    # -- entries

    def entries(self, code: str, since: int = 0) -> list[EntryRow]:
        columns = ", ".join(EntryRow._fields)
        rows = self._rows("entries", '"table" = ? AND seq >= ?', [code, since], order_by="seq", select=columns)
        return [EntryRow(**row) for row in rows]

    def append(self, code: str, entry: EntryRow) -> None:
        """Append an entry to the log of a table.

        Raise TableNotFound, StorageError; Taken for an existing number or key.
        """
        self.database.append(code, entry._asdict())

    # -- notes about a table

    def note_import(self, code: str, seq: int, proven: bool) -> None:
        with self.database.writing() as tables:
            tables.table("imported").insert({"table": code, "seq": seq})
            if not proven:
                tables.table("unproven").insert({"table": code})

    def is_proven(self, code: str) -> bool:
        return not self._is_in("unproven", code)

    def note_export(self, code: str) -> None:
        if not self.is_exported(code):
            with self.database.writing(code) as tables:
                tables.table("exported").insert({"table": code}, ignore=True)

    def is_exported(self, code: str) -> bool:
        return self._is_in("exported", code)

    def _is_in(self, table: str, code: str) -> bool:
        return bool(self._rows(table, f'"{OF_A_TABLE[table]}" = ?', [code]))

    def _rows(
        self, table: str, where: str | None = None, values: Sequence[Any] = (), **how: Any
    ) -> list[dict[str, Any]]:
        with self.database.reading() as tables:
            return [*tables.table(table).rows_where(where, values, **how)]


def pictures_in(opening: EntryRow) -> set[str]:
    if f'"{PICTURES}"' not in opening.events:
        return set()
    cards = json.loads(opening.events)[0].get("opening", {}).get("cards")
    named = json.dumps(cards.get(PICTURES)) if isinstance(cards, dict) else ""
    return set(islice(sorted(fingerprints_in(named)), MOST_FILES))


TABLE, LEFT = "used", "left"
BY_TOKEN, CLAIMED, CAME_ALONG = range(3)
"""The ways to take a seat: by its first token, by a claim before that was used, or by coming along from the previous
table."""


class SeatRows:
    def __init__(self, database: Database) -> None:
        self.database = database

    def taken(self, code: str) -> dict[str, int | None]:
        """Return the taken seats of a table, and the way each was taken; None if that is unknown."""
        with self.database.reading() as tables:
            return {row["seat"]: row["claimed"] for row in tables.table(TABLE).rows_where('"table" = ?', [code])}

    def use(self, code: str, seat: str) -> None:
        with self.database.writing(code) as tables:
            tables.table(TABLE).insert({"table": code, "seat": seat, "claimed": BY_TOKEN}, ignore=True)

    def claim(self, code: str, seat: str, how: int = CLAIMED) -> None:
        try:
            with self.database.writing(code) as tables:
                tables.table(TABLE).insert({"table": code, "seat": seat, "claimed": how})
        except Taken:
            raise SeatOccupied(seat) from None

    def free(self, code: str, seat: str) -> None:
        with self.database.writing(code) as tables:
            tables.table(TABLE).delete_where('"table" = ? AND seat = ?', [code, seat])

    def left(self, code: str) -> set[str]:
        with self.database.reading() as tables:
            return {row["phone"] for row in tables.table(LEFT).rows_where('"table" = ?', [code])}

    def note_left(self, code: str, phone: str) -> None:
        with self.database.writing(code) as tables:
            tables.table(LEFT).insert({"table": code, "phone": phone}, ignore=True)

    def go_on(self, before: str, code: str, moved: Callable[[str], str]) -> None:
        """Take at the next table the seats taken at this one; `moved` maps each seat to the next."""
        with self.database.writing(before) as tables:
            tables.table(TABLE).insert_all(
                {"table": code, "seat": moved(seat), "claimed": CAME_ALONG} for seat in self.taken(before)
            )
