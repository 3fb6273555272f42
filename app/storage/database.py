"""The SQLite file of a data folder: who writes, when it is on the disk, and how it is wiped."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlite_utils import Database as Tables

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.storage import schema
from app.storage.backups import make_private
from app.storage.disk_sync import Away, DiskSync
from app.storage.errors import Full, StorageError, StoreBusy, Taken

LONGEST_WAIT, BETWEEN_TRIES = 2.0, 0.02
"""Seconds that a writer waits until another program lets go of the file, and between two tries."""
PATIENCE = 5.0
"""Seconds that wiping waits for a file which others use."""
SETTINGS = {"synchronous": "NORMAL", "secure_delete": "ON", "cache_size": "-256"}
"""`Syncing` waits for the disk instead of SQLite; what is deleted is overwritten; 256 KiB are kept in memory, for
entries go to the end of the file and each table is read once.
"""


LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
NO_ROOM_IN_FILE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


@contextmanager
def errors_named() -> Iterator[None]:
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise Taken(str(error)) from error
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        kind = StoreBusy if code in LOCKED else Full if code in NO_ROOM_IN_FILE else StorageError
        raise kind(str(error)) from error


class Database:
    """One open file: any number read it, one writes at a time."""

    def __init__(self, file: Path, away: Away | None = None) -> None:
        """Open the file, and bring it up to the schema of today. Raises sqlite3.DatabaseError.

        `away`: where to wait for the disk, for a server that has more to do meanwhile.
        """
        self.file = file
        self.lock = threading.RLock()
        self._syncing = DiskSync(file.with_name(f"{file.name}-wal"), away)
        self._locked_at: float | None = None
        make_private(file)
        connection = sqlite3.connect(file, isolation_level=None, timeout=0, check_same_thread=False)
        self._tables = Tables(connection, execute_plugins=False)
        self._tables.enable_wal()
        for name, value in SETTINGS.items():  # the library has no call for settings
            self._tables.execute(f"PRAGMA {name}={value}")
        schema.migrate(self._tables)

    @contextmanager
    def reading(self) -> Iterator[Tables]:
        """Read within, while nobody else of this program does. Raises StorageError."""
        with self.lock, errors_named():
            yield self._tables

    @contextmanager
    def writing(self) -> Iterator[Tables]:
        """Write within: all of it is kept, or nothing; what is within another transaction belongs to that.

        Raises StorageError: Busy where another program writes for too long, Full, Taken.
        """
        with self.lock, errors_named():
            if self._tables.conn.in_transaction:
                yield self._tables
                return
            self._begin()
            try:
                yield self._tables
                self._tables.commit()
            except BaseException:
                self._tables.rollback()  # which does nothing where a full disk has done it already
                raise
            self._syncing.note_written()

    def _begin(self) -> None:
        """Begin to write. Raises Busy where another program writes for too long; meanwhile others are answered."""
        while True:
            try:
                self._tables.execute("BEGIN IMMEDIATE")  # the library's own begins deferred: a later write could fail
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF not in LOCKED:
                    raise
                self._locked_at = self._locked_at or time.monotonic()
                if time.monotonic() - self._locked_at > LONGEST_WAIT:
                    raise StoreBusy from error
                time.sleep(BETWEEN_TRIES)
            else:
                self._locked_at = None
                return

    def version(self) -> int:
        """A number that changes when another process writes to the file."""
        (version,) = self._tables.execute("PRAGMA data_version").fetchone()  # the library has no call for it
        return int(version)

    def flush_to_disk(self) -> None:
        """Wait until everything that was written is on the disk. Raises OSError."""
        self._syncing.flush_to_disk()

    def close(self) -> None:
        """Let go of the file; the last one to do so brings everything that stands beside it into it."""
        self._syncing.close()
        self._tables.close()


def vacuum(file: Path) -> None:
    """Write a database anew without what was deleted, and empty what stands beside it. Raises Refused: it is gone, but
    what it left could not be wiped out.

    Others may go on reading meanwhile; who writes waits.
    """
    try:
        with closing(sqlite3.connect(file, isolation_level=None, timeout=PATIENCE)) as connection:
            database = Tables(connection, execute_plugins=False)
            database.vacuum()
            # the library has no call for it
            (busy, _, _) = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.OperationalError as error:
        raise Refused("not-wiped", why=Verbatim(str(error))) from error
    if busy:
        raise Refused("not-wiped", why=Verbatim(f"{file.name}-wal"))
