"""A scenario as immutable data: board, ground, units, and its special parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, cast, get_args

from app.core.content.missions import MissionData
from app.core.rules.inputs import parse
from app.games.memoir_44.book import ALL_TYPES, SIDES, Book
from app.games.memoir_44.geometry import BOARDS, Board, Edge, Hex
from app.games.memoir_44.scenarios.forms import (
    AirDrop,
    BlowBridges,
    EmptySections,
    Exit,
    Ground,
    Label,
    Mines,
    Night,
    Objective,
    Odd,
    Player,
    Reinforcements,
    ScenarioFile,
    Side,
    Star,
    SuddenDeath,
    Texts,
    Train,
    UnitSign,
)
from app.games.memoir_44.scenarios.names import editor
from app.games.memoir_44.scenarios.tiles import Joins, Tile, Tiles

FLOODED = "flooded-fields"
NOTHING = Ground()


@dataclass(frozen=True)
class Unit:
    at: Hex
    sign: UnitSign
    figures: int
    own_figures: bool = False
    """True if its figures are of its own kind, a destroyer’s or a vehicle’s."""

    @property
    def side(self) -> str:
        return self.sign.side

    @property
    def type(self) -> str:
        return self.sign.type

    @property
    def badge(self) -> str | None:
        return self.sign.badge

    @property
    def called(self) -> str:
        return str(self.badge) if self.own_figures else self.type


@dataclass(frozen=True)
class Scenario:
    """The full set-up of a table.

    Hexes are (column, row); a hex not in `ground` is as the face has it.
    """

    key: str
    board: Board
    face: str
    first: str
    sides: Mapping[str, Player]
    special_rules: frozenset[str]
    ground: Mapping[Hex, Ground]
    units: tuple[Unit, ...]
    objectives: tuple[Objective, ...]
    mines: tuple[Mines, ...]
    exits: tuple[Exit, ...]
    stars: tuple[Star, ...]
    trains: tuple[Train, ...]
    blow_bridges: BlowBridges | None
    pontoons: Mapping[str, int]
    armies: Mapping[str, tuple[str, ...]]
    night: Night | None
    sudden_deaths: tuple[SuddenDeath, ...]
    empty_sections: tuple[EmptySections, ...]
    exit_medals: Mapping[str, int]
    must_leave: Mapping[str, int]
    deck_ends: str | None
    air_drops: tuple[AirDrop, ...]
    smoke: str | None
    reinforcements: Mapping[str, Reinforcements]
    labels: tuple[Label, ...]
    imported: bool
    not_refereed: tuple[Odd, ...]
    looks: tuple[Odd, ...]
    by_hand: bool
    file: str
    told: tuple[str, ...]
    dates: tuple[str, ...]
    front: str
    packs: tuple[str, ...]
    texts: Mapping[str, Texts]

    def on(self, place: Hex) -> Ground:
        return self.ground.get(place, NOTHING)

    def terrain(self, place: Hex) -> str:
        """Return the terrain of a hex, also that of the face.

        Open ground is flooded if all of it is.
        """
        found = self.on(place).terrain or face_terrain(self.board.name, self.face, place[1])
        return "flooded-field" if found == "open" and FLOODED in self.special_rules else found

    def lying(self, place: Hex) -> list[str]:
        """Return everything on a hex by name, terrain first."""
        return [self.terrain(place), *self.on(place).obstacles, *closures(self.on(place)), *marks(self.on(place))]

    def shut_to(self, place: Hex, side: str) -> Sequence[str]:
        """Return the types of a side to which a hex is closed, whatever lies on it."""
        return self.on(place).closed.get(cast(Side, side), ())

    def shut_places(self, side: str, unit: str) -> tuple[Hex, ...]:
        return self._shut.get((side, unit), ())

    @cached_property
    def _shut(self) -> Mapping[tuple[str, str], tuple[Hex, ...]]:
        found: dict[tuple[str, str], tuple[Hex, ...]] = {}
        for place, ground in self.ground.items():
            for side, types in ground.closed.items():
                for unit in types:
                    found[side, unit] = (*found.get((side, unit), ()), place)
        return found

    def named(self, place: Hex) -> str:
        return ", ".join(one.text for one in self.labels if one.at == place)

    def unit_at(self, place: Hex) -> Unit | None:
        return next((unit for unit in self.units if unit.at == place), None)

    def of(self, side: str) -> list[Unit]:
        return [unit for unit in self.units if unit.side == side]

    def odd_on(self, place: Hex) -> tuple[Odd, ...]:
        """Return the things on a hex that the table decides itself, its unit included."""
        unit = self.unit_at(place)
        return self.on(place).not_refereed + (unit.sign.not_refereed if unit else ())

    @cached_property
    def laid(self) -> Mapping[Hex, list[str]]:
        """Return everything on each hex as the battle begins; it must not be changed."""
        return {place: self.lying(place) for place in self.board.hexes}

    @cached_property
    def tiles(self) -> Tiles:
        found = {
            place: Tile((*self.lying(place),), cast(Joins, ground.sides), ground.orientation or 0, ground.obstacles)
            for place, ground in self.ground.items()
        }
        return Tiles(self.board, found, self.imported)

    def joins(self, place: Hex) -> Joins:
        """Return the sides that the tile of a hex joins, by way; no way: unknown sides."""
        return self.tiles.joins.get(place, {})

    def tells_sides(self, place: Hex) -> bool:
        """Return whether a file states how the tile of a hex is turned."""
        return bool(self.on(place).sides or self.on(place).orientation)

    def looks_on(self, place: Hex) -> tuple[Odd, ...]:
        unit = self.unit_at(place)
        return self.on(place).looks + (unit.sign.looks if unit else ())

    @cached_property
    def has_odd(self) -> bool:
        return bool(self.not_refereed) or any(self.odd_on(place) for place in self.board.hexes)

    @cached_property
    def odd_places(self) -> frozenset[Hex]:
        return frozenset(place for place, lying in self.ground.items() if lying.not_refereed)

    @property
    def numbered(self) -> Iterator[tuple[str, Unit]]:
        """Yield its units under their names at a table."""
        numbers: Counter[str] = Counter()
        for unit in self.units:
            kind = f"{unit.side}-{unit.called}"
            numbers[kind] += 1
            yield f"{kind}-{numbers[kind]}", unit

    @cached_property
    def odd_units(self) -> list[tuple[str, Unit]]:
        return [(key, unit) for key, unit in self.numbered if unit.sign.not_refereed]

    def side_at(self, edge: Edge) -> str:
        return next(side for side in SIDES if self.sides[side].edge == edge)


def closures(ground: Ground) -> list[str]:
    impassable, blocking, partly = CLOSURES
    if ground.blocking:
        return [blocking]
    if not ground.closed:
        return []
    every = all(len(set(ground.closed.get(side, ()))) == len(ALL_TYPES) for side in get_args(Side))
    return [impassable if every else partly]


def marks(ground: Ground) -> list[str]:
    return [mark for mark, so in zip(HEX_MARKS, (ground.recovers, ground.headquarters), strict=True) if so]


HEX_MARKS = RECOVERY, QUARTERS = ("recovery-here", "headquarters-here")
"""The content of a hex in which infantry recovers, and of one that has headquarters in it."""
CLOSURES = ("impassable", "impassable-blocking", "partly-closed")
"""The content of hexes that are closed."""


def face_terrain(board: str, face: str, row: int) -> str:
    last = -1
    for terrain, rows in editor()["ground"].get(face, {}).get(board, ()):
        last += rows
        if row <= last:
            return str(terrain)
    return "open"


def figures_of(sign: UnitSign, book: Book) -> int:
    return sign.figures or book.kind(sign.type, sign.badge).figures


def drawn(rows: list[str], board: Board) -> Iterator[tuple[Hex, str]]:
    signs = (sign for row in rows for sign in row.split())
    return zip(board.hexes, signs, strict=True)


def scenario_of(data: MissionData, book: Book) -> Scenario:
    return typed(parse(ScenarioFile, dict(data)), book)


def typed(file: ScenarioFile, book: Book) -> Scenario:
    board, ground = BOARDS[file.board], file.map.legend
    forces = drawn(file.forces.rows, board) if file.forces else iter(())
    legend = file.forces.legend if file.forces else {}
    units = ((at, legend[sign]) for at, sign in forces if sign != NOBODY)
    return Scenario(
        key=file.key,
        board=board,
        face=file.face,
        first=file.first,
        sides=MappingProxyType(dict(file.sides.items())),
        special_rules=frozenset(file.special_rules),
        ground=MappingProxyType({at: ground[sign] for at, sign in drawn(file.map.rows, board) if sign != NOBODY}),
        units=tuple(
            Unit(at, sign, figures_of(sign, book), book.kind(sign.type, sign.badge).own_figures) for at, sign in units
        ),
        pontoons=MappingProxyType(dict(file.pontoons.items())),
        armies=MappingProxyType({side: (*rules,) for side, rules in file.armies.items()}),
        night=file.night,
        exit_medals=MappingProxyType(dict(file.exit_medals.items())),
        must_leave=MappingProxyType(dict(file.must_leave.items())),
        deck_ends=file.deck_ends,
        smoke=file.smoke,
        reinforcements=MappingProxyType(dict(file.reinforcements.items())),
        texts=MappingProxyType(dict(file.texts)),
        blow_bridges=file.blow_bridges,
        imported=file.imported,
        front=file.front,
        not_refereed=file.not_refereed,
        looks=file.looks,
        by_hand=file.by_hand,
        file=file.file,
        **{name: tuple(getattr(file, name)) for name in LISTS},
    )


LISTS = (
    "air_drops",
    "sudden_deaths",
    "empty_sections",
    "objectives",
    "mines",
    "exits",
    "stars",
    "trains",
    "labels",
    "told",
    "dates",
    "packs",
)
NOBODY = "."
"""The sign of an empty hex of a map."""


def as_plain(file: ScenarioFile) -> dict[str, Any]:
    return file.model_dump(mode="json", by_alias=True, exclude_defaults=True)
