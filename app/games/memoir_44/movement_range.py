"""The range of a unit on a map: ways grown hex by hex, each judged as the ruling does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from app.games.memoir_44.book import Book
from app.games.memoir_44.geometry import Hex
from app.games.memoir_44.line_of_sight import Map
from app.games.memoir_44.rulings.asking import checked
from app.games.memoir_44.rulings.moving import (
    LEAVE_ADJACENT,
    ROAD,
    SOFT,
    Entered,
    Walker,
    against_step,
    allowance,
    closed_to,
    entered,
    hexes_of_step,
    ignores_terrain,
    kept_by,
    on_road,
    stays_stopped,
    stop_of,
    too_long,
    without_battle_on_entry,
)

Known = tuple[Hex, bool, frozenset[int], bool, bool, int, int | None]
"""The end of a way, and the options it leaves open."""


class Step(NamedTuple):
    """The border between a hex and the next one: the side of a wadi, a road that joins both."""

    over_a_side: bool = False
    joined: bool = True


Steps = Callable[[Hex, Hex], Step]
"""A function from two adjacent hexes to the step between them."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A hex that a unit can reach: the best shortest way there, and the options it leaves."""

    path: tuple[Hex, ...]
    stop: str
    may_battle: bool
    may_take_ground: bool
    length: int
    """The hexes that it counts: steep steps count more than one."""

    @property
    def worth(self) -> tuple[bool, bool, int]:
        """Return the sort key of a way: to battle, to take ground, fewer hexes."""
        return self.may_battle, self.may_take_ground, -self.length


class Path(NamedTuple):
    """A way as it grows: its hexes with their contents, and their sum.

    Whether all are road, how far some of them let it go, whether it entered one where none battles, was on soft
    ground, came to a hard stop; the hexes that steep steps counted besides, and the most with which it may battle.
    """

    path: tuple[Hex, ...]
    hexes: tuple[Entered, ...]
    road: bool
    caps: frozenset[int] = frozenset()
    unfit: bool = False
    soft: bool = False
    stopped: bool = False
    steep: int = 0
    battle_after: int | None = None

    @property
    def length(self) -> int:
        return len(self.path) - 1 + self.steep

    def onto(self, place: Hex, there: Entered, facts: Walker, *, ignores: bool) -> Path:
        after = [most for most in (self.battle_after, there.battle_after) if most is not None]
        return Path(
            (*self.path, place),
            (*self.hexes, there),
            self.road and there.by_road,
            self.caps.union(there.most_onto) if there.most_onto else self.caps,
            self.unfit or there.first(without_battle_on_entry) is not None,
            self.soft or there.first(SOFT) is not None or self.hexes[-1].first(SOFT) is not None,
            self.stopped or stop_of(there, facts.unit) == "hard",
            self.steep if ignores else self.steep + hexes_of_step(facts.unit, self.hexes[-1], there) - 1,
            min(after, default=None),
        )


def furthest(on: Map, start: Hex, facts: Walker) -> int:
    """Return the hexes of the longest way of a unit from here: a way on road begins on one."""
    by_road = any(on.book.ground(name).road for name in on.at(start))
    return allowance(facts, "no_battle", by_road, on.book).total


def with_what_counts(facts: Walker, book: Book) -> Walker:
    card = book.cards[facts.card] if facts.card else None
    counts = card and (facts.unit in card.moves or not card.roads or not card.terrain_moves)
    return facts if counts else facts.model_copy(update={"card": None})


@dataclass
class Going:
    on: Map
    units: Collection[Hex]
    facts: Walker
    steps: Steps

    def __post_init__(self) -> None:
        self.book = self.on.book
        self.most, self.most_with_battle = (
            {road: allowance(self.facts, part, road, self.book).total for road in (False, True)}
            for part in ("no_battle", "battle")
        )
        self.all_road = self.book.answer_for("road-path") == "all"
        self.ignores = ignores_terrain(self.facts, self.book)
        card = self.book.cards[self.facts.card] if self.facts.card else None
        self.by_road = card is None or card.roads
        self.sails = bool(self.book.kind(self.facts.unit, self.facts.badge).sails)

    def hex_of(self, place: Hex, step: Step) -> Entered:
        badge = self.facts.badge if self.sails else None
        return self.on.once(
            (place, *step, badge),
            lambda: entered(badge, checked(self.on.at(place), self.book, "ground"), self.book, *step),
        )

    def begun(self, start: Hex) -> Path:
        there = self.hex_of(start, Step())
        return Path((start,), (there,), there.first(ROAD) is not None)

    def grown(self, way: Path) -> Iterator[Path]:
        by_road = way.road if self.all_road else way.hexes[0].first(ROAD) is not None
        if way.length >= self.most[by_road]:
            return
        for place in self.on.beside(way.path[-1]):
            if place not in self.units and place not in way.path:
                there = self.hex_of(place, self.steps(way.path[-1], place))
                yield way.onto(place, there, self.facts, ignores=self.ignores)

    def is_legal(self, way: Path) -> bool:
        moved, start, unit = len(way.path) - 1, way.hexes[0], self.facts.unit
        if start.first(closed_to(unit)) or way.length > self.most[True]:
            return False
        held = way.length > min(way.caps, default=way.length) or (moved > 1 and start.first(LEAVE_ADJACENT))
        if held and not self.ignores:
            return False
        before, last = way.hexes[-2:]
        return next(against_step(unit, moved - 1, before, last, self.ignores), None) is None

    def left_open(self, way: Path) -> Known:
        return (
            way.path[-1],
            self.by_road and way.road,
            way.caps,
            self.is_kept(way),
            stays_stopped(way.stopped, self.book),
            way.steep,
            way.battle_after,
        )

    def is_kept(self, way: Path) -> bool:
        unfit = way.unfit or too_long(len(way.path) - 1, way.battle_after)
        return kept_by(self.facts, unfit, way.soft, way.hexes[-1], self.book)

    def reached(self, way: Path) -> Reached | None:
        """Return the end of a legal way, if it is not too far off the road."""
        moved, road = way.length, on_road(way.hexes, self.book)
        if moved > self.most[road]:
            return None
        may_battle = moved <= self.most_with_battle[road] and not self.is_kept(way)
        stop = stop_of(way.hexes[-1], self.facts.unit)
        return Reached(way.path[1:], stop, may_battle, not stays_stopped(way.stopped, self.book), moved)


def reach(on: Map, units: Collection[Hex], start: Hex, facts: Walker, steps: Steps) -> dict[Hex, Reached]:
    """Return every hex that a unit can reach from its own; staying is not moving.

    Other units are in the way. Of the ways into one hex that leave the same open the first one goes on, which is the
    shortest; steep steps count.
    """
    going = Going(on, units, facts, steps)
    found: dict[Hex, Reached] = {}
    known: set[Known] = set()
    ways = [going.begun(start)]
    while ways:
        longer = []
        for way in (one for shorter in ways for one in going.grown(shorter)):
            if (leaves := going.left_open(way)) not in known and going.is_legal(way):
                known.add(leaves)
                longer.append(way)
        ways = longer
        for way in ways:
            if here := going.reached(way):
                found[way.path[-1]] = max(found.get(way.path[-1], here), here, key=lambda one: one.worth)
    return found
