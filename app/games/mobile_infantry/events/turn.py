"""Events of turns and phases: beginnings, awaited seats, ends, and after-effects."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from app.games.mobile_infantry.events import InfantryEvent
from app.games.mobile_infantry.state import Phase, State


@dataclass
class TurnBegan(InfantryEvent):
    begins_turn: ClassVar[bool] = True

    turn: int
    sequence: Literal["pre", "post"]
    berserk: list[str] = field(default_factory=list)
    """Teams that stay berserk."""

    def apply(self, state: State) -> None:
        state.turn, state.sequence = self.turn, self.sequence
        for key, team in state.teams.items():
            team.casualties_before, team.casualties = team.casualties, 0
            team.near = []
            if team.reaction == "withdrew" or (team.reaction == "berserk" and key not in self.berserk):
                team.reaction = "ok"
        for trooper in state.troopers.values():
            if trooper.status == "prone" and trooper.until < self.turn:
                trooper.status = "ok"


@dataclass
class PhaseBegan(InfantryEvent):
    """A phase of a side begins; each of these seats (with its side) is asked until it is done."""

    terms = {"phase": "phase"}

    phase: Phase
    side: str
    seats: dict[str, str]

    def apply(self, state: State) -> None:
        state.phase, state.active, state.squad_fire = self.phase, self.side, None
        for seat, side in self.seats.items():
            state.wait_for(side, self.phase, seat)
        for team in state.teams.values():
            team.tested, team.moved, team.fired, team.looked = [], False, False, False
            team.struck, team.runs, team.aims = False, "", ""
            team.inches, team.inches_bad, team.inches_helping = None, None, None
            if self.phase == "presence" and team.reaction == "no-advance" and team.until <= state.turn:
                team.reaction = "ok"
        if state.app is not None:
            state.app.steps, state.app.walked, state.app.halts = [], {}, []
        for bug in state.bugs.values():
            bug.fought, bug.backed_off, bug.rampages, bug.sprays = False, False, False, 0
            bug.aimed, bug.covered = [], []
            if self.phase == "bug-move":
                bug.engages = None
            if self.phase == "bug-move" or bug.captured:
                bug.moved = None
        if self.phase == "fire" or (self.phase == "im-move" and state.sequence == "pre"):
            for weapon in (weapon for trooper in state.troopers.values() for weapon in trooper.weapons):
                weapon.fired, weapon.reloading = False, weapon.reload_left > 0


@dataclass
class SeatDone(InfantryEvent):
    seat: str

    def apply(self, state: State) -> None:
        for one in list(state.waiting):
            if getattr(one, "seat", None) == self.seat:
                state.waiting.remove(one)


@dataclass
class MagazinesFilled(InfantryEvent):
    """The end of a fire phase: turns of reloading left, by trooper and weapon; 0 is loaded."""

    left: dict[str, dict[str, int]] = field(default_factory=dict)
    shots: dict[str, dict[str, int]] = field(default_factory=dict)
    """Shots of those that are loaded now."""
    also: ClassVar[tuple[str, ...]] = ("loaded",)

    @property
    def loaded(self) -> list[str]:
        return list(self.shots)

    def apply(self, state: State) -> None:
        for key, weapons in self.left.items():
            for place, turns in weapons.items():
                weapon = state.troopers[key].weapons[int(place)]
                weapon.reload_left = turns
                weapon.shots_left = self.shots.get(key, {}).get(place, weapon.shots_left)


@dataclass
class BattleEnded(InfantryEvent):
    terms = {"winner": "won"}
    reveals = True
    ends_game = True

    winner: str
    because: str

    def apply(self, state: State) -> None:
        state.over, state.phase, state.active, state.winner = True, "over", None, self.winner
        state.waiting, state.chain, state.blast, state.lair.scans = [], [], None, {}
        for team in state.teams.values():
            team.owes, team.may_choose, team.runs = [], [], ""
        for bug in state.bugs.values():
            bug.sprays, bug.retreats, bug.aimed = 0, 0, []
