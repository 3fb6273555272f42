"""The SQLite database of a data folder, the default: transactions, durability and secure deletion."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlite_utils import Database as Tables

from app.storage import schema
from app.storage.backups import make_private
from app.storage.database import Row
from app.storage.disk_sync import Away, DiskSync
from app.storage.errors import Full, StorageError, StoreBusy, TableNotFound, Taken
from app.storage.notifications import Notifications
from app.storage.wiping import note_deleted

LONGEST_WAIT, BETWEEN_TRIES = 2.0, 0.02
"""Seconds that a writer waits for a lock of another process, and between two attempts."""
SETTINGS = {"synchronous": "NORMAL", "secure_delete": "ON", "cache_size": "-256"}
"""`DiskSync` waits for the disk instead of SQLite; deleted data is overwritten; a cache of 256 KiB is enough, since
entries are appended and each table is read once."""


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


class SqliteDatabase:
    """An open database: any number of readers, one writer at a time."""

    shared = False

    def __init__(self, file: Path, away: Away | None = None) -> None:
        """Open the file and migrate it to the current schema. Raise sqlite3.DatabaseError, StorageError.

        `away` runs waits for the disk, for a server that has more to do meanwhile.
        """
        self.file: Path | None = file
        self.place = str(file.parent)
        self.notifications = Notifications()
        self.lock = threading.RLock()
        self._syncing = DiskSync(file.with_name(f"{file.name}-wal"), away)
        self._locked_at: float | None = None
        make_private(file)
        connection = sqlite3.connect(file, isolation_level=None, timeout=0, check_same_thread=False)
        self._tables = Tables(connection, execute_plugins=False)
        self._tables.enable_wal()
        for name, value in SETTINGS.items():  # sqlite-utils has no call for settings
            self._tables.execute(f"PRAGMA {name}={value}")
        if not schema.is_current(self._tables):
            with self.writing() as tables:
                schema.migrate(tables)

    @contextmanager
    def reading(self) -> Iterator[Tables]:
        """Read within the lock of this process. Raise StorageError."""
        with self.lock, errors_named():
            yield self._tables

    @contextmanager
    def writing(self, code: str = "") -> Iterator[Tables]:
        """Write within a transaction; a nested one belongs to the outer.

        Raise StorageError: StoreBusy if another process writes for too long, Full, Taken.
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
                self._tables.rollback()  # no effect if a full disk has rolled back already
                raise
            self._syncing.note_written()

    def _begin(self) -> None:
        while True:
            try:
                # sqlite-utils begins deferred transactions, in which a later write could fail
                self._tables.execute("BEGIN IMMEDIATE")
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

    def version(self, code: str = "") -> int:
        """Return a number that changes when another process writes to the file."""
        (version,) = self._tables.execute("PRAGMA data_version").fetchone()  # sqlite-utils has no call for it
        return int(version)

    @property
    def is_writing(self) -> bool:
        return bool(self._tables.conn.in_transaction)

    def append(self, code: str, entry: Row) -> None:
        """Store an entry. Raise TableNotFound, StorageError."""
        with self.writing() as tables:
            if not tables.table("tables").count_where("code = ?", [code]):
                raise TableNotFound(code)
            tables.table("entries").insert({"table": code, **entry})

    def note_deleted(self) -> None:
        note_deleted(self._tables)

    def has_object(self, column: str, *path: str | int) -> str:
        place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
        return f"json_valid({column}) AND json_type({column}, '${place}') = 'object'"

    def flush_to_disk(self) -> None:
        self._syncing.flush_to_disk()

    def close(self) -> None:
        """Close the file; the last connection merges the write-ahead log into it."""
        self._syncing.close()
        self._tables.close()
