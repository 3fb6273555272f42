"""Events of thin ice."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core.rules.dice import Roll
from app.core.rules.ruling import Reason
from app.games.memoir_44.events import MemoirEvent
from app.games.memoir_44.events.units import end_ice
from app.games.memoir_44.state import Ice, State


@dataclass
class IceAsked(MemoirEvent):
    unit: str
    side: str
    hexes: int
    may_battle: bool = False
    retreats: bool = False
    seat: str | None = None
    """The general who rolls, if there is one."""

    def apply(self, state: State) -> None:
        state.ice = Ice(self.unit, self.hexes, self.may_battle, self.retreats)
        state.wait_for(self.side, "ice", self.seat)


@dataclass
class IceRolled(MemoirEvent):
    unit: str
    side: str
    roll: Roll
    needs: list[str]
    lost: int
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        end_ice(state)
