"""Trains that are hit, that move, whose passengers get off."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core.play import Event
from app.core.ruling import Reason
from app.games.memoir_44.state import State


@dataclass
class TrainHit(Event):
    """A train is hit: its hits, what is left of it."""

    train: str
    hits: int
    wagon: str
    locomotive: str
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        train = state.trains[self.train]
        train.hits, train.wagon, train.locomotive = self.hits, self.wagon, self.locomotive


@dataclass
class TrainMoved(Event):
    """A train moves along the track; `front` is the hex that it looks at."""

    side: str
    train: str
    at: str
    tail: str | None
    front: str | None = None
    own_move: int = 0

    def apply(self, state: State) -> None:
        train = state.trains[self.train]
        train.at, train.tail, train.front = self.at, self.tail, self.front
        train.moves += self.own_move


ALL: tuple[type[Event], ...] = (TrainHit, TrainMoved)
