"""What to lay out before a battle, by section and by box: terrain, obstacles, markers, figures, badges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from app.core.book import read
from app.games.memoir_44.book import DATA, Book
from app.games.memoir_44.geometry import SECTIONS, Hex
from app.games.memoir_44.scenarios.forms import Train
from app.games.memoir_44.scenarios.scenario import Scenario, Unit

ARMOURED = "armoured"
BASE, PACK = "base-game", "terrain-pack"
BOXES = (BASE, PACK)
TERRAIN, OBSTACLE, MARKER, FIGURES, BADGE = KINDS = ("terrain", "obstacle", "marker", "figures", "badge")


class Piece(NamedTuple):
    """A kind of pieces out of a box; figures say whose they are, too."""

    kind: str
    name: str
    box: str
    side: str | None = None
    nation: str = ""


@dataclass(frozen=True)
class SetUp:
    """Pieces with how many of them are needed, in each section (as the bottom player sees it) and out of each box.

    A hex that a line cuts is counted in one section, the first that it belongs to.
    """

    sections: Mapping[str, Mapping[Piece, int]]
    boxes: Mapping[str, Mapping[Piece, int]]


def set_up(scenario: Scenario, book: Book) -> SetUp:
    """Everything that a scenario needs laid out."""
    sections: dict[str, Counter[Piece]] = {name: Counter() for name in SECTIONS}
    boxes: dict[str, Counter[Piece]] = {name: Counter() for name in BOXES}
    for at, piece, count in _pieces(scenario, book):
        sections[scenario.board.sections(at)[0]][piece] += count
        boxes[piece.box][piece] += count
    return SetUp(
        {name: _sorted(found) for name, found in sections.items()},
        {name: _sorted(found) for name, found in boxes.items()},
    )


def _sorted(found: Counter[Piece]) -> dict[Piece, int]:
    order = sorted(found, key=lambda one: (KINDS.index(one.kind), one.side or "", one.name, one.nation))
    return {piece: found[piece] for piece in order}


def box_of(name: str) -> str:
    """The box that terrain or an obstacle is in."""
    return BASE if name in read(DATA / "boxes.toml")["base"] else PACK


def _pieces(scenario: Scenario, book: Book) -> Iterator[tuple[Hex, Piece, int]]:
    printed = read(DATA / "boxes.toml")["printed"]
    for at, ground in scenario.ground.items():
        if ground.terrain is not None and ground.terrain not in printed:
            yield at, Piece(TERRAIN, ground.terrain, box_of(ground.terrain)), 1
        yield from ((at, Piece(OBSTACLE, name, box_of(name)), 1) for name in ground.obstacles)
    for unit in scenario.units:
        yield from ((unit.at, piece, count) for piece, count in _of_unit(unit))
    yield from ((at, Piece(MARKER, name, box), 1) for at, name, box in _markers(scenario))
    for train in scenario.trains:
        yield from ((train.locomotive, piece, count) for piece, count in _aboard(train, book))


def _of_unit(unit: Unit) -> Iterator[tuple[Piece, int]]:
    """The figures of a unit, its badges, and a star where it has one."""
    sign = unit.sign
    yield Piece(FIGURES, sign.type, BASE, sign.side, sign.nation), unit.figures
    for badge in filter(None, (sign.badge, sign.emblem)):
        yield Piece(BADGE, badge, PACK, sign.side), 1
    for star in ("leader", "boat"):
        if getattr(sign, star):
            yield Piece(MARKER, "battle-star", PACK), 1


def _aboard(train: Train, book: Book) -> Iterator[tuple[Piece, int]]:
    """The gun of an armoured train, and the units that a supply train carries."""
    if train.kind == ARMOURED:
        yield Piece(FIGURES, "artillery", BASE, train.side), 1
    for kind in train.cargo:
        yield Piece(FIGURES, kind, BASE, train.side), book.units[kind].figures


def _markers(scenario: Scenario) -> Iterator[tuple[Hex, str, str]]:
    """Hexes with what is put on them: medals, mines, exits, stars, trains."""
    yield from ((one.at[0], "objective-medal", BASE) for one in scenario.objectives for _ in range(one.medals))
    yield from ((at, "minefield", PACK) for one in scenario.mines for at in one.at)
    yield from ((at, "exit-marker", BASE) for one in scenario.exits for at in one.at)
    yield from ((at, "battle-star", PACK) for one in scenario.stars for at in one.at if one.purpose != "dam")
    for train in scenario.trains:
        yield train.locomotive, "locomotive", PACK
        if train.wagon is not None:
            yield train.wagon, "wagon", PACK
