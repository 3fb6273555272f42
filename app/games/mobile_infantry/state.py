"""The state of a table of Infantería Móvil, written by events alone.

Men, magazines, bugs, boats, points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from app.core.engine import command, event
from app.core.engine.visibility import Redacted, secret
from app.core.rules.dice import Roll
from app.core.table_commands.board_questions import BoardTalk
from app.core.table_commands.house_rulings import tracked
from app.games.mobile_infantry.book import BRAIN, INFANTRY, Book, BugKind, Experience, Mode, WeaponName, ranks
from app.games.mobile_infantry.brain_secrets import BrainSecrets, Where

Status = Literal["ok", "prone", "pinned", "wounded", "dead", "carried-off", "extracted", "fled"]
Reaction = Literal["ok", "no-advance", "withdrew", "fleeing", "berserk"]
Temper = Literal["cautious", "hungry", "cunning"]
BugState = Literal["ok", "half", "grounded", "landed", "dead", "gone"]
TeamKind = Literal["fire", "command", "crew", "gunners", "survivors"]
Phase = Literal["muster", "im-move", "presence", "location", "bug-move", "fire", "close-combat", "over"]
PHASES: tuple[Phase, ...] = (
    "muster", "im-move", "presence", "location", "bug-move", "fire", "close-combat", "over",
)  # fmt: skip
PRE: tuple[Phase, ...] = ("im-move", "presence", "location")
POST: tuple[Phase, ...] = ("bug-move", "fire", "close-combat", "im-move", "presence", "location")
GONE_FOR_GOOD = ("dead", "carried-off", "extracted", "fled")


@dataclass
class Weapon:
    """A weapon of a trooper.

    `reloading`: it is loaded in this fire phase; `fired`: it can fire no more in this one.
    """

    type: WeaponName
    shots_left: int = tracked("number", 0)
    reload_left: int = tracked("number", 0)
    jammed: bool = tracked("flag", False)
    spent: bool = tracked("flag", False)
    reloading: bool = False
    fired: bool = False


@dataclass
class Trooper:
    """A man of the Mobile Infantry.

    `until`: the turn to whose end he is down; `held_by`: the bug that pins him.
    """

    team: str
    role: str
    status: Status = "ok"
    weapons: list[Weapon] = field(default_factory=list)
    until: int = 0
    held_by: str | None = None
    aboard: str | None = None
    """The boat that he has entered."""
    number: int = 0

    @property
    def living(self) -> bool:
        """Return whether he is alive and still in this battle."""
        return self.status not in GONE_FOR_GOOD

    @property
    def fit(self) -> bool:
        return self.status == "ok" and self.aboard is None


@dataclass
class Team:
    """A team of a seat.

    `owes`: the reasons of the reaction test that it owes; casualties of this turn and the last.
    """

    also: ClassVar[tuple[str, ...]] = ("owes_test",)

    seat: str
    squad: str | None
    kind: TeamKind = "fire"
    name: str = ""
    experience: Experience | None = None
    reaction: Reaction = "ok"
    until: int = 0
    """The turn to whose movement a team may not advance."""
    owes: list[str] = field(default_factory=list)
    tested: list[str] = field(default_factory=list)
    """Reasons for which it has been tested in this phase."""
    first_test_done: bool = tracked("flag", False)
    seen_within_12: bool = tracked("flag", False)
    casualties: int = tracked("number", 0)
    casualties_before: int = tracked("number", 0)
    moved: bool = False
    inches: int | None = None
    """Inches it may move in this phase: in the open, in bad terrain, and helping a wounded comrade."""
    inches_bad: int | None = None
    inches_helping: int | None = None
    fired: bool = False
    looked: bool = False
    struck: bool = False
    """True if it has lost somebody in this close combat."""
    runs: str = ""
    """The forced move of its men: withdraw, flee or charge."""
    company: int = 1
    """The company of a team without a squad; 0: it commands the regiment."""
    fell: int = 0
    """The turn in which others may have seen it flee or be wiped out."""
    wiped_out: bool = False
    mourned: list[str] = field(default_factory=list)
    """Teams whose loss it has been tested for."""
    met: list[str] = field(default_factory=list)
    """Groups of bugs that have been within twelve inches."""
    near: list[str] = field(default_factory=list)
    """Bugs known from a volley or acid of this turn to be within twelve inches."""
    aims: str = ""
    """The first bug that it fired at in this phase."""
    may_choose: list[str] = field(default_factory=list)
    """Results of a reaction test among which it must choose."""

    @property
    def owes_test(self) -> bool:
        return bool(self.owes)


@dataclass
class Squad:
    seat: str
    name: str = ""
    company: int = 1
    kept: str = ""
    """Its key in the previous battle, if that is replayed."""


@dataclass
class Bug:
    """A bug that everybody sees.

    `busy_until`: the turn in which it still does nothing; `holding`: whom it pins.
    """

    also: ClassVar[tuple[str, ...]] = ("located",)

    kind: BugKind
    group: str
    number: int
    hits: int = tracked("number", 0)
    state: BugState = "ok"
    busy_until: int = tracked("number", 0)
    holding: str | None = None
    moved: float | None = None
    """Inches that it rolled in this turn’s movement."""
    captured: bool = False
    dragged: float = 0
    """Inches that it has been dragged since it was captured."""
    way: float | None = None
    """Inches from there to an entrance, as the Brain has said."""
    engages: str | None = None
    """The team that it is in close combat with."""
    fought: bool = False
    rampages: bool = False
    """True if it has cut somebody in half in this phase."""
    retreats: int = 0
    """Times it must still back off."""
    backed_off: bool = False
    """True if it has retreated in this phase."""
    sprays: int = 0
    """Men whom its acid may still reach."""
    sprayed: list[str] = field(default_factory=list)
    """Men whom this spray has reached."""
    aimed: list[str] = field(default_factory=list)
    """Men whom the app’s tank bug sprays, who have still to dodge."""
    covered: list[str] = field(default_factory=list)
    """Teams of them that are in cover."""
    rests: int = 0
    """The turn in which it stays in place after backing off."""

    @property
    def located(self) -> bool:
        """Return whether it is located: before, it is a secret of the Brain and not on the table."""
        return True

    @property
    def living(self) -> bool:
        return self.state not in ("dead", "gone")


@dataclass
class Chain:
    """The pending consequences of an attack: a throw, a fall, a frenzy."""

    kind: Literal["throw", "fall", "frenzy"]
    trooper: str
    bug: str
    inches: int = 0
    unsure: bool = False
    """True if nobody has said yet whether other bugs are near a man who has just been pinned."""


@dataclass
class Blast:
    """A nuclear shot that is still to be settled. `survived`: teams that rolled for their men."""

    team: str
    target: str
    hit: bool
    drifts: bool = False
    survived: list[str] = field(default_factory=list)


@dataclass
class SquadFire:
    """A squad that fires by real dice, volley by volley.

    Its targets, and the teams whose volley is still to come.
    """

    squad: str
    mode: Mode
    targets: list[str]
    distance: int
    static: bool
    teams: list[str]


@dataclass
class Group:
    """Bugs that were located together.

    `told`: squad → the turn from which its teams may fire; `by`: who located it. `reported`: the company of those who
    located it has been told.
    """

    kind: BugKind
    located: int
    by: str | None = None
    site: str | None = None
    told: dict[str, int] = field(default_factory=dict)
    reported: bool = False


@dataclass
class Site:
    """A point where bugs came: cover, a tunnel mouth, the sky, an edge.

    Only the Brain knows whether it is spent.
    """

    kind: str
    number: int
    opened: int
    side: str = BRAIN
    active: bool = secret(True)


@dataclass
class Boat:
    """A retrieval boat: its state, its men, the turn in which it comes or is back.

    `seats`: 0 is not known.
    """

    state: Literal["standby", "inbound", "landed", "outbound", "crashed", "destroyed"] = "standby"
    load: int = tracked("number", 0)
    due_turn: int | None = None
    seats: int = 0


@dataclass
class Tally:
    bugs_killed: dict[str, int] = field(default_factory=dict)
    im_dead: int = tracked("number", 0)
    officers_dead: int = tracked("number", 0)
    boats_lost: int = tracked("number", 0)
    reached: int = tracked("number", 0)
    survivors_out: int = tracked("number", 0)
    im_out: int = tracked("number", 0)
    bugs_on_surface: int = tracked("number", 0)
    brain_alive: bool = tracked("flag", False)


@dataclass
class Spot:
    """A place as the app describes it: a side of a team, and inches from it."""

    team: str | None
    bearing: str
    inches: float


@dataclass
class Inquiry:
    """A fact that only the board knows and the app asks.

    Its kind, its bugs, team or man, its spot. `hour`: of the clock, in which a man has been thrown; `again`: bugs
    that may attack once more; `aimed`: the app has said for which team they go.
    """

    kind: Literal["nearest", "reached", "men", "spray", "around", "presence", "scan", "fort", "entrances"]
    bugs: list[str] = field(default_factory=list)
    team: str | None = None
    trooper: str | None = None
    spot: Spot | None = None
    hour: int = 0
    roll: Roll | None = None
    again: bool = False
    aimed: bool = False


@dataclass
class AppBrain(BoardTalk[Inquiry]):
    """The app in the Brain's seat: its temper, questions and orders. All of it is public."""

    temper: Temper
    steps: list[str] = field(default_factory=list)
    """Its actions in this phase."""
    targets: dict[str, str] = field(default_factory=dict)
    """Bug → its target team."""
    pursuing: dict[str, str] = field(default_factory=dict)
    """Bug → the team that withdrew or fled from it."""
    rests: dict[str, int] = field(default_factory=dict)
    """Tank bug → the last turn in which it stays in place after backing off."""
    mouths: dict[str, str] = field(default_factory=dict)
    """Tunnel mouth → whether it is seen, near but unseen, or farther, as last told."""
    places: dict[str, Spot] = field(default_factory=dict)
    """Site → its position."""
    scanned: dict[str, list[str]] = field(default_factory=dict)
    """Teams that were alone, on a hill, mounted, as last told."""
    tried: dict[str, int] = field(default_factory=dict)
    """Objective or wreck → number of places for it that were not legal."""
    set_up: int | None = None
    """The mission whose table set-up it has announced."""
    seals: dict[str, str] = field(default_factory=dict)
    """Sealed choices, as published."""
    mouths_of: dict[str, str] = field(default_factory=dict)
    """Entrance → the tunnel into which it leads."""
    entrances: list[str] = field(default_factory=list)
    """The entrances that the players will use."""
    opened: dict[str, Any] = field(default_factory=dict)
    """Seal of a tunnel, a chamber or guards that has been opened → its content."""
    below: dict[str, Where] = field(default_factory=dict)
    """Team, site or Brain Bug → its position underground."""
    reached: list[str] = field(default_factory=list)
    """Chambers that have been reached."""
    guards: list[str] = field(default_factory=list)
    """Groups that guarded the nest."""
    gone_down: list[str] = field(default_factory=list)
    """Entrances that a fire team has gone down."""
    walked: dict[str, float] = field(default_factory=dict)
    """Team underground → the inches of this phase's move that it has used."""
    halts: list[str] = field(default_factory=list)
    """Teams underground that stop for this phase: they said how far, or have just come in."""


@dataclass
class State(event.State):
    """A battle.

    `sequence` is pre or post, `engaged` the teams in close combat in this turn.
    """

    sequence: Literal["pre", "post"] = "pre"
    squads: dict[str, Squad] = field(default_factory=dict)
    teams: dict[str, Team] = field(default_factory=dict)
    troopers: dict[str, Trooper] = field(default_factory=dict)
    bugs: dict[str, Bug] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    sites: dict[str, Site] = field(default_factory=dict)
    boats: dict[str, Boat] = field(default_factory=dict)
    lair: BrainSecrets = field(default_factory=BrainSecrets)
    chain: list[Chain] = field(default_factory=list)
    blast: Blast | None = None
    squad_fire: SquadFire | None = None
    tally: Tally = field(default_factory=Tally)
    nest_seal: str | None = None
    called: int | None = None
    """The turn in which boats were called."""
    recovery: int | None = None
    """The turn in which a fort with bugs inside called for boats."""
    breaches: int = tracked("number", 0)
    """Sections of the fort’s wall that have been breached."""
    score: dict[str, int] | Redacted = field(default_factory=lambda: {BRAIN: 0, INFANTRY: 0})
    """The points of both sides, hidden until the end if the table wants it so."""
    ready: list[str] = field(default_factory=list)
    """Seats that have finished their set-up."""
    arrived_in_boats: bool = tracked("flag", False)
    last_turn: int = tracked("number", 0)
    app: AppBrain | None = None
    """The app, if it plays the Brain."""
    figures: dict[str, int] = field(default_factory=dict)
    """Kind of bug → number of its figures, if somebody has counted them."""

    def living_of(self, team: str) -> list[str]:
        return [key for key, trooper in self.troopers.items() if trooper.team == team and trooper.living]

    def fit_of(self, team: str) -> list[str]:
        return [key for key, trooper in self.troopers.items() if trooper.team == team and trooper.fit]

    def teams_of(self, seat: str) -> Iterator[tuple[str, Team]]:
        return ((key, team) for key, team in self.teams.items() if team.seat == seat and self.living_of(key))

    def must_run(self, team: str) -> bool:
        """Return whether men of a team must run at once, and one can."""
        return bool(self.teams[team].runs and self.fit_of(team))

    def awaits(self, seat: event.Seat) -> bool:
        """Return whether this seat is awaited.

        Only seats that must settle something, while any must.
        """
        asks = self.take_back is not None or self.ruling_request is not None
        first = set() if asks else self.settlers()
        return seat.name in first if first else super().awaits(seat)

    def settlers(self) -> set[str]:
        """Return the seats that must settle something first.

        A blast, a man's fate, acid, tests, a retreat.
        """
        if self.blast is not None:
            return {self.teams[self.blast.team].seat}
        if self.chain:
            return {BRAIN}
        if dodging := {self.teams[self.troopers[man].team].seat for bug in self.bugs.values() for man in bug.aimed}:
            return dodging
        alive = ((key, team) for key, team in self.teams.items() if self.living_of(key))
        seats = {team.seat for key, team in alive if team.owes or team.may_choose or self.must_run(key)}
        return seats or ({BRAIN} if any(bug.retreats for bug in self.bugs.values()) else set())

    def aboard(self, boat: str) -> list[str]:
        return [key for key, trooper in self.troopers.items() if trooper.aboard == boat]

    def hits_of(self, key: str) -> int:
        """Return all hits on a bug, secret ones included."""
        return self.bugs[key].hits + (self.lair.hits or {}).get(key, 0)

    def living_bugs(self) -> Iterator[tuple[str, Bug]]:
        return ((key, bug) for key, bug in self.bugs.items() if bug.living)

    def im_seats(self) -> list[str]:
        return list(dict.fromkeys(team.seat for key, team in self.teams.items() if self.living_of(key)))

    def side_of(self, path: str) -> str | None:
        """Return the owner of a state path.

        Men, teams and boats are the infantry's, bugs and sites the Brain's; counts are both sides'.
        """
        whose = path.partition(".")[0]
        return {**dict.fromkeys(("troopers", "teams", "boats"), INFANTRY), "bugs": BRAIN, "sites": BRAIN}.get(whose)

    def broken(self) -> list[str]:
        men = self.troopers.items()
        unknown = [f"troopers.{key}.role" for key, one in men if one.role not in ranks()]
        shots = [f"troopers.{key}" for key, one in men if any(gun.shots_left < 0 for gun in one.weapons)]
        boats = [f"boats.{key}.load" for key, boat in self.boats.items() if 0 < boat.seats < len(self.aboard(key))]
        pinned = [f"troopers.{key}" for key, one in men if one.status == "pinned" and not one.held_by]
        return [*unknown, *shots, *boats, *pinned]


def number_of_fire_teams(state: State) -> int:
    return sum(team.kind == "fire" for team in state.teams.values())


GameContext = command.GameContext[State, Book]
Draft = command.Draft[State, Book]
"""A draft of a command of this game: what it sees, and its events."""
