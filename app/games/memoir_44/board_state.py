"""The book of a table with its scenario, and the current map with its units."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Self

from pydantic import ConfigDict, PrivateAttr

from app.core.engine import command
from app.games.memoir_44.book import Army, Book, UnitType
from app.games.memoir_44.book import open_book as open_bare
from app.games.memoir_44.geometry import Board, Edge, Hex, distance, hex_named, name_of, side_between
from app.games.memoir_44.line_of_sight import Map, blocked_by
from app.games.memoir_44.lru import LruCache
from app.games.memoir_44.movement_range import Reached, Step, furthest, reach, with_what_counts
from app.games.memoir_44.rulings.moving import Walker
from app.games.memoir_44.scenarios.scenario import HEX_MARKS, Scenario, scenario_of
from app.games.memoir_44.state import State, Unit

ROAD, RAIL = "road", "rail"
SHUT = "impassable"
"""The content of a hex that is closed to a unit."""
IN_A_CAVE, JAPANESE = "in-a-cave", "jp"
"""The ground of a unit that fights from caves, and its nation."""
MAPS_KEPT = 12


class TableBook(Book):
    model_config = ConfigDict(arbitrary_types_allowed=True)

    scenario: Scenario
    _maps: LruCache = PrivateAttr(default_factory=partial(LruCache, MAPS_KEPT))

    def with_answers(self, answers: Mapping[str, str]) -> Self:
        """Return this book with open questions answered.

        By other answers the same ground may hide something else.
        """
        book = super().with_answers(answers)
        if book is not self:
            book._maps = LruCache(MAPS_KEPT)
        return book

    def map_with(self, changes: Hashable, make: Callable[[], Map]) -> Map:
        """Return the map with these changes.

        While nothing on the ground changes the cached map with its results is reused.
        """
        return self._maps.of(changes, make)


GameContext = command.GameContext[State, TableBook]
"""The context of a command of this game."""
Draft = command.Draft[State, TableBook]
"""A draft of a command of this game, which takes its events."""


def bare(book: Book) -> Book:
    """Return the book of a table without the table, for serialization."""
    return Book.model_construct(**{name: getattr(book, name) for name in Book.model_fields})


def open_book(opening: Mapping[str, Any]) -> TableBook:
    """Return the book of a table, its open questions answered as it opened."""
    book = open_bare(opening)
    scenario = scenario_of(opening["mission"], book)
    fields = {name: getattr(book, name) for name in Book.model_fields}
    return TableBook.model_construct(**{**fields, "cards": book.deck(scenario.board.name)}, scenario=scenario)


def army_of(book: TableBook, unit: Unit) -> str | None:
    """Return the army of this scenario whose rules a unit itself has."""
    rules = ((name, book.armies[name]) for name in book.scenario.armies.get(unit.side, ()))
    return next((name for name, one in rules if one.of_units and concerns(one, unit)), None)


def concerns(army: Army, unit: Unit) -> bool:
    return army.concerns(unit.type, unit.nation, unit.badge, unit.emblem)


def armies_of(look: GameContext, side: str | None) -> list[Army]:
    return [look.book.armies[name] for name in armies_named(look, side)]


def armies_named(look: GameContext, side: str | None) -> tuple[str, ...]:
    return look.book.scenario.armies.get(str(side), ())


class BoardState:
    """The current map of a table. Hexes go by their names."""

    def __init__(self, state: State, book: TableBook) -> None:
        self.state, self.book, self.scenario = state, book, book.scenario
        self.board: Board = book.scenario.board

    def hex(self, name: str) -> Hex:
        """Return a hex by its name.

        An unknown hex is a programming error.
        """
        found = self.board.by_name.get(name)
        if found is None:
            found = hex_named(self.board, name)
        assert found is not None
        return found

    def name(self, place: Hex) -> str:
        return name_of(self.board, place)

    def edge(self, side: str) -> Edge:
        return self.scenario.sides[side].edge

    def army_of(self, unit: Unit) -> str | None:
        return army_of(self.book, unit)

    def sections(self, name: str, side: str) -> list[str]:
        """Return the sections of a hex as its side sees them."""
        return [*self.board.sections(self.hex(name), self.edge(side))]

    # -- contents of hexes

    @property
    def ground(self) -> Mapping[Hex, Sequence[str]]:
        """Return the current terrain and obstacles of every hex that has any."""
        return self.map.ground

    @cached_property
    def map(self) -> Map:
        return self.book.map_with(self._changes, lambda: Map(self.board, self._ground(), self.book))

    @cached_property
    def mined(self) -> Map:
        mines = tuple(sorted(map(self.hex, self.state.mines)))
        return self._over(mines, "minefield", self.map) if mines else self.map

    @cached_property
    def _changes(self) -> Hashable:
        return tuple(
            tuple((name, *names) for name, names in change.items()) for change in (self.state.removed, self.state.added)
        )

    def _over(self, places: tuple[Hex, ...], what: str, under: Map) -> Map:
        def laid() -> Map:
            more = {place: [*under.at(place), what] for place in places}
            return Map(self.board, {**under.ground, **more}, self.book)

        return self.book.map_with((self._changes, tuple(sorted(self.state.mines)), places, what), laid)

    def _ground(self) -> Mapping[Hex, Sequence[str]]:
        changed = {self.hex(name) for name in (*self.state.removed, *self.state.added)}
        return {**self.scenario.laid, **{place: self._lying(place) for place in changed}}

    def _lying(self, place: Hex) -> list[str]:
        name = self.name(place)
        gone = self.state.removed.get(name, ())
        own = self.scenario.terrain(place)
        without = {*gone, *(HEX_MARKS if own in gone else ())}
        lying = [one for one in self.scenario.lying(place) if one not in without]
        return [*(["open"] if own in gone else []), *lying, *self.state.added.get(name, ())]

    def at(self, name: str) -> Sequence[str]:
        return self.ground[self.hex(name)]

    def under(self, unit: Unit) -> list[str]:
        """Return the contents of a unit's hex that act for it.

        No bunker of the other side; its boat, its cave.
        """
        owner, lying = self.scenario.on(self.hex(str(unit.at))).owner, self.around_one(unit, str(unit.at))
        foreign = owner is not None and owner != unit.side
        inside = [IN_A_CAVE] if burrows(unit) and self.hex(str(unit.at)) in self.caves else []
        return [*(one for one in lying if not (foreign and self.book.ground(one).owned)), *inside]

    @property
    def caves(self) -> frozenset[Hex]:
        """Return the hexes with a cave that is not sealed."""
        return self.map.once("caves", lambda: frozenset(at for at in self.ground if self._is_cave(at)))

    def _is_cave(self, place: Hex) -> bool:
        return any(self.book.ground(one).cave for one in self.ground[place])

    def heights(self, unit: Unit) -> set[str | None]:
        return {self.book.ground(one).height for one in self.under(unit)}

    def around_one(self, unit: Unit, name: str) -> list[str]:
        """Return the contents of a hex that a unit would enter, its boat too.

        Bunkers of either side are closed to some.
        """
        return [*self.around_any(unit.side, unit.type, name), *(["boat"] if unit.boat and self.is_water(name) else [])]

    def around_any(self, side: str, unit: UnitType, name: str) -> list[str]:
        """Return the contents of a hex that such a unit of a side would enter."""
        shut = [SHUT] if unit in self.scenario.shut_to(self.hex(name), side) else []
        return [*self.at(name), *shut]

    def is_water(self, name: str) -> bool:
        """Return whether only units that cross water can be here."""
        lying = [self.book.ground(one) for one in self.at(name)]
        return any(one.water for one in lying) and not any(one.crosses for one in lying)

    def map_of(self, unit: Unit) -> Map:
        """Return the map for the moves of a unit: minefields, closed hexes, its boat."""
        shut = self.scenario.shut_places(unit.side, unit.type)
        on = self._over(shut, SHUT, self.mined) if shut else self.mined
        if caves := self.caves if burrows(unit) else frozenset():
            key, ground = (self._changes, tuple(sorted(self.state.mines)), shut, "caves"), on.ground
            on = self.book.map_with(key, lambda: Map(self.board, ground, self.book, tunnels=caves))
        if not unit.boat:
            return on
        more = {place: [*on.at(place), "boat"] for place in self.board.hexes if self.is_water(self.name(place))}
        return Map(self.board, {**on.ground, **more}, self.book)

    # -- positions of units

    @cached_property
    def occupied(self) -> frozenset[Hex]:
        places = [unit.at for _, unit in self.state.on_board()]
        places += [place for train in self.state.trains.values() for place in train.places]
        return frozenset(self.hex(place) for place in places if place)

    def places_of(self, side: str) -> list[str]:
        units = [str(unit.at) for _, unit in self.state.of(side)]
        return units + [at for train in self.state.trains.values() if train.side == side for at in train.places]

    def near(self, name: str, side: str) -> bool:
        """Return whether a unit or train of a side is next to a hex."""
        around = self.board.around(self.hex(name))
        return not self._occupied_by[side].isdisjoint(around)

    @cached_property
    def _occupied_by(self) -> Mapping[str, frozenset[Hex]]:
        return {side: frozenset(map(self.hex, self.places_of(side))) for side in self.state.accounts}

    @cached_property
    def things_of(self) -> Mapping[str, Mapping[str, Sequence[Hex]]]:
        """Return the units and trains of each side on the board, with their hexes."""
        return {
            side: {key: (*map(self.hex, places),) for key, places in self.state.things_of(side).items()}
            for side in self.state.accounts
        }

    def apart(self, one: str, two: str) -> int:
        return distance(self.hex(one), self.hex(two))

    def sees(self, one: str, two: str) -> bool:
        ends = {self.hex(one), self.hex(two)}
        return not blocked_by(self.map, self.occupied - ends, self.hex(one), self.hex(two))

    def cut_off(self, one: str, two: str, unit: UnitType) -> bool:
        """Return whether ground between two hexes lets no such unit battle over it."""
        return self.map.cuts_off(self.hex(one), self.hex(two), unit)

    def same_range(self, one: str, two: str) -> bool:
        return bool(self.map.same_height(self.hex(one), self.hex(two), "mountain"))

    def general_of(self, side: str, name: str) -> str | None:
        """Return the seat of the general in whose section a hex is; None without generals."""
        section = self.sections(name, side)[0]
        return next(
            (key for key, one in self.state.generals.items() if (one.side, one.section) == (side, section)), None
        )

    # -- possible moves

    def reach(self, unit: Unit, walker: Walker, blocked: Collection[Hex] = ()) -> Mapping[str, Reached]:
        """Return every hex that a unit can reach, by name.

        Nothing depends on units farther away than it can go.
        """
        start, on = self.hex(str(unit.at)), self.map_of(unit)
        walker, most = with_what_counts(walker, self.book), furthest(on, start, walker)
        others = self.occupied.union(blocked) - {start}
        near = frozenset(others if on.tunnels else (one for one in others if distance(start, one) <= most))
        facts = tuple((*told,) if isinstance(told, list) else told for _, told in walker)
        return on.ways.of((start, near, facts), lambda: self._reach(on, near, start, walker))

    def _reach(self, on: Map, units: Collection[Hex], start: Hex, walker: Walker) -> Mapping[str, Reached]:
        found = reach(on, units, start, walker, self.step)
        return {self.name(place): way for place, way in found.items()}

    def step(self, one: Hex, two: Hex) -> Step:
        return Step(self.over_a_side(one, two), self.joined(one, two, ROAD))

    def over_a_side(self, one: Hex, two: Hex) -> bool:
        """Return whether a step leads over a side of a wadi, or of what is entered by its ends."""
        return any(self._closed_side(here, there) for here, there in ((one, two), (two, one)))

    def _closed_side(self, place: Hex, beside: Hex) -> bool:
        ways = self.map.once(("ends-of", place), lambda: [self.book.ground(one).ends_of for one in self.ground[place]])
        told = any(ways) and self.scenario.tells_sides(place)
        return told and not all(self._leads_over(place, beside, way) for way in ways if way)

    def joined(self, one: Hex, two: Hex, way: str) -> bool:
        """Return whether tiles join a way between two hexes; True if a tile's turn is unknown."""
        return self._leads_over(one, two, way) and self._leads_over(two, one, way)

    def _leads_over(self, place: Hex, beside: Hex, way: str) -> bool:
        sides = self.scenario.joins(place).get(way)
        if sides is None:
            return True
        return beside in self.board.around(place) and side_between(place, beside) in sides


def burrows(unit: Unit) -> bool:
    return unit.type == "infantry" and unit.nation == JAPANESE


def board_state_of(look: GameContext) -> BoardState:
    """Return the current map of a table; shared by all readers, separate for each draft."""
    if isinstance(look, command.Draft):
        return BoardState(look.state, look.book)
    return look.cached("field", lambda: BoardState(look.state, look.book))
