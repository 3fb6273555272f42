"""The units of a board: as pieces on the map, and as rows of a list with their actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from app.core.engine.buttons import AvailableOffers, Button, button_for
from app.core.engine.offers import Offer
from app.games.memoir_44.board_state import IN_A_CAVE, BoardState
from app.games.memoir_44.board_view.tile_art import outline_of
from app.games.memoir_44.geometry import Hex, distance
from app.games.memoir_44.state import Unit, other
from app.games.memoir_44.turn.cards import most_battles

OF_UNITS = (
    "move", "decide-move", "move-train", "decide-train", "take-ground", "leave-board", "remove-wire", "remove-block",
    "clear-mine", "sabotage-hex", "recover", "give-supply", "unload",
)  # fmt: skip
"""Commands of single units, in the order of their buttons behind an attack."""
FORMS = {"battle": "strong", "announce-attack": "strong", "decide-dice": "tile"}
"""Commands with one form for every target of a unit, and their style."""
PLACES = ("battle", "move")
"""Commands of any ordered unit, which keep their place for the whole turn."""


class Piece(NamedTuple):
    key: str
    at: Hex
    side: str
    type: str
    number: str
    figures: int
    look: str
    badge: str = ""


class Row(NamedTuple):
    key: str
    side: str
    figures: int
    most: int
    at: str
    lying: tuple[str, ...]
    marks: tuple[str, ...]
    taps: tuple[Button, ...] = ()


class Marker(NamedTuple):
    kind: str
    at: Hex
    text: str = ""
    line: str = ""
    """Its drawing, if it is drawn as on a tile."""
    alone: bool = False
    """With no unit in its hex it is drawn in the middle, else on the corner of the unit."""


def pieces(field: BoardState) -> Iterator[Piece]:
    """Yield what is drawn for each unit and train.

    Those of one type are neighbours, so that a page packs well.
    """
    for key, unit in sorted(field.state.on_board(), key=lambda one: (one[1].side, one[1].type)):
        at = field.hex(str(unit.at))
        look = "" if field.state.over else look_of(field, unit)
        yield Piece(key, at, unit.side, unit.type, number_of(key), unit.figures, look, badge_of(unit))
    for key, train in field.state.trains.items():
        for place in train.places:
            yield Piece(key, field.hex(place), train.side, "train", number_of(key), train.hits, "")


def number_of(key: str) -> str:
    return key.rsplit("-", 1)[-1]


def badge_of(unit: Unit) -> str:
    """Return what is drawn on the corner of a figure: its camouflage, else its badge."""
    return "camouflaged" if unit.camouflaged else unit.badge or ""


def look_of(field: BoardState, unit: Unit) -> str:
    if not unit.ordered:
        return ""
    return "done" if unit.battles >= most_battles(field.state, field.book, unit) else "ordered"


def markers(field: BoardState) -> Iterator[Marker]:
    state = field.state
    for at, mine in state.mines.items():
        strength = "?" if mine.shown is None else str(mine.shown)
        yield Marker("mine", field.hex(at), strength, alone=state.at(at) is None)
    for star in state.stars.values():
        if star.at is not None:
            yield Marker("star", field.hex(star.at), str(star.count) if star.purpose == "dam" else "")
    for one in field.scenario.objectives:
        yield from (Marker("medal", place, str(one.medals)) for place in one.at)
    for death in field.scenario.sudden_deaths:
        yield from (Marker("sudden", place) for place in death.at)
    for leaving in field.scenario.exits:
        yield from (Marker("exit", place) for place in leaving.at)
    for mark in state.crosshairs:
        yield Marker("crosshair", field.hex(mark.on))
    for at, gone in state.removed.items():
        if gone:
            place = field.hex(at)
            yield Marker("gone" if field.scenario.terrain(place) in gone else "struck", place)
    for at, names in state.added.items():
        yield from (laid(field, at, name) for name in names)


def laid(field: BoardState, at: str, name: str) -> Marker:
    kind = "dug" if field.book.ground(name).removed_on_leaving else "laid"
    return Marker(kind, field.hex(at), line=outline_of(name))


def rows(field: BoardState, side: str) -> Iterator[Row]:
    for key, unit in field.state.of(side):
        yield row(field, key, unit)
    for key, train in field.state.trains.items():
        if train.side == side and train.places:
            marks = (f"train-{train.kind}", *(["has-wagon"] if train.wagon == "alive" else []))
            yield Row(key, side, train.hits, 0, train.at, tuple(field.at(train.at)), marks)


def row(field: BoardState, key: str, unit: Unit) -> Row:
    lying = tuple(name for name in field.under(unit) if name not in ("open", IN_A_CAVE))
    marks = tuple(marks_of(field, key, unit))
    return Row(key, unit.side, unit.figures, unit.most, str(unit.at), lying, marks)


def with_taps(field: BoardState, listed: Sequence[Row], may: AvailableOffers) -> tuple[Row, ...]:
    """Return rows with each unit's actions for a seat.

    Ordered units and those with something to do come first and stay there for the turn.
    """
    of_units: dict[Any, list[Offer]] = {}
    for offer in chain.from_iterable(may.values()):
        of_units.setdefault(offer.given.get("unit"), []).append(offer)
    found = [(one, tuple(in_place(field, one, AvailableOffers(of_units.get(one.key, ()))))) for one in listed]
    can = [one._replace(taps=taps) for one, taps in found if taps]
    return (*can, *(one for one, taps in found if not taps))


def in_place(field: BoardState, one: Row, can: AvailableOffers) -> Iterator[Button]:
    ready = list(taps_of(one.key, can)) if can else []
    if "mark-ordered" not in one.marks:
        yield from ready
        return
    for command in PLACES:
        named = [tap for tap in ready if tap.command == command]
        yield from named or [greyed(field, command, one)]
    yield from (tap for tap in ready if tap.command not in PLACES)


def greyed(field: BoardState, command: str, one: Row) -> Button:
    """Return the greyed button of an impossible action; a tap on it explains why.

    An attack is on the nearest enemy, a move to the unit's own hex, so that the answer is the refusal.
    """
    to = ("target", nearest_to(field, one)) if command == "battle" else ("to", one.at)
    return Button(command, f"{command}-{one.key}", f"command.{command}", (("unit", one.key), to), "tile", greyed=True)


def nearest_to(field: BoardState, one: Row) -> str:
    own = field.hex(one.at)
    enemies = field.things_of[other(one.side)]
    return min(enemies, key=lambda key: min(distance(own, place) for place in enemies[key]), default=one.key)


def marks_of(field: BoardState, key: str, unit: Unit) -> Iterator[str]:
    state = field.state
    if unit.badge:
        yield unit.badge
    if unit.emblem:
        yield unit.emblem
    yield from unit.traits
    for name in ("leader", "boat"):
        if getattr(unit, name):
            yield f"mark-{name}"
    if unit.camouflaged:
        yield "camouflaged"
    if unit.carries:
        yield f"purpose-{state.stars[unit.carries].purpose}"
    if unit.idle_until and unit.idle_until >= state.turn:
        yield "mark-resting"
    if unit.ordered:
        yield "mark-ordered"
    if unit.moves:
        yield "mark-moved"
    if unit.battles:
        yield "mark-battled" if unit.battles >= most_battles(state, field.book, unit) else "mark-battles-again"
    if any(one.unit == key for one in state.crosshairs):
        yield "mark-crosshair"


def taps_of(key: str, can: AvailableOffers) -> Iterator[Button]:
    for command, look in FORMS.items():
        if can[command]:
            yield Button(command, f"{command}-{key}", f"command.{command}", (("unit", key),), look, opens=True)
    for command in OF_UNITS:
        for number, offer in enumerate(can[command]):
            yield button_for(offer, f"{command}-{key}" + (f"-{number}" if number else ""), "tile")
