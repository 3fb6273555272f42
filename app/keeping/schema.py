"""What the database of a data folder is made of: one of any released version is brought up to it, tables leave it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from app.core.refusals import Refused
from app.core.words import AsGiven

OF_A_TABLE = {"entries": "table", "used": "table", "exported": "table", "unproven": "table", "tables": "code"}
"""Where rows of a table are, and the column that has its code."""
PATIENCE = 5.0
"""Seconds that a file is waited for which others use."""


def migrate(database: Database) -> None:
    """Make whatever a database of an older version has not."""
    database.table("tables").create(
        {"code": str, "game": str, "seed": str, "foreseeable": int, "at": float}, pk="code", if_not_exists=True
    )
    database.table("entries").create(
        {"table": str, "seq": int, "seat": str, "key": str, "body": str, "at": float, "events": str},
        pk=("table", "seq"),
        if_not_exists=True,
    )
    database.table("entries").create_index(["table", "seat", "key"], unique=True, if_not_exists=True)
    database.table("exported").create({"table": str}, pk="table", if_not_exists=True)
    database.table("unproven").create({"table": str}, pk="table", if_not_exists=True)
    database.table("used").create({"table": str, "seat": str}, pk=("table", "seat"), if_not_exists=True)


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
