"""Events of set-up: squads and teams, their experience, weapons, the mission."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from pydantic import Field

from app.core.rules.dice import Roll
from app.core.rules.ruling import Reason
from app.games.mobile_infantry.book import Experience, WeaponName
from app.games.mobile_infantry.brain_secrets import BrainSecrets
from app.games.mobile_infantry.events import InfantryEvent
from app.games.mobile_infantry.state import Boat, Squad, State, Team, TeamKind, Trooper, Weapon


@dataclass
class TeamRaised(InfantryEvent):
    is_play = True

    team: str
    seat: str
    squad: str | None
    kind: TeamKind
    experience: Experience | None
    troopers: dict[str, str]
    weapons: dict[WeaponName, int]
    """Weapon → shots, the same for every man."""
    company: int = 1
    """The company that it belongs to or commands; 0: it commands the regiment."""

    @property
    def is_quiet(self) -> bool:
        return self.squad is not None and self.kind == "fire"  # its squad is told with the team that commands it

    def apply(self, state: State) -> None:
        if self.squad is not None and self.squad not in state.squads:
            state.squads[self.squad] = Squad(self.seat, company=self.company)
        team = Team(self.seat, self.squad, self.kind, experience=self.experience, company=self.company)
        state.teams[self.team] = team
        for key, role in self.troopers.items():
            weapons = [Weapon(weapon, shots) for weapon, shots in self.weapons.items()]
            state.troopers[key] = Trooper(self.team, role, weapons=weapons)


@dataclass
class SquadReturned(InfantryEvent):
    """A squad comes from an earlier battle, with recruits in the places of so many fallen.

    `kept`: its key there, if that battle is replayed. Its teams are raised one by one.
    """

    squad: str
    seat: str
    kept: str
    recruits: int
    company: int = 1

    def apply(self, state: State) -> None:
        state.squads[self.squad] = Squad(self.seat, company=self.company, kept=self.kept)


@dataclass
class TeamsDismissed(InfantryEvent):
    teams: list[str]

    def apply(self, state: State) -> None:
        for team in self.teams:
            del state.teams[team]
        state.troopers = {key: one for key, one in state.troopers.items() if one.team not in self.teams}
        state.squads = {key: one for key, one in state.squads.items() if self._stays(state, key)}

    @staticmethod
    def _stays(state: State, squad: str) -> bool:
        return any(team.squad == squad for team in state.teams.values())


@dataclass
class ExperienceKnown(InfantryEvent):
    teams: dict[str, Experience]
    roll: Roll | None = None

    def apply(self, state: State) -> None:
        for key, experience in self.teams.items():
            state.teams[key].experience = experience


@dataclass
class TeamNamed(InfantryEvent):
    terms = {"name": "own"}
    also: ClassVar[tuple[str, ...]] = ("kind", "number")

    team: str
    name: str

    @property
    def kind(self) -> str:
        return self.team.rpartition("-")[0]

    @property
    def number(self) -> str:
        """Return its earlier name."""
        return self.team.rpartition("-")[2]

    def apply(self, state: State) -> None:
        named: Any = state.teams.get(self.team) or state.squads.get(self.team)
        named.name = self.name


@dataclass
class WeaponIssued(InfantryEvent):
    trooper: str
    weapon: WeaponName
    shots: int
    replaces: bool

    def apply(self, state: State) -> None:
        trooper = state.troopers[self.trooper]
        kept = [] if self.replaces else trooper.weapons
        trooper.weapons = [*kept, Weapon(self.weapon, self.shots)]


MOST_BOATS = 20
"""Several times the number in the rules."""


@dataclass
class MissionChosen(InfantryEvent):
    mission: int
    boats: Annotated[int, Field(ge=0, le=MOST_BOATS)]
    by_boat: bool
    last_turn: int
    roll: Roll | None = None
    working: list[Reason] = field(default_factory=list)
    seats: int = 0
    """Men whom a boat holds."""

    def apply(self, state: State) -> None:
        state.mission, state.last_turn, state.arrived_in_boats = self.mission, self.last_turn, self.by_boat
        state.boats = {f"boat-{number}": Boat(seats=self.seats) for number in range(1, self.boats + 1)}
        state.lair, state.nest_seal = BrainSecrets(packs_made=state.lair.packs_made), None
        if state.app is not None:
            state.app.set_up = None


@dataclass
class SeatReady(InfantryEvent):
    seat: str

    def apply(self, state: State) -> None:
        state.ready.append(self.seat)
        state.waiting = [one for one in state.waiting if getattr(one, "seat", None) != self.seat]


@dataclass
class SeatsLeftOut(InfantryEvent):
    seats: list[str]

    def apply(self, state: State) -> None:
        state.waiting = [one for one in state.waiting if getattr(one, "seat", None) not in self.seats]
