"""Parts of a file besides its board: date and place, boxes; and parts without effect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.games.memoir_44.scenarios import editor_values
from app.games.memoir_44.scenarios.forms import FEW, WORD_AT_MOST
from app.games.memoir_44.scenarios.names import editor


@dataclass(frozen=True)
class About:
    dates: tuple[str, ...] = ()
    front: str = ""
    packs: tuple[str, ...] = ()
    captions: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()
    """Other parts without effect: its kind, its operation."""


def about(data: Mapping[str, Any]) -> About:
    info, packs = editor_values.part(data, "game_info"), editor_values.part(data, "packs")
    dates = [editor_values.name(info.get(key))[:WORD_AT_MOST] for key in ("date_begin", "date_end")]
    looks = [
        f"{key} {editor_values.name(info.get(key))}"
        for key in editor()["keys"]["looks"]
        if not editor_values.is_empty(info.get(key))
    ]
    return About(
        tuple(filter(None, dates)),
        editor_values.name(info.get("front")).casefold()[:WORD_AT_MOST],
        tuple(
            sorted(editor_values.name(key)[:WORD_AT_MOST] for key, value in packs.items() if editor_values.is_on(value))
        )[:FEW],
        tuple(dict.fromkeys(_captions(editor_values.part(data, "equipment_packs"))))[:FEW],
        tuple(looks),
    )


def _captions(packs: Mapping[str, Any]) -> Iterator[str]:
    for side in ("allies_pack", "axis_pack"):
        for one in editor_values.several(packs.get(side)):
            if told := editor_values.name((editor_values.one(one) or {}).get("caption")):
                yield told


def unread(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield from _unknown(data, "file", "")
    for part in ("game_info", "board"):
        yield from _unknown(editor_values.part(data, part), part, part)
    for language, told in editor_values.part(data, "text").items():
        yield from _unknown(editor_values.one(told) or {}, "text", f"text.{editor_values.name(language)}")
    for number, entry in enumerate(editor_values.several(editor_values.part(data, "board").get("hexagons"))):
        for slot in ("terrain", "rect_terrain", "obstacle", "unit", "tags"):
            for thing in editor_values.several(entry.get(slot)) if isinstance(entry, Mapping) else ():
                yield from _unknown(editor_values.one(thing) or {}, "thing", f"board.hexagons.{number}.{slot}")


def _unknown(told: Mapping[str, Any], kind: str, place: str) -> Iterator[tuple[str, str]]:
    known = editor()["keys"][kind]
    for key, value in told.items():
        if key not in known and not editor_values.is_empty(value):
            yield ".".join(filter(None, (place, editor_values.name(key)))), editor_values.name(key)
