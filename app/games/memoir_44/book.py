"""The rules book of a table: units, dice, terrain and cards as data, and answers to gaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal, get_args

from app.core.rules import book as core
from app.core.rules.book import DashedPage, Few
from app.core.rules.book import Question as OpenQuestion

FOLDER = Path(__file__).parent
DATA = FOLDER / "data"
EDITION = "es"
ALLIED, AXIS = SIDES = ("allied", "axis")
UnitType = Literal["infantry", "armour", "artillery"]
Types = list[UnitType]
ALL_TYPES: Sequence[UnitType] = get_args(UnitType)
PerType = dict[UnitType, int]
Target = Literal["infantry", "armour", "artillery", "train"]
Symbol = Literal["infantry", "armour", "grenade", "flag", "star"]
Stop = Literal["soft", "hard"]
ALL = "all"


class Question(OpenQuestion):
    """A gap of a booklet, with the number of its ruling if it has one (TP-nn).

    It arises in a scenario that holds something of `where`; in every one if that is empty.
    """

    tp: int | None = None
    where: Few = []


class Move(DashedPage):
    """Hexes with which a unit may still battle, and hexes without."""

    battle: int
    no_battle: int


NO_ROAD = Move(battle=0, no_battle=0)


class Unit(DashedPage):
    """A kind of unit: its type for terrain and cards, and its row in the tables of units.

    `dice`: by distance; on road it moves so many hexes more. `attacks_as`, `target_as`: the kind whose attack it has,
    and the one that it is as a target. `stars_hit`: what its stars hit, besides; `close_terrain`: the most dice that
    terrain takes from its close assault; `slow`: no card makes it faster; `sails`: the ground on which alone it is;
    `second_roll`: see `tiger_second_roll`; `moved`: the same kind after a move.
    """

    unit: UnitType
    box: str
    attacks_as: str
    target_as: str
    figures: int = 0
    move: Move
    road: Move = NO_ROAD
    dice: list[int] = []
    crosshairs: int = 0
    hit_by: list[Symbol]
    sees: bool = False
    takes_ground: bool = False
    overruns: bool = False
    battles_on_entry: bool = False
    retreat: int = 1
    hit_as: str
    stars_hit: Few = []
    never_hits: Few = []
    spared_by_stars: bool = False
    terrain_counts: bool = True
    close_terrain: int | None = None
    ignores: int = 0
    medals: int = 1
    medal_figures: int = 0
    heals: bool = True
    slow: bool = False
    sails: Few = []
    second_roll: bool = False
    supplies: bool = False
    own_figures: bool = False
    late_as: str | None = None
    moved: Unit | None = None


class Trait(DashedPage):
    move: Move | None = None
    ignores: int = 0
    medals: int | None = None
    unmoved_bonus: int = 0
    exits: bool = True


class BattleBack(DashedPage):
    figures: int
    dice: int
    after_loss: bool = False


class Army(DashedPage):
    """A rule of an army: the units of its side that it concerns, and what it changes.

    `move`: their own move instead; `charge`: hexes with which they may still battle, in close assault only, but for the
    badges of `charge_without`;
    `close_bonus`: dice more in close assault at full strength; `must_ignore`: flags that they must ignore.
    `recon_strikes`: a Recon may be played as Air Power. `from_hand`: cards that need not lie under the chip.
    """

    units: Types = ["infantry", "armour", "artillery"]
    nations: list[str] = []
    emblem: str | None = None
    without: list[str] = []
    move: Move | None = None
    charge: int = 0
    charge_without: list[str] = []
    close_bonus: int = 0
    must_ignore: int = 0
    ignores: PerType = {}
    retreat: int = 0
    battle_back: BattleBack | None = None
    recon_strikes: bool = False
    strike_dice: int | None = None
    from_hand: list[str] = []
    more_units: int = 0
    more_on_the_move: int = 0
    orders: dict[str, int] = {}
    any_unit: int = 0
    hand: int | None = None
    least_hand: int = 0

    @property
    def of_units(self) -> bool:
        """Return whether it changes what single units do."""
        return bool(self.move or self.charge or self.must_ignore or self.ignores or self.retreat)

    def concerns(self, kind: str, nation: str, badge: str | None, emblem: str | None) -> bool:
        of_nation = not self.nations or nation in self.nations
        return kind in self.units and of_nation and badge not in self.without and self.emblem in (None, emblem)


class Night(DashedPage):
    least: int
    most: int
    dice: int


class Smoke(DashedPage):
    markers: int
    turns: int


class Terrain(DashedPage):
    """Something on a hex with an effect.

    Soft ground keeps armour that enters or leaves it from battling and from overruns; `water` is closed unless
    something in the hex `crosses` it, under which what is `spanned` has no effect; `from_height`: entered and left by
    hills and mountains only, `ends_of`: only over the sides of this way. `climb`: hexes that a step up counts from no
    height, `shore_steps`: those of a step from and to a shore (a type that is not named never makes one).
    `cave`: what it is once it is sealed; units that are `compelled` ignore every flag that they may.
    `battle_after`: the hexes that a move into it may have if the unit then battles; `unmoved_ground`: types that take
    ground in it only if they have not moved. `owned`: it protects the side that owns it alone.
    """

    kind: Literal["terrain", "landmark", "obstacle", "marker"]
    closed_to: Types = []
    water: bool = False
    crosses: bool = False
    afloat: bool = False
    enter_adjacent: bool = False
    leave_adjacent: bool = False
    from_height: bool = False
    ends_of: Literal["wadi", "road"] | None = None
    spanned: bool = False
    sea: bool = False
    shore: bool = False
    from_sea: bool = True
    climb: int = 1
    shore_steps: PerType = {}
    ground_from_shore: bool = True
    unmoved_ground: Types = []
    thin_ice: bool = False
    most_onto: int | None = None
    stop: dict[UnitType, Stop] = {}
    battle_on_entry: bool = True
    battle_after: int | None = None
    no_battle_from: Types = []
    no_battle_over: Types = []
    retreat_into: bool = True
    soft_ground: bool = False
    road: bool = False
    track: bool = False
    town: bool = False
    height: Literal["hill", "mountain"] | None = None
    protection: PerType = {}
    out: PerType = {}
    adjacent_only: Types = []
    ignores: int | Literal["all"] = 0
    ignored_by: Types = list(ALL_TYPES)
    compelled: bool = False
    owned: bool = False
    cave: str | None = None
    heals: bool = False
    recovers: bool = False
    headquarters: bool = False
    sight: Literal["clear", "blocks", "together"] = "clear"
    removed_on_leaving: bool = False
    removed_by: Types = []


class Card(DashedPage):
    """A command card: the units it orders, and the numbers that it changes.

    `returns`: dice whose symbols return figures to any units. `on_the_move`: so many more, anywhere, that move and may
    not battle. `terrain_moves`: terrain counts in its moves.
    """

    kind: Literal["section", "several", "tactic"]
    copies: dict[str, int]
    orders: int | Literal["all"] = 0
    sections: list[str] = []
    on_the_move: int = 0
    draws: int = 1
    reshuffles: bool = False
    units: Types = ["infantry", "armour", "artillery"]
    moves: dict[UnitType, Move] = {}
    roads: bool = True
    terrain_moves: bool = True
    bonus: int = 0
    bonus_when: Literal["always", "close", "far"] = "always"
    battles: int = 1
    returns: int = 0
    targets: int = 0
    dice: dict[str, int] = {}
    stars_hit: bool = False
    terrain_counts: bool = True
    flags_ignored: bool = True


class Train(DashedPage):
    wagon_lost_at: int
    lost_at: int
    medals: int
    ignores: int


class Bridge(DashedPage):
    dice: int
    hand_lost: int


class Leader(DashedPage):
    dice: int
    medals: int
    bonus: int
    ignores: int


class Dam(DashedPage):
    dice: int
    stars: int
    medals: int
    a_turn: int


class TakeGround(DashedPage):
    hexes: int
    desert: int


class Crosshair(DashedPage):
    bonus: int


class Depot(DashedPage):
    armour: int
    least_move: int


class Hospital(DashedPage):
    dice: int


class ThinIce(DashedPage):
    dice: int


class Book(core.QuestionBook):
    """All data that a ruling may look up."""

    die: list[Symbol]
    mine_tokens: list[int]
    lakes_block: int
    most_dice_decided: int
    take_ground: TakeGround
    units: dict[str, Unit]
    profiles: dict[str, Unit]
    """Kinds with an attack of their own."""
    targets: dict[str, Unit]
    """Kinds that are hit in a way of their own."""
    badges: dict[str, Unit]
    traits: dict[str, Trait]
    nations: dict[str, list[str]]
    terrain: dict[str, Any]
    patterns: dict[str, Any]
    cards: dict[str, Card]
    decks: dict[str, dict[str, dict[str, Any]]]
    armies: dict[str, Army]
    night: Night
    smoke: Smoke
    train: Train
    bridge: Bridge
    leader: Leader
    dam: Dam
    crosshair: Crosshair
    depot: Depot
    ice: ThinIce
    hospital: Hospital
    questions: dict[str, Question]

    def deck(self, name: str) -> dict[str, Card]:
        """Return the cards of a board's own deck, or those of every other board."""
        changed = self.decks.get(name, {})
        return {**self.cards, **{key: _card(key, name) for key in changed}}

    def kind(self, unit: str, badge: str | None = None) -> Unit:
        """Return the row of a unit: that of its badge, else that of its type."""
        return self.badges[self.in_year(badge)] if badge else self.units[unit]

    def attack(self, name: str, *, moved: bool = False) -> Unit:
        name = self.in_year(name)
        row = self.badges.get(name) or self.profiles[name]
        return row.moved if moved and row.moved is not None else row

    def in_year(self, badge: str) -> str:
        """Return the kind of a weapon by the table's choice of early or late, else its scenario's."""
        answer = self.answer_for("weapon-year")
        if answer == "early":
            return next((name for name, row in self.badges.items() if row.late_as == badge), badge)
        return (self.badges[badge].late_as or badge) if answer == "late" and badge in self.badges else badge

    def ground(self, name: str) -> Terrain:
        """Return the thing on a hex by its name, as this table reads it."""
        readings = self.terrain[name].get("readings", {})
        return _terrain(name, tuple((question, self.answer_for(question)) for question in readings))


@lru_cache
def _data() -> Mapping[str, Any]:
    files = (core.load_toml(DATA / f"{name}.toml") for name in ("rules", "cards", "decks", "armies"))
    told = {key: value for file in files for key, value in file.items()}
    terrain, patterns = ({**_told_of("terrain", part)} for part in ("terrain", "patterns"))
    return {**told, "terrain": terrain, "patterns": patterns, **_kinds()}


def boxes() -> Sequence[str]:
    """Return the boxes that hold something, in the order in which they are told."""
    every: Sequence[str] = core.load_toml(DATA / "boxes.toml")["boxes"]
    return every


@cache
def box_of(name: str) -> str:
    return next(box for box in boxes() if name in _file_of("terrain", box).get("terrain", {}))


CHAPTERS = {"terrain": "terrain", "landmark": "landmarks", "obstacle": "obstacles"}
"""The chapter of the rules that tells of each kind of thing on a hex."""


def rules_of_ground() -> Mapping[str, str]:
    every: Mapping[str, Any] = _data()["terrain"]
    return {name: one["rule"] if "rule" in one else f"{CHAPTERS[one['kind']]}.{name}" for name, one in every.items()}


OF_ATTACKS = {"dice", "crosshairs", "sees", "terrain-counts", "close-terrain", "stars-hit", "never-hits"}
OF_TARGETS = {"hit-by", "hit-as", "spared-by-stars"}
"""Keys that give a kind an attack of its own, and those that make it a target of its own."""


def _kinds() -> Mapping[str, Mapping[str, Any]]:
    tables = {table: _told_of("units", table) for table in TABLES}
    rows = {name: row for table in tables.values() for name, row in table.items()}
    whole = {table: {name: _moved(_row(name, rows)) for name in tables[table]} for table in TABLES}
    every = {name: row for table in whole.values() for name, row in table.items()}
    whole["profiles"] = {name: row for name, row in every.items() if row["attacks-as"] == name and "dice" in row}
    whole["targets"] = {name: row for name, row in every.items() if row["target-as"] == name}
    return {**whole, "traits": {name: _told(own) for name, own in _told_of("units", "traits").items()}}


def _told(own: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in own.items() if key != "rule"}


def _told_of(folder: str, table: str) -> Mapping[str, Mapping[str, Any]]:
    return {name: one for box in boxes() for name, one in _file_of(folder, box).get(table, {}).items()}


def _file_of(folder: str, box: str) -> Mapping[str, Any]:
    path = DATA / folder / f"{box}.toml"
    return core.load_toml(path) if path.exists() else {}


@cache
def rules_of_kinds(table: Literal["badges", "traits"]) -> Mapping[str, str]:
    """Return the rules of badges, or of what scenarios say of single units."""
    return {name: str(own.get("rule", f"badges.{name}")) for name, own in _told_of("units", table).items()}


TABLES = ("units", "badges", "profiles")


def _moved(row: dict[str, Any]) -> dict[str, Any]:
    changes = row.pop("moved", None)
    return row if changes is None else {**row, "moved": {**row, **changes}}


def _row(name: str, rows: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    own = _told(rows[name])
    like = _row(own.pop("like"), rows) if "like" in own else {"attacks-as": name, "target-as": name}
    marks = {"attacks-as": OF_ATTACKS, "target-as": OF_TARGETS}
    return {**like, **own, **{key: name for key, told in marks.items() if told & own.keys()}}


@cache
def _terrain(name: str, answers: tuple[tuple[str, str], ...]) -> Terrain:
    own = dict(_data()["terrain"][name])
    readings, _ = own.pop("readings", {}), own.pop("rule", None)
    for question, answer in answers:
        own |= readings[question].get(answer, {})
    like = own.pop("like", "open")
    return Terrain.model_validate({**_data()["patterns"][like], **own})


@lru_cache
def questions() -> dict[str, Question]:
    return {key: Question(**one) for key, one in _data()["questions"].items()}


@cache
def _card(key: str, deck: str) -> Card:
    return Card.model_validate({**_data()["cards"][key], **_data()["decks"][deck][key]})


@core.cache_by_answers
def edition_book(name: str, answers: Mapping[str, str]) -> Book:
    """Return the book of the one edition, its open questions answered."""
    return Book.model_validate({**_data(), "answers": core.effective_answers(questions(), answers)})


def open_book(opening: Mapping[str, Any]) -> Book:
    return edition_book(EDITION, opening["answers"])
