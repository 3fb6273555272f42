"""The editor of a scenario: terrain, obstacles, units and objects, each tapped with a brush."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from app.core.content.missions import BoardEditor, EditorSetting, MissionData
from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.core.rules.inputs import parse
from app.games.memoir_44.board_view import (
    painted_armies,
    painted_coming,
    painted_ends,
    painted_extras,
    painted_marks,
)
from app.games.memoir_44.board_view.drawing import drawn_ground, extent, looked_up
from app.games.memoir_44.board_view.painted_extras import BRIDGES, TRAINS, with_bridge, with_train
from app.games.memoir_44.board_view.painted_fields import (
    BOOK,
    EMBLEMS,
    chosen_in,
    grouped,
    nation_choice,
    number,
    without,
)
from app.games.memoir_44.board_view.painted_marks import EITHER, MORE, with_one_more, with_star, with_token
from app.games.memoir_44.board_view.painted_sides import (
    SHAPE,
    TURN,
    TURN_OBSTACLE,
    laid_anew,
    obstacles_turned,
    shaped_otherwise,
    tile_turned,
)
from app.games.memoir_44.board_view.painted_units import (
    CLOSED,
    CLOSED_TO,
    FIGURES,
    MARKS,
    OF_HEXES,
    OF_NATION,
    OWNERS,
    RESTS,
    closed,
    closed_to,
    marked,
    toggled,
    told_of,
    told_of_ground,
    with_figures,
    with_obstacle,
    with_owner,
    with_rest,
    with_terrain,
)
from app.games.memoir_44.board_view.selectable import HexTarget
from app.games.memoir_44.board_view.units import Marker, Piece, number_of
from app.games.memoir_44.book import SIDES
from app.games.memoir_44.geometry import BOARDS, Hex, hex_named, name_of
from app.games.memoir_44.scenarios.checks import OF_PLACE
from app.games.memoir_44.scenarios.forms import Edge, Face, Purpose, ScenarioFile
from app.games.memoir_44.scenarios.scenario import Scenario, scenario_of
from app.games.memoir_44.scenarios.tiles import Joins
from app.games.memoir_44.scenarios.writing import drawing, hexes_in

NOTHING, NOBODY = "brush-nothing", "brush-nobody"
OBSTACLE = ("obstacle",)
TYPES = ("infantry", "armour", "artillery")
EDGES: Sequence[str] = get_args(Edge)[::-1]
MEDALS, HAND = 6, 5
"""The defaults of a new scenario."""

Entry = dict[str, Any]


def ground_brushes(kinds: Sequence[str]) -> list[str]:
    return [name for name in BOOK.terrain if BOOK.ground(name).kind in kinds]


BRUSHES: Mapping[str, Sequence[str]] = {
    "ground": [NOTHING, TURN, SHAPE, *ground_brushes(OF_PLACE)],
    "obstacles": [*ground_brushes(OBSTACLE), TURN_OBSTACLE, *OWNERS],
    "hexes": [*OF_HEXES, *CLOSED, *CLOSED_TO],
    "units": [*(f"{side}-{kind}" for side in SIDES for kind in TYPES), NOBODY, *FIGURES, *RESTS],
    "badges": [*BOOK.badges, *MARKS, *BOOK.traits],
    "nations": [*OF_NATION],
    "emblems": EMBLEMS,
    "tokens": [
        *(f"brush-mine-{side}" for side in SIDES),
        *(f"brush-{what}-{side}" for what in ("medal", "exit") for side in (*SIDES, EITHER)),
        *(f"brush-{what}-{side}" for what in ("sudden", "drop") for side in SIDES),
        *MORE,
    ],
    "stars": [f"purpose-{purpose}" for purpose in get_args(Purpose)],
    "trains": TRAINS,
    "bridges": BRIDGES,
}
OF_UNITS = ("units", "badges", "nations", "emblems")


def as_written(data: MissionData) -> MissionData:
    """Return a scenario under the usual names of its fields, however they are underscored."""
    return parse(ScenarioFile, dict(data)).model_dump(mode="json", by_alias=True, exclude_unset=True)


def painted(data: MissionData, brush: str, at: str) -> MissionData:
    """Return a scenario after a tap with a brush. Raise Refused for an unknown hex."""
    data = as_written(data)
    scenario = scenario_of(data, BOOK)
    board = scenario.board
    place = hex_named(board, at)
    if place is None:
        raise Refused("no-hex-there", "board.hexes", field="at", at=Verbatim(at[:8]))
    if brush in MORE:
        return with_one_more(data, brush, place)
    if brush in BRUSHES["tokens"]:
        return with_token(data, brush, place)
    if brush in BRUSHES["stars"]:
        return with_star(data, brush.removeprefix("purpose-"), place)
    if brush in TRAINS:
        return with_train(data, scenario, brush, place)
    if brush in BRIDGES:
        return with_bridge(data, brush, place)
    part = "forces" if any(brush in BRUSHES[group] for group in OF_UNITS) else "map"
    hexes = hexes_in(data[part], board) if part in data else {}
    entry = hexes.get(place, {})
    found = unit_after(data, brush, entry) if part == "forces" else ground_after(brush, entry, scenario.joins(place))
    hexes = {one: entry for one, entry in {**hexes, place: found}.items() if entry}
    return {**data, part: drawing(board, {one: hexes[one] for one in board.hexes if one in hexes})}


def ground_after(brush: str, entry: Entry, joins: Joins) -> Entry:
    if brush == NOTHING:
        return {}
    if brush == TURN:
        return tile_turned(entry, joins)
    if brush == SHAPE:
        return shaped_otherwise(entry, joins)
    if brush == TURN_OBSTACLE:
        return obstacles_turned(entry, joins)
    if brush in BRUSHES["hexes"]:
        return hex_after(brush, entry)
    if brush in OWNERS:
        return toggled(entry, "owner", OWNERS[brush])
    if brush in BRUSHES["obstacles"]:
        return laid_anew(entry, with_obstacle(entry, brush))
    return laid_anew(entry, with_terrain(entry, brush))


def hex_after(brush: str, entry: Entry) -> Entry:
    if brush in OF_HEXES:
        return with_owner(toggled(entry, OF_HEXES[brush], True))
    return closed(entry, blocking=CLOSED[brush]) if brush in CLOSED else closed_to(entry, brush)


def unit_after(data: MissionData, brush: str, entry: Entry) -> Entry:
    if brush == NOBODY:
        return {}
    if brush in FIGURES:
        return with_figures(brush, entry)
    if brush in RESTS:
        return with_rest(brush, entry)
    if brush not in BRUSHES["units"]:
        return marked(brush, entry)
    side, _, kind = brush.partition("-")
    nation = data["sides"][side].get("nation")
    return {"side": side, "type": kind, **({"nation": nation} if nation else {})}


# -- beside the board


def blank(key: str, names: Mapping[str, str], size: str) -> MissionData:
    """Return a scenario with an empty board. Raise Refused for an unknown size."""
    if size not in BOARDS:
        raise Refused("not-allowed", field="size", allowed=", ".join(BOARDS))
    sides = {side: {"edge": edge, "medals": MEDALS, "hand": HAND} for side, edge in zip(SIDES, EDGES, strict=True)}
    rows = drawing(BOARDS[size], {})
    common = {"key": key, "name": dict(names), "board": size, "face": get_args(Face)[0], "first": SIDES[0]}
    return {**common, "sides": sides, "map": rows, "forces": rows}


def settings(data: MissionData) -> list[EditorSetting]:
    data = as_written(data)
    return [
        *grouped("sides", [*of_board(data), *of_sides(data), *painted_extras.of_pontoons(data)]),
        *grouped("medals", [*painted_marks.of_medals(data), *painted_ends.settings(data)]),
        *grouped("marks", [*painted_marks.of_marks(data), *painted_extras.of_bridges(data)]),
        *grouped("rules", painted_armies.of_rules(data)),
        *grouped("armies", painted_armies.of_armies(data)),
        *grouped("coming", painted_coming.settings(data)),
        *grouped("texts", [*painted_marks.of_names(data), *painted_extras.of_texts(data)]),
    ]


def of_board(data: MissionData) -> Iterator[EditorSetting]:
    top = next(side for side, one in data["sides"].items() if one["edge"] == "top")
    faces = [f"face-{face}" for face in get_args(Face)]
    yield EditorSetting("face", "painter.face", f"face-{data['face']}", choices=faces)
    yield EditorSetting("first", "painter.first", data["first"], choices=SIDES)
    yield EditorSetting("top", "painter.top", top, choices=SIDES)


def of_sides(data: MissionData) -> Iterator[EditorSetting]:
    for what, most in (("medals", 99), ("hand", 20)):
        for side in SIDES:
            yield EditorSetting(f"{what}-{side}", f"painter.{what}", data["sides"][side][what], side, 1, most)
    for side in SIDES:
        yield nation_choice(f"nation-{side}", "painter.nation", data["sides"][side].get("nation", ""), side)


def with_settings(data: MissionData, typed: Mapping[str, str]) -> MissionData:
    data = as_written(data)
    sides = {}
    for side in SIDES:
        read = {what: number(typed.get(f"{what}-{side}", "")) for what in ("medals", "hand")}
        nation = chosen_in(typed, f"nation-{side}", data["sides"][side].get("nation", ""), "nation-")
        read |= {"nation": nation} if nation else {}
        edge = "top" if typed.get("top") == side else "bottom"
        sides[side] = {**without(data["sides"][side], "nation"), **read, "edge": edge}
    for part in (painted_marks, painted_armies, painted_coming, painted_ends, painted_extras):
        data = part.with_settings(data, typed)
    face = typed.get("face", "").removeprefix("face-")
    return {**data, "face": face, "first": typed.get("first", ""), "sides": sides}


def shown(data: MissionData) -> Mapping[str, Any]:
    scenario = scenario_of(data, BOOK)
    board = scenario.board
    wide, high = extent(board)
    hexes = [HexTarget(name_of(board, at), *at, lying_on(scenario, at)) for at in board.hexes]
    resting = [Marker("rests", unit.at, str(unit.sign.rests)) for unit in scenario.units if unit.sign.rests]
    drawn = {"pieces": pieces(scenario), "markers": [*markers(scenario), *resting]}
    return {
        "map": {"board": board.name, "wide": wide, "high": high, **drawn},
        "ground": drawn_ground(scenario),
        "hexes": hexes,
    }


def lying_on(scenario: Scenario, at: Hex) -> tuple[str, ...]:
    unit = scenario.unit_at(at)
    standing = [f"{unit.side}-{unit.type}", *told_of(unit.sign, scenario.sides[unit.side].nation)] if unit else []
    tokens = dict.fromkeys(f"marker-{one.kind}" for one in markers(scenario) if one.at == at)
    return (*scenario.lying(at), *told_of_ground(scenario.on(at)), *standing, *tokens)


def pieces(scenario: Scenario) -> list[Piece]:
    trains = [
        Piece("", at, one.side, "train", str(number), 0, "")
        for number, one in enumerate(scenario.trains, start=1)
        for at in (one.locomotive, one.wagon)
        if at
    ]
    return trains + [
        Piece(key, one.at, one.side, one.type, number_of(key), one.figures, "", one.badge or "")
        for key, one in scenario.numbered
    ]


def markers(scenario: Scenario) -> list[Marker]:
    placed = [("mine", one.at, "?") for one in scenario.mines]
    placed += [("medal", one.at, str(one.medals)) for one in scenario.objectives]
    placed += [("sudden", one.at, "") for one in scenario.sudden_deaths]
    placed += [("star", one.at, "") for one in scenario.stars]
    placed += [("exit", one.at, "") for one in scenario.exits]
    placed += [("drop", one.at, "") for one in scenario.air_drops]
    placed += [("gone", scenario.blow_bridges.at, "")] if scenario.blow_bridges else []
    return [Marker(kind, at, text) for kind, hexes, text in placed for at in hexes]


def pictures() -> Mapping[str, str]:
    """Return the pictures of terrain, works and badges, and of units, trains and markers as they are on the map."""
    units = {f"{side}-{kind}": piece_drawn(f"{side}-{kind}") for side in SIDES for kind in TYPES}
    trains = {name: piece_drawn(f"{side}-train") for name in TRAINS for side in SIDES if f"-{side}-" in name}
    tokens = {name: piece_drawn(name.split("-")[1], "-8.5 -10 21 18") for name in BRUSHES["tokens"] if name not in MORE}
    return {**{name: one.svg for name, one in looked_up().items()}, **units, **trains, **tokens}


def piece_drawn(piece: str, box: str = "-9 -9 18 18") -> str:
    use = f'<use href="/games/memoir-44/static/pieces.svg#{piece}"/>'
    return f'<svg viewBox="{box}" aria-hidden="true" focusable="false">{use}</svg>'


PAINTER = BoardEditor(BRUSHES, shown, painted, list(BOARDS), blank, settings, with_settings, pictures)
