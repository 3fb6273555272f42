"""Settings of a painted scenario about how it ends.

Sudden deaths, empty sections, what exits are worth, medals by hand, the end of the deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.core.content.missions import EditorSetting, MissionData
from app.core.messages.translator import Verbatim
from app.games.memoir_44.board_view.painted_fields import (
    NO,
    Entry,
    chosen_in,
    is_on,
    kept,
    number,
    sections_of,
    switch,
)
from app.games.memoir_44.book import ALL_TYPES, SIDES
from app.games.memoir_44.geometry import BOARDS, SECTIONS, name_of
from app.games.memoir_44.scenarios.forms import MOST_COUNT

ONE = 1
NOBODY = "brush-nobody"


def settings(data: MissionData) -> Iterator[EditorSetting]:
    board = BOARDS[data["board"]]
    for index, one in enumerate(data.get("sudden-deaths", ())):
        at = Verbatim(", ".join(name_of(board, tuple(place)) for place in one["at"]))
        yield EditorSetting(f"sudden-{index}-needs", "painter.sudden-needs", one["needs"], at, 1, len(one["at"]))
    for name, one in empty_sections(data).items():
        yield from sections_of(name, one.get("sections", ()), one["side"])
        if one.get("sections"):
            medals = one.get("medals", ONE)
            yield EditorSetting(f"{name}-medals", "painter.empty-medals", medals, one["side"], 1, MOST_COUNT)
    for kind in ALL_TYPES:
        worth = data.get("exit-medals", {}).get(kind, ONE)
        yield EditorSetting(f"exit-medals-{kind}", "painter.exit-medals", worth, kind, 1, MOST_COUNT)
    for side in SIDES:
        leaving = data.get("must-leave", {}).get(side, 0)
        yield EditorSetting(f"must-leave-{side}", "painter.must-leave", leaving, side, 0, MOST_COUNT)
    winner = data.get("deck-ends") or NOBODY
    yield EditorSetting("deck-ends", "painter.deck-ends", winner, choices=(NOBODY, *SIDES))
    yield switch("by-hand", "painter.by-hand", data.get("by-hand", False))


def empty_sections(data: MissionData) -> dict[str, Entry]:
    """Return the entries of empty sections by name, and a blank one for each side that has none."""
    found = data.get("empty-sections", ())
    missing = [{"side": side} for side in SIDES if all(one["side"] != side for one in found)]
    return {f"empty-{index}": one for index, one in enumerate([*found, *missing])}


def with_settings(data: MissionData, typed: Mapping[str, str]) -> MissionData:
    found: dict[str, Any] = {
        "sudden-deaths": [
            {**one, "needs": number(typed.get(f"sudden-{index}-needs", str(one["needs"])))}
            for index, one in enumerate(data.get("sudden-deaths", ()))
        ],
        "empty-sections": [*empty_after(data, typed)],
        "exit-medals": counts(data.get("exit-medals", {}), "exit-medals", ALL_TYPES, typed, ONE),
        "must-leave": counts(data.get("must-leave", {}), "must-leave", SIDES, typed, 0),
        "deck-ends": chosen_in(typed, "deck-ends", data.get("deck-ends") or NO, NOBODY),
        "by-hand": is_on(typed, "by-hand", data.get("by-hand", False)),
    }
    return kept(data, found)


def empty_after(data: MissionData, typed: Mapping[str, str]) -> Iterator[Entry]:
    for name, one in empty_sections(data).items():
        before = one.get("sections", ())
        sections = [section for section in SECTIONS if is_on(typed, f"{name}-{section}", section in before)]
        medals = number(typed.get(f"{name}-medals", str(one.get("medals", ONE))))
        if sections:
            yield {"side": one["side"], "sections": sections, **({} if medals == ONE else {"medals": medals})}


def counts(
    before: Mapping[str, int], name: str, keys: Sequence[str], typed: Mapping[str, str], usual: int
) -> dict[str, int | str]:
    """Return a number by key as typed, without those that are as usual."""
    read = {key: number(typed.get(f"{name}-{key}", str(before.get(key, usual)))) for key in keys}
    return {key: count for key, count in read.items() if count != usual}
