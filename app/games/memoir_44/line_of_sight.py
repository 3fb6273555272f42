"""Lines of sight on a map: blocks between two hexes by terrain and units.

Source: M44 p.14; Terrain Pack, Lago.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, TypeVar

from app.games.memoir_44.book import Book, UnitType
from app.games.memoir_44.geometry import Board, Hex, Line, connected, line
from app.games.memoir_44.lru import LruCache

Found = TypeVar("Found")
WAYS_KEPT = 40


class Between(NamedTuple):
    """A line on a map: the hexes near it, and those that block it regardless of units."""

    line: Line
    near: frozenset[Hex]
    blocking: frozenset[Hex]


@dataclass(frozen=True)
class Map:
    """A board with the contents of its hexes, as one book reads it.

    A hex that is not named is open ground.
    """

    board: Board
    ground: Mapping[Hex, Sequence[str]]
    book: Book
    known: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)
    """Cached results about the ground (see `once`)."""
    tunnels: frozenset[Hex] = frozenset()
    """The hexes of which each leads into every other one."""
    ways: LruCache = field(default_factory=partial(LruCache, WAYS_KEPT), compare=False, repr=False)
    """An LRU cache of movement ranges."""

    def once(self, place: Hashable, make: Callable[[], Found]) -> Found:
        """Return a cached result that depends on the ground alone; it must not be changed."""
        if place not in self.known:
            self.known[place] = make()
        found: Found = self.known[place]
        return found

    def beside(self, place: Hex) -> Sequence[Hex]:
        around = self.board.around(place)
        return (*around, *sorted(self.tunnels.difference(around, {place}))) if place in self.tunnels else around

    def at(self, place: Hex) -> Sequence[str]:
        return self.ground.get(place, ("open",))

    def same_height(self, start: Hex, end: Hex, height: str) -> frozenset[Hex]:
        if not all(self.rises(place, height) for place in (start, end)):
            return frozenset()
        together = connected(start, {place for place in self.ground if self.rises(place, height)})
        return together if end in together else frozenset()

    def rises(self, place: Hex, height: str) -> bool:
        return any(self.book.ground(name).height == height for name in self.at(place))

    def cuts_off(self, start: Hex, end: Hex, unit: UnitType) -> bool:
        """Return whether ground between two hexes lets no such unit battle over it."""
        every = self.once(("cuts-off", unit), lambda: frozenset(self._over_which_none_battles(unit)))
        return bool(every and self.between(start, end).line.blocked_by(every))

    def _over_which_none_battles(self, unit: UnitType) -> Iterator[Hex]:
        return (
            at
            for at, lying in self.ground.items()
            if any(unit in self.book.ground(one).no_battle_over for one in lying)
        )

    def between(self, start: Hex, end: Hex) -> Between:
        return self.once((start, end), lambda: self._between(start, end))

    def _between(self, start: Hex, end: Hex) -> Between:
        on = line(start, end, self.board)
        near = on.crossed | on.left | on.right
        heights = {height: self.same_height(start, end, height) for height in ("hill", "mountain")}
        blocking = frozenset(place for place in near if blocks(self, place, heights))
        return Between(on, near, blocking | lakes(self, on))


def blocked_by(on: Map, units: Collection[Hex], start: Hex, end: Hex) -> list[Hex]:
    between = on.between(start, end)
    return between.line.blocked_by(between.blocking.union(place for place in between.near if place in units))


def blocks(on: Map, place: Hex, heights: Mapping[str, Collection[Hex]]) -> bool:
    grounds = [on.book.ground(name) for name in on.at(place)]
    return any(one.sight == "blocks" and place not in heights.get(one.height or "", ()) for one in grounds)


def lakes(on: Map, between: Line) -> set[Hex]:
    crossed = {
        place for place in between.crossed if "together" in {on.book.ground(name).sight for name in on.at(place)}
    }
    return crossed if len(crossed) >= on.book.lakes_block else set()
