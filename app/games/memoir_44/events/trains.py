"""Events of trains: hits, moves, passengers that get off."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core.rules.ruling import Reason
from app.games.memoir_44.book import UnitType
from app.games.memoir_44.events import MemoirEvent
from app.games.memoir_44.events.units import end_rights, end_rights_to
from app.games.memoir_44.state import State, Unit


@dataclass
class TrainHit(MemoirEvent):
    train: str
    hits: int
    wagon: str
    locomotive: str
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        train = state.trains[self.train]
        train.hits, train.locomotive = self.hits, self.locomotive
        if self.wagon == "gone":
            train.wagon, train.cargo = "gone", []


@dataclass
class TrainMoved(MemoirEvent):
    """A train moves along the track; `front` is the hex that it faces."""

    side: str
    train: str
    at: str
    tail: str | None
    front: str | None = None
    own_move: int = 0

    def apply(self, state: State) -> None:
        train = state.trains[self.train]
        end_rights(state, self.train)
        end_rights_to(state, *filter(None, (self.at, self.tail)))
        train.at, train.tail, train.front = self.at, self.tail, self.front
        train.moves += self.own_move


@dataclass
class TrainMoveDecided(MemoirEvent):
    """The table decides where a train goes over track that is not refereed."""

    side: str
    train: str
    to: str

    def apply(self, state: State) -> None:
        """Change nothing: the event precedes the move."""


@dataclass
class PassengerGotOff(MemoirEvent):
    """A passenger of a supply train is beside it, and may do nothing in this turn."""

    side: str
    train: str
    unit: str
    at: str
    type: UnitType
    figures: int

    def apply(self, state: State) -> None:
        state.trains[self.train].cargo.remove(self.type)
        end_rights_to(state, self.at)
        off = Unit(self.side, self.type, self.figures, self.figures, self.at, placed=True, kept="transported")
        state.units[self.unit] = off
