"""Hexes in doubled coordinates: distance, neighbours, sections, retreats, lines of sight."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Literal

Hex = tuple[int, int]
"""(column, row), row 0 at the top; columns are even in even rows and odd in odd ones."""
BoardName = Literal["standard", "breakthrough", "overlord", "small"]
Section = Literal["left", "centre", "right"]
Edge = Literal["top", "bottom"]
"""The edge at which a side sits: a retreat goes towards its own baseline."""
STEPS: tuple[Hex, ...] = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""Steps from a hex to its six neighbours."""
Side = Literal["E", "NE", "NW", "W", "SW", "SE"]
COMPASS: tuple[Side, ...] = ("E", "NE", "NW", "W", "SW", "SE")
"""The sides of a hex counter-clockwise, as tiles are turned."""
STEP_OVER: dict[Side, Hex] = dict(zip(COMPASS, (STEPS[0], *STEPS[:0:-1]), strict=True))
"""Step from a hex to its neighbour over each side."""
SECTIONS: tuple[Section, ...] = ("left", "centre", "right")


@dataclass(frozen=True)
class Board:
    """A board by its size.

    Its sections are ranges of columns as the bottom player sees them, ends included.
    """

    name: BoardName
    last_column: int
    rows: int
    bounds: tuple[tuple[int, int], ...]

    def has(self, place: Hex) -> bool:
        """Return whether a hex is on this board: within it, and of the right parity."""
        column, row = place
        return 0 <= column <= self.last_column and 0 <= row < self.rows and column % 2 == row % 2

    @property
    def hexes(self) -> Iterator[Hex]:
        """Yield every hex, row by row."""
        for row in range(self.rows):
            yield from ((column, row) for column in range(row % 2, self.last_column + 1, 2))

    @cached_property
    def names(self) -> Mapping[Hex, str]:
        return {place: named(place, self.rows) for place in self.hexes}

    @cached_property
    def by_name(self) -> Mapping[str, Hex]:
        return {name: place for place, name in self.names.items()}

    def around(self, place: Hex) -> tuple[Hex, ...]:
        found = self._around.get(place)
        return found if found is not None else self._neighbours(place)

    @cached_property
    def _around(self) -> Mapping[Hex, tuple[Hex, ...]]:
        return {place: self._neighbours(place) for place in self.hexes}

    def _neighbours(self, place: Hex) -> tuple[Hex, ...]:
        return tuple(one for one in neighbours(place) if self.has(one))

    def sections(self, place: Hex, seat: Edge = "bottom") -> list[Section]:
        """Return the sections of a hex as the player at that edge sees them.

        Two if a line cuts it.
        """
        seen = SECTIONS if seat == "bottom" else SECTIONS[::-1]
        return [name for name, (low, high) in zip(seen, self.bounds, strict=True) if low <= place[0] <= high]

    def seen(self, place: Hex, edge: Edge) -> Hex:
        """Return the hex as the player at that edge sees it: turned by half from the top."""
        return place if edge == "bottom" else (self.last_column - place[0], self.rows - 1 - place[1])

    def retreats(self, place: Hex, owner: Edge) -> list[Hex]:
        """Return the hexes of the next row towards the owner's baseline that touch this one."""
        column, row = place
        behind = row + (1 if owner == "bottom" else -1)
        return [one for one in ((column - 1, behind), (column + 1, behind)) if self.has(one)]


BOARDS: dict[str, Board] = {
    board.name: board
    for board in (
        Board("standard", 24, 9, ((0, 7), (7, 17), (17, 24))),
        Board("breakthrough", 24, 17, ((0, 7), (7, 17), (17, 24))),
        Board("overlord", 50, 9, ((0, 17), (17, 33), (33, 50))),
        Board("small", 22, 7, ((0, 7), (7, 17), (17, 22))),
    )
}


def neighbours(place: Hex) -> list[Hex]:
    return [(place[0] + across, place[1] + down) for across, down in STEPS]


def over(place: Hex, side: Side) -> Hex:
    """Return the hex over a side of a hex."""
    across, down = STEP_OVER[side]
    return place[0] + across, place[1] + down


def side_between(place: Hex, beside: Hex) -> Side:
    return next(side for side in COMPASS if over(place, side) == beside)


def turned(sides: Iterable[Side], steps: int) -> tuple[Side, ...]:
    """Return the sides of a tile turned by so many sixths counter-clockwise, in order."""
    found = {COMPASS[(COMPASS.index(side) + steps) % len(COMPASS)] for side in sides}
    return tuple(side for side in COMPASS if side in found)


def opposite(side: Side) -> Side:
    return turned((side,), len(COMPASS) // 2)[0]


def rows_and_steps(start: Hex, end: Hex) -> tuple[int, int]:
    """Return the rows between two hexes, and the steps along a row left after the slanting ones."""
    across, down = abs(start[0] - end[0]), abs(start[1] - end[1])
    return down, max(0, (across - down) // 2)


def distance(start: Hex, end: Hex) -> int:
    """Return the steps between two hexes."""
    return sum(rows_and_steps(start, end))


def connected(place: Hex, among: Collection[Hex]) -> frozenset[Hex]:
    found: set[Hex] = set()
    front = [place] if place in among else []
    while front:
        one = front.pop()
        if one not in found:
            found.add(one)
            front += [near for near in neighbours(one) if near in among]
    return frozenset(found)


def name_of(board: Board, place: Hex) -> str:
    """Return the name of a hex: G5, its letter along the row, the row counted from the bottom."""
    return board.names.get(place) or named(place, board.rows)


def named(place: Hex, rows: int) -> str:
    return f"{chr(ord('A') + place[0] // 2)}{rows - place[1]}"


def hex_named(board: Board, told: str) -> Hex | None:
    """Return the hex of a name like G5: its place in the row from A, the row from the bottom."""
    if (known := board.by_name.get(told)) is not None:
        return known
    letter, digits = told[:1].upper(), told[1:]
    if not ("A" <= letter <= "Z" and digits.isascii() and digits.isdecimal() and len(digits) <= 2):
        return None
    row = board.rows - int(digits)
    found = 2 * (ord(letter) - ord("A")) + row % 2, row
    return found if board.has(found) else None


def written(board: Board, place: Hex) -> str:
    """Return the name of a hex as files of the Scenario Editor have it: small in odd rows."""
    name = name_of(board, place)
    return name.lower() if place[1] % 2 else name


def hex_written(board: Board, told: str) -> Hex | None:
    """Return the hex of a name as the Scenario Editor writes it.

    None off the board or if it is written otherwise.
    """
    found = hex_named(board, told)
    return found if found is not None and written(board, found) == told else None


# -- lines of sight


@dataclass(frozen=True)
class Line:
    """The hexes between the ends of a line from centre to centre.

    Those that it crosses, and those that it only touches along an edge or in a corner, by the side of the line.
    """

    crossed: frozenset[Hex]
    left: frozenset[Hex]
    right: frozenset[Hex]

    def blocked_by(self, blocking: Collection[Hex]) -> list[Hex]:
        """Return the hexes that block it, row by row; none: clear.

        Those that it crosses, and those on both sides of it.
        """
        crossed, left, right = (side & set(blocking) for side in (self.crossed, self.left, self.right))
        beside = left | right if left and right else frozenset()
        return sorted(crossed | beside, key=lambda place: (place[1], place[0]))


# Scale to integers: half a hex is 1 wide, rows are 3 apart, corners 2 above or 1 beside the centre.
CORNERS: tuple[Hex, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
ROW = 3


@cache
def _line_from_origin(across: int, down: int) -> Line:
    end = (across, ROW * down)
    crossed: set[Hex] = set()
    left: set[Hex] = set()
    right: set[Hex] = set()
    for place in _between(across, down):
        x, y = place[0], ROW * place[1]
        sides = {_sign(end[0] * (y + cy) - end[1] * (x + cx)) for cx, cy in CORNERS}
        if sides >= {1, -1}:
            crossed.add(place)
        elif 0 in sides:
            (right if 1 in sides else left).add(place)
    return Line(frozenset(crossed), frozenset(left), frozenset(right))


def _between(across: int, down: int) -> Iterator[Hex]:
    length = _along(across, down, across, down)
    columns = range(min(0, across) - 1, max(0, across) + 2)
    for row in range(min(0, down), max(0, down) + 1):
        for column in columns:
            if column % 2 == row % 2 and 0 < _along(across, down, column, row) < length:
                yield column, row


def _along(across: int, down: int, column: int, row: int) -> int:
    return across * column + ROW * down * row


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


@lru_cache(maxsize=512)
def line(start: Hex, end: Hex, board: Board) -> Line:
    """Return the line of sight between two hexes of a board; off the board nothing blocks."""
    to = _line_from_origin(end[0] - start[0], end[1] - start[1])

    def moved(places: frozenset[Hex]) -> frozenset[Hex]:
        there = ((column + start[0], row + start[1]) for column, row in places)
        return frozenset(place for place in there if board.has(place))

    return Line(moved(to.crossed), moved(to.left), moved(to.right))
