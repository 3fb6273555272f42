"""Missions as data: what a game says of its own, by what they go, and what their sheet tells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.core.card_files.fields import SetData
from app.core.words import Entry, Speech

MissionData = Mapping[str, Any]
"""A mission as plain data, as its file and a table's first event have it."""

LINES = {"set-up": "steps", "special-rules": "lines"}
"""Sections whose lines are keys of words or texts of a mission's own, and where in the section they stand."""


@dataclass(frozen=True)
class Told:
    """One line of a mission's sheet: a word with its values, and the rule behind it."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    rule: str | None = None

    def said(self, said: Speech) -> str:
        """The line in somebody's language."""
        return said.say(self.key, **self.values)


@dataclass(frozen=True)
class Sheet:
    """All that a mission asks of people: by side what its force must be, the set-up, special rules, ends and points,
    and the open questions that are about it, each with the answer in force."""

    rp: Mapping[str, int]
    forces: Mapping[str, Sequence[Told]]
    set_up: Sequence[Told]
    special: Sequence[Told]
    ending: Sequence[Told]
    questions: Sequence[tuple[Told, Told]]


@dataclass(frozen=True, eq=False)
class MissionRules:
    """What a game says of its missions."""

    shipped: Mapping[int, MissionData]
    """By number."""
    written: Callable[[MissionData], str]
    """A mission as the text of an own file."""
    check: Callable[[MissionData, Sequence[SetData]], None]
    """Raises Refused or Malformed, naming the field, for a mission that nobody can play with any of these card sets."""
    check_copied: Callable[[MissionData], None]
    """The same for what a table copied, whatever its cards."""
    least_rp: Callable[[MissionData, SetData], Mapping[str, int | None]]
    """The least RP of each side with a card set; None where no force meets the demands."""
    sheet: Callable[[MissionData, Any], Sheet]
    """A mission and the book of an edition → its sheet."""


def id_of(mission: MissionData) -> int | str:
    """By what a mission goes: its number in the book, or the key of an own one."""
    found: int | str = mission.get("number") or mission["key"]
    return found


def line_keys(mission: MissionData, section: str) -> Iterator[str]:
    """The words of a section's lines: shared ones by their own keys, a mission's own by its id and their place."""
    for place, line in enumerate(mission.get(section, {}).get(LINES[section], ())):
        yield f"{section}.{line}" if isinstance(line, str) else f"{section}.{id_of(mission)}.{place}"


def words_in_mission(mission: MissionData) -> dict[str, Entry]:
    """The texts that a mission brings along: its name, its own lines, the names of its items."""
    words: dict[str, Entry] = {f"name.{item}": name for item, name in mission.get("item-names", {}).items()}
    if "name" in mission:
        words[f"mission.{id_of(mission)}"] = mission["name"]
    for section, place in LINES.items():
        lines: Collection[Any] = mission.get(section, {}).get(place, ())
        keyed = zip(line_keys(mission, section), lines, strict=True)
        words |= {key: line for key, line in keyed if not isinstance(line, str)}
    return words
