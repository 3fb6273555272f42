"""The sides of a hex that its tile joins: by its shape and turn, or by its neighbours."""

from __future__ import annotations

from cmath import phase, pi, rect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal

from app.core.rules.book import load_toml
from app.games.memoir_44.book import DATA
from app.games.memoir_44.geometry import COMPASS, STEPS, Board, Hex, Side, opposite, over, side_between, turned

Way = Literal["river", "road", "rail", "wadi", "lake", "shore", "runway", "trench", "ravine", "strip"]
Joins = Mapping[str, tuple[Side, ...]]
"""Way → the sides over which it leads."""
TURNS = len(COMPASS)


@lru_cache
def ways() -> Mapping[str, Any]:
    return load_toml(DATA / "ways.toml")


def shaped(shape: str, orientation: int) -> tuple[Side, ...]:
    return turned(ways()["shapes"][shape], orientation - 1)


def turning(piece: str, orientation: int) -> tuple[Side, ...]:
    """Return the sides of a piece that turns otherwise than tiles."""
    return turned(ways()["turns"][piece][orientation - 1], 0)


SHAPES = ("straight", "bend", "fork-left", "fork-right", "even-fork", "crossing", "end")
"""Shapes shown to people, in the order in which painting cycles through them."""


def shape_of(sides: Sequence[Side]) -> str | None:
    """Return the shape that joins these sides, however it is turned."""
    return _shapes().get(turned(sides, 0))


CORNERS: Mapping[tuple[Side, Side], str] = {
    ("E", "NE"): "ENE",
    ("NE", "NW"): "N",
    ("NW", "W"): "WNW",
    ("W", "SW"): "WSW",
    ("SW", "SE"): "S",
    ("E", "SE"): "ESE",
}
"""Two sides of a hex → the direction between them, as the set-up list names it."""


def between_sides(name: str, sides: Sequence[Side]) -> tuple[str, ...]:
    """Return where a straight piece points that joins two pairs of sides; nothing for any other."""
    shapes = {shape for several in carried_by(name).values() for shape in several}
    if shapes != {"straight"} or len(sides) <= 2:
        return ()
    return tuple(corner for pair, corner in CORNERS.items() if {*pair} <= {*sides})


@lru_cache
def _shapes() -> Mapping[tuple[Side, ...], str]:
    every = ((shape, turn) for shape in reversed(SHAPES) for turn in range(TURNS, 0, -1))
    return {shaped(shape, turn): shape for shape, turn in every}


def carried_by(name: str) -> Mapping[str, Sequence[str]]:
    found: Mapping[str, Sequence[str]] = ways()["carried"].get(name, {})
    return found


@dataclass(frozen=True)
class Tile:
    """A tile of a file: its contents, and its sides if known, else its old orientation.

    The orientation of its terrain and its obstacles.
    """

    names: tuple[str, ...]
    told: Joins
    turn: int = 0
    turns: Mapping[str, int] | None = None


@dataclass(frozen=True)
class Tiles:
    """All tiles of a board.

    `as_filed`: how they are turned is as the editor turns them, but their shapes are lost; else as the board drew
    them once: with the clock, and all of them straight.
    """

    board: Board
    tiles: Mapping[Hex, Tile]
    as_filed: bool

    @cached_property
    def joins(self) -> Mapping[Hex, Joins]:
        return {place: self._joins_of(place, tile) for place, tile in self.tiles.items()}

    @cached_property
    def guessed(self) -> frozenset[Hex]:
        return frozenset(
            place
            for place, tile in self.tiles.items()
            if self.as_filed and tile.turn and not tile.told and any(self._lost(name) for name in tile.names)
        )

    @staticmethod
    def _lost(name: str) -> bool:
        return any(len(shapes) > 1 for shapes in carried_by(name).values())

    def carries(self, place: Hex, way: str) -> bool:
        tile = self.tiles.get(place)
        return tile is not None and (way in tile.told or any(way in carried_by(name) for name in tile.names))

    def beside(self, place: Hex, way: str) -> tuple[Side, ...]:
        """Return the sides beyond which the same way goes on, or may."""
        return tuple(side for side in COMPASS if self._goes_on(over(place, side), way, opposite(side)))

    def _goes_on(self, place: Hex, way: str, side: Side) -> bool:
        if not self.carries(place, way):
            return False
        told = self.tiles[place].told
        return side in told[way] if way in told else True

    def _joins_of(self, place: Hex, tile: Tile) -> Joins:
        found = dict(tile.told)
        for name in tile.names:
            for way, shapes in carried_by(name).items():
                if way not in found and (sides := self._worked_out(place, tile, name, way, shapes)):
                    found[way] = sides
        return found

    def _worked_out(self, place: Hex, tile: Tile, name: str, way: str, shapes: Sequence[str]) -> tuple[Side, ...]:
        turns, beside = tile.turns or {}, self.beside(place, way)
        turn = turns.get(name, tile.turn)
        if turn and self.as_filed:
            if name in turns:
                return turning("railway-bridge" if way == "rail" else "bridge", turn)
            return max((shaped(shape, turn) for shape in shapes), key=lambda sides: self._fit(place, way, sides))
        axis = (side_between((0, 0), STEPS[turn - 1]),) if turn else ()
        sides = turned({*beside, *axis, *map(opposite, axis)}, 0)
        ends = name in ways()["ends"]
        return turned({*sides, opposite(sides[0])}, 0) if len(sides) == 1 and not ends else sides

    def _fit(self, place: Hex, way: str, sides: Sequence[Side]) -> float:
        beside, onto = self.beside(place, way), [side for side in sides if self.board.has(over(place, side))]
        met = sum(side in beside for side in sides)
        return 2 * met - 1.0 * (len(onto) - met) - 0.9 * (len(beside) - met)


def axis_of(sides: Sequence[Side]) -> float:
    """Return the turn of a straight piece that joins these sides, in degrees.

    Counter-clockwise, from left to right.
    """
    return phase(sum(rect(1, 2 * pi * COMPASS.index(side) / TURNS * 2) for side in sides)) * 90 / pi
