"""Events of caves."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core.rules.dice import Roll
from app.core.rules.ruling import Reason
from app.games.memoir_44.events import MemoirEvent
from app.games.memoir_44.events.units import note_battle
from app.games.memoir_44.state import State


@dataclass
class CaveAttacked(MemoirEvent):
    """Infantry tries to seal the cave in its hex, of which only this ground is left then."""

    side: str
    unit: str
    at: str
    roll: Roll
    needs: list[str]
    sealed: bool
    cave: str
    ground: str
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        state.battling, state.won = True, None
        note_battle(state, self.unit)
        if self.sealed:
            state.removed[self.at] = [*state.removed.get(self.at, []), self.cave]
            state.added[self.at] = [*state.added.get(self.at, []), self.ground]
