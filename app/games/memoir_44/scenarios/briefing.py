"""The briefing of a scenario: forces, set-up, special rules, victory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from app.core.content.missions import AskedOfSide, Briefing, BriefingLine, MissionData
from app.core.messages.translator import LANGUAGES, Entry, Translator, words_of
from app.games.memoir_44.book import FOLDER, SIDES, Book
from app.games.memoir_44.geometry import Hex
from app.games.memoir_44.scenarios.army_rules import endings, named, special_rules
from app.games.memoir_44.scenarios.forms import Exit, Objective, Odd
from app.games.memoir_44.scenarios.names import said, said_nation, said_of_itself
from app.games.memoir_44.scenarios.scenario import Scenario, scenario_of
from app.games.memoir_44.scenarios.set_up import set_up
from app.games.memoir_44.scenarios.things_told import EITHER, things


def briefing(data: MissionData, book: Book) -> Briefing:
    scenario = scenario_of(data, book)
    return Briefing(
        sides=[_asked_of(scenario, side) for side in SIDES],
        set_up=list(_set_up_lines(scenario, book)),
        special=[*_special_lines(scenario, book), *_odd_lines(scenario), *text_lines(data)],
        ending=list(_ending_lines(scenario)),
        questions=[],
    )


def _asked_of(scenario: Scenario, side: str) -> AskedOfSide:
    player = scenario.sides[side]
    units = Counter(unit.called for unit in scenario.of(side))
    demands = [BriefingLine("scenario.sits", {"edge": f"edge-{player.edge}", "hand": player.hand})]
    if player.nation:
        demands.append(BriefingLine("scenario.nation", {"nation": said_nation(player.nation)}))
    if units:
        demands.append(BriefingLine("scenario.units", {"units": dict(units)}))
    if scenario.first == side:
        demands.append(BriefingLine("scenario.first", {"side": side}))
    return AskedOfSide(side, BriefingLine("scenario.medals", {"medals": player.medals}), demands)


def _set_up_lines(scenario: Scenario, book: Book) -> Iterator[BriefingLine]:
    yield BriefingLine("scenario.board", {"board": scenario.board.name, "face": f"face-{scenario.face}"})
    for key, told in said_of_itself(scenario.dates, scenario.front, scenario.packs):
        yield BriefingLine(f"scenario-note.{key}", {"told": told})
    for section, pieces in set_up(scenario, book).sections.items():
        counts: Counter[str] = Counter()
        for piece, laid in pieces.items():
            counts[piece.name] += laid.number
        if counts:
            seen = f"scenario.section-{scenario.side_at('bottom')}"
            yield BriefingLine(seen, {"section": section, "pieces": dict(counts)})


def _special_lines(scenario: Scenario, book: Book) -> Iterator[BriefingLine]:
    yield from special_rules(scenario, book)
    for side, count in scenario.pontoons.items():
        yield BriefingLine("scenario.pontoons", {"side": side, "count": count})
    if lost := scenario.tiles.guessed:
        yield BriefingLine("scenario.shapes-worked-out", {"count": len(lost)})
    yield from things(scenario, book)


def _odd_lines(scenario: Scenario) -> Iterator[BriefingLine]:
    yield from _lines_of("not-refereed", scenario, scenario.not_refereed, scenario.odd_on)
    yield from look_lines(scenario)


def look_lines(scenario: Scenario) -> Iterator[BriefingLine]:
    """Yield what is only to be seen, each with its hexes."""
    yield from _lines_of("looks", scenario, scenario.looks, scenario.looks_on)


def _lines_of(
    key: str, scenario: Scenario, options: Sequence[Odd], on: Callable[[Hex], Sequence[Odd]]
) -> Iterator[BriefingLine]:
    for odd in dict.fromkeys(options):
        values: dict[str, Any] = {"kind": f"kind-{odd.kind}", "name": said(odd.kind, odd.name)}
        yield BriefingLine(f"scenario.{key}-option", values)
    lies: dict[Odd, list[Hex]] = {}
    for place in scenario.board.hexes:
        for odd in on(place):
            lies.setdefault(odd, []).append(place)
    for odd, places in lies.items():
        values = {"kind": f"kind-{odd.kind}", "name": said(odd.kind, odd.name), "count": len(places)}
        yield BriefingLine(f"scenario.{key}", {**values, "at": named(scenario, places)})


def _ending_lines(scenario: Scenario) -> Iterator[BriefingLine]:
    yield from (of_objective(scenario, one) for one in scenario.objectives)
    yield from (of_exit(scenario, leaving) for leaving in scenario.exits)
    yield from endings(scenario)
    if scenario.by_hand:
        yield BriefingLine("scenario.by-hand")


def of_objective(scenario: Scenario, one: Objective) -> BriefingLine:
    needs = one.needs if isinstance(one.needs, int) else f"needs-{one.needs}"
    only = [name for name, so in (("only-at-turn-start", one.at_turn_start), ("only-sole", one.sole)) if so]
    stays = [f"stays-{one.stays}", *only]
    values = {"at": named(scenario, one.at), "medals": one.medals, "stays": stays, "side": one.side or EITHER}
    if len(one.at) == 1:
        return BriefingLine("scenario.objective-of-one", values)
    return BriefingLine(f"scenario.objective{'-number' * isinstance(needs, int)}", {**values, "needs": needs})


def of_exit(scenario: Scenario, leaving: Exit) -> BriefingLine:
    return BriefingLine("scenario.exit", {"side": leaving.side or EITHER, "at": named(scenario, leaving.at)})


# -- texts

PARTS = ("subtitle", "historical", "description", "rules", "victory", "bibliography")


def text_lines(data: MissionData) -> Iterator[BriefingLine]:
    texts = data.get("texts", {})
    for part in PARTS:
        if any(texts[language].get(part) for language in texts):
            key = "scenario.text-of-file" if data.get("imported") else "scenario.text"
            yield BriefingLine(key, {"part": f"part-{part}", "text": text_key(data, part)})


def text_key(data: MissionData, part: str) -> str:
    return f"{data['key']}-text-{part}"


def odd_word(name: str) -> str:
    return f"odd-{name}"


def odd_names(data: MissionData) -> Iterator[tuple[str, str]]:
    signs = [sign for part in ("map", "forces") for sign in data.get(part, {}).get("legend", {}).values()]
    for thing in (data, *signs):
        yield from ((odd["kind"], odd["name"]) for odd in thing.get("not-refereed", ()))


def words_in(data: MissionData) -> dict[str, Entry]:
    """Return the texts that a scenario brings along: its name, and its own prose.

    A language that it lacks reads another's.
    """
    if not isinstance(data.get("name"), Mapping):
        return {}
    words: dict[str, Entry] = {f"mission.{data['key']}": data["name"]}
    texts = data.get("texts", {})
    for part in PARTS:
        told = {language: texts[language][part] for language in texts if texts[language].get(part)}
        if told:
            first = next(iter(told.values()))
            words[f"name.{text_key(data, part)}"] = {one: told.get(one, first) for one in LANGUAGES}
    ours = words_of(FOLDER)
    for kind, name in odd_names(data):
        called = {one: Translator(ours, one).name(said(kind, name)) for one in LANGUAGES}
        told_as = {one: ours["reason.odd"][one].replace("{name}", called[one]) for one in LANGUAGES}
        words[f"reason.{odd_word(name)}"] = told_as
    return words
