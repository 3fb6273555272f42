"""Events of bugs: hits, moves, retreats, and their attacks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from app.core.engine.visibility import private
from app.core.rules.dice import Roll
from app.core.rules.ruling import Reason
from app.games.mobile_infantry.book import BRAIN
from app.games.mobile_infantry.events import InfantryEvent
from app.games.mobile_infantry.state import BugState, Chain, State, Status


@dataclass
class BugHit(InfantryEvent):
    terms = {"state": "hurt"}

    bug: str
    hits: int
    state: BugState
    retreats: int = 0
    freed: str | None = None
    """The man whom it held, gravely wounded now."""

    def apply(self, state: State) -> None:
        state.bugs[self.bug].hits = self.hits
        change(state, self.bug, self.state, self.retreats, self.freed)


@dataclass
class BugHitUnseen(InfantryEvent):
    """Hits on a bug at a table that hides their number: everybody sees its state."""

    terms = {"state": "hurt"}

    bug: str
    hits: int = private(0)
    state: BugState = "ok"
    retreats: int = 0
    freed: str | None = None
    side: str = BRAIN

    def apply(self, state: State) -> None:
        state.lair.hits[self.bug] = self.hits - state.bugs[self.bug].hits
        change(state, self.bug, self.state, self.retreats, self.freed)


def change(state: State, key: str, now: BugState, retreats: int, freed: str | None) -> None:
    bug = state.bugs[key]
    bug.state, bug.retreats = now, bug.retreats + retreats
    if freed is not None:
        trooper = state.troopers[freed]
        trooper.status, trooper.held_by, bug.holding = "wounded", None, None
    if now == "dead":
        bug.retreats, bug.engages = 0, None
        state.tally.bugs_killed[bug.kind] = state.tally.bugs_killed.get(bug.kind, 0) + 1


@dataclass
class BugsMoved(InfantryEvent):
    terms = {"inches": "each"}

    inches: dict[str, float]
    roll: Roll

    def apply(self, state: State) -> None:
        for key, inches in self.inches.items():
            state.bugs[key].moved = inches


@dataclass
class FlyersTookOff(InfantryEvent):
    """Flyers that their own attack had brought down are in the air again."""

    bugs: list[str]

    def apply(self, state: State) -> None:
        for key in self.bugs:
            state.bugs[key].state = "ok"


@dataclass
class TankRetreated(InfantryEvent):
    """A wounded tank bug backs off from the shooter and stays there this turn.

    0: it comes back at once.
    """

    bug: str
    inches: float
    roll: Roll
    rests: int = 0

    def apply(self, state: State) -> None:
        bug = state.bugs[self.bug]
        bug.rests = self.rests
        bug.retreats, bug.backed_off = bug.retreats - 1, True


@dataclass
class BugsEngaged(InfantryEvent):
    team: str
    bugs: list[str]

    def apply(self, state: State) -> None:
        team = state.teams[self.team]
        for key in self.bugs:
            state.bugs[key].engages = self.team
        team.seen_within_12 = True
        team.met = list(dict.fromkeys([*team.met, *(state.bugs[key].group for key in self.bugs)]))


@dataclass
class Wound:
    bug: str
    trooper: str
    effect: str
    face: int
    status: Status
    lands: bool = False
    leaves: bool = False
    again: bool = False
    until: int = 0
    officer: bool = False
    crowd: bool = False
    """True if other bugs may be near a man who is pinned."""
    harms: int | None = None
    """Faces of the die that would have killed him, pinned him or carried him off."""


@dataclass
class TeamStruck(InfantryEvent):
    also: ClassVar[tuple[str, ...]] = ("effects",)

    team: str
    roll: Roll
    wounds: list[Wound]
    working: list[Reason] = field(default_factory=list)

    @property
    def effects(self) -> dict[str, str]:
        return {wound.trooper: wound.effect for wound in self.wounds}

    def apply(self, state: State) -> None:
        team = state.teams[self.team]
        for wound in self.wounds:
            bug, trooper = state.bugs[wound.bug], state.troopers[wound.trooper]
            if wound.effect != "unharmed":
                let_go(state, wound.trooper)
            if wound.status in ("dead", "carried-off", "pinned"):
                count_casualties(state, wound.trooper)
                team.struck = True
            trooper.status, trooper.until = wound.status, wound.until
            bug.fought, bug.rampages = not wound.again, bug.rampages or wound.again
            if wound.lands:
                bug.state = "landed"
            if wound.leaves:
                bug.state, bug.engages = "gone", None
            if wound.status == "pinned":
                trooper.held_by, bug.holding = wound.bug, wound.trooper
            if wound.status == "pinned" and wound.crowd:
                state.chain.append(Chain("frenzy", wound.trooper, wound.bug, unsure=True))
            if wound.effect == "thrown":
                state.chain.append(Chain("throw", wound.trooper, wound.bug))
            if wound.status in ("dead", "carried-off"):
                count_dead(state, wound.officer)


def let_go(state: State, key: str) -> None:
    trooper = state.troopers[key]
    if trooper.held_by:
        state.bugs[trooper.held_by].holding = None
    if trooper.aboard:
        boat = state.boats[trooper.aboard]
        boat.load = max(0, boat.load - 1)
    trooper.held_by, trooper.aboard = None, None
    state.chain = [left for left in state.chain if left.trooper != key]


def count_casualties(state: State, *men: str) -> None:
    """Count men whom their teams lose; one who was pinned or wounded has been counted then (MI-61)."""
    for trooper in (state.troopers[key] for key in men):
        state.teams[trooper.team].casualties += trooper.status not in ("pinned", "wounded")


def count_dead(state: State, officer: bool) -> None:
    state.tally.im_dead += 1
    state.tally.officers_dead += officer


@dataclass
class AttackersRested(InfantryEvent):
    """Bugs that might still attack a team do not."""

    team: str

    def apply(self, state: State) -> None:
        for bug in state.bugs.values():
            bug.fought = bug.fought or bug.engages == self.team


@dataclass
class PinnedFinished(InfantryEvent):
    """A bug attacks the man whom it pinned: he dies, or by the dice he lives on in its grip."""

    look = "lost"

    bug: str
    trooper: str
    officer: bool
    dies: bool = True
    roll: Roll | None = None

    def apply(self, state: State) -> None:
        state.bugs[self.bug].fought = True
        trooper = state.troopers[self.trooper]
        note_near(state, trooper.team, [self.bug])
        if not self.dies:
            return
        let_go(state, self.trooper)
        count_casualties(state, self.trooper)
        trooper.status = "dead"
        count_dead(state, self.officer)


@dataclass
class ManThrown(InfantryEvent):
    """The inches that a man flies; he crawls until the end of his next turn."""

    trooper: str
    inches: int
    roll: Roll

    def apply(self, state: State) -> None:
        (thrown,) = (left for left in state.chain if left.trooper == self.trooper and left.kind == "throw")
        thrown.kind, thrown.inches = "fall", self.inches


@dataclass
class ManFell(InfantryEvent):
    """The landing of a thrown man: an hour of the clock, and the number of bugs near."""

    may_repeat_roll = True

    trooper: str
    hour: int
    bugs: int
    roll: Roll
    frenzy: bool
    crawl: int = 0
    """Inches that he crawls until he stands up."""

    def apply(self, state: State) -> None:
        (fallen,) = (left for left in state.chain if left.trooper == self.trooper and left.kind == "fall")
        if self.frenzy:
            fallen.kind = "frenzy"
        else:
            state.chain.remove(fallen)


@dataclass
class FrenzyThreatens(InfantryEvent):
    trooper: str
    bug: str

    def apply(self, state: State) -> None:
        state.chain.append(Chain("frenzy", self.trooper, self.bug))


@dataclass
class NobodyThreatens(InfantryEvent):
    trooper: str

    def apply(self, state: State) -> None:
        state.chain = [left for left in state.chain if left.trooper != self.trooper]


@dataclass
class FrenzyTested(InfantryEvent):
    """The result of a frenzy test; bugs that tear a man apart are busy for a turn."""

    trooper: str
    bugs: list[str]
    roll: Roll
    frenzy: bool
    until: int
    officer: bool
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        state.chain = [left for left in state.chain if left.trooper != self.trooper]
        if not self.frenzy:
            return
        trooper = state.troopers[self.trooper]
        let_go(state, self.trooper)
        count_casualties(state, self.trooper)
        trooper.status = "dead"
        count_dead(state, self.officer)
        for key in self.bugs:
            state.bugs[key].busy_until, state.bugs[key].fought = self.until, True


@dataclass
class AcidSprayed(InfantryEvent):
    bug: str
    targets: int
    roll: Roll

    def apply(self, state: State) -> None:
        state.bugs[self.bug].fought, state.bugs[self.bug].sprays = True, self.targets
        state.bugs[self.bug].sprayed = []


@dataclass
class AcidAimed(InfantryEvent):
    """The men whom the app's tank bug sprays, and which of their teams are in cover.

    Each dodges for himself.
    """

    bug: str
    men: list[str]
    cover: list[str] = field(default_factory=list)

    def apply(self, state: State) -> None:
        state.bugs[self.bug].aimed, state.bugs[self.bug].covered = list(self.men), list(self.cover)


@dataclass
class AcidDodged(InfantryEvent):
    bug: str
    team: str
    dead: list[str]
    officers: int
    roll: Roll
    working: list[Reason] = field(default_factory=list)
    men: list[str] = field(default_factory=list)
    """All men whom it reached."""
    needs: int | None = None
    near: list[str] = field(default_factory=list)
    """The tank bug, now known to be within twelve inches of the team."""

    def apply(self, state: State) -> None:
        note_near(state, self.team, self.near)
        bug = state.bugs[self.bug]
        bug.sprays = max(0, bug.sprays - len(self.roll.faces))
        bug.sprayed = [*bug.sprayed, *self.men]
        bug.aimed = [man for man in bug.aimed if man not in self.men]
        kill_men(state, self.dead, self.officers)


def note_near(state: State, key: str, bugs: list[str]) -> None:
    if bugs:
        team = state.teams[key]
        team.seen_within_12 = True
        team.near = list(dict.fromkeys([*team.near, *bugs]))
        team.met = list(dict.fromkeys([*team.met, *(state.bugs[bug].group for bug in bugs)]))


def kill_men(state: State, dead: list[str], officers: int) -> None:
    count_casualties(state, *dead)
    for key in dead:
        let_go(state, key)
        state.troopers[key].status = "dead"
    state.tally.im_dead += len(dead)
    state.tally.officers_dead += officers


@dataclass
class SprayEnded(InfantryEvent):
    bug: str

    def apply(self, state: State) -> None:
        state.bugs[self.bug].sprays, state.bugs[self.bug].aimed = 0, []
