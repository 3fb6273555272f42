"""An abstract board: a corridor two squares wide with two tunnels at its side, which answers what the app asks.

It is none of the game's boards: it compares rules, and lets games be played without people.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

Cell = tuple[int, int]
LENGTH, ROWS, TUNNEL = 10, 2, 8
ALLIED_ENTRY: Cell = (0, 0)
EXIT_COLUMN = LENGTH - 1
GERMAN_ENTRIES: tuple[Cell, ...] = ((3, ROWS + TUNNEL - 1), (8, ROWS + TUNNEL - 1))
SIGHT = 12
BEHIND = 4
"""Squares behind each entry, so that no horde fills the board."""
KEEP = 4


class AbstractBoard:
    """Where figures stand. Squares are (column, row); the Germans enter by the tunnels."""

    def __init__(self) -> None:
        self.open = {(x, y) for x in range(LENGTH) for y in range(ROWS)} | {
            (x, ROWS + y) for x, _ in GERMAN_ENTRIES for y in range(TUNNEL + BEHIND)
        }
        self.at: dict[str, Cell] = {}
        self.entry_of: dict[str, Cell] = {}
        self.things: dict[str, Cell] = {}

    def near(self, cell: Cell) -> Iterator[Cell]:
        x, y = cell
        yield from (one for one in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if one in self.open)

    @property
    def taken(self) -> set[Cell]:
        return set(self.at.values())

    def ways(self, start: Cell, most: int) -> dict[Cell, int]:
        """The free squares that can be reached from a square, and for how many AP."""
        found, taken = {start: 0}, self.taken - {start}
        waiting = deque([start])
        while waiting:
            cell = waiting.popleft()
            for one in self.near(cell):
                if one not in found and one not in taken and found[cell] < most:
                    found[one] = found[cell] + 1
                    waiting.append(one)
        return found

    def best_before(self, figure: str, target: str, most: int) -> tuple[int, Cell] | None:
        """The AP for which a figure can stand before a target, and where; None if it is farther."""
        if figure not in self.at:
            return None
        ways = self.ways(self.at[figure], most).items()
        if target in self.at:
            return min([(ap, cell) for cell, ap in ways if touch(cell, self.at[target])], default=None)
        goals = self.goals(target)
        near = 0 if goals and goals[0] in GERMAN_ENTRIES else 1
        return min([(ap, cell) for cell, ap in ways if any(distance(cell, one) <= near for one in goals)], default=None)

    def goals(self, target: str) -> list[Cell]:
        """The squares of what is no figure: a thing, all things of a kind, or an entry."""
        if target in self.things:
            return [self.things[target]]
        if target in ("own-exit", "any-exit", "own-entry"):
            return list(GERMAN_ENTRIES)
        if target == "where-allies-enter":
            return [ALLIED_ENTRY]
        if target.startswith(("nearest-", "panel")):
            kind = target.removeprefix("nearest-")
            return [cell for key, cell in self.things.items() if kind == "thing" or key.startswith(kind)]
        return []

    def take(self, taker: str, thing: str) -> str | None:
        """Take a thing off the board; of panels the one nearest to the taker."""
        alike = [key for key in self.things if key == thing or (thing == "panel" and key.startswith("panel"))]
        taken = min(alike, key=lambda key: distance(self.things[key], self.at[taker]), default=None)
        if taken is not None:
            del self.things[taken]
        return taken

    def stand(self, figure: str, target: str, most: int) -> bool:
        """Put a figure before its target, if it gets there."""
        found = self.best_before(figure, target, most)
        if found is None:
            return False
        self.at[figure] = found[1]
        return True

    def place(self, figure: str, cell: Cell) -> None:
        """Let a figure wait outside an entry."""
        self.entry_of[figure] = cell

    def enter(self, figure: str) -> int:
        """Put a figure on its entry, or the free square nearest to it; return the AP that it takes."""
        cell = self.entry_of.pop(figure, ALLIED_ENTRY)
        taken = self.taken
        free = [one for one in self.open if one not in taken]
        if not free:
            return 0  # it stays outside
        self.at[figure] = min(free, key=lambda one: (distance(one, cell), one))
        return 1

    def approach(self, figure: str, goals: Iterable[Cell], ap: int) -> None:
        """Let a figure go towards the nearest of some squares, entering first if it waits outside."""
        if figure not in self.at:
            ap -= self.enter(figure)
        if figure not in self.at:
            return
        goals = list(goals)
        if ap <= 0 or not goals:
            return
        cells = self.ways(self.at[figure], ap)
        self.at[figure] = min(cells, key=lambda cell: (min(distance(cell, goal) for goal in goals), cells[cell], cell))

    def keep_away(self, figure: str, goals: Iterable[Cell], hostile: Iterable[Cell], ap: int) -> None:
        """Let a figure go towards the nearest of some squares, away from enemies; without one where none sees it."""
        if figure not in self.at:
            ap -= self.enter(figure)
        if figure not in self.at or ap <= 0:
            return
        enemies, wished = list(hostile), list(goals)

        def rank(cell: Cell) -> tuple[float, ...]:
            near = min((distance(cell, one) for one in enemies), default=KEEP)
            if not wished:
                return (any(one[1] == cell[1] or one[0] == cell[0] for one in enemies), -near)
            return (max(0, KEEP - near), min(distance(cell, goal) for goal in wished))

        cells = self.ways(self.at[figure], ap)
        self.at[figure] = min(cells, key=lambda cell: (*rank(cell), cells[cell], cell))

    def pass_through(self, figure: str, towards: str, ap: int) -> None:
        """Let a figure go towards the nearest of some things past those who make way: it changes places."""
        start = self.at[figure]
        way = self.way_to(self.goals(towards), start)[::-1]
        way = way if self.goals(towards)[0] in GERMAN_ENTRIES else way[:-1]
        end = way[min(ap, len(way) - 1)] if way else start
        for other, cell in self.at.items():
            if cell == end:
                self.at[other] = start
        self.at[figure] = end

    def way_to(self, goals: Iterable[Cell], start: Cell) -> list[Cell]:
        """Return the shortest way from the nearest of some squares back to the start, as if nobody stood there."""
        wanted, before, waiting = {*goals}, {start: start}, deque([start])
        while waiting:
            cell = waiting.popleft()
            if cell in wanted:
                way = [cell]
                while way[-1] != start:
                    way.append(before[way[-1]])
                return way
            for one in self.near(cell):
                if one not in before:
                    before[one] = cell
                    waiting.append(one)
        return []

    def sees(self, figure: str, target: str) -> bool:
        """Whether a figure has another one in line of sight: near enough, nobody between in the same row."""
        one, two = self.at.get(figure), self.at.get(target)
        if one is None or two is None or abs(one[0] - two[0]) > SIGHT or (two[1] >= ROWS and one[0] != two[0]):
            return False
        low, high = sorted((one[0], two[0]))
        between = [cell for cell in self.taken - {one, two} if low < cell[0] < high and cell[1] == two[1]]
        return not between

    def remove(self, figure: str) -> None:
        self.at.pop(figure, None)
        self.entry_of.pop(figure, None)


def distance(one: Cell, two: Cell) -> int:
    return abs(one[0] - two[0]) + abs(one[1] - two[1])


def touch(one: Cell, two: Cell) -> bool:
    return max(abs(one[0] - two[0]), abs(one[1] - two[1])) == 1
