"""Events of the app in the Brain's seat: rolls, seals, questions, answers, orders."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from app.core.engine.event import deep_copy
from app.core.engine.visibility import Viewer, private, secret
from app.core.rules.dice import Roll
from app.core.table_commands.board_orders import OrderGiven
from app.core.table_commands.board_questions import BoardAsked, BoardTold, forget_questions
from app.games.mobile_infantry.book import BRAIN, INFANTRY
from app.games.mobile_infantry.brain_secrets import Plan, Where
from app.games.mobile_infantry.events import InfantryEvent
from app.games.mobile_infantry.events.presence import OfTheBrain
from app.games.mobile_infantry.state import AppBrain, Inquiry, State

SURFACE = "surface"
UNDERGROUND = ("tunnel-", "chamber-", "guards-")
"""Prefixes of the seals of sections and of guards."""


def app_of(state: State) -> AppBrain:
    assert state.app is not None
    return state.app


@dataclass
class TurnRolled(OfTheBrain):
    """All dice of a turn that may stay unseen, and the team that arrivals are measured from."""

    any_dice = True

    turn: int
    roll: Roll
    reference: str | None
    open_sky: bool = False
    """True if hidden flyers are seen within 24 inches; older turns did not check."""

    def apply(self, state: State) -> None:
        state.lair.open_sky = self.open_sky
        state.lair.dice, state.lair.roll = self.roll.numbers, self.roll.number or 0
        state.lair.reference, state.lair.rolled = self.reference, self.turn


@dataclass
class ChoicesSealed(InfantryEvent):
    """Choices of the app are sealed: everybody reads the seals, nobody their content.

    `mission`: of a set-up.
    """

    also: ClassVar[tuple[str, ...]] = ("names",)
    is_background = True

    seals: dict[str, str]
    mission: int | None = None
    side: str = BRAIN
    values: dict[str, Any] = private(factory=dict)
    salts: dict[str, str] = private(factory=dict)

    @property
    def names(self) -> list[str]:
        return list(self.seals)

    def visible_to(self, seat: Viewer) -> bool:
        return bool(self.seals)

    def apply(self, state: State) -> None:
        if self.mission is not None:
            self.set_up(state)
        app_of(state).seals.update(self.seals)
        state.lair.sealed.update(self.values)
        state.lair.salts.update(self.salts)

    def set_up(self, state: State) -> None:
        """Begin a new set-up; forget the seals and secrets of another mission."""
        app = app_of(state)
        app.set_up, app.tried, app.seals, app.mouths_of, app.entrances = self.mission, {}, {}, {}, []
        state.lair.sealed, state.lair.salts, state.lair.packs, state.lair.plan = {}, {}, {}, None
        state.lair.posted = []
        forget_questions(state)


@dataclass
class PlaceRefused(InfantryEvent):
    what: str
    where: str

    def apply(self, state: State) -> None:
        app = app_of(state)
        app.tried[self.what] = app.tried.get(self.what, 0) + 1


@dataclass
class SealOpened(InfantryEvent):
    is_background = True
    reveals = True
    opens_seals = True

    seal: str
    value: Any
    salt: str

    def opened(self, state: State) -> list[tuple[str | None, str, Any]]:
        return [(app_of(state).seals.get(self.seal), self.salt, self.value)]

    def apply(self, state: State) -> None:
        state.lair.sealed.pop(self.seal, None)
        state.lair.salts.pop(self.seal, None)
        if self.seal.startswith(UNDERGROUND):
            app_of(state).opened[self.seal] = self.value


@dataclass
class PacksMoved(OfTheBrain):
    inches: dict[str, float]
    teams: dict[str, str | None]
    held: list[str]
    wheres: dict[str, Where] = field(default_factory=dict)
    """Positions of packs underground."""

    def apply(self, state: State) -> None:
        for key, where in self.wheres.items():
            state.lair.packs[key].where = deep_copy(where)
        for key, inches in self.inches.items():
            pack = state.lair.packs[key]
            pack.inches, pack.team = inches, self.teams[key]
            pack.held += key in self.held


@dataclass
class FactsAsked(InfantryEvent, BoardAsked):
    """The app asks for facts of the board; `step`: its last action in this phase."""

    asks = INFANTRY
    also: ClassVar[tuple[str, ...]] = ("about",)
    is_background = True

    step: str
    inquiries: dict[str, Inquiry] = field(default_factory=dict)

    @property
    def about(self) -> list[str]:
        names = [name for one in self.inquiries.values() for name in (*one.bugs, one.trooper, one.team)]
        spots = [one.spot for one in self.inquiries.values() if one.spot is not None]
        told = [*names, *(part for spot in spots for part in (spot.team, spot.bearing, f"{spot.inches:g}″"))]
        return [name for name in dict.fromkeys(told) if name]

    def visible_to(self, seat: Viewer) -> bool:
        return bool(self.inquiries)

    def apply(self, state: State) -> None:
        app_of(state).steps.append(self.step)
        super().apply(state)


TOLD_BY_OTHERS = (
    "appear-near", "appear-in", "attack", "spray", "comes-down", "place-terrain", "place-in-third", "place-wreck",
)  # fmt: skip
"""Orders with which another event of the command, or the set-up list, says what happens."""
SEVERAL = ("scan", "presence", "fort")
"""Questions that ask for several things at once."""


@dataclass
class FactTold(InfantryEvent, BoardTold):
    also: ClassVar[tuple[str, ...]] = ("names", "said")
    terms = {"kind": "told"}

    inquiry: str
    kind: str
    answer: dict[str, list[str]] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        return [name for names in self.answer.values() for name in names]

    @property
    def said(self) -> dict[str, list[str]] | list[str]:
        """Return the answer for the log; several things are keyed by their names."""
        return self.answer if self.answer and self.kind in SEVERAL else self.names

    def apply(self, state: State) -> None:
        super().apply(state)
        app = app_of(state)
        if self.kind == "presence":
            mouths = [key for key, site in state.sites.items() if site.kind == "tunnel"]
            near = dict.fromkeys(self.answer.get("near", []), "near")
            seen = dict.fromkeys(self.answer.get("seen", []), "seen")
            app.mouths = {**dict.fromkeys(mouths, "farther"), **near, **seen}


@dataclass
class TableScanned(InfantryEvent):
    roll: Roll
    alone: list[str]
    hill: list[str]
    mounted: list[str]
    found: bool = True
    """False if it locates nothing; older logs do not tell."""

    def apply(self, state: State) -> None:
        app_of(state).scanned = {"alone": [*self.alone], "hill": [*self.hill], "mounted": [*self.mounted]}


@dataclass
class BrainOrdered(InfantryEvent, OrderGiven):
    """An order of the app to people, with inches; ticked on the table, nothing waits for it."""

    any_dice = True

    who: list[str]
    do: str
    towards: str
    inches: dict[str, float]
    reason: list[str]
    section: str
    until: int = 0
    """The last turn in which it rests."""
    roll: Roll | None = None
    """The die that chose among equals."""

    @property
    def is_quiet(self) -> bool:
        return self.do in TOLD_BY_OTHERS

    def apply(self, state: State) -> None:
        app = app_of(state)
        for key in self.inches:
            if self.towards in state.teams:
                app.targets[key] = self.towards
            if self.until:
                app.rests[key] = self.until


@dataclass
class BrainOrderedBelow(BrainOrdered):
    """An order underground: the position of bugs, past which end of a tunnel.

    `place`: the position to store.
    """

    past: str = ""
    place: str = ""
    where: Where | None = None

    def apply(self, state: State) -> None:
        if self.place and self.where is not None:
            app_of(state).below[self.place] = deep_copy(self.where)


@dataclass
class TunnelsDug(InfantryEvent):
    """Tunnels are dug by dice.

    Everybody knows the entrances, and the name of the tunnel behind each.
    """

    any_dice = True

    mouths: dict[str, str]
    side: str = BRAIN
    roll: Roll | None = secret(None)
    plan: Plan | None = private()

    def apply(self, state: State) -> None:
        app_of(state).mouths_of = dict(self.mouths)
        state.lair.plan = deep_copy(self.plan)


@dataclass
class EntrancesChosen(InfantryEvent):
    entrances: list[str]

    def apply(self, state: State) -> None:
        app_of(state).entrances = list(self.entrances)


@dataclass
class SectionEntered(InfantryEvent):
    """Teams have entered a tunnel, a chamber, or the surface.

    Each past which end, or by which tunnel.
    """

    reveals = True
    teams: dict[str, str]
    section: str
    reached: bool = False
    steps: dict[str, float] = field(default_factory=dict)
    """The inches of its move that each team needed to get there."""

    def apply(self, state: State) -> None:
        for team, past in self.teams.items():
            self.note_entry(state, app_of(state), team, past)
        if self.reached:
            app_of(state).reached.append(self.section)

    def note_entry(self, state: State, app: AppBrain, team: str, past: str) -> None:
        if team not in app.below or app.below[team].section == SURFACE:
            app.halts.append(team)
            if state.teams[team].kind == "fire" and past in app.entrances and past not in app.gone_down:
                app.gone_down.append(past)
        app.walked[team] = app.walked.get(team, 0) + self.steps.get(team, 0)
        app.below[team] = Where(self.section, past)


@dataclass
class TeamsWalked(InfantryEvent):
    """Teams have walked so many inches in their section.

    `told`: they said so, and go no further in this phase.
    """

    inches: dict[str, float]
    wheres: dict[str, Where]
    told: bool = False
    towards: str = ""

    def apply(self, state: State) -> None:
        app = app_of(state)
        for team, where in self.wheres.items():
            app.below[team] = deep_copy(where)
            app.walked[team] = app.walked.get(team, 0) + self.inches[team]
        if self.told:
            app.halts += [team for team in self.wheres if team not in app.halts]


@dataclass
class PackFollowed(OfTheBrain):
    pack: str
    where: Where

    def apply(self, state: State) -> None:
        state.lair.packs[self.pack].where = deep_copy(self.where)


@dataclass
class PacksRoused(OfTheBrain):
    """Guards of the nest come for the team that has found it."""

    packs: list[str]
    team: str

    def apply(self, state: State) -> None:
        for key in self.packs:
            state.lair.packs[key].team = self.team


@dataclass
class BugsPursue(InfantryEvent):
    bugs: dict[str, str]

    def apply(self, state: State) -> None:
        app_of(state).pursuing = dict(self.bugs)
