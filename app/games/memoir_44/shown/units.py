"""The units of a board: as pieces on the map, and as rows of a list with what each can do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.games.memoir_44.at_table import Field
from app.games.memoir_44.shown.drawing import centre, drawings
from app.games.memoir_44.shown.taps import May, Tap, press
from app.games.memoir_44.state import State, Unit

OF_UNITS = (
    "move", "move-train", "take-ground", "leave-board", "remove-wire", "remove-block", "clear-mine", "sabotage-hex",
    "recover", "unload",
)  # fmt: skip
"""Commands of single units, in the order of their buttons behind an attack."""


PLACES = ("battle", "move")
"""What any ordered unit may do, in its place for the whole turn."""


class Piece(NamedTuple):
    """A unit on the map: where, whose, what, how many figures, its number, how it is marked."""

    key: str
    x: float
    y: float
    side: str
    type: str
    number: str
    figures: int
    look: str


class Row(NamedTuple):
    """A unit in the list: figures of so many, its hex with what lies there, what is marked, what it can do."""

    key: str
    side: str
    figures: int
    most: int
    at: str
    lying: tuple[str, ...]
    marks: tuple[str, ...]
    taps: tuple[Tap, ...]


class Marker(NamedTuple):
    """Something else that lies on the map now: what, where, and a text in it."""

    kind: str
    x: float
    y: float
    text: str = ""
    line: str = ""
    """How it is drawn, where it is drawn as on a tile."""


def pieces(field: Field) -> Iterator[Piece]:
    """Every unit on the map."""
    for key, unit in field.state.on_board():
        x, y = centre(field.hex(str(unit.at)))
        yield Piece(key, x, y, unit.side, unit.type, key.rsplit("-", 1)[-1], unit.figures, look_of(unit))
    for key, train in field.state.trains.items():
        for place in train.places:
            x, y = centre(field.hex(place))
            yield Piece(key, x, y, train.side, "train", key.rsplit("-", 1)[-1], train.hits, "")


def look_of(unit: Unit) -> str:
    """How a unit is drawn: ordered, or done with its turn."""
    if not unit.ordered:
        return ""
    return "done" if unit.battles else "ordered"


def markers(field: Field) -> Iterator[Marker]:
    """Mines, stars, medals, exits, cross-hairs, and what came or went since the map was laid out."""
    state = field.state
    for at, mine in state.mines.items():
        yield Marker("mine", *centre(field.hex(at)), "?" if mine.shown is None else str(mine.shown))
    for star in state.stars.values():
        if star.at is not None:
            yield Marker("star", *centre(field.hex(star.at)), str(star.count) if star.purpose == "dam" else "")
    for one in field.scenario.objectives:
        yield from (Marker("medal", *centre(place), str(one.medals)) for place in one.at)
    for leaving in field.scenario.exits:
        yield from (Marker("exit", *centre(place)) for place in leaving.at)
    for mark in state.crosshairs:
        yield Marker("crosshair", *centre(field.hex(mark.on)))
    for at in (at for at, gone in state.removed.items() if gone):
        yield Marker("gone", *centre(field.hex(at)))
    for at, names in state.added.items():
        yield from (
            Marker("laid", *centre(field.hex(at)), line=drawings()["drawings"][name].get("line", "")) for name in names
        )


def rows(field: Field, side: str, may: May) -> Iterator[Row]:
    """The units of a side, first those that are ordered or have something to do: they stay there for the turn."""
    found = [row(field, key, unit, may) for key, unit in field.state.of(side)]
    for key, train in field.state.trains.items():
        if train.side == side and train.places:
            marks = (f"kind-{train.kind}", *(["has-wagon"] if train.wagon == "alive" else []))
            taps = tuple(taps_of(key, may))
            found.append(Row(key, side, train.hits, 0, train.at, tuple(field.at(train.at)), marks, taps))
    yield from sorted(found, key=lambda one: not (one.taps or "mark-ordered" in one.marks))


def row(field: Field, key: str, unit: Unit, may: May) -> Row:
    """A unit in the list."""
    lying = tuple(name for name in field.under(unit) if name != "open")
    return Row(key, unit.side, unit.figures, unit.most, str(unit.at), lying, tuple(marks_of(field.state, key, unit)),
               tuple(in_place(key, unit, may)))  # fmt: skip


def in_place(key: str, unit: Unit, may: May) -> Iterator[Tap]:
    """What a unit can do: an attack and a move stand greyed in their places once it is ordered, though it cannot."""
    ready = list(taps_of(key, may))
    if not unit.ordered or may.idle:
        yield from ready
        return
    for command in PLACES:
        named = [tap for tap in ready if tap.command == command]
        fields = (("unit", key),)
        yield from named or [Tap(command, f"{command}-{key}", f"command.{command}", fields, "tile", greyed=True)]
    yield from (tap for tap in ready if tap.command not in PLACES)


def marks_of(state: State, key: str, unit: Unit) -> Iterator[str]:
    """What is stamped on a unit."""
    if unit.badge:
        yield unit.badge
    if unit.emblem:
        yield unit.emblem
    for name in ("leader", "boat"):
        if getattr(unit, name):
            yield f"mark-{name}"
    if unit.carries:
        yield f"purpose-{state.stars[unit.carries].purpose}"
    if unit.ordered:
        yield "mark-ordered"
    if unit.moves:
        yield "mark-moved"
    if unit.battles:
        yield "mark-battled"
    if any(one.unit == key for one in state.crosshairs):
        yield "mark-crosshair"


def taps_of(key: str, may: May) -> Iterator[Tap]:
    """What a unit can do: attack, move, and whatever else."""
    attacks = may.by_unit("battle", key)
    if attacks:
        yield Tap("battle", f"battle-{key}", "command.battle", (("unit", key),), "strong", True)
    if may.by_unit("decide-dice", key):
        yield Tap("decide-dice", f"decide-dice-{key}", "command.decide-dice", (("unit", key),), "tile", True)
    for command in OF_UNITS:
        for number, offer in enumerate(may.by_unit(command, key)):
            yield press(offer, f"{command}-{key}" + (f"-{number}" if number else ""), "tile")
