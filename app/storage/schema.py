"""What the database of a data folder is made of: one of any released version is brought up to it, tables leave it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from app.core.refusals import Refused
from app.core.words import AsGiven

COLUMNS = {
    "tables": "code TEXT PRIMARY KEY, game TEXT, seed TEXT, foreseeable INTEGER, at REAL",
    "entries": "[table] TEXT, seq INTEGER, seat TEXT, key TEXT, body TEXT, at REAL, events TEXT,"
    " PRIMARY KEY ([table], seq)",
    "exported": "[table] TEXT PRIMARY KEY",
    "unproven": "[table] TEXT PRIMARY KEY",
    "imported": "[table] TEXT PRIMARY KEY, seq INTEGER",
    "used": "[table] TEXT, seat TEXT, claimed INTEGER, PRIMARY KEY ([table], seat)",
}
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
"""The table that goes first where no room is left: the oldest at which nobody ever did anything; after these the oldest
that is for practice, or was brought in a file and nobody sat at it, for an hour; then the oldest at which hardly
anything was done, for a day. No other goes. One that was just opened goes last of all; clocks may have been ahead.
"""
PATIENCE = 5.0
"""Seconds that a file is waited for which others use."""


def migrate(connection: sqlite3.Connection) -> None:
    """Make whatever a database of an older version has not."""
    for table, columns in COLUMNS.items():
        connection.execute(f"CREATE TABLE IF NOT EXISTS {table} ({columns})")
    if "claimed" not in {column for _, column, *_ in connection.execute("PRAGMA table_info(used)")}:
        # unknown of whoever sat down with an older version: the token of then counts
        connection.execute("ALTER TABLE used ADD COLUMN claimed INTEGER")
    key = "idx_entries_table_seat_key ON entries ([table], seat, key)"
    connection.execute(f"CREATE UNIQUE INDEX IF NOT EXISTS {key}")


def remove_table(connection: sqlite3.Connection, code: str) -> bool:
    """Delete every row of a table, within a transaction. Whether there was any."""
    found = [
        connection.execute(f"DELETE FROM [{kept}] WHERE [{column}] = ?", (code,)).rowcount
        for kept, column in OF_A_TABLE.items()
    ]
    return any(found)


def note_import(connection: sqlite3.Connection, code: str, seq: int, proven: bool) -> None:
    """Note that a table came out of a file, up to which entry, and whether it follows from its seed."""
    connection.execute("INSERT INTO imported VALUES (?, ?)", (code, seq))
    if not proven:
        connection.execute("INSERT INTO unproven VALUES (?)", (code,))


def wipe(file: Path) -> None:
    """Write a database anew without what was deleted, and empty what stands beside it. Raises Refused: it is gone, but
    what it left could not be wiped out.

    Others may go on reading meanwhile; who writes waits.
    """
    try:
        with closing(sqlite3.connect(file, isolation_level=None, timeout=PATIENCE)) as database:
            database.execute("VACUUM")
            (busy, _, _) = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.OperationalError as error:
        raise Refused("not-wiped", why=AsGiven(str(error))) from error
    if busy:
        raise Refused("not-wiped", why=AsGiven(f"{file.name}-wal"))
