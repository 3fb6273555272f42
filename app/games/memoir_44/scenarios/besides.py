"""What a file tells besides its board: when and where, of which boxes; and what in it nothing here reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.games.memoir_44.scenarios import raw
from app.games.memoir_44.scenarios.forms import FEW, WORD_AT_MOST
from app.games.memoir_44.scenarios.names import editor


@dataclass(frozen=True)
class About:
    """When and where a scenario was fought, the boxes that its file names, and captions of its own."""

    dates: tuple[str, ...] = ()
    front: str = ""
    packs: tuple[str, ...] = ()
    captions: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()
    """What else it tells without effect: its kind, its operation."""


def about(data: Mapping[str, Any]) -> About:
    """What a file tells of itself."""
    info, packs = raw.part(data, "game_info"), raw.part(data, "packs")
    dates = [raw.name(info.get(key))[:WORD_AT_MOST] for key in ("date_begin", "date_end")]
    looks = [f"{key} {raw.name(info.get(key))}" for key in editor()["keys"]["looks"] if not raw.is_empty(info.get(key))]
    return About(
        tuple(filter(None, dates)),
        raw.name(info.get("front")).casefold()[:WORD_AT_MOST],
        tuple(sorted(raw.name(key)[:WORD_AT_MOST] for key, value in packs.items() if raw.is_on(value)))[:FEW],
        tuple(dict.fromkeys(_captions(raw.part(data, "equipment_packs"))))[:FEW],
        tuple(looks),
    )


def _captions(packs: Mapping[str, Any]) -> Iterator[str]:
    for side in ("allies_pack", "axis_pack"):
        for one in raw.several(packs.get(side)):
            if told := raw.name((raw.one(one) or {}).get("caption")):
                yield told


def unread(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The place and the name of everything that a file tells under a key that nothing here knows."""
    yield from _unknown(data, "file", "")
    for part in ("game_info", "board"):
        yield from _unknown(raw.part(data, part), part, part)
    for language, told in raw.part(data, "text").items():
        yield from _unknown(raw.one(told) or {}, "text", f"text.{raw.name(language)}")
    for number, entry in enumerate(raw.several(raw.part(data, "board").get("hexagons"))):
        for slot in ("terrain", "rect_terrain", "obstacle", "unit", "tags"):
            for thing in raw.several(entry.get(slot)) if isinstance(entry, Mapping) else ():
                yield from _unknown(raw.one(thing) or {}, "thing", f"board.hexagons.{number}.{slot}")


def _unknown(told: Mapping[str, Any], kind: str, place: str) -> Iterator[tuple[str, str]]:
    known = editor()["keys"][kind]
    for key, value in told.items():
        if key not in known and not raw.is_empty(value):
            yield ".".join(filter(None, (place, raw.name(key)))), raw.name(key)
