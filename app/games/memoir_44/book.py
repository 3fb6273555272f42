"""The rules book of a table: units, dice, terrain and cards as data, and answers to gaps."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal

from app.core.rules import book as core
from app.core.rules.book import DashedPage
from app.core.rules.book import Question as OpenQuestion

FOLDER = Path(__file__).parent
DATA = FOLDER / "data"
EDITION = "es"
ALLIED, AXIS = SIDES = ("allied", "axis")
UnitType = Literal["infantry", "armour", "artillery"]
Types = list[UnitType]
PerType = dict[UnitType, int]
Target = Literal["infantry", "armour", "artillery", "train"]
Attacker = Literal["infantry", "armour", "artillery", "big-gun", "artillery-on-mountain"]
Badge = Literal["special-forces", "elite-armour", "french-resistance", "engineer", "big-gun"]
Symbol = Literal["infantry", "armour", "grenade", "flag", "star"]
Stop = Literal["soft", "hard"]
ALL = "all"


class Question(OpenQuestion):
    """A gap of the booklet, with the ruling's number (TP-nn)."""

    tp: int


class Move(DashedPage):
    """Hexes with which a unit may still battle, and hexes without."""

    battle: int
    no_battle: int


NO_ROAD = Move(battle=0, no_battle=0)


class Unit(DashedPage):
    """A type of unit: figures, moves, the faces that hit it, whether it needs to see its target.

    On road so many hexes more.
    """

    figures: int
    move: Move
    road: Move = NO_ROAD
    hit_by: list[Symbol]
    sees: bool = False
    takes_ground: bool = False
    overruns: bool = False


class Profile(DashedPage):
    """Dice of an attacker by distance; its cross-hairs."""

    unit: UnitType
    dice: list[int]
    crosshairs: int = 0


class BadgeCard(DashedPage):
    """The changes that a badge makes to its unit."""

    unit: UnitType
    move: Move | None = None
    figures: int | None = None
    retreat: int = 1


class Terrain(DashedPage):
    """Something on a hex with an effect.

    Soft ground keeps armour that enters or leaves it from battling and from overruns; `water` is closed unless
    something in the hex `crosses` it; `from_height`: entered and left by hills and mountains only.
    """

    kind: Literal["terrain", "landmark", "obstacle", "marker"]
    closed_to: Types = []
    water: bool = False
    crosses: bool = False
    afloat: bool = False
    enter_adjacent: bool = False
    leave_adjacent: bool = False
    from_height: bool = False
    ends_only: bool = False
    most_onto: int | None = None
    stop: dict[UnitType, Stop] = {}
    battle_on_entry: bool = True
    battle_inside: bool = True
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
    sight: Literal["clear", "blocks", "together"] = "clear"
    removed_on_leaving: bool = False
    removed_by: Types = []


class Card(DashedPage):
    """A command card: the units it orders, and the numbers that it changes.

    `terrain_moves`: terrain counts in its moves.
    """

    kind: Literal["section", "several", "tactic"]
    copies: dict[str, int]
    orders: int | Literal["all"] = 0
    sections: list[str] = []
    draws: int = 1
    reshuffles: bool = False
    units: Types = ["infantry", "armour", "artillery"]
    moves: dict[UnitType, Move] = {}
    roads: bool = True
    terrain_moves: bool = True
    bonus: int = 0
    bonus_when: Literal["always", "close", "far"] = "always"
    battles: int = 1
    targets: int = 0
    dice: dict[str, int] = {}
    stars_hit: bool = False
    terrain_counts: bool = True
    flags_ignored: bool = True


class Train(DashedPage):
    """A train: hits to lose wagon and locomotive, its medals, flags it may ignore."""

    wagon_lost_at: int
    lost_at: int
    medals: int
    ignores: int


class Bridge(DashedPage):
    """The cost of blowing a bridge: fewer cards in hand (first option), dice (second option)."""

    dice: int
    hand_lost: int


class Leader(DashedPage):
    """A heroic leader: dice after the loss of his unit, medals, die in battle, ignored flags."""

    dice: int
    medals: int
    bonus: int
    ignores: int


class Dam(DashedPage):
    """Sabotage of a dam: dice a turn, stars a dam takes a turn, stars that sabotage it, medals."""

    dice: int
    stars: int
    medals: int
    a_turn: int


class TakeGround(DashedPage):
    """Hexes of a Take Ground move, and the additional ones in the desert."""

    hexes: int
    desert: int


class Crosshair(DashedPage):
    """The dice that a cross-hair is worth."""

    bonus: int


class Depot(DashedPage):
    """The slowdown of armour once its side's depot is lost, and the move it always keeps."""

    armour: int
    least_move: int


class Book(core.QuestionBook):
    """All data that a ruling may look up."""

    die: list[Symbol]
    mine_tokens: list[int]
    lakes_block: int
    most_dice_decided: int
    take_ground: TakeGround
    units: dict[Target, Unit]
    profiles: dict[Attacker, Profile]
    badges: dict[Badge, BadgeCard]
    nations: dict[str, list[str]]
    terrain: dict[str, Any]
    patterns: dict[str, Any]
    cards: dict[str, Card]
    train: Train
    bridge: Bridge
    leader: Leader
    dam: Dam
    crosshair: Crosshair
    depot: Depot
    questions: dict[str, Question]

    def ground(self, name: str) -> Terrain:
        """Return the thing on a hex by its name, as this table reads it."""
        readings = self.terrain[name].get("readings", {})
        return _terrain(name, tuple((question, self.answer_for(question)) for question in readings))


@lru_cache
def _data() -> Mapping[str, Any]:
    files = [core.load_toml(DATA / f"{name}.toml") for name in ("rules", "terrain", "cards")]
    return {key: value for file in files for key, value in file.items()}


@cache
def _terrain(name: str, answers: tuple[tuple[str, str], ...]) -> Terrain:
    own = dict(_data()["terrain"][name])
    readings = own.pop("readings", {})
    for question, answer in answers:
        own |= readings[question].get(answer, {})
    like = own.pop("like", "open")
    return Terrain.model_validate({**_data()["patterns"][like], **own})


@lru_cache
def questions() -> dict[str, Question]:
    return {key: Question(**one) for key, one in _data()["questions"].items()}


@core.cache_by_answers
def edition_book(name: str, answers: Mapping[str, str]) -> Book:
    """Return the book of the one edition, its open questions answered."""
    return Book.model_validate({**_data(), "answers": core.effective_answers(questions(), answers)})


def open_book(opening: Mapping[str, Any]) -> Book:
    return edition_book(EDITION, opening["answers"])
