"""Settings of a painted scenario besides tiles and units: trains, bridges, pontoons, texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from app.core.content.missions import EditorSetting, MissionData
from app.core.messages.translator import LANGUAGES, OWN_NAMES, Verbatim
from app.games.memoir_44.board_view.painted_fields import BOOK, chosen_in, is_on, kept, number, one_of, switch, without
from app.games.memoir_44.board_view.painted_marks import EITHER
from app.games.memoir_44.book import SIDES
from app.games.memoir_44.geometry import Hex, side_between
from app.games.memoir_44.scenarios.checks import is_track
from app.games.memoir_44.scenarios.forms import TEXT_AT_MOST, TITLE_AT_MOST, WORD_AT_MOST, Texts, Train
from app.games.memoir_44.scenarios.names import FRONTS
from app.games.memoir_44.scenarios.scenario import Scenario

TURN_TRAIN = "brush-train-turn"
KINDS: Sequence[str] = get_args(Train.model_fields["kind"].annotation)
OPTIONS = ("blow-1", "blow-2")
MOST_PONTOONS = 9
TRAINS = [*(f"brush-train-{side}-{kind}" for side in SIDES for kind in KINDS), TURN_TRAIN]
BLOWN = "brush-blow-medal"
BRIDGES = [*(f"brush-blow-{side}" for side in (*SIDES, EITHER)), BLOWN]
DATES = ("date-begin", "date-end")

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
    """Yield a train with its wagon on each track beside a hex, then alone."""
    others = {part for one in scenario.trains if one.locomotive != place for part in (one.locomotive, one.wagon)}
    taken = others.union(unit.at for unit in scenario.units)
    track = [at for at in scenario.board.around(place) if any(is_track(name, BOOK) for name in scenario.lying(at))]
    for behind in track:
        if behind not in taken:
            yield {"locomotive": list(place), "wagon": list(behind), "faces": side_between(behind, place)}
    for behind in track:
        yield {"locomotive": list(place), "faces": side_between(behind, place)}


def turned(scenario: Scenario, train: Entry) -> Entry:
    ways, rest = [*coupled(scenario, tuple(train["locomotive"]))], without(train, "wagon", "faces", "front")
    lies = (train.get("wagon"), train.get("faces"))
    at = next((number for number, way in enumerate(ways) if (way.get("wagon"), way["faces"]) == lies), -1)
    return {**rest, **ways[(at + 1) % len(ways)]} if ways else train


def with_bridge(data: MissionData, brush: str, place: Hex) -> MissionData:
    """Return a scenario with a bridge to blow, or a medal once blown; tapped again, without."""
    blow = dict(data.get("blow-bridges") or {"option": 1, "at": []})
    if brush == BLOWN:
        before = blow.get("medal-at", [])
        left = [one for one in before if one != list(place)]
        return blowing(data, {**blow, "medal-at": left if left != before else [*left, list(place)]})
    side = brush.removeprefix("brush-blow-")
    others = [one for one in blow["at"] if one != list(place)]
    same = blow.get("side", EITHER) == side
    at = others if same and len(others) < len(blow["at"]) else [*others, list(place)]
    return blowing(data, {**without(blow, "side"), "at": at, **({} if side == EITHER else {"side": side})})


def blowing(data: MissionData, blow: Entry) -> MissionData:
    """Return a scenario with bridges to blow; only those that may be blown are a medal."""
    medal_at = [one for one in blow.get("medal-at", ()) if one in blow["at"]]
    said = {**without(blow, "medal-at"), **({"medal-at": medal_at} if medal_at else {})}
    return kept(data, {"blow-bridges": said if blow["at"] else None})


# -- beside the board


def of_bridges(data: MissionData) -> Iterator[EditorSetting]:
    if blow := data.get("blow-bridges"):
        yield EditorSetting("blow-option", "painter.blow-option", f"blow-{blow['option']}", choices=OPTIONS)
        yield switch("blow-beside", "painter.blow-beside", blow.get("beside", False))


def of_pontoons(data: MissionData) -> Iterator[EditorSetting]:
    for side in SIDES:
        built = data.get("pontoons", {}).get(side, 0)
        yield EditorSetting(f"pontoons-{side}", "painter.pontoons", built, side, 0, MOST_PONTOONS)


def of_texts(data: MissionData) -> Iterator[EditorSetting]:
    for language in LANGUAGES:
        about = Verbatim(OWN_NAMES[language])
        yield EditorSetting(f"name-{language}", "painter.name", data["name"][language], about, letters=TITLE_AT_MOST)
    for name, date in zip(DATES, [*data.get("dates", ()), "", ""], strict=False):
        yield EditorSetting(name, f"painter.{name}", date, letters=WORD_AT_MOST)
    front = data.get("front", "")
    known = [f"front-{one}" for one in FRONTS]
    yield one_of("front", "painter.front", f"front-{front}" if front in FRONTS else front, known)
    for language in LANGUAGES:
        told = data.get("texts", {}).get(language, {})
        for part in Texts.model_fields:
            about = Verbatim(OWN_NAMES[language])
            yield EditorSetting(
                f"text-{language}-{part}", f"painter.{part}", told.get(part, ""), about, letters=TEXT_AT_MOST
            )


def with_settings(data: MissionData, typed: Mapping[str, str]) -> MissionData:
    front = chosen_in(typed, "front", data.get("front", ""), "front-")
    found: dict[str, Any] = {"dates": dates_after(data, typed), "front": front}
    if blow := data.get("blow-bridges"):
        option = typed.get("blow-option", f"blow-{blow['option']}")
        beside = {"beside": True} if is_on(typed, "blow-beside", blow.get("beside", False)) else {}
        number_of = OPTIONS.index(option) + 1 if option in OPTIONS else option
        found["blow-bridges"] = {**without(blow, "beside"), "option": number_of, **beside}
    built = {**data.get("pontoons", {})}
    built |= {side: number(text) for side in SIDES if (text := typed.get(f"pontoons-{side}")) is not None}
    found["pontoons"] = {side: count for side, count in built.items() if count != 0}
    names = {language: typed.get(f"name-{language}", name).strip() for language, name in data["name"].items()}
    return with_texts({**kept(data, found), "name": names}, typed)


def dates_after(data: MissionData, typed: Mapping[str, str]) -> list[str]:
    before = [*data.get("dates", ()), "", ""]
    return [date for name, was in zip(DATES, before, strict=False) if (date := typed.get(name, was).strip())]


def with_texts(data: MissionData, typed: Mapping[str, str]) -> MissionData:
    texts = {language: dict(told) for language, told in data.get("texts", {}).items()}
    for language in LANGUAGES:
        for part in Texts.model_fields:
            if (text := typed.get(f"text-{language}-{part}")) is not None:
                texts.setdefault(language, {})[part] = text.replace("\r\n", "\n").strip()
    told = {language: {part: text for part, text in one.items() if text} for language, one in texts.items()}
    return kept(data, {"texts": {language: one for language, one in told.items() if one}})
