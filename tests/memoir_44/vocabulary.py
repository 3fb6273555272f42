"""Everything that a scenario can say, read off its form, and what the editor makes of it.

A fact is a field with one of its values; numbers, texts and hexes count once a field.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from app.core.content.missions import EditorSetting, MissionData
from app.core.errors import Malformed, Refused
from app.core.rules.book import DashedPage
from app.core.rules.inputs import parse
from app.games.memoir_44.board_view.painted_extras import TURN_TRAIN
from app.games.memoir_44.board_view.painted_fields import EMBLEMS, YES
from app.games.memoir_44.board_view.painted_marks import MORE
from app.games.memoir_44.board_view.painted_sides import TURN, TURN_OBSTACLE
from app.games.memoir_44.board_view.painting import BRUSHES, TYPES, blank, painted, settings, with_settings
from app.games.memoir_44.book import EDITION, SIDES, edition_book
from app.games.memoir_44.geometry import BOARDS, name_of
from app.games.memoir_44.scenarios.checks import OF_PLACE, checked
from app.games.memoir_44.scenarios.forms import ScenarioFile
from app.games.memoir_44.scenarios.names import NATIONS
from app.games.memoir_44.state import other

BOOK = edition_book(EDITION, {})
Fact = tuple[str, Any]
NUMBER, TEXT, HEX = "a number", "a text", "a hex"
KINDS = {name: BOOK.ground(name).kind for name in BOOK.terrain}
OF_SIDES = {side: [one for one in EMBLEMS if one not in BOOK.nations[other(side)]] for side in SIDES}
NAMES: Mapping[str, Sequence[str]] = {
    **{f"reinforcements.{side}.emblem": emblems for side, emblems in OF_SIDES.items()},
    "terrain": [name for name, kind in KINDS.items() if kind in OF_PLACE],
    "obstacles": [name for name, kind in KINDS.items() if kind == "obstacle"],
    "badge": [*BOOK.badges],
    "emblem": EMBLEMS,
    "traits": [*BOOK.traits],
    "nation": NATIONS,
    "armies.allied": [*BOOK.armies],
    "armies.axis": [*BOOK.armies],
}
"""Fields with names of the book, by the end of their path."""
NOT_PLACED: Mapping[str, str] = {
    "key": "it is made of the name",
    "name": "a new board has one",
    "board": "a new board has one",
    "imported": "said of files",
    "file": "said of files",
    "told": "said of files",
    "packs": "said of files; the boxes that are needed are counted from the pieces",
    "not-refereed": "no rule",
    "looks": "no rule",
    "map.legend.not-refereed": "no rule",
    "map.legend.looks": "no rule",
    "map.legend.named": "the box of a piece only",
    "map.legend.orientation": "of older files, as sides now",
    "forces.legend.not-refereed": "no rule",
    "forces.legend.looks": "no rule",
    "trains.front": "of older files, as faces now",
}
"""What the editor of the app does not place, and why."""


# -- the vocabulary


def vocabulary() -> set[Fact]:
    return {*of_form(ScenarioFile, "")}


def of_form(form: type[DashedPage], path: str) -> Iterator[Fact]:
    for name, field in form.model_fields.items():
        usual = usual_of(form, name)
        under = f"{path}.{field.alias or name}".lstrip(".")
        if under not in NOT_PLACED:
            yield from (fact for fact in of_kind(field.annotation, under) if fact[1] != usual)


@cache
def usual_of(form: type[DashedPage], name: str) -> Any:
    field = form.model_fields[name]
    return None if field.is_required() else field.get_default(call_default_factory=True)


def of_kind(kind: Any, path: str) -> Iterator[Fact]:
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        yield from of_kind(parts[0], path)
    elif origin in (Union, types.UnionType):
        for one in parts:
            yield from of_kind(one, path)
    elif origin is Literal:
        yield from ((path, one) for one in parts)
    elif origin is dict:
        keys = get_args(parts[0]) if get_origin(parts[0]) is Literal else ()
        yield from ((path, name) for name in named(path))
        for under in [f"{path}.{key}" for key in keys] or [path]:
            yield from of_kind(parts[1], under)
    elif origin is tuple and Ellipsis not in parts:
        yield path, HEX
    elif origin in (list, tuple):
        yield from of_kind(parts[0], path)
    elif isinstance(kind, type) and issubclass(kind, DashedPage):
        yield from of_form(kind, path)
    elif kind is bool:
        yield from ((path, one) for one in (True, False))
    elif kind is int:
        yield path, NUMBER
    elif kind is str:
        yield from ((path, one) for one in named(path) or (TEXT,))
    else:
        assert kind is type(None), (path, kind)


def named(path: str) -> Sequence[str]:
    return next((names for end, names in NAMES.items() if f".{path}".endswith(f".{end}")), ())


# -- what one scenario says


def facts(data: MissionData) -> set[Fact]:
    """Return what a scenario says; nothing if its form is wrong."""
    try:
        return {*in_form(parse(ScenarioFile, dict(data)), "")}
    except (Refused, Malformed):
        return set()


def in_form(form: DashedPage, path: str) -> Iterator[Fact]:
    for name, field in type(form).model_fields.items():
        value = getattr(form, name)
        usual = usual_of(type(form), name)
        under = f"{path}.{field.alias or name}".lstrip(".")
        if value != usual and under not in NOT_PLACED:
            yield from in_value(value, under)


def in_value(value: Any, path: str) -> Iterator[Fact]:
    if isinstance(value, DashedPage):
        yield from in_form(value, path)
    elif isinstance(value, Mapping):
        for key, one in value.items():
            of_key = key in named(path) or path.endswith("legend") or path == "texts"
            yield from ((path, key) for _ in range(key in named(path)))
            yield from in_value(one, path if of_key else f"{path}.{key}")
    elif isinstance(value, tuple) and len(value) == 2 and all(isinstance(one, int) for one in value):
        yield path, HEX
    elif isinstance(value, list | tuple):
        for one in value:
            yield from in_value(one, path)
    elif isinstance(value, bool):
        yield path, value
    elif isinstance(value, int):
        yield path, value if (path, value) in known() else NUMBER
    elif isinstance(value, str):
        yield path, value if (path, value) in known() else TEXT


@cache
def known() -> frozenset[Fact]:
    return frozenset(vocabulary())


# -- what the editor makes


@dataclass(frozen=True)
class Made:
    """A change by the editor: what did it, a scenario before and after, and the facts that are new by it."""

    by: str
    before: MissionData
    after: MissionData
    facts: frozenset[Fact]


@cache
def made() -> list[Made]:
    """Try every brush on a board of all that brushes need, then every field beside a board of all that brushes make."""
    found: set[Fact] = set(facts(prepared()))
    changes = [Made("a new board", blank("all", NAME, SIZE), prepared(), frozenset(found))]
    changes += [change for group in BRUSHES for brush in BRUSHES[group] for change in taps(group, brush, found)]
    whole = prepared()
    for change in everything(whole, found):
        changes += [change] if change.facts else []
        whole = change.after
    changes += filled_in(whole, settings(whole), found)
    opened = all_filled_in(whole)
    changes.append(new_by("all numbers", whole, opened, found))
    changes += filled_in(opened, news(whole, opened), found)
    return changes


def new_by(by: str, before: MissionData, after: MissionData, found: set[Fact]) -> Made:
    """Return a change with what is new by it: nothing if it cannot be set up."""
    new = facts(after) - found
    new = new if new and accepted(after) else set()
    found |= new
    return Made(by, before, after, frozenset(new))


SIZE, NAME = "small", {"en": "All of it", "es": "Todo"}
BOARD = BOARDS[SIZE]
TRACK = (12, 4)
"""A hex of track with track on all sides."""


@cache
def prepared() -> MissionData:
    """Return a board with a unit of each type and side, a river with its bridge, a dam, and tracks that meet."""
    data = blank("all", NAME, SIZE)
    for number, unit in enumerate(f"{side}-{kind}" for side in SIDES for kind in TYPES):
        data = painted(data, unit, name_of(BOARD, (2 * number, 0)))
    laid = [("river", "A3"), ("bridge", "A3"), ("dam", "B3"), ("hill", "C3"), ("bunker", "C3"), ("town", "D3")]
    laid += [("mountain", "I3"), *(("railway-track", name_of(BOARD, at)) for at in (TRACK, *BOARD.around(TRACK)))]
    for brush, at in laid:
        data = painted(data, brush, at)
    return data


HEXES = [*(name_of(BOARD, (2 * number, 0)) for number in range(6)), "J3", "A3", "B3", "C3", "D3", name_of(BOARD, TRACK)]
"""The hexes that are prepared, and an empty one."""


def accepted(data: MissionData) -> bool:
    try:
        checked(data)
    except (Refused, Malformed):
        return False
    return True


def tapped(data: MissionData, brush: str, at: str) -> MissionData | None:
    """Return a scenario after a tap, or nothing if that is refused."""
    try:
        after = painted(data, brush, at)
    except Refused:
        return None
    return after if after != data else None


def taps(group: str, brush: str, found: set[Fact]) -> Iterator[Made]:
    """Yield the first new thing that a brush does, and what a second brush then does to it; else the first thing."""
    first: list[MissionData] = []
    for at in HEXES:
        after = tapped(prepared(), brush, at)
        if after is None:
            continue
        chain = [(brush, prepared(), after)]
        chain += [(f"{brush}, {by}", before, one) for by, before, one in followed(after, group, at)]
        changes = [new_by(by, before, one, found) for by, before, one in chain]
        yield from (change for change in changes if change.facts)
        if any(change.facts for change in changes):
            return
        first += [after] if not first and accepted(after) else []
    for after in first:
        yield Made(brush, prepared(), after, frozenset(facts(after) - facts(prepared())))


SECOND: Mapping[str, Sequence[str]] = {
    "ground": [TURN] * 6,
    "obstacles": [TURN_OBSTACLE] * 6,
    "trains": [TURN_TRAIN] * 12,
    "tokens": [*MORE],
}


def followed(data: MissionData, group: str, at: str) -> Iterator[tuple[str, MissionData, MissionData]]:
    before = data
    for brush in SECOND.get(group, ()):
        after = tapped(before, brush, "K3" if group == "tokens" else at)
        if after is not None:
            yield brush, before, after
            before = after


def everything(data: MissionData, found: set[Fact]) -> Iterator[Made]:
    """Yield a board with one thing more by every brush that places objects, on a hex of its own as far as it can be."""
    free = [name_of(BOARD, at) for at in BOARD.hexes]
    objects = [BRUSHES["tokens"], MORE, *(BRUSHES[group] for group in ("stars", "trains", "bridges"))]
    for brush in [one for brushes in objects for one in brushes]:
        for at in free:
            after = tapped(data, brush, at)
            if after is not None and accepted(after):
                yield new_by(brush, data, after, found)
                data, free = after, [*(one for one in free if one != at), at]
                break


def form_of(data: MissionData) -> dict[str, str]:
    return {one.name: str(one.value) for one in settings(data)}


def filled_in(
    data: MissionData, fields: Sequence[EditorSetting], found: set[Fact], deep: bool = True
) -> Iterator[Made]:
    """Yield what each field makes of a scenario, and what those do that it opens."""
    form = form_of(data)
    for one in fields:
        for value in values(one):
            after = filled(data, form, one.name, value)
            if after is None:
                continue
            change = new_by(f"{one.name}: {value}", data, after, found)
            yield from [change] if change.facts else []
            if deep and one.name.endswith("-type") and accepted(after):
                yield from filled_in(after, news(data, after), found, deep=False)


def news(before: MissionData, after: MissionData) -> list[EditorSetting]:
    """Return the fields that are new, or have other choices."""
    old = {one.name: one.choices for one in settings(before)}
    return [one for one in settings(after) if one.choices != old.get(one.name, "")]


def filled(data: MissionData, form: Mapping[str, str], name: str, value: str) -> MissionData | None:
    """Return a scenario with a field changed, or nothing if that is refused."""
    try:
        after = with_settings(data, {**form, name: value})
    except Refused:
        return None
    return after


def values(one: EditorSetting) -> Sequence[str]:
    if one.choices:
        return [choice for choice in one.choices if choice != one.value]
    return ["1, 2", "A1 Mill"] if one.letters else [str(one.most), str(one.least)]


def all_filled_in(data: MissionData) -> MissionData:
    """Return a scenario with yes and the highest number wherever they can be, which opens more fields."""
    for one in settings(data):
        value = YES if YES in one.choices else str(one.most) if not one.choices and not one.letters else None
        if value is not None:
            after = filled(data, form_of(data), one.name, value)
            data = after if after and accepted(after) else data
    return data
