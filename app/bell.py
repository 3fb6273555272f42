"""Who listens, and how they are told: a version per table and a wait until it is newer. Carries a number, not news."""

from __future__ import annotations

import threading
from collections import defaultdict
from dataclasses import dataclass, field


@dataclass
class _Rope:
    """One table's bell: how often it rang, and those who wait for it."""

    rings: int = 0
    rung: threading.Condition = field(default_factory=threading.Condition)


class Bell:
    """Rings per table; bursts coalesce. Plain threading, so that under gevent a wait costs a greenlet."""

    def __init__(self) -> None:
        self._ropes: defaultdict[str, _Rope] = defaultdict(_Rope)

    def rings(self, code: str) -> int:
        """How often the table's bell has rung."""
        return self._ropes[code].rings

    def ring(self, code: str) -> None:
        """The table moved on."""
        rope = self._ropes[code]
        with rope.rung:
            rope.rings += 1
            rope.rung.notify_all()

    def wait(self, code: str, heard: int, seconds: float) -> int:
        """Wait until the bell has rung since `heard`, or that long. Returns how often it has rung."""
        rope = self._ropes[code]
        with rope.rung:
            rope.rung.wait_for(lambda: rope.rings != heard, timeout=seconds)
            return rope.rings
