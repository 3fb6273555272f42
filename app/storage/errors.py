"""What may go wrong with tables that are kept."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says where a disk takes no more."""


class TableNotFound(LookupError):
    """No table goes by that code."""


class SeatOccupied(Exception):
    """Somebody holds that seat."""


class CorruptTable(Exception):
    """What is kept of a table cannot be read, or does not add up to one."""


class StorageError(Exception):
    """The database did not do what was asked."""


class StoreBusy(StorageError):
    """Another program holds the tables, or other work is before this; in a moment that may be over."""


class Full(StorageError):
    """The disk takes no more."""


class Taken(StorageError):
    """A row with that key is there already."""


@contextmanager
def full_disk_passed_over(passes: bool) -> Iterator[None]:
    """Within, a disk that takes no more is no error where that `passes`. Raises OSError."""
    try:
        yield
    except OSError as error:
        if not passes or error.errno not in NO_ROOM:
            raise
