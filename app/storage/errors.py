"""Errors of stored tables."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Error numbers of a full disk."""


class TableNotFound(LookupError):
    """A code without a table."""


class SeatOccupied(Exception):
    """A seat that somebody holds already."""


class CorruptTable(Exception):
    """A table whose stored data cannot be read or replayed."""


class StorageError(Exception):
    """A failed database operation."""


class StoreBusy(StorageError):
    """A lock of another process, or other work in progress; a later attempt may succeed."""


class Full(StorageError):
    """A full disk."""


class Taken(StorageError):
    """A row whose key exists already."""


class LogDiffers(StorageError):
    """A stored log that is not the one in memory."""


@contextmanager
def full_disk_passed_over(passes: bool) -> Iterator[None]:
    """Ignore a full disk within, if it `passes`. Raise OSError."""
    try:
        yield
    except OSError as error:
        if not passes or error.errno not in NO_ROOM:
            raise
