"""Settings of a painted scenario: rules of armies by side, special rules, the night."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from app.core.content.missions import EditorSetting, MissionData
from app.games.memoir_44.board_view.painted_fields import BOOK, NO, is_on, kept, switch
from app.games.memoir_44.book import SIDES
from app.games.memoir_44.scenarios.forms import SpecialRule

ARMIES: Sequence[str] = list(BOOK.armies)
RULES: Sequence[str] = get_args(SpecialRule)
NIGHTS: Mapping[str, dict[str, Any] | None] = {
    NO: None,
    **{f"night-{side}": {"side": side} for side in SIDES},
    **{f"nightfall-{side}": {"side": side, "falls": True} for side in SIDES},
}


def of_rules(data: MissionData) -> Iterator[EditorSetting]:
    for rule in RULES:
        yield switch(f"rule-{rule}", f"special-rule.{rule}", rule in data.get("special-rules", ()))
    yield EditorSetting("night", "painter.night", night_of(data), choices=(*NIGHTS,))


def of_armies(data: MissionData) -> Iterator[EditorSetting]:
    for side in SIDES:
        for rule in ARMIES:
            yield switch(f"army-{side}-{rule}", f"army.{rule}", rule in data.get("armies", {}).get(side, ()), side)


def night_of(data: MissionData) -> str:
    if (told := data.get("night")) is None:
        return NO
    before = {"side": SIDES[0], "falls": False, **told}
    return next(key for key, one in NIGHTS.items() if one and {"falls": False, **one} == before)


def with_settings(data: MissionData, typed: Mapping[str, str]) -> MissionData:
    before, rules = data.get("armies", {}), data.get("special-rules", ())
    armies = {
        side: [rule for rule in ARMIES if is_on(typed, f"army-{side}-{rule}", rule in before.get(side, ()))]
        for side in SIDES
    }
    night = typed.get("night", night_of(data))
    found: dict[str, Any] = {
        "special-rules": [rule for rule in RULES if is_on(typed, f"rule-{rule}", rule in rules)],
        "armies": {side: of_side for side, of_side in armies.items() if of_side},
        "night": NIGHTS.get(night, {"side": night}),
    }
    return kept(data, found)
