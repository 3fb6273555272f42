"""Where a unit can go on a map and what it may do there: ways are grown hex by hex, each judged as the ruling does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from app.games.memoir_44.book import Book
from app.games.memoir_44.geometry import Hex
from app.games.memoir_44.rulings.asking import checked
from app.games.memoir_44.rulings.moving import (
    Entered,
    Walker,
    afterwards,
    allowance,
    hard_stop,
    kept_from_battle,
    on_road,
    reasons_against,
)
from app.games.memoir_44.sight import Map

Known = tuple[Hex, bool, tuple[int, ...], bool, bool]
"""The end of a way, and what it leaves open."""
Sides = Callable[[Hex, Hex], bool]
"""Whether a step from one hex to the next leads over the side of a wadi."""


@dataclass(frozen=True)
class Reached:
    """A hex that a unit can reach: the shortest way there that leaves it most to do, and what that is."""

    path: tuple[Hex, ...]
    stop: str
    may_battle: bool
    may_take_ground: bool

    @property
    def worth(self) -> tuple[bool, bool, int]:
        """The better way: to battle, to take ground, fewer hexes."""
        return self.may_battle, self.may_take_ground, -len(self.path)


@dataclass(frozen=True)
class Path:
    """A way as it grows: its hexes, and what lies in them."""

    path: tuple[Hex, ...]
    hexes: tuple[Entered, ...]


def reach(on: Map, units: Collection[Hex], start: Hex, facts: Walker, book: Book, sides: Sides) -> dict[Hex, Reached]:
    """Every hex that a unit can reach from its own, other units being in the way; staying is not moving."""
    found: dict[Hex, Reached] = {}
    lying = cache(lambda place: checked(on.at(place), book, "ground"))
    most = {road: allowance(facts, "no_battle", road, book).total for road in (False, True)}
    ways = [Path((start,), (Entered(lying(start)),))]
    known: set[Known] = set()
    while ways:
        grown = (
            Path((*way.path, place), (*way.hexes, Entered(lying(place), sides(way.path[-1], place))))
            for way in ways
            for place in on.board.around(way.path[-1])
            if place not in units and place not in way.path
        )
        ways = list(unlike(facts, grown, known, most[True], book))
        for way in ways:
            if len(way.path) - 1 <= most[on_road(way.hexes, book)]:
                here = Reached(way.path[1:], **afterwards(facts, way.hexes, book))
                found[way.path[-1]] = max(found.get(way.path[-1], here), here, key=lambda one: one.worth)
    return found


def legal(facts: Walker, way: Path, most: int, book: Book) -> bool:
    """Whether a unit that moves so far at most may go that way."""
    return next(reasons_against(facts, way.hexes, most, book), None) is None


def unlike(facts: Walker, ways: Iterable[Path], known: set[Known], most: int, book: Book) -> Iterator[Path]:
    """The legal ways, of those into one hex that leave the same open only one: the first, which is the shortest."""
    for way in ways:
        leaves = left_open(facts, way, book)
        if leaves not in known and legal(facts, way, most, book):
            known.add(leaves)
            yield way


def left_open(facts: Walker, way: Path, book: Book) -> Known:
    """Where a way ends, and all on which it depends how it may go on and what may be done after it."""
    card = book.cards[facts.card] if facts.card else None
    by_road = card is None or card.roads
    road = by_road and all(one.first(lambda ground: ground.road) for one in way.hexes)
    caps = tuple(sorted({ground.most_onto for one in way.hexes[1:] for _, ground in one.names if ground.most_onto}))
    return way.path[-1], road, caps, kept_from_battle(facts, way.hexes), hard_stop(facts, way.hexes, book)
