"""Settings of a painted scenario besides tiles and units.

Trains, bridges to blow, pontoons, special rules, its texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from app.core.content.missions import EditorSetting, MissionData
from app.core.messages.translator import LANGUAGES, OWN_NAMES, Verbatim
from app.games.memoir_44.board_view import painted_armies
from app.games.memoir_44.book import EDITION, SIDES, edition_book
from app.games.memoir_44.geometry import Hex, side_between
from app.games.memoir_44.scenarios.checks import is_track
from app.games.memoir_44.scenarios.forms import TEXT_AT_MOST, SpecialRule, Texts, Train
from app.games.memoir_44.scenarios.scenario import Scenario

BOOK = edition_book(EDITION, {})
TURN_TRAIN, EITHER = "brush-train-turn", "either-side"
KINDS: Sequence[str] = get_args(Train.model_fields["kind"].annotation)
RULES: Sequence[str] = get_args(SpecialRule)
YES, NO = "yes", "no"
OPTIONS = ("blow-1", "blow-2")
MOST_PONTOONS = 9
TRAINS = [*(f"brush-train-{side}-{kind}" for side in SIDES for kind in KINDS), TURN_TRAIN]
BRIDGES = [f"brush-blow-{side}" for side in (*SIDES, EITHER)]

Entry = dict[str, Any]


# -- on the board


def with_train(data: MissionData, scenario: Scenario, brush: str, place: Hex) -> MissionData:
    trains = [dict(one) for one in data.get("trains", ())]
    here = next((one for one in trains if list(place) in (one["locomotive"], one.get("wagon"))), None)
    if brush == TURN_TRAIN:
        kept = [turned(scenario, one) if one is here else one for one in trains]
        return {**data, "trains": kept}
    side, kind = brush.removeprefix("brush-train-").split("-")
    kept = [one for one in trains if one is not here]
    if here is None or (here["side"], here.get("kind", KINDS[0])) != (side, kind):
        at = tuple(here["locomotive"]) if here else place
        kept.append({"side": side, "kind": kind, **next(coupled(scenario, at), {"locomotive": list(at)})})
    return {**data, "trains": kept}


def coupled(scenario: Scenario, place: Hex) -> Iterator[Entry]:
    others = {part for one in scenario.trains if one.locomotive != place for part in (one.locomotive, one.wagon)}
    taken = others.union(unit.at for unit in scenario.units)
    for place_behind in scenario.board.around(place):
        if place_behind not in taken and any(is_track(name, BOOK) for name in scenario.lying(place_behind)):
            away = side_between(place_behind, place)
            yield {"locomotive": list(place), "wagon": list(place_behind), "faces": away}


def turned(scenario: Scenario, train: Entry) -> Entry:
    ways = [*coupled(scenario, tuple(train["locomotive"]))]
    at = next((number for number, way in enumerate(ways) if way["wagon"] == train.get("wagon")), -1)
    return {**train, **ways[(at + 1) % len(ways)]} if ways else train


def with_bridge(data: MissionData, brush: str, place: Hex) -> MissionData:
    side, blow = brush.removeprefix("brush-blow-"), dict(data.get("blow-bridges") or {"option": 1, "at": []})
    same = blow.get("side", EITHER) == side
    others = [one for one in blow["at"] if list(one) != list(place)]
    at = others if same and len(others) < len(blow["at"]) else [*others, list(place)]
    rest = {name: data[name] for name in data if name != "blow-bridges"}
    named = {} if side == EITHER else {"side": side}
    return {**rest, "blow-bridges": {"option": blow["option"], "at": at, **named}} if at else rest


# -- beside the board


def settings(data: MissionData) -> Iterator[EditorSetting]:
    if blow := data.get("blow-bridges"):
        yield EditorSetting("blow-option", "painter.blow-option", f"blow-{blow['option']}", choices=OPTIONS)
    for side in SIDES:
        built = data.get("pontoons", {}).get(side, 0)
        yield EditorSetting(f"pontoons-{side}", "painter.pontoons", built, side, 0, MOST_PONTOONS)
    for rule in RULES:
        chosen = YES if rule in data.get("special-rules", ()) else NO
        yield EditorSetting(f"rule-{rule}", f"special-rule.{rule}", chosen, choices=(NO, YES))
    yield from painted_armies.settings(data)
    for language in LANGUAGES:
        told = data.get("texts", {}).get(language, {})
        for part in Texts.model_fields:
            about = Verbatim(OWN_NAMES[language])
            yield EditorSetting(
                f"text-{language}-{part}", f"painter.{part}", told.get(part, ""), about, letters=TEXT_AT_MOST
            )


def with_settings(data: MissionData, typed: Mapping[str, str]) -> MissionData:
    changed = painted_armies.with_settings({**data, **with_rules(data, typed)}, typed)
    if "blow-option" in typed and data.get("blow-bridges"):
        changed["blow-bridges"] = {**data["blow-bridges"], "option": OPTIONS.index(typed["blow-option"]) + 1
                                   if typed["blow-option"] in OPTIONS else typed["blow-option"]}  # fmt: skip
    pontoons = {**data.get("pontoons", {})}
    for side in SIDES:
        if (text := typed.get(f"pontoons-{side}")) is not None:
            pontoons[side] = number(text)
    kept = {side: count for side, count in pontoons.items() if count != 0}
    return with_texts({**{name: changed[name] for name in changed if name != "pontoons"},
                       **({"pontoons": kept} if kept else {})}, typed)  # fmt: skip


def number(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else text


def with_rules(data: MissionData, typed: Mapping[str, str]) -> MissionData:
    before = data.get("special-rules", ())
    chosen = [rule for rule in RULES if typed.get(f"rule-{rule}", YES if rule in before else NO) == YES]
    return {"special-rules": chosen} if chosen or before else {}


def with_texts(data: MissionData, typed: Mapping[str, str]) -> MissionData:
    texts = {language: dict(told) for language, told in data.get("texts", {}).items()}
    for language in LANGUAGES:
        for part in Texts.model_fields:
            if (text := typed.get(f"text-{language}-{part}")) is not None:
                texts.setdefault(language, {})[part] = text.replace("\r\n", "\n").strip()
    told = {language: {part: text for part, text in one.items() if text} for language, one in texts.items()}
    kept = {language: one for language, one in told.items() if one}
    return {**{name: data[name] for name in data if name != "texts"}, **({"texts": kept} if kept else {})}
