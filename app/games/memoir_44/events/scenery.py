"""What lies on the map and changes: obstacles, mines, stars, bridges, dams, units that are landed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from app.core.dice import Roll
from app.core.play import Event
from app.core.ruling import Reason
from app.games.memoir_44.events.units import battled
from app.games.memoir_44.state import State


@dataclass
class ObstacleRemoved(Event):
    """Something on a hex lies there no more."""

    at: str
    what: str

    def apply(self, state: State) -> None:
        if self.what in state.added.get(self.at, []):
            state.added[self.at] = [one for one in state.added[self.at] if one != self.what]
        else:
            state.removed[self.at] = [*state.removed.get(self.at, []), self.what]


@dataclass
class DugIn(Event):
    """A unit is behind sandbags."""

    side: str
    unit: str
    at: str

    def apply(self, state: State) -> None:
        state.added[self.at] = [*state.added.get(self.at, []), "sandbags"]


@dataclass
class MineEntered(Event):
    """A unit has entered a minefield of the enemy: its number is turned over."""

    reveals: ClassVar[bool] = True

    unit: str
    at: str
    value: int

    def apply(self, state: State) -> None:
        mine = state.mines[self.at]
        mine.shown, mine.hidden = self.value, None


@dataclass
class MineAsked(Event):
    """A minefield is about to roll against a unit."""

    unit: str
    side: str

    def apply(self, state: State) -> None:
        state.in_mine = self.unit
        state.wait_for(self.side, "mine")


@dataclass
class MineRemoved(Event):
    """A minefield is taken away: a decoy, or cleared by engineers."""

    at: str
    unit: str
    cleared: bool

    def apply(self, state: State) -> None:
        del state.mines[self.at]
        if self.cleared:
            state.battling = True
            battled(state, self.unit)


@dataclass
class MineRolled(Event):
    """A minefield rolls against a unit."""

    unit: str
    side: str
    at: str
    roll: Roll
    needs: list[str]
    hits: int
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        state.in_mine = None
        state.stop_waiting_for(self.side)


ALL: tuple[type[Event], ...] = (ObstacleRemoved, DugIn, MineEntered, MineAsked, MineRemoved, MineRolled)
