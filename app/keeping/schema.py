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
    "used": "[table] TEXT, seat TEXT, claimed INTEGER, PRIMARY KEY ([table], seat)",
}
OF_A_TABLE = {"entries": "table", "used": "table", "exported": "table", "unproven": "table", "tables": "code"}
"""Where rows of a table are, and the column that has its code."""
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
