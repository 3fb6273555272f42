"""The rules book of a table: the numbers of the Spanish edition, and answers to its gaps."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from app.core.rules import book as core
from app.core.rules.book import DashedPage
from app.core.rules.book import Question as OpenQuestion

FOLDER = Path(__file__).parent
EDITION = "es"
BRAIN, INFANTRY = SIDES = ("brain", "im")
Experience = Literal["rookie", "experienced", "veteran"]
BugKind = Literal["warrior", "flyer", "tank", "brain"]
Mode = Literal["burst", "sustained"]


RIFLE, LAUNCHER = "assault-rifle", "nuclear-launcher"
"""The default weapon of each man, and the one that strikes a place, not a bug."""
WEAPONS = tuple(core.load_toml(FOLDER / "data" / "rules.toml")["weapons"])
HEAVY = tuple(name for name in WEAPONS if name != RIFLE)
GUNS = tuple(name for name in WEAPONS if name != LAUNCHER)
if TYPE_CHECKING:
    WeaponName = str
    HeavyName = str
    GunName = str
else:
    WeaponName, HeavyName, GunName = Literal[WEAPONS], Literal[HEAVY], Literal[GUNS]


class Question(OpenQuestion):
    """A gap of the edition, with the ruling's number (MI-nn).

    Without one: a question of what the table shows or hides.
    """

    mi: int | None = None


class Organisation(DashedPage):
    fire_team: list[str]
    command_team: list[str]
    company: list[str]
    regiment: list[str]
    boat_crew: list[str]
    gunners: list[str]
    fire_teams: int
    squads: int
    ranks: list[str]
    mini_guns: int
    fort_extras: list[WeaponName]
    officers: list[str]
    sergeants: list[str]


class FireMode(DashedPage):
    dice: int
    spends: int = 0
    empties: bool = False


class Weapon(DashedPage):
    """Range in inches, shots of a magazine (0: unlimited), turns to reload (0: never), jam face."""

    range: int
    capacity: int = 0
    reload: int = 0
    crewed: bool = False
    jams_on: int = 0
    modes: dict[Mode, FireMode]


class Nuke(DashedPage):
    """The blast of the nuclear launcher in inches, and the dice of its drift."""

    radius: int
    small_radius: int
    drift_dice: int


class Movement(DashedPage):
    march: int
    march_bad_terrain: int
    tactical_dice: int
    tactical_bad_terrain: int
    withdrawal_dice: int
    flight_dice: int
    crawl: int
    run_bad_terrain: int
    helper: int


class Distance(DashedPage):
    """Dice added up, less so many inches; or simply inches."""

    dice: int = 0
    less: int = 0
    inches: int = 0


class BugCard(DashedPage):
    hits: int
    half: int = 0
    grounded: bool = False
    move: Distance


class Presence(DashedPage):
    target: int
    fort_target: int
    fort_dice: int
    sides: list[str]
    distance: dict[str, int]
    kinds: list[BugKind]
    numbers: list[int]
    most: dict[str, int]
    mouth: int
    tunnel: int
    located_within: int
    follow_up_at: int
    modifiers: dict[str, int]


class Locating(DashedPage):
    target: int
    bugs_per_point: int
    alone_beyond: int
    modifiers: dict[str, int]


class Reaction(DashedPage):
    """The reaction test; `results` from a 1 to a 6.

    `many` and `few` are the modifiers for the numbers on both sides.
    """

    near: int
    command: int
    outnumbered: int
    results: list[str]
    flee: int
    berserk: int
    dice: int
    veteran_dice: int
    modifiers: dict[str, int]


class RangeBand(DashedPage):
    within: int
    modifier: int


class Shooting(DashedPage):
    """The face a die must show, and its modifiers.

    As the table says: the dice that a crossing bug costs, the least face that hits, the dice that only jam.
    """

    base: dict[Experience, int]
    short: RangeBand
    eyes: RangeBand
    static: int
    crossed: int
    last_of_team: int
    last_of_squad: int
    helping: int
    crossed_dice: int
    least_face: int
    separate_dice: int


class Acid(DashedPage):
    within: int
    apart: int
    dodge: dict[Experience, int]
    cover: int
    just_located: int


class CloseCombat(DashedPage):
    within: int
    group: int
    warrior: list[str]
    flyer: list[str]
    lands_on: list[str]
    by_experience: dict[Experience, int]
    fleeing: int
    fortified: int
    thrown_into: int
    finished_on: int
    carriers: int


class Boats(DashedPage):
    number: int
    seats: int
    guns: list[WeaponName]
    lift: int
    overflights: list[int]


class Assault(DashedPage):
    """Warriors in contact that may destroy a boat or breach a wall, and the face needed."""

    warriors: int
    boat: int
    wall: int


class Tunnels(DashedPage):
    entrances: int
    shortest: int
    chamber: int


class Radio(DashedPage):
    """Turns until the company and the regiment know a squad's locations."""

    company: int
    regiment: int


class Points(DashedPage):
    im_dead: int
    officer_dead: int
    boat_lost: int


class Mission(DashedPage):
    bug: dict[str, int]
    markers: int = 0
    """Objectives or chambers that are worth something."""
    chambers: int = 0
    reached: list[int] = Field(default_factory=list)
    survivor: int = 0
    on_surface: int = 0
    brought_out: int = 0
    brain_dead: int = 0
    brain_alive: int = 0
    guards_dice: int = 0
    officers: bool = True
    underground: bool = False
    fort: bool = False
    on_foot: bool = False
    overflown: bool = False
    survivors: bool = False

    @property
    def marker(self) -> str:
        """Return the kind of its markers: objectives, or chambers underground."""
        return "chamber" if self.underground else "objective"


class TurnLimits(DashedPage):
    limits: list[int]


class Book(core.QuestionBook):
    """All data that a ruling may look up."""

    experience: list[Experience]
    guards: list[int]
    boats_to_the_fort: list[int]
    follow_up: list[str]
    veteran_majority: int
    numbers: dict[str, int]
    recruits_to_be_rookies: int
    organisation: Organisation
    weapons: dict[WeaponName, Weapon]
    nuke: Nuke
    movement: Movement
    bugs: dict[BugKind, BugCard]
    presence: Presence
    locating: Locating
    reaction: Reaction
    shooting: Shooting
    acid: Acid
    close_combat: CloseCombat
    boats: Boats
    assault: Assault
    tunnels: Tunnels
    radio: Radio
    points: Points
    missions: dict[int, Mission]
    turn_limits: TurnLimits
    questions: dict[str, Question]

    def number(self, question: str) -> int:
        return self.numbers[self.answer_for(question)]


@lru_cache
def questions() -> dict[str, Question]:
    return {key: Question(**one) for key, one in core.load_toml(FOLDER / "data" / "rules.toml")["questions"].items()}


@core.cache_by_answers
def edition_book(name: str, answers: Mapping[str, str]) -> Book:
    """Return the book of the one edition, its open questions answered."""
    given = core.effective_answers(questions(), answers)
    return Book.model_validate({**core.load_toml(FOLDER / "data" / "rules.toml"), "answers": given})


def ranks() -> list[str]:
    return edition_book(EDITION, {}).organisation.ranks


def open_book(opening: Mapping[str, Any]) -> Book:
    return edition_book(EDITION, opening["answers"])
