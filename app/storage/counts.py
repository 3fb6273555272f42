"""Counts of this process since its start, which `/metrics` tells."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds of an append, up to which the parts of the histogram reach; one more has the rest."""


@dataclass
class Counts:
    kept: int = 0
    taken: int = 0
    """Entries that were decided again, since another process came first."""
    seconds: float = 0.0
    """Seconds of all appends, with waits for the database."""
    by_length: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    listening: int = 0
    """Phones that wait for news of a table now."""

    def note_append(self, is_kept: bool, seconds: float) -> None:
        self.kept, self.taken = self.kept + is_kept, self.taken + (not is_kept)
        self.seconds += seconds
        self.by_length[bisect_left(BOUNDS, seconds)] += 1

    @contextmanager
    def one_more_listens(self) -> Iterator[None]:
        self.listening += 1
        try:
            yield
        finally:
            self.listening -= 1
