"""Settings of a painted scenario: rules of armies by side, the night, the end of the deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.core.content.missions import EditorSetting, MissionData
from app.games.memoir_44.book import EDITION, SIDES, edition_book

RULES: Sequence[str] = list(edition_book(EDITION, {}).armies)
YES, NO = "yes", "no"
NIGHTS: Mapping[str, dict[str, Any]] = {
    NO: {},
    **{f"night-{side}": {"side": side} for side in SIDES},
    **{f"nightfall-{side}": {"side": side, "falls": True} for side in SIDES},
}
ENDS: Mapping[str, str | None] = {NO: None, **{side: side for side in SIDES}}


def settings(data: MissionData) -> Iterator[EditorSetting]:
    """Yield a choice for each rule of an army and side, for the night, and for the end of the deck."""
    for side in SIDES:
        for rule in RULES:
            chosen = YES if rule in data.get("armies", {}).get(side, ()) else NO
            yield EditorSetting(f"army-{side}-{rule}", f"army.{rule}", chosen, side, choices=(NO, YES))
    before = {"falls": False, **(data.get("night") or {})}
    night = next((key for key, one in NIGHTS.items() if one and {"falls": False, **one} == before), NO)
    yield EditorSetting("night", "painter.night", night, choices=(*NIGHTS,))
    yield EditorSetting("deck-ends", "painter.deck-ends", data.get("deck-ends") or NO, choices=(*ENDS,))


def with_settings(data: MissionData, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return a scenario with these settings."""
    before = data.get("armies", {})
    armies = {
        side: [
            rule
            for rule in RULES
            if typed.get(f"army-{side}-{rule}", YES if rule in before.get(side, ()) else NO) == YES
        ]
        for side in SIDES
    }
    found: dict[str, Any] = {"armies": {side: rules for side, rules in armies.items() if rules}}
    if (night := typed.get("night")) is not None:
        found["night"] = NIGHTS.get(night, {"side": night})
    if (ends := typed.get("deck-ends")) is not None:
        found["deck-ends"] = ENDS.get(ends, ends)
    return {**{name: data[name] for name in data if name not in found}, **{k: v for k, v in found.items() if v}}
