"""The texts of a mission's file: lines that missions share by their keys, and its own as they stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from app.core.missions import MissionData, id_of
from app.core.words import Entry

LINES_IN = {"set-up": "steps", "special-rules": "lines"}
"""Sections whose lines are keys of words or texts of a mission's own, and where in the section they stand."""


def line_keys(mission: MissionData, section: str) -> Iterator[str]:
    """The words of a section's lines: shared ones by their own keys, a mission's own by its id and their place."""
    for place, line in enumerate(mission.get(section, {}).get(LINES_IN[section], ())):
        yield f"{section}.{line}" if isinstance(line, str) else f"{section}.{id_of(mission)}.{place}"


def words_in_mission(mission: MissionData) -> dict[str, Entry]:
    """The texts that a mission brings along: its name, its own lines, the names of its items."""
    words: dict[str, Entry] = {f"name.{item}": name for item, name in mission.get("item-names", {}).items()}
    if "name" in mission:
        words[f"mission.{id_of(mission)}"] = mission["name"]
    for section, place in LINES_IN.items():
        lines: Collection[Any] = mission.get(section, {}).get(place, ())
        keyed = zip(line_keys(mission, section), lines, strict=True)
        words |= {key: line for key, line in keyed if not isinstance(line, str)}
    return words
