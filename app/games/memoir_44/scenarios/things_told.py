"""Lines of a briefing about single hexes and units, each with its hexes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from app.core.content.missions import BriefingLine
from app.games.memoir_44.book import Book
from app.games.memoir_44.geometry import Hex
from app.games.memoir_44.scenarios.army_rules import named
from app.games.memoir_44.scenarios.forms import BlowBridges, Ground, Train
from app.games.memoir_44.scenarios.scenario import QUARTERS, RECOVERY, Scenario, Unit, closures, marks

EITHER = "either-side"
PARTLY = "partly-closed"


def things(scenario: Scenario, book: Book) -> Iterator[BriefingLine]:
    if scenario.blow_bridges is not None:
        yield of_bridges(scenario, scenario.blow_bridges)
    yield from of_hexes(scenario, book)
    for mines in scenario.mines:
        yield BriefingLine("scenario.mines", {"side": mines.side, "at": named(scenario, mines.at)})
    for star in scenario.stars:
        values = {"purpose": f"purpose-{star.purpose}", "at": named(scenario, star.at), "side": star.side or EITHER}
        yield BriefingLine("scenario.stars" if star.marked else "scenario.stars-without-marker", values)
    yield from (of_train(scenario, train) for train in scenario.trains)
    yield from of_units(scenario)


def of_hexes(scenario: Scenario, book: Book) -> Iterator[BriefingLine]:
    ground = scenario.ground.items()
    owned = gathered(((one.owner, owned_line(one, book)), at) for at, one in ground if one.owner)
    for (side, line), places in owned.items():
        yield BriefingLine(line, {"side": side, "at": named(scenario, places)})
    told = gathered((name, at) for at, one in ground for name in names_on(one))
    yield from (of_places(scenario, name, places) for name, places in told.items())
    partly = [(at, one.closed) for at, one in ground if PARTLY in closures(one)]
    closed = gathered(((side, kinds), at) for at, shut in partly for side, kinds in shut.items())
    for (side, kinds), places in closed.items():
        yield BriefingLine("scenario.closed", {"side": side, "units": [*kinds], "at": named(scenario, places)})


def of_units(scenario: Scenario) -> Iterator[BriefingLine]:
    marked = gathered((mark, unit.at) for unit in scenario.units for mark in marks_of(unit))
    yield from (of_places(scenario, mark, places) for mark, places in marked.items())
    rests = gathered(((unit.side, unit.sign.rests), unit.at) for unit in scenario.units if unit.sign.rests)
    for (side, turns), places in rests.items():
        yield BriefingLine("scenario.rests", {"side": side, "turns": turns, "at": named(scenario, places)})


def names_on(ground: Ground) -> list[str]:
    elsewhere = {PARTLY, RECOVERY, *([QUARTERS] if ground.owner else [])}
    return [name for name in (*closures(ground), *marks(ground)) if name not in elsewhere]


def gathered(pairs: Iterable[tuple[Any, Hex]]) -> Mapping[Any, list[Hex]]:
    found: dict[Any, list[Hex]] = {}
    for thing, at in pairs:
        found.setdefault(thing, []).append(at)
    return found


def of_places(scenario: Scenario, what: str, places: list[Hex]) -> BriefingLine:
    return BriefingLine("scenario.at", {"what": what, "at": named(scenario, places)})


def of_bridges(scenario: Scenario, found: BlowBridges) -> BriefingLine:
    values = {"option": found.option, "at": named(scenario, found.at), "side": found.side or EITHER}
    return BriefingLine("scenario.blow-bridges-beside" if found.beside else "scenario.blow-bridges", values)


def of_train(scenario: Scenario, train: Train) -> BriefingLine:
    faces = [f"faces-{train.faces.lower()}"] if train.faces else []
    lies = [named(scenario, [train.locomotive]), *faces]
    values = {"kind": f"train-{train.kind}", "side": train.side, "lies": lies, "cargo": list(train.cargo)}
    return BriefingLine("scenario.train-with-cargo" if train.cargo else "scenario.train", values)


def marks_of(unit: Unit) -> list[str]:
    said = {"mark-leader": unit.sign.leader, "mark-boat": unit.sign.boat, "mark-camouflaged": unit.sign.camouflaged}
    return [*(mark for mark, so in said.items() if so), *unit.sign.traits]


def owned_line(ground: Ground, book: Book) -> str:
    if ground.headquarters or (ground.terrain is not None and book.ground(ground.terrain).headquarters):
        return "scenario.headquarters"
    return "scenario.sea-walls" if "sea-wall" in ground.obstacles else "scenario.bunkers"
