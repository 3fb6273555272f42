"""What only missions bring. Each event holds its numbers and never opens the book."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.play import Event
from app.games.incursion.state import State


@dataclass
class MissionEnded(Event):
    """The mission is over, and why, by which rule."""

    winner: str
    because: str
    rule: str

    def apply(self, state: State) -> None:
        state.over, state.winner, state.phase = True, self.winner, "over"
        state.active = state.acting = None
        state.waiting, state.triggers, state.unanswered = [], [], []
        state.blast, state.volatile, state.exploding = None, [], None


ALL: tuple[type[Event], ...] = (MissionEnded,)
