"""The common parts of a mission as fields of a form. All other parts are changed as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from app.core.content.missions import EditorSetting, MissionData, MissionForm
from app.core.messages.slugs import make_slug
from app.core.messages.translator import LANGUAGES, Translator, words_of
from app.core.rules.inputs import parse
from app.games.incursion.book import FOLDER, SIDES, Mission, missions
from app.games.incursion.missions.checks import ENDINGS, KNOWN_ITEMS, LEAST_MODELS_AT_MOST, shared_lines
from app.games.incursion.missions.set_up import pieces_of
from app.games.incursion.words import LINES_IN, line_keys

NO, YES = "no", "yes"
MOST_RP, MOST_OF_A_KIND, MOST_COUNTERS = 99, 99, 8
NAME_AT_MOST, LINES_LETTERS = 60, 8000
SWITCHES = ("green-sealed", "zombies-carry", "pickets")
OF_THE_END = ("end-rules", "questions")
"""Lists of a mission that are about its end."""

Entry = dict[str, Any]


# -- fields


def settings(data: MissionData, said: Translator) -> list[EditorSetting]:
    return [
        *grouped("mission", of_mission(data)),
        *grouped("end", of_end(data)),
        *grouped("board", of_board(data, said)),
        *grouped("demands", of_demands(data)),
        *grouped("lines", of_lines(data, said)),
    ]


def grouped(group: str, found: Iterable[EditorSetting]) -> Iterator[EditorSetting]:
    return (replace(one, group=group, word=f"mission-form.{one.word}") for one in found)


def of_mission(data: MissionData) -> Iterator[EditorSetting]:
    for language in LANGUAGES:
        key = f"name-{language}"
        yield EditorSetting(key, key, data["name"][language], "", letters=NAME_AT_MOST)
    for side in SIDES:
        yield EditorSetting(f"rp-{side}", "rp", data["rp"][side], side, 1, MOST_RP)


def of_end(data: MissionData) -> Iterator[EditorSetting]:
    yield EditorSetting("ends", "ends", f"ends-{data['ends']}", choices=[f"ends-{end}" for end in ENDINGS])
    for field, most in (("last-turn", MOST_RP), ("agreed-turn", MOST_RP), ("counters", MOST_COUNTERS)):
        if field in data:
            yield EditorSetting(field, field, data[field], "", 1, most)
    if "panels" in data:
        yield EditorSetting("panels", "panels", data["panels"], "", 1, MOST_OF_A_KIND)
    if "stranded" in data:
        yield EditorSetting("stranded", "stranded", data["stranded"]["least-rp"], "", 1, MOST_RP)
    if "device" in data:
        yield EditorSetting("device", "device", data["device"], choices=SIDES)


def of_board(data: MissionData, said: Translator) -> Iterator[EditorSetting]:
    for side in SIDES:
        yield EditorSetting(f"exits-{side}", "exits", yes_or_no(side in data["exits"]), side, choices=(NO, YES))
    yield EditorSetting("green-doors", "green-doors", data.get("green-doors", 0), "", 0, MOST_OF_A_KIND)
    for field in SWITCHES:
        yield EditorSetting(field, field, yes_or_no(data.get(field, False)), choices=(NO, YES))
    yield EditorSetting("one-by-one", "one-by-one", data.get("one-by-one", NO), choices=(NO, *SIDES))
    named = [said.name(item) for item in data.get("items", ())]
    yield EditorSetting("items", "items", "\n".join(named), letters=LINES_LETTERS)


def of_demands(data: MissionData) -> Iterator[EditorSetting]:
    for side in SIDES:
        demand = data.get("demands", {}).get(side, {})
        yield EditorSetting(
            f"least-models-{side}", "least-models", demand.get("least-models", 1), side, 1, LEAST_MODELS_AT_MOST
        )
        spends = yes_or_no(demand.get("spend-all", False))
        yield EditorSetting(f"spend-all-{side}", "spend-all", spends, side, choices=(NO, YES))


def of_lines(data: MissionData, said: Translator) -> Iterator[EditorSetting]:
    for section in LINES_IN:
        told = [text for text, _ in lines_told(data, section, said)]
        yield EditorSetting(section, section, "\n".join(told), letters=LINES_LETTERS)


def lines_told(data: MissionData, section: str, said: Translator) -> list[tuple[str, Any]]:
    lines = data.get(section, {}).get(LINES_IN[section], ())
    return [(line_said(key, data, said), line) for key, line in zip(line_keys(data, section), lines, strict=True)]


def line_said(key: str, data: MissionData, said: Translator) -> str:
    return said.translate(key, **Mission.model_validate(data).numbers)


def yes_or_no(is_on: bool) -> str:
    return YES if is_on else NO


# -- what was typed


def with_settings(data: MissionData, typed: Mapping[str, str], said: Translator) -> MissionData:
    """Return the mission as typed; what its end needs and lacks is that of the rulebook's mission with this end."""
    found = dict(data)
    found["name"] = names_typed(data, typed)
    found["rp"] = {side: number(typed, f"rp-{side}", data["rp"][side]) for side in SIDES}
    found["exits"] = [side for side in SIDES if is_on(typed, f"exits-{side}", side in data["exits"])]
    found["green-doors"] = number(typed, "green-doors", data.get("green-doors", 0))
    found |= {field: is_on(typed, field, data.get(field, False)) for field in SWITCHES}
    found["one-by-one"] = none_as_nothing(typed.get("one-by-one", data.get("one-by-one", NO)))
    found |= {field: number(typed, field, data[field]) for field in NUMBERS_OF_ENDS if field in data}
    if "stranded" in data:
        found["stranded"] = {**data["stranded"], "least-rp": number(typed, "stranded", data["stranded"]["least-rp"])}
    if "device" in data:
        found["device"] = typed.get("device", data["device"])
    found |= items_typed(data, typed, said)
    found["demands"] = demands_typed(data, typed)
    for section, place in LINES_IN.items():
        lines = lines_typed(data, section, typed, said)
        if lines or section in data:
            found[section] = {**data.get(section, {}), place: lines}
    end = typed.get("ends", "").removeprefix("ends-") or data["ends"]
    found = without_empty(found)
    found = with_end(found, end) if end != data["ends"] and end in ENDINGS else {**found, "ends": end}
    return without_stray_pieces(without_empty(found))


def without_empty(data: Entry) -> Entry:
    return {name: value for name, value in data.items() if value or name in NEEDED}


NUMBERS_OF_ENDS = ("last-turn", "agreed-turn", "counters", "panels")
NEEDED = ("key", "name", "rp", "exits", "ends", "set-up")
"""Parts of a mission that stand in its file although they are empty."""


def names_typed(data: MissionData, typed: Mapping[str, str]) -> dict[str, str]:
    """Return the names by language; one that is left empty is that of another language."""
    names = {language: typed.get(f"name-{language}", data["name"][language]).strip() for language in LANGUAGES}
    some = next(filter(None, names.values()), "")
    return {language: name or some for language, name in names.items()}


def number(typed: Mapping[str, str], name: str, before: int) -> int | str:
    text = typed.get(name, str(before)).strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else text


def is_on(typed: Mapping[str, str], name: str, before: bool) -> bool:
    return typed.get(name, yes_or_no(before)) == YES


def none_as_nothing(choice: str) -> str:
    return "" if choice == NO else choice


def typed_lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def items_typed(data: MissionData, typed: Mapping[str, str], said: Translator) -> Entry:
    """Return items and their names; an item that is named for the first time gets a key of its name."""
    if "items" not in typed:
        return {name: data[name] for name in ("items", "item-names") if name in data}
    known = {said.name(item).casefold(): item for item in (*KNOWN_ITEMS, *data.get("items", ()))}
    named = dict(data.get("item-names", {}))
    taken = {*SIDES, *(key.removeprefix("name.") for key in words_of(FOLDER) if key.startswith("name."))}
    items: list[str] = []
    for name in typed_lines(typed["items"]):
        item = known.setdefault(name.casefold(), make_slug(name, {*taken, *items, *named}, "item"))
        items += [] if item in items else [item]
        if item not in KNOWN_ITEMS:
            named.setdefault(item, dict.fromkeys(LANGUAGES, name))
    return {"items": items, "item-names": {item: name for item, name in named.items() if item in items}}


def demands_typed(data: MissionData, typed: Mapping[str, str]) -> Entry:
    demands = {}
    for side in SIDES:
        before = data.get("demands", {}).get(side, {})
        least = number(typed, f"least-models-{side}", before.get("least-models", 1))
        spends = is_on(typed, f"spend-all-{side}", before.get("spend-all", False))
        kept = {name: value for name, value in before.items() if name == "only"}
        demands[side] = {**({"least-models": least} if least != 1 else {}), **kept}
        demands[side] |= {"spend-all": True} if spends else {}
    return {side: demand for side, demand in demands.items() if demand}


def lines_typed(data: MissionData, section: str, typed: Mapping[str, str], said: Translator) -> list[Any]:
    """Return the lines of a section: shared ones and unchanged ones as they are, others in every language."""
    told = lines_told(data, section, said)
    if section not in typed:
        return [line for _, line in told]
    known = {line_said(f"{section}.{key}", data, said): key for key in shared_lines(section)} | dict(told)
    return [known.get(line, dict.fromkeys(LANGUAGES, line)) for line in typed_lines(typed[section])]


# -- another end


def model_of(end: str) -> Mapping[str, Any]:
    """Return the rulebook's mission with an end."""
    return next(one for one in missions().values() if one["ends"] == end)


def steps_of_end(steps: list[Any], before: str, model: Mapping[str, Any]) -> list[Any]:
    """Return the set-up without shared steps that came with the end before, and with those of the new one."""
    new, old = model["set-up"]["steps"], model_of(before)["set-up"]["steps"]
    kept = [step for step in steps if step not in old and step not in new]
    return [*new, *kept]


def with_end(data: Entry, end: str) -> Entry:
    """Return the mission with another end, and what that end needs."""
    model = model_of(end)
    idle = {field for ending in ENDINGS.values() for field in ending.uses}.difference(ENDINGS[end].uses)
    found = {name: value for name, value in data.items() if name not in idle}
    for field in ENDINGS[end].uses:
        found.setdefault(field, model[field])
    found |= {name: list(model.get(name, ())) for name in OF_THE_END}
    found["ends"] = end
    found["set-up"] = {**data["set-up"], "steps": steps_of_end(data["set-up"]["steps"], data["ends"], model)}
    for need, mend in MENDED.items():
        checks = [has for field, has in ENDINGS[end].needs.items() if field.partition(":")[0].split(" ")[0] == need]
        if not all(has(parse(Mission, found)) for has in checks):
            found = mend(found, model)
    return found


def _with_exits(data: Entry, model: Mapping[str, Any]) -> Entry:
    return {**data, "exits": [side for side in SIDES if side in (*data["exits"], *model["exits"])]}


def _with_doors(data: Entry, model: Mapping[str, Any]) -> Entry:
    return {**data, "green-doors": data.get("green-doors") or model["green-doors"]}


def _unsealed(data: Entry, model: Mapping[str, Any]) -> Entry:
    return {**data, "green-sealed": False}


def _with_items(data: Entry, model: Mapping[str, Any]) -> Entry:
    return {**data, "items": [*dict.fromkeys((*data.get("items", ()), *model["items"]))]}


MENDED: Mapping[str, Callable[[Entry, Mapping[str, Any]], Entry]] = {
    "exits": _with_exits,
    "green-doors": _with_doors,
    "green-sealed": _unsealed,
    "items": _with_items,
}


def without_stray_pieces(data: Entry) -> Entry:
    """Return the mission without places and numbers of pieces that it no longer has."""
    pieces = pieces_of(parse(Mission, data))
    set_up = dict(data["set-up"])
    for part in ("places", "numbers"):
        if part in set_up:
            set_up[part] = {key: value for key, value in set_up[part].items() if key in pieces}
    return {**data, "set-up": set_up}


FORM = MissionForm(settings, with_settings)
