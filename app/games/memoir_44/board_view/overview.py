"""A scenario at a glance: board, boxes, what is refereed and what is only to be seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.core.content.missions import BriefingLine, MissionData, Overview
from app.core.messages.translator import Verbatim
from app.games.memoir_44.board_view.drawing import drawn_ground, extent
from app.games.memoir_44.board_view.painting import markers, pieces
from app.games.memoir_44.board_view.set_up_list import kinds_in
from app.games.memoir_44.book import Book
from app.games.memoir_44.geometry import Hex, name_of
from app.games.memoir_44.scenarios.briefing import look_lines, text_lines
from app.games.memoir_44.scenarios.scenario import Scenario, scenario_of
from app.games.memoir_44.scenarios.set_up import set_up


def overview(data: MissionData, book: Book) -> Overview:
    scenario = scenario_of(data, book)
    boxes = set_up(scenario, book).boxes
    return Overview(
        _board(scenario),
        [(_box(box, sum(needed.values())), list(kinds_in(needed))) for box, needed in boxes.items() if needed],
        list(_refereed(scenario)),
        list(look_lines(scenario)),
        list(text_lines(data)),
    )


def _box(box: str, number: int) -> BriefingLine:
    return BriefingLine("set-up-piece.out-of-box-number", {"box": box, "number": number})


def _board(scenario: Scenario) -> dict[str, Any]:
    wide, high = extent(scenario.board)
    return {
        "name": scenario.board.name,
        "wide": wide,
        "high": high,
        "ground": drawn_ground(scenario),
        "pieces": pieces(scenario),
        "markers": markers(scenario),
    }


def _refereed(scenario: Scenario) -> Iterator[BriefingLine]:
    lies: dict[str, list[Hex]] = {}
    for place, ground in scenario.ground.items():
        for name in (*([ground.terrain] if ground.terrain else ()), *ground.obstacles):
            lies.setdefault(name, []).append(place)
    for unit in scenario.units:
        for name in (f"{unit.side}-{unit.type}", *([unit.badge] if unit.badge else ())):
            lies.setdefault(name, []).append(unit.at)
    for name, places in lies.items():
        at = ", ".join(name_of(scenario.board, place) for place in places)
        yield BriefingLine("scenario.refereed", {"name": name, "count": len(places), "at": Verbatim(at)})
    for rule in sorted(scenario.special_rules):
        yield BriefingLine(f"special-rule.{rule}")
