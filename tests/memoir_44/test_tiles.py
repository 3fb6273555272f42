"""How tiles join: the sides of each shape as the editor turns it, on the map and in the rules, in older files too."""

from __future__ import annotations

import re
from itertools import cycle
from typing import Any

import pytest

from app.games.memoir_44.board_state import board_state_of
from app.games.memoir_44.board_view.drawing import centre, drawn_ground
from app.games.memoir_44.book import EDITION, edition_book
from app.games.memoir_44.geometry import COMPASS, Edge, Hex, opposite, over
from app.games.memoir_44.initial_state import faced
from app.games.memoir_44.scenarios.briefing import briefing
from app.games.memoir_44.scenarios.scenario import Scenario, scenario_of
from app.games.memoir_44.scenarios.set_up import set_up
from app.games.memoir_44.scenarios.tiles import shape_of
from tests.memoir_44.battles import A1, ART, INF, battle
from tests.memoir_44.editor_files import hexagon, made, read, scenario
from tests.memoir_44.playing import hexes

BOOK = edition_book(EDITION, {})
ROADS = "road droad wroad hillroad"
SHAPES: list[tuple[str, str, list[str]]] = [
    ("road", ROADS, ["E W", "NE SW", "NW SE", "E W", "NE SW", "NW SE"]),
    ("river", "river wriver", ["E W", "NE SW", "NW SE", "E W", "NE SW", "NW SE"]),
    ("rail", "rail wrail station", ["E W", "NE SW", "NW SE", "E W", "NE SW", "NW SE"]),
    ("wadi", "wadi", ["E W", "NE SW", "NW SE", "E W", "NE SW", "NW SE"]),
    ("river", "curve wcurved", ["NE SE", "E NW", "NE W", "NW SW", "W SE", "E SW"]),
    ("road", "roadcurve droadcurve wroadcurve hillcurve", ["NE SE", "E NW", "NE W", "NW SW", "W SE", "E SW"]),
    ("rail", "railcurve wrailcurve", ["NE SE", "E NW", "NE W", "NW SW", "W SE", "E SW"]),
    ("wadi", "wcurve", ["NE SE", "E NW", "NE W", "NW SW", "W SE", "E SW"]),
    ("road", "roadFL droadFL wroadFL", ["E NE W", "NE NW SW", "NW W SE", "E W SW", "NE SW SE", "E NW SE"]),
    ("river", "riverFL", ["E NE W", "NE NW SW", "NW W SE", "E W SW", "NE SW SE", "E NW SE"]),
    ("road", "roadFR droadFR wroadFR", ["E W SE", "E NE SW", "NE NW SE", "E NW W", "NE W SW", "NW SW SE"]),
    ("river", "riverFR wriverFR", ["E W SE", "E NE SW", "NE NW SE", "E NW W", "NE W SW", "NW SW SE"]),
    ("rail", "railFR wrailFR", ["E W SE", "E NE SW", "NE NW SE", "E NW W", "NE W SW", "NW SW SE"]),
    ("road", "roadX droadX wroadX", ["E NE W SW", "NE NW SW SE", "E NW W SE"] * 2),
    ("rail", "railX", ["E NE W SW", "NE NW SW SE", "E NW W SE"] * 2),
    ("road", "roadY wroadY", ["E NW SW", "NE W SE"] * 3),
    ("river", "riverY", ["E NW SW", "NE W SE"] * 3),
    ("river", "pond pmouth dam", ["W", "SW", "SE", "E", "NE", "NW"]),
    ("lake", "dam", ["E", "NE", "NW", "W", "SW", "SE"]),
    ("lake", "lakeA", ["SW SE", "E SE", "E NE", "NE NW", "NW W", "W SW"]),
    ("lake", "lakeB", ["NW W SW", "W SW SE", "E SW SE", "E NE SE", "E NE NW", "NE NW W"]),
    ("lake", "lakeC", ["E NE SE", "E NE NW", "NE NW W", "NW W SW", "W SW SE", "E SW SE"]),
    ("shore", "coast", ["E W", "NE SW", "NW SE"] * 2),
    ("shore", "coastcurve", ["NE SE", "E NW", "NE W", "NW SW", "W SE", "E SW"]),
]
STRIPS: list[tuple[str, str, list[str]]] = [
    ("road", "bridge wbridge pbridge pontoon", ["NE NW SW SE", "NE SW", "E NE W SW", "E W", "E NW W SE", "NW SE"]),
    ("rail", "railbridge wrailbridge", ["E W", "NW SE", "NE SW"]),
]
TURNED = [
    (slot, way, name, turn, sides.split())
    for slot, table in (("terrain", SHAPES), ("rect_terrain", STRIPS))
    for way, names, every in table
    for name in names.split()
    for turn, sides in enumerate(every, start=1)
]
PLACE: Hex = (12, 4)


@pytest.mark.parametrize(("slot", "way", "name", "turn", "sides"), TURNED)
def test_a_piece_joins_the_sides_of_its_shape_as_it_is_turned(
    slot: str, way: str, name: str, turn: int, sides: list[str]
) -> None:
    found = made(scenario([hexagon(4, 12, **{slot: {"name": name, "orientation": str(turn)}})]))
    assert found.joins(PLACE)[way] == tuple(side for side in COMPASS if side in sides)


TRAINS = {1: "W", 2: "NW", 3: "NE", 4: "E", 5: "SE", 6: "SW"}


@pytest.mark.parametrize(("turn", "side"), TRAINS.items())
def test_a_locomotive_looks_where_the_editor_turns_it(turn: int, side: str) -> None:
    engine = hexagon(4, 12, terrain={"name": "rail"}, rect_terrain={"name": "loco", "orientation": turn})
    (train,) = made(scenario([engine]), train="axis").trains
    assert train.faces == side


def test_a_road_that_crosses_rails_leads_where_a_road_looks_at_it() -> None:
    rails = hexagon(4, 12, terrain={"name": "railroad", "orientation": 1})
    alone = made(scenario([rails]))
    assert alone.joins(PLACE) == {"rail": ("E", "W"), "road": ("NW", "SE")}
    road = hexagon(3, 13, terrain={"name": "road", "orientation": 2})
    assert made(scenario([rails, road])).joins(PLACE)["road"] == ("NE",)


def brook() -> list[dict[str, Any]]:
    """The brook as a file has it."""
    return [hexagon(row, col, terrain={"name": name, "orientation": turn}) for name, turn, row, col in BROOK]


def ends(found: Scenario) -> list[tuple[Hex, Hex]]:
    """Tiles of one way beside each other of which only one joins."""
    lies = [
        (place, way, side) for place in found.ground for way in found.joins(place) for side in found.joins(place)[way]
    ]
    beside = [(place, over(place, side), found.joins(over(place, side)).get(way), side) for place, way, side in lies]
    return [(place, there) for place, there, sides, side in beside if sides is not None and opposite(side) not in sides]


BROOK = [("river", 1, 4, 10), ("curve", 3, 4, 12), ("river", 2, 3, 13), ("curve", 6, 2, 14), ("river", 1, 2, 16)]
"""A river that comes from the left, bends up to the right and goes on to the right, row by row."""


def test_a_network_of_tiles_meets_at_every_side() -> None:
    found = made(scenario(brook()))
    assert ends(found) == []
    assert [found.joins((col, row))["river"] for _, _, row, col in BROOK] == [
        ("E", "W"), ("NE", "W"), ("NE", "SW"), ("E", "SW"), ("E", "W"),
    ]  # fmt: skip


# -- drawn

LOOKS = {"wriver": "frozen-river", "wravine": "ravine", "ptrenches": "trench"}


def led(found: Scenario, look: str, edge: Edge = "bottom") -> tuple[float, ...]:
    """The points of the one way that is drawn, from the middle of its hex."""
    paths = re.findall(rf'id="t-way-{look}" .*?</g>', drawn_ground(found, edge))[0]
    (path,) = {*re.findall(r' d="([^"]+)"', paths)}
    x, y = centre(found.board.seen(PLACE, edge))
    numbers = [float(one) for one in re.findall(r"-?[\d.]+", path)]
    return tuple(round(one - (y if odd else x), 2) for one, odd in zip(numbers, cycle((False, True)), strict=False))


def test_a_bend_is_drawn_from_side_to_side_of_its_hex_and_the_other_way_round_seen_from_the_top() -> None:
    found = made(scenario([hexagon(4, 12, terrain={"name": "roadcurve", "orientation": 1})]))
    assert led(found, "road") == (5, -8.65, 0, 0, 5, 8.65)
    assert led(found, "road", "top") == (-5, -8.65, 0, 0, -5, 8.65)


def test_a_bridge_is_drawn_across_its_river() -> None:
    bridge = {"terrain": {"name": "river", "orientation": 1}, "rect_terrain": {"name": "bridge", "orientation": 1}}
    drawn = drawn_ground(made(scenario([hexagon(4, 12, **bridge)])))
    assert re.search(r'<use href="#t-bridge" transform="translate\([\d. ]+\) rotate\(-90\)"', drawn)


@pytest.mark.parametrize("name", ["wriver", "wravine", "ptrenches"])
def test_what_only_tells_how_it_lies_is_drawn_so_too(name: str) -> None:
    found = made(scenario([hexagon(4, 12, terrain={"name": name, "orientation": 2})]))
    assert list(found.joins(PLACE).values()) == [("NE", "SW")]
    assert led(found, LOOKS[name]) == (5, -8.65, 0, 0, -5, 8.65)


# -- ruled


def roads(*sides: str) -> dict[str, Any]:
    """Three hexes of road from G5 to the left, of which the first lies so."""
    tiles = {"F5": ["E", "W"], "E5": ["E", "W"], "G5": list(sides)}
    return {at: {"terrain": "road", "sides": {"road": joined}} for at, joined in tiles.items()}


@pytest.mark.parametrize(("sides", "farther"), [(("E", "W"), True), (("NE", "SW"), False)])
def test_a_unit_goes_farther_only_over_sides_that_the_road_joins(sides: tuple[str, ...], farther: bool) -> None:
    """Infantry goes 2 hexes without battle, one more on road: G5, F5, E5, D5."""
    lying = {**roads(*sides), "D5": {"terrain": "road", "sides": {"road": ["E", "W"]}}}
    game = battle({"G5": INF}, obstacles=lying).order("assault", A1, section="centre")
    (move,) = [one for one in game.offers("allied", "move") if one.given["unit"] == A1]
    assert ("D5" in move.choose["to"], "E5" in move.choose["to"]) == (farther, True)


@pytest.mark.parametrize(("sides", "reached"), [(("NE", "SE"), {"G6", "G4"}), (("E", "W"), {"H5", "F5"})])
def test_a_wadi_is_left_through_its_ends_alone(sides: tuple[str, ...], reached: set[str]) -> None:
    lying = {"G5": {"terrain": "wadi", "sides": {"wadi": list(sides)}}}
    game = battle({"G5": ART}, obstacles=lying).order("assault", "allied-artillery-1", section="centre")
    (move,) = game.offers("allied", "move")
    assert set(hexes(move)) == reached


def test_two_wadis_beside_each_other_are_open_only_where_both_are() -> None:
    lies = {"sides": {"wadi": ["NE", "SW"]}, "terrain": "wadi"}
    game = battle({"G5": INF}, obstacles={"G5": lies, "H5": lies, "G6": lies})
    field = board_state_of(game.table.look(game.table.seat("allied")))
    assert [field.over_a_side(PLACE, field.hex(at)) for at in ("H5", "G6")] == [True, False]


# -- older files


def before(**more: Any) -> dict[str, Any]:
    """A scenario whose tiles are told by a number, as older files do."""
    rows = [". " * (13 - row % 2) for row in range(9)]
    rows[4] = ". . . . . . X Y . . . . ."
    legend = {"X": {"terrain": "wadi", "orientation": 2}, "Y": {"terrain": "river", "obstacles": {"bridge": 2}}}
    sides = {side: {"edge": edge, "medals": 4, "hand": 5} for side, edge in (("allied", "bottom"), ("axis", "top"))}
    name = {"en": "Older", "es": "Más antiguo"}
    return {
        "key": "older", "name": name, "board": "standard", "face": "desert", "first": "axis", "sides": sides,
        "map": {"rows": rows, "legend": legend}, **more,
    }  # fmt: skip


def test_an_own_file_of_before_lies_as_it_was_drawn_and_an_imported_one_as_its_editor_turned_it() -> None:
    own, imported = (scenario_of(before(imported=one), BOOK) for one in (False, True))
    assert [found.joins(PLACE)["wadi"] for found in (own, imported)] == [("NW", "SE"), ("NE", "SW")]
    assert [found.joins((14, 4))["road"] for found in (own, imported)] == [("NW", "SE"), ("NE", "SW")]


def test_a_train_of_an_older_file_looks_where_it_was_drawn_or_where_the_editor_turned_it() -> None:
    train = {"side": "axis", "locomotive": [12, 4], "front": 3}
    found = [scenario_of(before(trains=[train], imported=one), BOOK) for one in (False, True)]
    assert [faced(one.trains[0], one.imported) for one in found] == ["SW", "NE"]


def test_the_shape_that_an_imported_file_of_before_has_lost_is_worked_out_from_what_lies_beside() -> None:
    data = read(scenario(brook())).mission({})
    turns = list(dict.fromkeys((name, turn) for name, turn, _, _ in BROOK))
    signs = zip(data["map"]["legend"], turns, strict=True)
    legend = {sign: {"terrain": "river", "orientation": turn} for sign, (_, turn) in signs}
    found = scenario_of({**data, "map": {**data["map"], "legend": legend}}, BOOK)
    shapes = [shape_of(found.joins((col, row))["river"]) for _, _, row, col in BROOK]
    assert shapes == ["straight", "bend", "straight", "bend", "straight"]
    assert ends(found) == []
    told = [line.key for line in briefing({**data, "map": {**data["map"], "legend": legend}}, BOOK).special]
    assert (len(found.tiles.guessed), told) == (5, ["scenario.shapes-worked-out"])


# -- laid out


def laid_out(*hexagons: dict[str, Any], **answers: str) -> dict[tuple[str, str], tuple[int, tuple[str, ...]]]:
    found = set_up(made(scenario(list(hexagons)), **answers), BOOK).sections.values()
    return {(piece.kind, piece.name): (number, hexes) for some in found for piece, (number, hexes) in some.items()}


def test_a_unit_has_one_badge_and_a_boat_one_star() -> None:
    elite = hexagon(8, 4, unit={"name": "inf2us", "badge": "badge4"})
    boat = hexagon(8, 6, unit={"name": "infus", "equipment": "boat"}, tags=[{"name": "tag1"}])
    found = laid_out(elite, boat)
    badges = {name: laid for (kind, name), laid in found.items() if kind == "badge"}
    assert badges == {"badge-4": (1, ("C1",))}
    assert found["marker", "battle-star"] == (1, ("D1",))


def test_a_medal_lies_once_for_its_group_and_as_often_as_it_counts() -> None:
    tag = {"name": "medal2", "medal": {"counts_for": 2}, "group": ["E5", "D5"]}
    assert laid_out(hexagon(4, 12, tags=[tag]))["marker", "objective-medal"] == (2, ("G5",))


def test_a_tile_of_another_box_is_laid_out_as_it_lies() -> None:
    found = set_up(made(scenario([hexagon(4, 12, terrain={"name": "wcurved", "orientation": 2})])), BOOK)
    (piece,) = found.sections["centre"]
    assert (piece.box, piece.shape, piece.sides) == ("eastern-front", "bend", ("E", "NW"))


def test_left_is_left_of_whoever_looks() -> None:
    found = made(scenario([hexagon(4, 2, terrain={"name": "woods"})]))
    assert [name for name, some in set_up(found, BOOK).sections.items() if some] == ["left"]
    assert [name for name, some in set_up(found, BOOK, "top").sections.items() if some] == ["right"]
