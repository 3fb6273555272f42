"""Removal of what deleted rows leave in the database file and its write-ahead log."""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlite_utils import Database as Tables

from app.core.errors import Refused
from app.core.messages.translator import Verbatim

BRIEFLY, PATIENCE = 0.25, 5.0
"""Seconds that emptying the log waits for readers while writers wait for it, and that a vacuum waits for its turn."""
QUIET = 600.0
"""Seconds without a write, after which the file may be rewritten, for which writers wait."""


def note_deleted(tables: Tables) -> None:
    """Mark the file, in the transaction that deletes, until it was rewritten.

    Each deletion by a number of its own.
    """
    tables.execute(f"PRAGMA user_version={secrets.randbelow(2**31 - 1) + 1}")  # sqlite-utils has no call for it


class Wiping:
    """The removal of deleted data from a database file, in two steps.

    `secure_delete` overwrites deleted data in its pages. Older copies of them are in the write-ahead log until it is
    emptied, which is done at once. SQLite may also have left a copy where it moved rows between pages; only a rewritten
    file is without. That takes seconds where it is large, so it is done at rest.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._emptied = 0
        """The mark of the file when its log was last emptied."""

    def empty_log(self) -> None:
        """Empty the write-ahead log. Raise Refused if another process reads it."""
        with self._opened(BRIEFLY) as tables:
            marked = mark_of(tables)
            self._checkpoint(tables)
            self._emptied = marked

    def rewrite(self) -> None:
        """Rewrite the file without deleted data, and empty its log; readers go on, writers wait.

        Raise Refused.
        """
        with self._opened(PATIENCE) as tables:
            marked = mark_of(tables)
            tables.vacuum()
            with tables.conn:
                tables.execute("BEGIN IMMEDIATE")
                if mark_of(tables) == marked:  # else more was deleted meanwhile
                    tables.execute("PRAGMA user_version=0")
            self._checkpoint(tables)

    def go_on(self) -> None:
        """Do what is left to do, if it can be done now. Raise Refused if it must be tried again."""
        with self._opened(BRIEFLY) as tables:
            marked = mark_of(tables)
        if marked and marked != self._emptied:
            self.empty_log()
        if marked and self._is_quiet():
            self.rewrite()

    def _is_quiet(self) -> bool:
        files = (self.file, self._log)
        age = time.time() - max(file.stat().st_mtime for file in files if file.exists())
        return not 0 <= age < QUIET  # a time in the future is of a clock that was ahead

    @property
    def _log(self) -> Path:
        return self.file.with_name(f"{self.file.name}-wal")

    def _checkpoint(self, tables: Tables) -> None:
        (busy, _, _) = tables.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()  # sqlite-utils has no call for it
        if busy:
            raise Refused("not-wiped", why=Verbatim(self._log.name))

    @contextmanager
    def _opened(self, patience: float) -> Iterator[Tables]:
        try:
            with closing(sqlite3.connect(self.file, isolation_level=None, timeout=patience)) as connection:
                yield Tables(connection, execute_plugins=False)
        except sqlite3.DatabaseError as error:
            raise Refused("not-wiped", why=Verbatim(str(error))) from error


def mark_of(tables: Tables) -> int:
    """Return the mark of the last deletion, or 0 if the file was rewritten since."""
    (marked,) = tables.execute("PRAGMA user_version").fetchone()  # sqlite-utils has no call for it
    return int(marked)
