"""Fields of the form beside a painted board: yes or no, numbers, groups."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.core.content.missions import EditorSetting, MissionData
from app.games.memoir_44.book import EDITION, SIDES, edition_book
from app.games.memoir_44.geometry import SECTIONS
from app.games.memoir_44.scenarios.names import NATIONS

BOOK = edition_book(EDITION, {})
YES, NO = "yes", "no"
EMBLEMS = [
    *(emblem for side in SIDES for emblem in BOOK.nations[side]),
    *(army.emblem for army in BOOK.armies.values() if army.emblem),
]
"""Emblems of a side, and those that a rule of an army is about."""

Entry = dict[str, Any]


def grouped(group: str, settings: Iterable[EditorSetting]) -> Iterator[EditorSetting]:
    return (replace(one, group=group) for one in settings)


def without(entry: Entry, *names: str) -> Entry:
    return {key: value for key, value in entry.items() if key not in names}


def kept(data: MissionData, found: Mapping[str, Any]) -> MissionData:
    """Return a scenario with these parts; one that is empty is left out."""
    return {**without(dict(data), *found), **{name: value for name, value in found.items() if value}}


def number(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else text


def numbers(text: str) -> list[int | str]:
    return [number(one) for one in re.split(r"[,\s]+", text) if one]


def switch(name: str, word: str, is_on: bool, about: str = "") -> EditorSetting:
    return EditorSetting(name, word, YES if is_on else NO, about, choices=(NO, YES))


def is_on(typed: Mapping[str, str], name: str, before: bool) -> bool:
    return typed.get(name, YES if before else NO) == YES


def nation_choice(name: str, word: str, nation: str, about: str) -> EditorSetting:
    """Return a field of nations; one that a file spells otherwise stays."""
    return one_of(name, word, f"nation-{nation}" if nation in NATIONS else nation, nations(), about)


def nations() -> list[str]:
    return [f"nation-{nation}" for nation in NATIONS]


def one_of(name: str, word: str, chosen: str, known: Sequence[str], about: str = "") -> EditorSetting:
    """Return a field of none or one of these, or what is chosen now."""
    return EditorSetting(name, word, chosen or NO, about, choices=(*dict.fromkeys((NO, *known, chosen or NO)),))


def chosen_in(typed: Mapping[str, str], name: str, before: str, prefix: str = "") -> str:
    text = typed.get(name, before).strip().removeprefix(prefix)
    return "" if text == NO else text


def sections_of(name: str, chosen: Sequence[str], about: str) -> Iterator[EditorSetting]:
    return (switch(f"{name}-{one}", f"painter.empty-{one}", one in chosen, about) for one in SECTIONS)
