"""The set-up list of a battle, by section and by box.

Terrain, obstacles, markers, figures, badges, each with its hexes and how it is turned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from app.core.rules.book import load_toml
from app.games.memoir_44.book import DATA, Book, box_of
from app.games.memoir_44.geometry import SECTIONS, Edge, Hex, Side, name_of
from app.games.memoir_44.scenarios import names
from app.games.memoir_44.scenarios.forms import Ground, Odd, Train, UnitSign
from app.games.memoir_44.scenarios.scenario import Scenario, Unit
from app.games.memoir_44.scenarios.tiles import Joins, between_sides, carried_by, shape_of, ways

ARMOURED = "armoured"
BASE, PACK, OTHER = "base-game", "terrain-pack", "other-box"
BOXES = names.boxes()
TERRAIN, OBSTACLE, MARKER, FIGURES, BADGE = KINDS = ("terrain", "obstacle", "marker", "figures", "badge")
KINDS_OF_ODD = {"terrain": TERRAIN, "rect_terrain": OBSTACLE, "obstacle": OBSTACLE, "tag": MARKER, "unit": FIGURES}
"""Set-up kinds of unrefereed things; a badge goes with its unit."""


class Piece(NamedTuple):
    """A kind of pieces from a box.

    Figures have a side and a number in a hex, tiles and strips a shape and the sides over which they lead.
    """

    kind: str
    name: str
    box: str
    side: str | None = None
    nation: str = ""
    each: int = 0
    shape: str = ""
    sides: tuple[Side, ...] = ()

    @property
    def in_a_box(self) -> Piece:
        return self._replace(each=0, sides=())

    @property
    def of_nation(self) -> str:
        return names.said_nation(self.nation)


class Laid(NamedTuple):
    number: int
    hexes: tuple[str, ...]


@dataclass(frozen=True)
class SetUp:
    """Pieces with their hexes in each section, and the number from each box.

    Sections are as the player at one edge sees them. A hex that a line cuts is listed in one section, the first from
    the left of the bottom player that it belongs to.
    """

    sections: Mapping[str, Mapping[Piece, Laid]]
    boxes: Mapping[str, Mapping[Piece, int]]


def set_up(scenario: Scenario, book: Book, edge: Edge = "bottom") -> SetUp:
    sections: dict[str, dict[Piece, list[tuple[Hex, int]]]] = {name: {} for name in SECTIONS}
    boxes: dict[str, Counter[Piece]] = {name: Counter() for name in BOXES}
    for at, piece, count in _pieces(scenario, book):
        sections[scenario.board.sections(at, edge)[0]].setdefault(piece, []).append((at, count))
        boxes[piece.box][piece.in_a_box] += count
    return SetUp(
        {name: {piece: _laid(scenario, found[piece]) for piece in _sorted(found)} for name, found in sections.items()},
        {name: {piece: found[piece] for piece in _sorted(found)} for name, found in boxes.items()},
    )


def _laid(scenario: Scenario, found: list[tuple[Hex, int]]) -> Laid:
    places = dict.fromkeys(at for at, _ in found)
    return Laid(sum(count for _, count in found), tuple(name_of(scenario.board, at) for at in places))


def _sorted(found: Mapping[Piece, object]) -> list[Piece]:
    return sorted(found, key=lambda one: (KINDS.index(one.kind), one.side or "", one.name, one[4:]))


def _pieces(scenario: Scenario, book: Book) -> Iterator[tuple[Hex, Piece, int]]:
    printed = load_toml(DATA / "boxes.toml")["printed"]
    for at, ground in scenario.ground.items():
        joins = scenario.joins(at)
        if ground.terrain is not None and ground.terrain not in printed:
            yield at, of_box(lying(TERRAIN, ground.terrain, joins), ground), 1
        yield from ((at, of_box(lying(OBSTACLE, name, joins), ground), 1) for name in ground.obstacles)
        yield from ((at, piece, 1) for odd in (*ground.not_refereed, *ground.looks) if (piece := odd_piece(odd, joins)))
    for unit in scenario.units:
        yield from ((unit.at, piece, count) for piece, count in _of_unit(unit, book))
    yield from _markers(scenario)
    for train in scenario.trains:
        yield from ((train.locomotive, piece, count) for piece, count in _aboard(train, book))


def lying(kind: str, name: str, joins: Joins) -> Piece:
    way = next((way for way in way_of(name) if way in joins), None)
    sides = joins[way] if way else ()
    shape = "" if between_sides(name, sides) else shape_of(sides) or ""
    return Piece(kind, name, box_of(name), shape=shape, sides=sides)


def of_box(piece: Piece, ground: Ground) -> Piece:
    """Return a piece out of the box that a file names it from."""
    every = ((slot, name, names.known(slot, name)) for name in ground.named for slot in names.SLOTS)
    box = next((names.box_of(slot, name)[0] for slot, name, known in every if known and known.ours == piece.name), None)
    return piece._replace(box=box) if box else piece


def way_of(name: str) -> tuple[str, ...]:
    return (*carried_by(name), *(("strip",) if name in ways()["strips"] else ()))


def odd_piece(odd: Odd, joins: Joins) -> Piece | None:
    if odd.kind not in KINDS_OF_ODD:
        return None
    kind, known = KINDS_OF_ODD[odd.kind], names.known(odd.kind, odd.name) if odd.kind in names.SLOTS else None
    if known is not None:
        return lying(kind, known.ours, joins)
    sides = next((joins[way] for way in names.sides_of(odd.name, 1) if way in joins), ())
    box = names.box_of(odd.kind, odd.name)[0]
    return Piece(kind, names.word_of(odd.name), box, shape=shape_of(sides) or "", sides=sides)


def _of_unit(unit: Unit, book: Book) -> Iterator[tuple[Piece, int]]:
    sign, kind = unit.sign, book.kind(unit.type, unit.badge)
    yield (
        Piece(FIGURES, unit.called, kind.box if kind.own_figures else BASE, sign.side, sign.nation, unit.figures),
        unit.figures,
    )
    if (badge := sign.emblem or sign.badge) and not kind.own_figures:
        yield Piece(BADGE, badge, _box_of_badge(sign, kind.box), sign.side), 1
    for odd in (*sign.not_refereed, *sign.looks):
        if odd.kind == "badge":
            yield Piece(BADGE, names.word_of(odd.name), names.box_of(BADGE, odd.name)[0], sign.side), 1
    for star in ("leader", "boat"):
        if getattr(sign, star):
            yield Piece(MARKER, "battle-star", PACK), 1


def _box_of_badge(sign: UnitSign, box: str) -> str:
    """Return the box of the badge that a unit wears, of an emblem too if a file names it."""
    if sign.emblem:
        told = names.box_of(BADGE, sign.emblem.replace("-", ""))[0]
        return PACK if told == OTHER else told
    return PACK if box == BASE else box


def _aboard(train: Train, book: Book) -> Iterator[tuple[Piece, int]]:
    if train.kind == ARMOURED:
        yield Piece(FIGURES, "artillery", BASE, train.side), 1
    for kind in train.cargo:
        yield Piece(FIGURES, kind, BASE, train.side, "", book.units[kind].figures), book.units[kind].figures


def _markers(scenario: Scenario) -> Iterator[tuple[Hex, Piece, int]]:
    for one in scenario.objectives:
        yield one.at[0], Piece(MARKER, "objective-medal", BASE, one.side), one.medals
    yield from ((at, Piece(MARKER, "minefield", PACK, one.side), 1) for one in scenario.mines for at in one.at)
    for leaving in scenario.exits:
        yield from ((at, Piece(MARKER, "exit-marker", BASE, leaving.side), 1) for at in leaving.markers or leaving.at)
    starred = {unit.at for unit in scenario.units if unit.sign.leader or unit.sign.boat}
    for star in scenario.stars:
        laid = () if star.purpose == "dam" or not star.marked else star.at
        yield from ((at, Piece(MARKER, "battle-star", PACK), 1) for at in laid if at not in starred)
    for train in scenario.trains:
        ends = [("locomotive", train.locomotive), ("wagon", train.wagon)]
        yield from ((at, Piece(MARKER, name, PACK, train.side), 1) for name, at in ends if at is not None)
