"""The form of a scenario's file: a map and forces as rows of signs, and objects on them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from app.core.content.cards.fields import Bilingual
from app.core.content.toml_source import LONGEST_NAME
from app.core.rules.book import DashedPage
from app.core.rules.inputs import PRINTABLE
from app.games.memoir_44.book import UnitType
from app.games.memoir_44.geometry import COMPASS, BoardName
from app.games.memoir_44.geometry import Side as Compass
from app.games.memoir_44.scenarios.tiles import Way

Side = Literal["allied", "axis"]
Face = Literal["countryside", "winter", "beach", "desert"]
Edge = Literal["top", "bottom"]
SpecialRule = Literal[
    "north-african-desert", "flooded-fields", "oasis-recovery", "airfield-landing", "depot-slows-armour",
    "air-power-is-bombard",
]  # fmt: skip
Purpose = Literal[
    "sabotage", "air-strike", "observer", "equipment", "prisoners", "dam", "radar-warning", "as-told"
]  # fmt: skip
NAME_AT_MOST, TITLE_AT_MOST, WORD_AT_MOST, TEXT_AT_MOST = 60, LONGEST_NAME - 10, 40, 8000
Name = Annotated[str, Field(max_length=NAME_AT_MOST, pattern=PRINTABLE)]
Word = Annotated[str, Field(max_length=WORD_AT_MOST, pattern=PRINTABLE)]
Prose = Annotated[str, Field(max_length=TEXT_AT_MOST)]
Turn = Annotated[int, Field(ge=1, le=6)]
MANY, FEW, MOST_COUNT, MOST_HAND, MOST_FIGURES, MOST_CARGO, MOST_TRAINS = 600, 40, 99, 20, 12, 8, 4
MOST_DROPPED = 12
Count = Annotated[int, Field(ge=1, le=MOST_COUNT)]


def _tupled(value: Any) -> Any:
    return tuple(_tupled(part) for part in value) if isinstance(value, list) else value


Place = Annotated[
    tuple[Annotated[int, Field(ge=0, le=99)], Annotated[int, Field(ge=0, le=99)]], BeforeValidator(_tupled)
]
"""Column and row of a hex, as in the rulings."""
Places = Annotated[tuple[Place, ...], BeforeValidator(_tupled), Field(min_length=1, max_length=MANY)]


Sides = Annotated[tuple[Compass, ...], BeforeValidator(_tupled), Field(min_length=1, max_length=len(COMPASS))]
"""Sides of a hex."""
Numbered = Annotated[str, Field(max_length=LONGEST_NAME, pattern=PRINTABLE)]


class Title(Bilingual):
    en: Numbered
    es: Numbered


class Odd(DashedPage):
    """A thing of a file that is not refereed here, and that the table decides itself."""

    kind: Literal["terrain", "rect_terrain", "obstacle", "unit", "badge", "tag", "behavior", "option"]
    name: Name


Odds = Annotated[tuple[Odd, ...], BeforeValidator(_tupled), Field(max_length=FEW)]


Closed = Annotated[tuple[UnitType, ...], BeforeValidator(_tupled), Field(min_length=1, max_length=3)]
"""Types of units."""


class Ground(DashedPage):
    """The contents of a hex.

    A terrain, obstacles with how they are turned (0: as you like), the sides over which its ways lead, the side that
    a bunker protects, the types of each side that may not enter, whether nobody battles over it, whether infantry
    recovers there, whether headquarters are in it, what is not refereed, and what is only to be seen. `named`: pieces
    of the Scenario Editor that are not the usual ones. `orientation`: how older files turn a terrain.
    """

    terrain: Word | None = None
    orientation: Turn | None = None
    sides: dict[Way, Sides] = Field(default_factory=dict)
    obstacles: dict[Word, Annotated[int, Field(ge=0, le=6)]] = Field(default_factory=dict)
    owner: Side | None = None
    closed: dict[Side, Closed] = Field(default_factory=dict)
    blocking: bool = False
    recovers: bool = False
    headquarters: bool = False
    not_refereed: Odds = ()
    looks: Odds = ()
    named: Annotated[tuple[Word, ...], BeforeValidator(_tupled), Field(max_length=FEW)] = ()


class UnitSign(DashedPage):
    """A unit: type, side and nation, the badge that changes it, the emblem that does not.

    `rests`: turns of its side from the first on in which it takes no order.
    """

    side: Side
    type: UnitType
    nation: Word = ""
    badge: Word | None = None
    emblem: Word | None = None
    figures: Annotated[int, Field(ge=1, le=MOST_FIGURES)] | None = None
    leader: bool = False
    boat: bool = False
    traits: Annotated[tuple[Word, ...], BeforeValidator(_tupled), Field(max_length=FEW)] = ()
    camouflaged: bool = False
    rests: Annotated[int, Field(ge=0, le=MOST_COUNT)] = 0
    not_refereed: Odds = ()
    looks: Odds = ()


Sign = Annotated[str, Field(min_length=1, max_length=6, pattern=r"^[^\s.]+$")]


class GroundMap(DashedPage):
    """The map: a text for each row from the top, a sign for each hex, and the legend.

    `.`: as the face.
    """

    rows: list[str] = Field(max_length=17)
    legend: dict[Sign, Ground] = Field(default_factory=dict)


class Forces(DashedPage):
    """Both forces, drawn like the map. `.`: nobody."""

    rows: list[str] = Field(max_length=17)
    legend: dict[Sign, UnitSign] = Field(default_factory=dict)


class Player(DashedPage):
    edge: Edge
    medals: Count
    hand: Annotated[int, Field(ge=1, le=MOST_HAND)]
    nation: Word = ""


class Objective(DashedPage):
    """Hexes that bring medals.

    Whose (nobody's: either side's), how many must be held at once (or more than the other side holds), how long the
    medals stay, whether they count only when the turn of their side begins.
    """

    at: Places
    side: Side | None = None
    medals: Count = 1
    needs: Count | Literal["all", "majority"] = 1
    stays: Literal["while-held", "permanent", "until-taken"] = "while-held"
    at_turn_start: bool = False
    sole: bool = False


class Mines(DashedPage):
    """Minefields that a side laid.

    `decoy_medal`: the first decoy that an enemy finds is a medal for him.
    """

    side: Side
    at: Places
    decoy_medal: bool = False


class Exit(DashedPage):
    """Hexes by which units leave the board for a medal each.

    Units of a side (of either, if none is named); those of them that have a marker (none named: all).
    """

    at: Places
    side: Side | None = None
    markers: Annotated[tuple[Place, ...], BeforeValidator(_tupled), Field(max_length=MANY)] = ()


class Star(DashedPage):
    """Battle Stars on hexes: their purpose, and their side if they have one.

    `marked`: a marker is there, not only a rule about the hex.
    """

    at: Places
    purpose: Purpose
    side: Side | None = None
    marked: bool = True


class Train(DashedPage):
    """A train: kind, hex, the side that its front faces, and its load.

    `front`: the same in older files, by a number.
    """

    side: Side
    kind: Literal["plain", "supply", "armoured"] = "plain"
    locomotive: Place
    wagon: Place | None = None
    faces: Compass | None = None
    front: Turn | None = None
    cargo: Annotated[tuple[UnitType, ...], BeforeValidator(_tupled), Field(max_length=MOST_CARGO)] = ()


class BlowBridges(DashedPage):
    """Bridges that may be blown.

    By which of the two ways, by whom (nobody named: either side), whether only while a unit of that side is beside
    it, and those that are a medal once blown.
    """

    option: Literal[1, 2]
    at: Places
    side: Side | None = None
    beside: bool = False
    medal_at: Annotated[tuple[Place, ...], BeforeValidator(_tupled), Field(max_length=MANY)] = ()


class Night(DashedPage):
    side: Side = "allied"
    falls: bool = False


class SuddenDeath(DashedPage):
    side: Side
    at: Places
    needs: Count


class EmptySections(DashedPage):
    """Medals of a side while one of these sections has no enemy.

    Sections as the bottom player sees them.
    """

    side: Side
    sections: Annotated[list[Literal["left", "centre", "right"]], Field(min_length=1, max_length=3)]
    medals: Count = 1


class AirDrop(DashedPage):
    """Units dropped from the air: how many at a time, where (unnamed: anywhere), steps of drift.

    `rests`: turns after it without an order; `daylight`: not before it is day; `by_hand`: the table drops the figures.
    """

    side: Side
    drops: Annotated[list[Annotated[int, Field(ge=1, le=MOST_DROPPED)]], Field(min_length=1, max_length=MOST_DROPPED)]
    steps: Annotated[int, Field(ge=1, le=MOST_DROPPED)]
    at: Annotated[tuple[Place, ...], BeforeValidator(_tupled), Field(max_length=MANY)] = ()
    type: UnitType = "infantry"
    nation: Word = ""
    badge: Word | None = None
    emblem: Word | None = None
    rests: Annotated[int, Field(ge=0, le=MOST_COUNT)] = 0
    daylight: bool = False
    by_hand: bool = False


class Reinforcements(DashedPage):
    units: Annotated[int, Field(ge=1, le=MOST_DROPPED)]
    type: UnitType = "armour"
    nation: Word = ""
    badge: Word | None = None
    emblem: Word | None = None
    traits: Annotated[tuple[Word, ...], BeforeValidator(_tupled), Field(max_length=FEW)] = ()


class Label(DashedPage):
    at: Place
    text: Name


class Texts(DashedPage):
    subtitle: Prose = ""
    historical: Prose = ""
    description: Prose = ""
    victory: Prose = ""
    rules: Prose = ""
    bibliography: Prose = ""


class ScenarioFile(DashedPage):
    """A scenario in the form of its file.

    `armies`: rules of armies by side. `exit_medals`: those for a unit that leaves, if not one; `must_leave`: so many
    units of a side must have left for it to win. `deck_ends`: who wins when the deck ends, which is not shuffled again.
    `smoke`: the side that may lay a smoke screen.
    `imported`: made from a file of the Scenario Editor, whose texts are its own.
    """

    key: Annotated[str, Field(max_length=40)]
    name: Title
    board: BoardName
    face: Face
    first: Side
    sides: dict[Side, Player]
    special_rules: list[SpecialRule] = Field(default_factory=list, max_length=FEW)
    map: GroundMap
    forces: Forces | None = None
    objectives: list[Objective] = Field(default_factory=list, max_length=MANY)
    mines: list[Mines] = Field(default_factory=list, max_length=FEW)
    exits: list[Exit] = Field(default_factory=list, max_length=FEW)
    stars: list[Star] = Field(default_factory=list, max_length=FEW)
    trains: list[Train] = Field(default_factory=list, max_length=MOST_TRAINS)
    blow_bridges: BlowBridges | None = None
    pontoons: dict[Side, Count] = Field(default_factory=dict)
    armies: dict[Side, Annotated[list[Word], Field(max_length=FEW)]] = Field(default_factory=dict)
    night: Night | None = None
    sudden_deaths: list[SuddenDeath] = Field(default_factory=list, max_length=FEW)
    empty_sections: list[EmptySections] = Field(default_factory=list, max_length=FEW)
    exit_medals: dict[UnitType, Count] = Field(default_factory=dict)
    must_leave: dict[Side, Count] = Field(default_factory=dict)
    deck_ends: Side | None = None
    air_drops: list[AirDrop] = Field(default_factory=list, max_length=FEW)
    smoke: Side | None = None
    reinforcements: dict[Side, Reinforcements] = Field(default_factory=dict)
    labels: list[Label] = Field(default_factory=list, max_length=200)
    imported: bool = False
    not_refereed: Odds = ()
    looks: Odds = ()
    by_hand: bool = False
    file: Name = ""
    dates: list[Word] = Field(default_factory=list, max_length=2)
    front: Word = ""
    packs: list[Word] = Field(default_factory=list, max_length=FEW)
    told: list[Name] = Field(default_factory=list, max_length=FEW)
    texts: dict[Word, Texts] = Field(default_factory=dict, max_length=8)
