"""Events of the Mobile Infantry: moves, volleys, magazines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar

from app.core.engine.event import Event, deep_copy
from app.core.rules.dice import Roll
from app.core.rules.ruling import Reason
from app.games.mobile_infantry.events import InfantryEvent
from app.games.mobile_infantry.events.bugs import let_go, note_near
from app.games.mobile_infantry.state import SquadFire, State


@dataclass
class TeamsMoved(InfantryEvent):
    """Inches that each of these teams may move.

    In the open, in bad terrain, helping a wounded comrade.
    """

    inches: dict[str, int]
    bad_terrain: dict[str, int]
    roll: Roll
    helping: dict[str, int] = field(default_factory=dict)

    def apply(self, state: State) -> None:
        for key, inches in self.inches.items():
            team = state.teams[key]
            team.moved, team.inches, team.inches_bad = True, inches, self.bad_terrain[key]
            team.inches_helping = self.helping.get(key)


@dataclass
class TeamMarched(InfantryEvent):
    """A team that knows of no bug marches on: inches in the open and in bad terrain."""

    team: str
    inches: int
    bad_terrain: int

    def apply(self, state: State) -> None:
        team = state.teams[self.team]
        team.moved, team.inches, team.inches_bad = True, self.inches, self.bad_terrain


@dataclass
class MenRan(InfantryEvent):
    team: str
    how: str
    inches: dict[str, int]
    roll: Roll
    bad_terrain: dict[str, int] = field(default_factory=dict)
    """The same in bad terrain."""

    def apply(self, state: State) -> None:
        team = state.teams[self.team]
        team.runs, team.moved = "", True
        if state.app is not None:
            state.app.walked.pop(self.team, None)
        team.inches = max(self.inches.values(), default=0)
        team.inches_bad = max(self.bad_terrain.values(), default=team.inches)


@dataclass
class LeftTable(InfantryEvent):
    """Fleeing men ran off the table.

    If the table counts them as dead, so many men and officers are.
    """

    team: str
    troopers: list[str]
    dead: int = 0
    officers: int = 0

    def apply(self, state: State) -> None:
        for key in self.troopers:
            let_go(state, key)
            state.troopers[key].status = "fled"
        state.tally.im_dead += self.dead
        state.tally.officers_dead += self.officers


@dataclass
class Shots:
    """The rest of a magazine after a shot: shots, and the turns of reloading that follow."""

    shots_left: int
    reload_left: int
    spent: bool = False


@dataclass
class VolleyFired(InfantryEvent):
    """Dice of a team at one bug: faces needed, hits, emptied magazines by trooper and place."""

    team: str
    target: str
    mode: str
    distance: int
    roll: Roll
    needs: int
    hits: int
    magazines: dict[str, dict[str, Shots]]
    working: list[Reason] = field(default_factory=list)
    near: list[str] = field(default_factory=list)
    """Bugs now known to be within twelve inches of the team."""

    def apply(self, state: State) -> None:
        note_fire(state, self.team, self.magazines, self.target)
        note_near(state, self.team, self.near)


def note_fire(state: State, team: str, magazines: dict[str, dict[str, Shots]], target: str) -> None:
    state.teams[team].fired = True
    state.teams[team].aims = state.teams[team].aims or target
    for key, weapons in magazines.items():
        for place, left in weapons.items():
            weapon = state.troopers[key].weapons[int(place)]
            weapon.shots_left, weapon.reload_left = left.shots_left, left.reload_left
            weapon.spent, weapon.fired = left.spent, True


@dataclass
class Volley:
    team: str
    target: str
    needs: int
    hits: int
    magazines: dict[str, dict[str, Shots]]
    dice: int | None = None
    """Number of dice at that target; older tables did not note it."""
    near: list[str] = field(default_factory=list)
    """Bugs now known to be within twelve inches of the team."""


@dataclass
class SquadFired(InfantryEvent):
    """Dice of a squad, team after team; a team without a target left kept its fire."""

    also: ClassVar[tuple[str, ...]] = ("needed", "hit", "thrown")
    dice_in = "thrown"

    squad: str
    mode: str
    distance: int
    roll: Roll
    volleys: list[Volley] = field(default_factory=list)
    working: list[Reason] = field(default_factory=list)
    silent: dict[str, str] = field(default_factory=dict)
    """Teams that did not fire, and the reasons."""
    to_come: SquadFire | None = None
    """The volleys that are still to be rolled for, by real dice."""

    @property
    def needed(self) -> dict[str, int]:
        return {one.team: one.needs for one in self.volleys}

    @property
    def thrown(self) -> dict[str, str]:
        """Return the face that each die of a team needed, and its dice.

        Empty if an older table did not note whose they were.
        """
        faces, told = iter(self.roll.numbers), {}
        for one in self.volleys:
            if one.dice is None:
                return {}
            if one.dice:
                told[one.team] = f"{one.needs}+ ({', '.join(str(next(faces)) for _ in range(one.dice))})"
        return told

    @property
    def needs_of_dice(self) -> list[int]:
        if any(one.dice is None for one in self.volleys):
            return []
        return [one.needs for one in self.volleys for _ in range(one.dice or 0)]

    @property
    def hit(self) -> dict[str, int]:
        return {key: sum(one.hits for one in self.volleys if one.target == key) for key in self.targets}

    @property
    def targets(self) -> list[str]:
        return list(dict.fromkeys(one.target for one in self.volleys))

    def apply(self, state: State) -> None:
        for one in self.volleys:
            note_fire(state, one.team, one.magazines, one.target)
            note_near(state, one.team, one.near)
        state.squad_fire = deep_copy(self.to_come)


def who_shot(events: Iterable[Event], target: str) -> list[str]:
    """Return the teams that fired at a bug, in order."""
    shots: list[VolleyFired | Volley] = []
    for event in events:
        shots += event.volleys if isinstance(event, SquadFired) else [event] if isinstance(event, VolleyFired) else []
    return [one.team for one in shots if one.target == target]


@dataclass
class GunJammed(InfantryEvent):
    look = "lost"

    trooper: str

    def apply(self, state: State) -> None:
        for weapon in state.troopers[self.trooper].weapons:
            if weapon.type == "autocannon":
                weapon.jammed = True


@dataclass
class ReloadBegan(InfantryEvent):
    """A man changes his magazine before it is empty; the shots in it are lost."""

    trooper: str
    weapons: dict[str, int]
    """Place of each weapon → turns."""

    def apply(self, state: State) -> None:
        for place, turns in self.weapons.items():
            weapon = state.troopers[self.trooper].weapons[int(place)]
            weapon.shots_left, weapon.reload_left, weapon.fired = 0, turns, True
            weapon.reloading = True
