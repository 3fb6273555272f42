"""Events of presence: arrivals, sightings, location tests, reports."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from app.core.engine.event import deep_copy
from app.core.engine.visibility import Viewer, private, sealed
from app.core.rules.dice import Roll
from app.core.rules.ruling import Reason
from app.games.mobile_infantry.book import BRAIN, BugKind
from app.games.mobile_infantry.brain_secrets import Pack, Scan, StillToRoll
from app.games.mobile_infantry.events import InfantryEvent
from app.games.mobile_infantry.state import AppBrain, Bug, Group, Site, Spot, State

NEST = "nest"
"""The place of the Brain Bug's guards."""


@dataclass
class FiguresCounted(InfantryEvent):
    figures: dict[str, int]

    def apply(self, state: State) -> None:
        state.figures = dict(self.figures)


@dataclass
class OfTheBrain(InfantryEvent, abstract=True):
    """An event that only the Brain's phone shows."""

    def visible_to(self, seat: Viewer) -> bool:
        return seat.side == BRAIN


@dataclass
class ReferenceDrawn(OfTheBrain):
    """The team from which an arrival would be measured this turn."""

    team: str
    roll: Roll

    @property
    def dice_read(self) -> int:
        """Return none: they only shuffle the teams."""
        return 0

    def apply(self, state: State) -> None:
        state.lair.reference = self.team


@dataclass
class PresenceTested(OfTheBrain):
    """The dice of a turn.

    Whether bugs arrive, where and which; how hidden packs move; arrivals from old sites.
    """

    may_repeat_roll = True

    roll: Roll
    total: int
    arrives: bool
    packs: dict[str, Pack] = field(default_factory=dict)
    moves: dict[str, float] = field(default_factory=dict)
    follow_ups: dict[str, str] = field(default_factory=dict)
    working: list[Reason] = field(default_factory=list)

    @property
    def dice_read(self) -> int | None:
        return None if self.packs or self.moves or self.follow_ups else 1

    def apply(self, state: State) -> None:
        turn_out(state, self.packs, self.moves, self.follow_ups)
        state.lair.tested = state.turn


@dataclass
class RollKept(OfTheBrain):
    """The unread dice that the table keeps for a turn with a typed presence die.

    The count of its rolls goes on as if it had rolled them.
    """

    is_background = True

    left: StillToRoll
    side: str = BRAIN
    roll: Roll = sealed(factory=lambda: Roll("table", []))

    def apply(self, state: State) -> None:
        state.lair.to_roll = None if self.left.is_done else deep_copy(self.left)


@dataclass
class SideRolled(OfTheBrain):
    roll: Roll
    direction: str
    distance_dice: int

    def apply(self, state: State) -> None:
        assert state.lair.to_roll is not None
        state.lair.to_roll.bearing = self.direction


@dataclass
class RestRolled(OfTheBrain):
    """More dice of a turn, one thing or all that is left.

    What arrives, how hidden packs move, arrivals from old sites.
    """

    also: ClassVar[tuple[str, ...]] = ("came",)
    terms = {"came": "counts"}
    may_repeat_roll = True
    counted_before = True

    roll: Roll
    packs: dict[str, Pack] = field(default_factory=dict)
    moves: dict[str, float] = field(default_factory=dict)
    follow_ups: dict[str, str] = field(default_factory=dict)
    left: StillToRoll | None = None
    """The rolls left after it."""

    @property
    def came(self) -> dict[str, int]:
        kinds = dict.fromkeys(pack.kind for pack in self.packs.values())
        return {kind: sum(pack.count for pack in self.packs.values() if pack.kind == kind) for kind in kinds}

    def apply(self, state: State) -> None:
        turn_out(state, self.packs, self.moves, self.follow_ups)
        state.lair.to_roll = deep_copy(self.left)


def turn_out(state: State, packs: dict[str, Pack], moves: dict[str, float], follow_ups: dict[str, str]) -> None:
    lair = state.lair
    for key, inches in moves.items():
        lair.packs[key].inches = max(0, lair.packs[key].inches - inches)
    for key, pack in packs.items():
        lair.packs[key] = deep_copy(pack)
    lair.packs_made += len(packs)
    for key, outcome in follow_ups.items():
        if outcome == "closed":
            state.sites[key].active = False


@dataclass
class BugsShown(InfantryEvent):
    """Bugs that were located or came into the open.

    A group, its place, and who may fire at it from which turn.
    """

    reveals = True
    group: str
    kind: BugKind
    bugs: dict[str, int]
    """Key → number of its kind."""
    place: str
    inches: float
    bearing: str
    team: str | None
    site: str | None
    by: str | None
    told: dict[str, int]
    also: ClassVar[tuple[str, ...]] = ("names",)
    side: str = BRAIN
    pack: str = private("")
    left: int = private(0)
    """Those of the pack for whom there is no figure, who wait hidden (MI-98)."""
    roll: Roll | None = None
    working: list[Reason] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        return list(self.bugs)

    def apply(self, state: State) -> None:
        if self.left:
            state.lair.packs[self.pack].count = self.left
        else:
            state.lair.packs.pop(self.pack, None)
        state.groups[self.group] = Group(self.kind, state.turn, self.by, self.site, dict(self.told))
        for key, number in self.bugs.items():
            state.bugs[key] = Bug(self.kind, self.group, number)
        if self.site is not None and self.site not in state.sites:
            state.sites[self.site] = Site(self.place, len(state.sites) + 1, state.turn)
        if state.app is not None:
            self.inform(state.app)

    def inform(self, app: AppBrain) -> None:
        if self.site is not None:
            app.places.setdefault(self.site, Spot(self.team, self.bearing, self.inches))
        if self.bearing == NEST:
            app.guards.append(self.group)
        if self.team is not None:
            app.targets.update(dict.fromkeys(self.bugs, self.team))


@dataclass
class TeamLooked(InfantryEvent):
    """The die of a location test and its modifiers, rolled whatever is there."""

    team: str
    roll: Roll
    isolated: bool
    hill: bool
    mounted: bool
    equidistant: bool

    def apply(self, state: State) -> None:
        facts = (self.isolated, self.hill, self.mounted, self.equidistant)
        state.teams[self.team].looked = True
        state.lair.scans[self.team] = Scan(self.roll.numbers[0], *facts)


@dataclass
class TeamsLooked(InfantryEvent):
    also: ClassVar[tuple[str, ...]] = ("teams",)

    roll: Roll
    scans: dict[str, Scan]

    @property
    def teams(self) -> list[str]:
        return list(self.scans)

    def apply(self, state: State) -> None:
        for key, scan in self.scans.items():
            state.teams[key].looked = True
            state.lair.scans[key] = scan


@dataclass
class LookAnswered(OfTheBrain):
    """The packs that a team might have located, and those it did not."""

    team: str
    packs: list[str]
    missed: list[str]

    def apply(self, state: State) -> None:
        state.lair.scans.pop(self.team, None)


@dataclass
class RestAnswered(OfTheBrain):
    """No pack was nearest to these teams."""

    teams: list[str]

    def apply(self, state: State) -> None:
        for team in self.teams:
            state.lair.scans.pop(team, None)


@dataclass
class FormationsTold(InfantryEvent):
    """By radio: the turn from which squads may fire at groups of bugs.

    `reported`: groups that a company knows of now.
    """

    told: dict[str, dict[str, int]]
    reported: list[str] = field(default_factory=list)

    def apply(self, state: State) -> None:
        for group, squads in self.told.items():
            state.groups[group].told |= squads
        for group in self.reported:
            state.groups[group].reported = True


@dataclass
class BugsSighted(InfantryEvent):
    """A team sees bugs in the open.

    Its squad may fire at them from that turn on, without a radio.
    """

    team: str
    group: str
    unit: str
    since: int

    def apply(self, state: State) -> None:
        state.groups[self.group].told[self.unit] = self.since
