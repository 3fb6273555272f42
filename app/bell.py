"""Who listens, and how they are told: a version per table and a wait until it is newer. Carries a number, not news."""

from __future__ import annotations

import threading
from collections import defaultdict
from dataclasses import dataclass, field


@dataclass
class _Rope:
    """One table's bell: how often it rang, and what those wait for who wait until it rings again."""

    rings: int = 0
    rung: threading.Event = field(default_factory=threading.Event)


class Bell:
    """Rings per table; bursts coalesce. Plain threading, so that under gevent a wait costs a greenlet."""

    def __init__(self, *, held: bool = False) -> None:
        """`held`: it rings only with `ring_out`, for a server that first answers whoever pressed."""
        self._ropes: defaultdict[str, _Rope] = defaultdict(_Rope)
        self._lock = threading.Lock()
        self._held: list[str] | None = [] if held else None

    def rings(self, code: str) -> int:
        """How often the table's bell has rung."""
        return self._ropes[code].rings

    def ring(self, code: str) -> None:
        """The table moved on."""
        if self._held is None:
            self._ring(code)
        else:
            self._held.append(code)

    def ring_out(self) -> None:
        """Ring what was held back."""
        while self._held:
            self._ring(self._held.pop())

    def _ring(self, code: str) -> None:
        rope = self._ropes[code]
        with self._lock:
            rope.rings += 1
            rung, rope.rung = rope.rung, threading.Event()
        rung.set()

    def wait(self, code: str, heard: int, seconds: float) -> int:
        """Wait until the bell has rung since `heard`, or that long. Returns how often it has rung."""
        rope = self._ropes[code]
        rung = rope.rung  # before the number: who rings in between sets this very one
        if rope.rings == heard:
            rung.wait(seconds)
        return rope.rings
