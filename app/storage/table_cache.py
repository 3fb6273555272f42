"""Tables that are kept folded for a while though nobody listens to them."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from app.core.table.seat_view import Table

MOST_TABLES, MOST_PRESSES, LONGEST_IDLE = 64, 20_000, 120.0
"""How many tables, how many presses of them in all, and for how many seconds a table for which nobody asks."""
LONG, BETWEEN_FOLDS = 1000, 0.001
"""Presses from which on tables are folded one after the other, and the seconds in which others are answered between."""


class _Asked(NamedTuple):
    """A table, and when somebody last asked for it."""

    table: Table
    at: float


class TableCache:
    """The tables that were asked for of late, the longest ago first."""

    def __init__(self) -> None:
        self._asked: OrderedDict[str, _Asked] = OrderedDict()
        self.folding_long = threading.Lock()

    def __len__(self) -> int:
        return len(self._asked)

    def keep(self, table: Table) -> None:
        """Somebody asks for a table."""
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
        """Let go of a table."""
        self._asked.pop(code, None)

    def forget(self) -> None:
        """Let go of those that were longest not asked for, where there are too many, and of those that are idle."""
        presses = sum(len(one.table.entries) for one in self._asked.values())
        awake = time.monotonic() - LONGEST_IDLE
        while len(self) > 1:
            code, oldest = next(iter(self._asked.items()))
            if len(self) <= MOST_TABLES and presses <= MOST_PRESSES and oldest.at >= awake:
                return
            presses -= len(oldest.table.entries)
            self.pop(code)
