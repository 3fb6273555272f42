"""A game without a server, played to its end by programs; the games say who does what."""

from __future__ import annotations

import time
from typing import Any

from app.core.engine.event import Entry
from app.core.table.seat_view import Table

MOST = 4000
"""Commands after which a game has no end."""


class HeadlessGame:
    """A table and what was refused at it. A subclass opens the table and does the next thing in `step`."""

    table: Table
    refused: list[str]

    def add(self, seat: str, events: list[Any]) -> None:
        self.table.append(Entry(len(self.table.entries), seat, "", "", time.time(), events))

    @property
    def state(self) -> Any:
        return self.table.state

    def step(self) -> bool:
        """Do the next thing; False if nobody does anything."""
        raise NotImplementedError

    def play(self, most: int = MOST) -> str | None:
        """Play to the end; the winner, or None after so many commands."""
        while not self.state.over and len(self.table.entries) < most:
            if not self.step():
                self.refused.append(f"nobody goes on in {self.state.phase}")
                return None
        return str(self.state.winner) if self.state.over else None
