"""A cache of replayed tables that nobody listens to."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from app.core.table.seat_view import Table

MOST_TABLES, MOST_PRESSES, LONGEST_IDLE = 64, 20_000, 120.0
"""The maximum number of tables, of entries in all of them, and of seconds without a request."""
LONG, BETWEEN_FOLDS = 1000, 0.001
"""The number of entries from which tables are replayed one at a time, and seconds in between for other requests."""


class _Asked(NamedTuple):
    table: Table
    at: float


class TableCache:
    """Recently requested tables, least recent first."""

    def __init__(self) -> None:
        self._asked: OrderedDict[str, _Asked] = OrderedDict()
        self.folding_long = threading.Lock()

    def __len__(self) -> int:
        return len(self._asked)

    def keep(self, table: Table) -> None:
        """Record a request for a table."""
        self._asked[table.code] = _Asked(table, time.monotonic())
        self._asked.move_to_end(table.code)

    @contextmanager
    def turn_of(self, presses: int) -> Iterator[None]:
        if presses < LONG:
            yield
            return
        with self.folding_long:
            time.sleep(BETWEEN_FOLDS)
            yield

    def pop(self, code: str) -> None:
        self._asked.pop(code, None)

    def forget(self) -> None:
        """Remove the least recent tables beyond the limits, and idle ones."""
        presses = sum(len(one.table.entries) for one in self._asked.values())
        awake = time.monotonic() - LONGEST_IDLE
        while len(self) > 1:
            code, oldest = next(iter(self._asked.items()))
            if len(self) <= MOST_TABLES and presses <= MOST_PRESSES and oldest.at >= awake:
                return
            presses -= len(oldest.table.entries)
            self.pop(code)
