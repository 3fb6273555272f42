"""The rules of armies, of the night and of the end that a scenario names, in its briefing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.core.content.missions import BriefingLine
from app.core.messages.translator import Verbatim
from app.games.memoir_44.book import Book
from app.games.memoir_44.geometry import Hex, name_of
from app.games.memoir_44.scenarios.forms import AirDrop, Reinforcements, SuddenDeath
from app.games.memoir_44.scenarios.names import said_nation
from app.games.memoir_44.scenarios.scenario import Scenario
from app.games.memoir_44.state import other


def special_rules(scenario: Scenario, book: Book) -> Iterator[BriefingLine]:
    for rule in sorted(scenario.special_rules):
        yield BriefingLine(f"special-rule.{rule}")
    for side, rules in scenario.armies.items():
        for rule in rules:
            yield BriefingLine(f"army.{rule}", {"side": side})
    if scenario.night is not None:
        word = "scenario.nightfall" if scenario.night.falls else "scenario.night"
        yield BriefingLine(word, {"side": scenario.night.side})
    if scenario.deck_ends is not None:
        yield BriefingLine("scenario.deck-ends", {"side": scenario.deck_ends})
    for drop in scenario.air_drops:
        yield from of_drop(scenario, drop)
    yield from first_turns(scenario, book)
    for mines in scenario.mines:
        if mines.decoy_medal:
            yield BriefingLine("scenario.decoy-medal", {"side": other(mines.side)})
    if scenario.blow_bridges is not None and scenario.blow_bridges.medal_at:
        yield BriefingLine("scenario.bridge-medal", {"at": named(scenario, scenario.blow_bridges.medal_at)})


def of_drop(scenario: Scenario, drop: AirDrop) -> Iterator[BriefingLine]:
    count = Verbatim(" + ".join(map(str, drop.drops)))
    values: dict[str, object] = {"side": drop.side, "unit": kind_of(drop), "count": count, "steps": drop.steps}
    anywhere = {"at": named(scenario, drop.at)} if drop.at else {}
    yield BriefingLine("scenario.air-drop-at" if drop.at else "scenario.air-drop", {**values, **anywhere})
    if drop.rests:
        yield BriefingLine("scenario.air-drop-rests", {"side": drop.side, "turns": drop.rests})
    if drop.daylight:
        yield BriefingLine("scenario.air-drop-daylight", {"side": drop.side})
    if drop.by_hand:
        yield BriefingLine("scenario.air-drop-by-hand", {"side": drop.side})


def kind_of(one: AirDrop | Reinforcements) -> list[str]:
    traits = one.traits if isinstance(one, Reinforcements) else ()
    nation = [said_nation(one.nation)] if one.nation else []
    return [one.badge or one.type, *nation, *([one.emblem] if one.emblem else []), *traits]


def first_turns(scenario: Scenario, book: Book) -> Iterator[BriefingLine]:
    if scenario.smoke is not None:
        yield BriefingLine(
            "scenario.smoke", {"side": scenario.smoke, "count": book.smoke.markers, "turn": book.smoke.turns}
        )
    for side, more in scenario.reinforcements.items():
        yield BriefingLine("scenario.reinforcements", {"side": side, "count": more.units, "unit": kind_of(more)})
    if recovering := [at for at, ground in scenario.ground.items() if ground.recovers]:
        yield BriefingLine("scenario.recovers", {"at": named(scenario, recovering)})


def endings(scenario: Scenario) -> Iterator[BriefingLine]:
    yield from (of_sudden_death(scenario, one) for one in scenario.sudden_deaths)
    for empty in scenario.empty_sections:
        of_side: dict[str, object] = {"side": empty.side, "sections": [*empty.sections], "medals": empty.medals}
        yield BriefingLine("scenario.empty-sections", of_side)
    for kind, medals in scenario.exit_medals.items():
        yield BriefingLine("scenario.exit-medals", {"unit": kind, "medals": medals})
    for side, count in scenario.must_leave.items():
        yield BriefingLine("scenario.must-leave", {"side": side, "count": count})


def of_sudden_death(scenario: Scenario, one: SuddenDeath) -> BriefingLine:
    return BriefingLine("scenario.sudden-death", {"side": one.side, "at": named(scenario, one.at), "needs": one.needs})


def named(scenario: Scenario, places: Sequence[Hex]) -> Verbatim:
    return Verbatim(", ".join(name_of(scenario.board, place) for place in places))
