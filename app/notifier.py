"""Notification of listeners: a counter per table, and a wait for its next value."""

from __future__ import annotations

import threading
from collections import defaultdict
from dataclasses import dataclass, field


@dataclass
class _Channel:
    rings: int = 0
    rung: defaultdict[str, threading.Event] = field(default_factory=lambda: defaultdict(threading.Event))


class Notifier:
    """A counter per table; bursts coalesce.

    Plain threading, so that a wait costs only a greenlet under gevent.
    """

    def __init__(self, *, held: bool = False) -> None:
        """Hold notices back until `flush_notices` if `held`, so that the server responds first."""
        self._ropes: defaultdict[str, _Channel] = defaultdict(_Channel)
        self._lock = threading.Lock()
        self._held: list[tuple[str, str]] | None = [] if held else None

    def rings(self, code: str) -> int:
        return self._ropes[code].rings

    def notify(self, code: str, first: str = "") -> None:
        """Notify the listeners of a table, each seat's together and the seat `first` before others.

        A board cached for one listener then serves the next.
        """
        if self._held is None:
            self.ring(code, first)
        else:
            self._held.append((code, first))

    def flush_notices(self) -> None:
        while self._held:
            self.ring(*self._held.pop())

    def ring_all(self) -> None:
        """Notify all listeners at once: any table may have changed."""
        for code in [code for code, rope in self._ropes.items() if rope.rung]:
            self.ring(code)

    def ring(self, code: str, first: str = "") -> None:
        """Notify the listeners of a table at once."""
        rope = self._ropes[code]
        with self._lock:
            rope.rings += 1
            rung, rope.rung = rope.rung, defaultdict(threading.Event)
        for seat in sorted(rung, key=lambda seat: seat != first):
            rung[seat].set()

    def wait(self, code: str, heard: int, seconds: float, seat: str = "") -> int:
        """Wait at a seat for a notice after `heard`; return the number of notices."""
        rope = self._ropes[code]
        with self._lock:
            rung = rope.rung[seat] if rope.rings == heard else None
        if rung is not None:
            rung.wait(seconds)
        return rope.rings
