"""Durability of writes: one wait for the disk, shared by all who wrote meanwhile."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

sync_data = getattr(os, "fdatasync", os.fsync)

Work = Callable[[], None]
Away = Callable[[Work], Work]
"""A function that starts work elsewhere; the result waits for its end and raises its error."""


class _Wait(NamedTuple):
    written: int
    end: Work


class DiskSync:
    """The disk sync of a file that others append to. Without `away`, each write waits.

    SQLite itself would wait at each COMMIT and block every phone for some milliseconds on a memory card. Here it writes
    at once, this class waits elsewhere, and no response leaves before.
    """

    def __init__(self, file: Path, away: Away | None = None) -> None:
        self.file, self.away = file, away
        self._written = self._synced = 0
        self._wait: _Wait | None = None
        self._descriptor: int | None = None

    def note_written(self) -> None:
        self._written += 1
        if self.away is None:
            self.flush_to_disk()
        elif self._wait is None or self._wait.written <= self._synced:
            self._begin(self.away)

    def flush_to_disk(self) -> None:
        written = self._written
        while self._synced < written:
            if self.away is None:
                self._sync(written)
            else:
                self._end(self._wait or self._begin(self.away))

    def close(self) -> None:
        self.flush_to_disk()
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _begin(self, away: Away) -> _Wait:
        written = self._written
        self._wait = _Wait(written, away(lambda: self._sync(written)))
        return self._wait

    def _end(self, wait: _Wait) -> None:
        try:
            wait.end()
        finally:
            if self._wait is wait:
                self._wait = None

    def _sync(self, written: int) -> None:
        if self._descriptor is None:
            self._descriptor = os.open(self.file, os.O_RDWR)
        sync_data(self._descriptor)
        self._synced = max(self._synced, written)
