"""What may go wrong with tables that are kept."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says where a disk takes no more."""


class NoSuchTable(LookupError):
    """No table goes by that code."""


class SeatTakenAlready(Exception):
    """Somebody holds that seat."""


class Damaged(Exception):
    """What is kept of a table cannot be read, or does not add up to one."""


class StorageError(Exception):
    """The database did not do what was asked."""


class Busy(StorageError):
    """Another program holds the tables, or other work is before this; in a moment that may be over."""


class Full(StorageError):
    """The disk takes no more."""


class Taken(StorageError):
    """A row with that key is there already."""


LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
NO_ROOM_IN_FILE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


@contextmanager
def errors_named() -> Iterator[None]:
    """Within, errors of SQLite are raised as a StorageError."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise Taken(str(error)) from error
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        kind = Busy if code in LOCKED else Full if code in NO_ROOM_IN_FILE else StorageError
        raise kind(str(error)) from error


@contextmanager
def full_disk_passed_over(passes: bool) -> Iterator[None]:
    """Within, a disk that takes no more is no error where that `passes`. Raises OSError."""
    try:
        yield
    except OSError as error:
        if not passes or error.errno not in NO_ROOM:
            raise
