"""The names that the Scenario Editor uses, and their meaning here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, cast

from app.core.messages.translator import Verbatim, words_of
from app.core.rules.book import load_toml
from app.games.memoir_44.book import DATA, EDITION, FOLDER, SIDES, edition_book
from app.games.memoir_44.geometry import Side
from app.games.memoir_44.scenarios import editor_values
from app.games.memoir_44.scenarios.tiles import shaped, turning

SLOTS = ("terrain", "rect_terrain", "obstacle")
"""Kinds of things that have a list of names."""


class Known(NamedTuple):
    written: str
    ours: str


@lru_cache
def editor() -> Mapping[str, Any]:
    return load_toml(DATA / "editor.toml")


@lru_cache
def _names(slot: str) -> Mapping[str, Known]:
    every = ((ours, written) for ours, names in editor()[slot].items() for written in names)
    return {written.casefold(): Known(written, ours) for ours, written in every}


def known(slot: str, name: str) -> Known | None:
    return _names(slot).get(name.casefold())


class Decision(NamedTuple):
    """A decision of the table about uncertain names: key, usual answer, answers.

    No `choices`: those of anything that is not refereed.
    """

    key: str
    usual: str
    choices: Sequence[str]


@lru_cache
def _decisions() -> Mapping[tuple[str, str], tuple[Decision, str]]:
    return {
        (one["kind"], name.casefold()): (Decision(key, one["usual"], one.get("choices", ())), one.get("value", ""))
        for key, one in load_toml(DATA / "asks.toml").items()
        for name in one["names"]
    }


DECIDE, OPEN, LIKE = "decide", "open", "like-"
"""Answers for the meaning of a thing: the table decides, it is only to be seen, it is like something of ours."""
LOOK = "look"
"""The meaning of what is only to be seen."""


def meaning(answer: str) -> str | None:
    """Return the name of ours that an answer gives a thing; None if the table decides."""
    return {DECIDE: None, OPEN: LOOK}.get(answer, answer.removeprefix(LIKE))


def usual_answer(kind: str, name: str) -> str:
    """Return what a thing that is not refereed counts as unless the host says otherwise."""
    found = known(kind, name) if kind in SLOTS else None
    return f"{LIKE}{found.ours}" if found else OPEN


def decision(kind: str, name: str, value: Any = "") -> Decision | None:
    found, needed = _decisions().get((kind, name.casefold()), (None, ""))
    return found if not needed or (isinstance(value, str) and value.casefold() == needed.casefold()) else None


@lru_cache
def _boxed() -> Mapping[tuple[str, str], str]:
    tables = load_toml(DATA / "editor_boxes.toml")
    return {
        (kind, name.casefold()): box
        for kind, table in tables.items()
        if kind in BOXED
        for box, names in table.items()
        for name in names
    }


BOXED = (*SLOTS, "badge", "tag", "unit")
OTHER_BOX = "other-box"


def box_of(kind: str, name: str) -> tuple[str, bool]:
    """Return the box of a piece of the editor, and whether that is certain.

    The base game for what is no piece.
    """
    if kind not in BOXED:
        return "base-game", True
    begins = re.match("inf|tank|gun|veh|pln", name.casefold()) if kind == "unit" else None
    told = begins[0] if begins else name.casefold()
    unsure = {one.casefold() for one in load_toml(DATA / "editor_boxes.toml")["unsure"]["names"]}
    box = _boxed().get((kind, told), OTHER_BOX)
    return box, box != OTHER_BOX and told not in unsure


def usual(slot: str, ours: str) -> str | None:
    return next(iter(editor()[slot].get(ours, ())), None)


def boxes() -> tuple[str, ...]:
    return tuple(load_toml(DATA / "editor_boxes.toml")["called"])


def box_called(box: str) -> str:
    return str(load_toml(DATA / "editor_boxes.toml")["called"][box])


@lru_cache
def _shaped() -> Mapping[str, Sequence[tuple[str, str, bool]]]:
    found: dict[str, list[tuple[str, str, bool]]] = {}
    for table, turns in (("shaped", False), ("turning", True)):
        for way, shapes in editor()[table].items():
            for shape, written in shapes.items():
                for name in written:
                    found.setdefault(name.casefold(), []).append((way, shape, turns))
    return found


def shape_called(name: str) -> tuple[str, str]:
    """Return the way of a tile and the name of its shape; empty for one without a direction."""
    return next(((way, shape) for way, shape, _ in _shaped().get(name.casefold(), ())), ("", ""))


def sides_of(name: str, orientation: int) -> dict[str, tuple[Side, ...]]:
    shapes = _shaped().get(name.casefold(), ()) if orientation else ()
    return {way: turning(shape, orientation) if turns else shaped(shape, orientation) for way, shape, turns in shapes}


def is_crossed(name: str) -> bool:
    return name.casefold() in editor()["crossed"]["names"]


def word_of(name: str) -> str:
    key = f"m44-{name.casefold().replace('_', '-')}"
    return key if f"name.{key}" in words_of(FOLDER) else name


def said(kind: str, name: str) -> str | Verbatim:
    found = known(kind, name) if kind in SLOTS else None
    word = found.ours if found else word_of(name)
    return word if word != name or found else Verbatim(name or "–")


class UnitName(NamedTuple):
    type: str
    picked: str | None
    nation: str

    @property
    def side(self) -> str:
        return side_of_nation(self.nation)


def side_of_nation(nation: str) -> str:
    return "axis" if nation in editor()["unit"]["axis"] else "allied"


def is_vehicle(name: str) -> bool:
    return re.fullmatch(rf"{editor()['unit']['vehicle']['name']}[a-z]+", name.casefold()) is not None


def unit_name(name: str) -> UnitName | None:
    units = editor()["unit"]
    if is_vehicle(name):
        vehicle, nation = units["vehicle"], name.casefold().removeprefix(units["vehicle"]["name"])
        return UnitName(vehicle["type"], vehicle[side_of_nation(nation)], nation)
    found = re.fullmatch(rf"({'|'.join(units['types'])})(2?)([a-z]+)", name.casefold())
    if found is None or (found[2] and found[1] not in units["picked"]):
        return None
    return UnitName(units["types"][found[1]], units["picked"][found[1]] if found[2] else None, found[3])


def nation_of_other(name: str) -> str | None:
    found = re.fullmatch(rf"(?:{'|'.join(editor()['unit']['others'])})\d*([a-z]+)", name.casefold())
    return found[1] if found else None


def badge_number(name: str) -> int | None:
    found = re.fullmatch(r"badge(\d{1,3})", name.casefold())
    return int(found[1]) if found else None


def badge(name: str, unit_type: str | None) -> str | None:
    """Return the badge of ours for a badge on a type of unit.

    "" if it only tells who it is, None: not refereed.
    """
    number, badges = badge_number(name), editor()["badge"]
    if number is None:
        return None
    plain = "" if number in badges["plain"] else None
    return plain if unit_type is None else badges[unit_type].get(str(number), plain)


def rules_of_badge(name: str, unit_type: str | None) -> Sequence[str]:
    table: Mapping[str, Mapping[str, str]] = load_toml(DATA / "editor_boxes.toml")["rules"]
    rule = table.get(str(unit_type), {}).get(str(badge_number(name)))
    return [rule] if rule else []


TIGER = ("elite-armour", "ger", 1)
"""Badge, nation and figures by which the editor marks a Tiger."""


def is_tiger(unit: UnitName, figures: int | None) -> bool:
    return (unit.picked, unit.nation, figures) == TIGER


def figures_of(name: str) -> int:
    """Return the figures of a unit of which a file tells no number; a vehicle has one."""
    unit = unit_name(name)
    if unit is None:
        return 1
    book = edition_book(EDITION, {})
    badges, units = cast(Mapping[str, Any], book.badges), cast(Mapping[str, Any], book.units)
    return int((badges[unit.picked].figures if unit.picked else None) or units[unit.type].figures)


def behavior(name: str, on: str | None, kind: str) -> str | None:
    """Return a behaviour of something of ours in the editor's spelling; None: not refereed."""
    written = name.upper()
    bearers = editor()["behavior"].get(written, ())
    return written if bearers and (on is None or on in bearers or kind in bearers) else None


def becomes(ours: str, behaviors: Sequence[str]) -> str:
    made = (editor()["becomes"].get(one, {}).get(ours) for one in behaviors)
    return str(next(filter(None, made), ours))


OF_A_SIDE = "side"
"""Mark of an option whose value names a side, or both."""
BOTH = "all"
FIELDS = "fields"
"""Mark of an option that says something by its fields."""


UNITS = "units"
"""Mark of an option that tells of units by side."""


def units_told(value: Any) -> dict[str, tuple[UnitName, Mapping[str, Any]]]:
    """Return the units of an option's value by side; none if a part is unreadable."""
    told = [
        (editor_values.side(key), editor_values.one(one) or {}) for key, one in (editor_values.one(value) or {}).items()
    ]
    found = {side: (unit_name(editor_values.name(one.get("name"))), one) for side, one in told if side}
    whole = {side: (unit, one) for side, (unit, one) in found.items() if unit}
    return whole if len(whole) == len(told) else {}


def sides_told(value: Any) -> list[str]:
    if (told := editor_values.one(value)) is not None:
        value = told.get("side")
    side = editor_values.side(value) if isinstance(value, str) else None
    return [side] if side else [*SIDES] if editor_values.name(value).casefold() == BOTH else []


def option(name: str, value: Any) -> str | None:
    written = name.casefold()
    needed = editor()["option"].get(written)
    if needed == OF_A_SIDE:
        return written if sides_told(value) or not editor_values.is_on(value) else None
    if needed == FIELDS:
        told = editor_values.one(value) or {}
        unit = unit_name(editor_values.name((editor_values.one(told.get("unit")) or {}).get("name")))
        sound = editor_values.side(told.get("side")) and unit and editor_values.number(told.get("range"))
        return written if sound or not editor_values.is_on(value) else None
    if needed == UNITS:
        return written if units_told(value) or not editor_values.is_on(value) else None
    fits = needed == "" or (isinstance(value, str) and value.casefold() == str(needed).casefold())
    return written if needed is not None and fits else None


NATIONS = (
    "us",
    "ru",
    "brit",
    "ger",
    "jp",
    "it",
    "aus",
    "ca",
    "ch",
    "es",
    "fi",
    "fr",
    "ind",
    "nl",
    "nz",
    "pl",
    "ro",
    "sk",
    "yu",
)
"""Nations that have a text."""
FRONTS = ("western", "eastern", "pacific", "mediterranean")


def said_nation(nation: str) -> str:
    named = editor()["countries"].get(nation, nation)
    return f"nation-{named}" if named in NATIONS else Verbatim(nation.upper())


def said_of_itself(dates: Sequence[str], front: str, packs: Sequence[str]) -> Iterator[tuple[str, str]]:
    if days := " – ".join(dict.fromkeys(dates)):
        yield "dates", Verbatim(days)
    if front:
        yield "front", f"front-{front}" if front in FRONTS else Verbatim(front)
    if packs:
        yield "packs", Verbatim(", ".join(packs))
