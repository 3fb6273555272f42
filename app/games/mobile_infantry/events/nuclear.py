"""Events of a nuclear shot: its course and the casualties."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core.rules.dice import Roll
from app.core.rules.ruling import Reason
from app.games.mobile_infantry.events import InfantryEvent
from app.games.mobile_infantry.events.bugs import kill_men, note_near
from app.games.mobile_infantry.state import Blast, State


@dataclass
class NukeLaunched(InfantryEvent):
    team: str
    target: str
    distance: int
    trooper: str
    roll: Roll
    needs: int
    hit: bool
    working: list[Reason] = field(default_factory=list)
    near: list[str] = field(default_factory=list)
    """Bugs now known to be within twelve inches of the team."""

    def apply(self, state: State) -> None:
        note_near(state, self.team, self.near)
        state.blast = Blast(self.team, self.target, self.hit, drifts=not self.hit)
        for weapon in state.troopers[self.trooper].weapons:
            if weapon.type == "nuclear-launcher":
                weapon.shots_left, weapon.spent, weapon.fired = 0, True, True


@dataclass
class NukeDrifted(InfantryEvent):
    inches: int
    roll: Roll

    def apply(self, state: State) -> None:
        if state.blast is not None:
            state.blast.drifts = False


@dataclass
class BlastSurvived(InfantryEvent):
    look = "lost"

    team: str
    dead: list[str]
    officers: int
    roll: Roll
    working: list[Reason] = field(default_factory=list)
    needs: int | None = None

    def apply(self, state: State) -> None:
        kill_men(state, self.dead, self.officers)
        if state.blast is not None:
            state.blast.survived.append(self.team)


@dataclass
class BlastResolved(InfantryEvent):
    sites: list[str]

    def apply(self, state: State) -> None:
        state.blast = None
        for key in self.sites:
            state.sites[key].active = False
