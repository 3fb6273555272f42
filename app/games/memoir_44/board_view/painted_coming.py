"""Settings of a painted scenario about what comes later: smoke, reinforcements, air drops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.core.content.missions import EditorSetting, MissionData
from app.core.messages.translator import Verbatim
from app.games.memoir_44.board_view.painted_fields import (
    BOOK,
    EMBLEMS,
    NO,
    Entry,
    chosen_in,
    is_on,
    kept,
    nation_choice,
    number,
    numbers,
    one_of,
    switch,
    without,
)
from app.games.memoir_44.book import ALL_TYPES, SIDES
from app.games.memoir_44.geometry import BOARDS, name_of
from app.games.memoir_44.scenarios.forms import MOST_COUNT, MOST_DROPPED, WORD_AT_MOST, Reinforcements
from app.games.memoir_44.state import other

BROUGHT = Reinforcements.model_fields["type"].default
DROPPED = "infantry"
KIND = ("nation", "badge", "emblem")
ONLY = ("daylight", "by-hand")


def settings(data: MissionData) -> Iterator[EditorSetting]:
    yield one_of("smoke", "painter.smoke", data.get("smoke") or NO, SIDES)
    for side in SIDES:
        name, more = f"more-{side}", data.get("reinforcements", {}).get(side, {})
        units = more.get("units", 0)
        yield EditorSetting(f"{name}-units", "painter.more-units", units, side, 0, MOST_DROPPED)
        if units:
            yield from of_kind(name, {"type": BROUGHT, **more}, "painter.more", side, side)
            for trait in BOOK.traits:
                yield switch(f"{name}-{trait}", f"painter.trait-{trait}", trait in more.get("traits", ()), side)
    board = BOARDS[data["board"]]
    for index, one in enumerate(data.get("air-drops", ())):
        at = Verbatim(", ".join(name_of(board, tuple(place)) for place in one.get("at", ())) or "–")
        name, drops = f"drop-{index}", ", ".join(map(str, one["drops"]))
        yield EditorSetting(f"{name}-drops", "painter.drop-drops", drops, at, letters=WORD_AT_MOST)
        yield EditorSetting(f"{name}-steps", "painter.drop-steps", one["steps"], at, 1, MOST_DROPPED)
        yield from of_kind(name, {"type": DROPPED, **one}, "painter.drop", one["side"], at)
        yield EditorSetting(f"{name}-rests", "painter.drop-rests", one.get("rests", 0), at, 0, MOST_COUNT)
        for rule in ONLY:
            yield switch(f"{name}-{rule}", f"painter.drop-{rule}", one.get(rule, False), at)


def of_kind(name: str, one: Entry, word: str, side: str, about: str) -> Iterator[EditorSetting]:
    yield EditorSetting(f"{name}-type", f"{word}-type", one["type"], about, choices=ALL_TYPES)
    yield nation_choice(f"{name}-nation", f"{word}-nation", one.get("nation", ""), about)
    badges = [badge for badge, row in BOOK.badges.items() if row.unit == one["type"]]
    emblems = [one for one in EMBLEMS if one not in BOOK.nations[other(side)]]
    for what, known in (("badge", badges), ("emblem", emblems)):
        yield one_of(f"{name}-{what}", f"{word}-{what}", one.get(what) or NO, known, about)


def with_settings(data: MissionData, typed: Mapping[str, str]) -> MissionData:
    found: dict[str, Any] = {
        "smoke": chosen_in(typed, "smoke", data.get("smoke") or NO),
        "reinforcements": {side: more for side in SIDES if (more := brought(data, side, typed))},
        "air-drops": [*dropped(data, typed)],
    }
    return kept(data, found)


def brought(data: MissionData, side: str, typed: Mapping[str, str]) -> Entry:
    name, before = f"more-{side}", data.get("reinforcements", {}).get(side, {})
    units = number(typed.get(f"{name}-units", str(before.get("units", 0))))
    if units == 0:
        return {}
    known = before.get("traits", ())
    traits = [trait for trait in BOOK.traits if is_on(typed, f"{name}-{trait}", trait in known)]
    more = with_kind(name, without(before, "units", "traits"), typed, BROUGHT)
    return {"units": units, **more, **({"traits": traits} if traits else {})}


def dropped(data: MissionData, typed: Mapping[str, str]) -> Iterator[Entry]:
    """Yield the drops as typed; one without units is gone."""
    for index, one in enumerate(data.get("air-drops", ())):
        name = f"drop-{index}"
        said = {what: number(typed.get(f"{name}-{what}", str(one.get(what, 0)))) for what in ("steps", "rests")}
        text = typed.get(f"{name}-drops")
        drops = one["drops"] if text is None else numbers(text)
        only = {rule: True for rule in ONLY if is_on(typed, f"{name}-{rule}", one.get(rule, False))}
        rest = with_kind(name, without(one, "rests", *ONLY), typed, DROPPED)
        if drops:
            rests = {} if said["rests"] == 0 else {"rests": said["rests"]}
            yield {**rest, "drops": drops, "steps": said["steps"], **rests, **only}


def with_kind(name: str, one: Entry, typed: Mapping[str, str], usual: str) -> Entry:
    read = {what: chosen_in(typed, f"{name}-{what}", one.get(what) or NO, f"{what}-") for what in KIND}
    unit_type = typed.get(f"{name}-type", one.get("type", usual))
    rest = {**without(one, "type", *KIND), **({} if unit_type == usual else {"type": unit_type})}
    return {**rest, **{what: text for what, text in read.items() if text}}
