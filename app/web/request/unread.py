"""Large answers that somebody is being sent, counted by address: who reads none of them fills no memory."""

from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Callable

from flask import Response

from app.storage.errors import StoreBusy

LARGE = 1 << 18
"""Bytes from which an answer counts."""
MOST_OF_ONE, MOST_OF_FURTHER, MOST_IN_ALL = 16 << 20, 64 << 20, 128 << 20
"""Bytes of large answers that are being sent: to one address, together before a further one, and together.

Of an address's first answer, only the last counts.
"""


class UnreadAnswers:
    def __init__(self) -> None:
        self.held: Counter[str] = Counter()

    def count(self, response: Response, address: str, *, may_refuse: bool) -> None:
        """Count a large answer until it is sent or given up.

        Raise StoreBusy, if it may be refused, beyond what its address or all together may have waiting.
        """
        size = sum(map(len, response.iter_encoded())) if response.is_sequence else 0  # else it is sent in pieces
        if size < LARGE:
            return
        mine = self.held[address]
        is_beyond = mine > 0 and mine + size > MOST_OF_ONE
        if may_refuse and (is_beyond or self.held.total() + size > (MOST_OF_FURTHER if mine else MOST_IN_ALL)):
            raise StoreBusy
        self.held[address] += size
        response.call_on_close(weakref.finalize(response, self._letting_go(address, size)))

    def _letting_go(self, address: str, size: int) -> Callable[[], None]:
        def let_go() -> None:
            self.held[address] -= size
            if not self.held[address]:
                del self.held[address]

        return let_go
