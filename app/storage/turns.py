"""Turns at tables of a shared database: while a request waits for it, other requests at the same table wait."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary

from app.storage.errors import StoreBusy

LONGEST_WAIT = 1.2
"""Seconds that a request waits for others at its table: with a wait for the database it ends within 2.5."""


class _Lock:
    def __init__(self) -> None:
        self.lock = threading.Lock()


class _Held(threading.local):
    def __init__(self) -> None:
        self.locks: dict[str, _Lock] = {}


class Turns:
    """A lock for each table; whoever holds one may take it again.

    A thread waits for a second table only where games lead on from the first, so that no two wait for each other.
    """

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, _Lock] = WeakValueDictionary()
        self._held = _Held()

    @contextmanager
    def at(self, code: str) -> Iterator[None]:
        """Hold the turn of a table within. Raise StoreBusy if others hold it for too long."""
        held = self._held.locks
        if code in held:
            yield
            return
        self._take(code, self._lock_of(code))
        try:
            yield
        finally:
            self._give_back(code)

    def is_free(self, code: str) -> bool:
        """Return False if a thread that holds the turn of another table would wait for this one."""
        held = self._held.locks
        return not held or code in held or not self._lock_of(code).lock.locked()

    @contextmanager
    def given_back(self) -> Iterator[None]:
        """Let others have the turns that this thread holds, and take them again. Raise StoreBusy."""
        codes = [*self._held.locks]
        for code in codes:
            self._give_back(code)
        try:
            yield
        finally:
            for code in codes:
                self._take(code, self._lock_of(code))

    def _lock_of(self, code: str) -> _Lock:
        return self._locks.setdefault(code, _Lock())

    def _take(self, code: str, lock: _Lock) -> None:
        if not lock.lock.acquire(timeout=LONGEST_WAIT):
            raise StoreBusy(code)
        self._held.locks[code] = lock

    def _give_back(self, code: str) -> None:
        if lock := self._held.locks.pop(code, None):
            lock.lock.release()
