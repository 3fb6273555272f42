"""Who listens, and how they are told: by a number per table and a wait until it is newer, not by news."""

from __future__ import annotations

import threading
from collections import defaultdict
from dataclasses import dataclass, field


@dataclass
class _Channel:
    """One table's bell: how often it rang, and what the hearers of each seat wait for until it rings again."""

    rings: int = 0
    rung: defaultdict[str, threading.Event] = field(default_factory=lambda: defaultdict(threading.Event))


class Notifier:
    """Rings per table; bursts coalesce. Plain threading, so that under gevent a wait costs a greenlet."""

    def __init__(self, *, held: bool = False) -> None:
        """`held`: it rings only with `ring_out`, for a server that first answers whoever pressed."""
        self._ropes: defaultdict[str, _Channel] = defaultdict(_Channel)
        self._lock = threading.Lock()
        self._held: list[tuple[str, str]] | None = [] if held else None

    def rings(self, code: str) -> int:
        """Return how often the table's bell has rung."""
        return self._ropes[code].rings

    def notify(self, code: str, first: str = "") -> None:
        """The table moved on. Hearers of one seat are told together, those of the seat `first` before the others: what
        was drawn for one of them is there for the next."""
        if self._held is None:
            self._ring(code, first)
        else:
            self._held.append((code, first))

    def flush_notices(self) -> None:
        """Ring what was held back."""
        while self._held:
            self._ring(*self._held.pop())

    def _ring(self, code: str, first: str) -> None:
        rope = self._ropes[code]
        with self._lock:
            rope.rings += 1
            rung, rope.rung = rope.rung, defaultdict(threading.Event)
        for seat in sorted(rung, key=lambda seat: seat != first):
            rung[seat].set()

    def wait(self, code: str, heard: int, seconds: float, seat: str = "") -> int:
        """Wait at a seat until the bell has rung since `heard`, or that long. Returns how often it has rung."""
        rope = self._ropes[code]
        with self._lock:
            rung = rope.rung[seat] if rope.rings == heard else None
        if rung is not None:
            rung.wait(seconds)
        return rope.rings
