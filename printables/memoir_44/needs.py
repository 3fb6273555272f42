"""Pick list of a scenario, or of the whole kit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Literal

from app.core.rules.book import DashedPage, load_toml
from app.games.memoir_44.book import ALLIED, AXIS
from app.games.memoir_44.scenarios.scenario import Scenario
from printables.memoir_44.source import HERE, Source
from printables.order import BLANKS, PickList

SHEETS = ("set-up", "evening", "evening-large", "reference", "calibration")
TOPICS = (
    "attack", "dice", "flags", "minefields", "big-guns", "engineers", "trains", "bridges", "dams", "radar-and-landing",
    "battle-stars",
)  # fmt: skip
Border = Literal["plain", "double", "thick", "ticks", "dots", "corners"]


class Side(DashedPage):
    icon: str = ""
    figure: str = ""
    word: str = ""
    border: Border = "plain"


class Token(DashedPage):
    """A round token: quantity in the kit, the need that gives a scenario's quantity, both sides."""

    all: int
    per: str
    front: Side
    back: Side | None = None


class Tile(DashedPage):
    """A hexagon or strip: quantity, the set-up pieces that need it, and both sides."""

    all: int
    of: list[str]
    per: str = ""
    front: str
    back: str
    destroyed: bool = False
    """True if the back shows the ruin."""


class Badge(DashedPage):
    """A badge: quantity, the set-up pieces that need it, picture (if any) and border."""

    all: int
    of: list[str]
    per: str = ""
    icon: str = ""
    border: Border


@cache
def kit() -> Mapping[str, Any]:
    return load_toml(HERE / "kit.toml")


@cache
def tokens() -> Mapping[str, Token]:
    return {key: Token.model_validate(one) for key, one in kit()["round-tokens"].items()}


@cache
def tiles(product: str) -> Mapping[str, Tile]:
    return {key: Tile.model_validate(one) for key, one in kit()[product].items()}


@cache
def badges() -> Mapping[str, Badge]:
    return {key: Badge.model_validate(one) for key, one in kit()["badges"].items()}


def picked(source: Source) -> PickList:
    return {
        "round-tokens": {key: per(source, one.per, one.all) for key, one in tokens().items()},
        "hexes": {key: laid(source, one) for key, one in tiles("hexes").items()},
        "strips": {key: laid(source, one) for key, one in tiles("strips").items()},
        "badges": {key: laid(source, one) for key, one in badges().items()},
        "terrain-cards": dict.fromkeys([*ground_names(source), *unit_badges(source)], 1),
        "topic-cards": dict.fromkeys(TOPICS, 1),
        "command-cards": dict(command_cards(source)),
        "set-up": {"set-up": 1} if source.scenario is not None else {},
        "evening": {"evening": int(source.scenario is not None)},
        "evening-large": {"evening-large": 0},
        "reference": {"reference": 1},
        "blanks": dict.fromkeys(BLANKS, 0),
        "calibration": {"calibration": 0},
    }


def command_cards(source: Source) -> Iterator[tuple[str, int]]:
    board = source.scenario.board.name if source.scenario else "standard"
    for key, card in source.book.deck(board).items():
        for section, count in card.copies.items():
            yield (key if section == "all" else f"{key}/{section}"), count


def ground_names(source: Source) -> list[str]:
    """Return the terrain keys in book order: all, or only those of the scenario."""
    if source.scenario is None:
        return list(source.book.terrain)
    there = lying_in(source.scenario)
    return [name for name in source.book.terrain if name in there]


def lying_in(scenario: Scenario) -> set[str]:
    there = {name for place in scenario.board.hexes for name in scenario.lying(place)}
    there |= {"minefield"} if scenario.mines else set()
    there |= {"boat"} if any(unit.sign.boat for unit in scenario.units) else set()
    return there | ({"pontoon-bridge"} if scenario.pontoons else set())


PRINTED = ("base-game", "terrain-pack")
"""Boxes whose badges are printed without a scenario."""


def unit_badges(source: Source) -> list[str]:
    if source.scenario is None:
        return [name for name, kind in source.book.badges.items() if kind.box in PRINTED]
    worn = {unit.badge for unit in source.scenario.units}
    return [name for name in source.book.badges if name in worn]


def laid(source: Source, piece: Tile | Badge) -> int:
    if source.set_up is None:
        return piece.all
    found: Counter[str] = Counter()
    for pieces in source.set_up.boxes.values():
        for one, count in pieces.items():
            shaped = f"{one.name}/{one.shape}"
            found[shaped if shaped in own_tiles() else one.name] += count
    more = per(source, piece.per, piece.all) if piece.per else 0
    return sum(found[name] for name in piece.of) + more


@cache
def own_tiles() -> frozenset[str]:
    return frozenset(name for one in tiles("hexes").values() for name in one.of if "/" in name)


def per(source: Source, rule: str, all_: int) -> int:
    return NEEDS[rule](source, source.scenario, all_) if source.scenario else all_


def crosshairs(source: Source, scenario: Scenario, all_: int) -> int:
    book = source.book
    guns = [unit for unit in scenario.units if unit.type == "artillery"]
    observed = any(star.purpose == "observer" for star in scenario.stars)
    placing = [unit for unit in guns if observed or book.kind(unit.type, unit.badge).crosshairs]
    return len(placing) * source.book.profiles["big-gun"].crosshairs


def starred(scenario: Scenario, purpose: str) -> int:
    return sum(len(star.at) for star in scenario.stars if star.purpose == purpose and star.marked)


def marked(source: Source, scenario: Scenario, all_: int) -> int:
    """Return the Battle Stars that only mark hexes, and those that the dams may get."""
    purposes = {star.purpose for star in scenario.stars} - {"equipment", "prisoners"}
    most = {"dam": source.book.dam.stars}
    return sum(starred(scenario, purpose) * most.get(purpose, 1) for purpose in purposes)


def plain_engineers(scenario: Scenario, side: str) -> int:
    return sum(unit.badge == "engineer" and not unit.sign.emblem for unit in scenario.of(side))


NEEDS: Mapping[str, Callable[[Source, Scenario, int], int]] = {
    "allied-medals": lambda source, scenario, all_: scenario.sides[ALLIED].medals,
    "axis-medals": lambda source, scenario, all_: scenario.sides[AXIS].medals,
    "mines": lambda source, scenario, all_: all_ if scenario.mines else 0,
    "boats": lambda source, scenario, all_: sum(unit.sign.boat for unit in scenario.units),
    "leaders": lambda source, scenario, all_: sum(unit.sign.leader for unit in scenario.units),
    "equipment": lambda source, scenario, all_: starred(scenario, "equipment"),
    "prisoners": lambda source, scenario, all_: starred(scenario, "prisoners"),
    "marked": marked,
    "trains": lambda source, scenario, all_: len(scenario.trains),
    "objectives": lambda source, scenario, all_: sum(one.medals for one in scenario.objectives),
    "pontoons": lambda source, scenario, all_: sum(scenario.pontoons.values()),
    "allied-engineers": lambda source, scenario, all_: plain_engineers(scenario, ALLIED),
    "axis-engineers": lambda source, scenario, all_: plain_engineers(scenario, AXIS),
    "crosshairs": crosshairs,
}
