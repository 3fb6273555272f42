"""The names that the Scenario Editor uses, and their meaning here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from app.core.messages.translator import Verbatim, words_of
from app.core.rules.book import load_toml
from app.games.memoir_44.book import DATA, FOLDER
from app.games.memoir_44.geometry import Side
from app.games.memoir_44.scenarios.tiles import shaped, turning

SLOTS = ("terrain", "rect_terrain", "obstacle")
"""Kinds of things that have a list of names."""


class Known(NamedTuple):
    """A name in the editor's spelling, and its meaning here."""

    written: str
    ours: str


@lru_cache
def editor() -> Mapping[str, Any]:
    """Return the table of names."""
    return load_toml(DATA / "editor.toml")


@lru_cache
def _names(slot: str) -> Mapping[str, Known]:
    every = ((ours, written) for ours, names in editor()[slot].items() for written in names)
    return {written.casefold(): Known(written, ours) for ours, written in every}


def known(slot: str, name: str) -> Known | None:
    return _names(slot).get(name.casefold())


@lru_cache
def _shaped() -> Mapping[str, Sequence[tuple[str, str, bool]]]:
    found: dict[str, list[tuple[str, str, bool]]] = {}
    for table, turns in (("shaped", False), ("turning", True)):
        for way, shapes in editor()[table].items():
            for shape, written in shapes.items():
                for name in written:
                    found.setdefault(name.casefold(), []).append((way, shape, turns))
    return found


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
    """The parts of a unit's name: its type, whether it is a picked one, its nation."""

    type: str
    picked: str | None
    nation: str

    @property
    def side(self) -> str:
        """Return the side of its nation."""
        return side_of_nation(self.nation)


def side_of_nation(nation: str) -> str:
    return "axis" if nation in editor()["unit"]["axis"] else "allied"


def unit_name(name: str) -> UnitName | None:
    units = editor()["unit"]
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


def behavior(name: str, on: str | None) -> str | None:
    written = name.upper()
    bearers = editor()["behavior"].get(written, ())
    return written if bearers and (on is None or on in bearers) else None


def option(name: str, value: Any) -> str | None:
    written = name.casefold()
    needed = editor()["option"].get(written)
    fits = needed == "" or (isinstance(value, str) and value.casefold() == str(needed).casefold())
    return written if needed is not None and fits else None


NATIONS = ("us", "ru", "brit", "ger", "jp", "it")
"""Nations that have a text."""
FRONTS = ("western", "eastern", "pacific", "mediterranean")


def said_nation(nation: str) -> str:
    return f"nation-{nation}" if nation in NATIONS else Verbatim(nation.upper())


def said_of_itself(dates: Sequence[str], front: str, packs: Sequence[str]) -> Iterator[tuple[str, str]]:
    if days := ", ".join(dict.fromkeys(dates)):
        yield "dates", Verbatim(days)
    if front:
        yield "front", f"front-{front}" if front in FRONTS else Verbatim(front)
    if packs:
        yield "packs", Verbatim(", ".join(packs))
