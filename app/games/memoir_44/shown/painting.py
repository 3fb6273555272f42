"""A scenario that is painted: terrain, obstacles, units and what lies on hexes, each tapped with a brush."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.core.missions import MissionData
from app.core.painting import Painter
from app.core.refusals import Refused
from app.core.words import AsGiven
from app.games.memoir_44.book import EDITION, SIDES, edition_book
from app.games.memoir_44.geometry import Hex, hex_named, name_of
from app.games.memoir_44.scenarios.checks import OF_PLACE
from app.games.memoir_44.scenarios.drawn import drawing, hexes_in
from app.games.memoir_44.scenarios.scenario import Scenario, scenario_of
from app.games.memoir_44.shown.drawing import centre, drawn_ground, extent
from app.games.memoir_44.shown.lit import Spot
from app.games.memoir_44.shown.units import Marker, Piece

BOOK = edition_book(EDITION, {})
NOTHING, TURN, NOBODY, EITHER = "brush-nothing", "brush-turn", "brush-nobody", "either-side"
NO_GROUND = ("boat", "minefield", "open", "flooded-field")
TYPES = ("infantry", "armour", "artillery")
TURNS = 6

Entry = dict[str, Any]


def grounds(of_place: bool) -> list[str]:
    """The names of terrain and landmarks, or of obstacles."""
    known = (name for name in BOOK.terrain if name not in NO_GROUND)
    return [name for name in known if (BOOK.ground(name).kind in OF_PLACE) == of_place]


BRUSHES: Mapping[str, Sequence[str]] = {
    "ground": [NOTHING, TURN, *grounds(True)],
    "obstacles": grounds(False),
    "units": [*(f"{side}-{kind}" for side in SIDES for kind in TYPES), NOBODY],
    "badges": [*BOOK.badges],
    "tokens": [*(f"brush-mine-{side}" for side in SIDES), *(f"brush-medal-{side}" for side in (*SIDES, EITHER))],
}


def painted(data: MissionData, brush: str, at: str) -> MissionData:
    """A scenario after a hex was tapped with a brush. Raises Refused for a hex that the board has not."""
    board = scenario_of(data, BOOK).board
    place = hex_named(board, at)
    if place is None:
        raise Refused("no-hex-there", "board.hexes", field="at", at=AsGiven(at[:8]))
    if brush in BRUSHES["tokens"]:
        return with_token(data, brush.removeprefix("brush-"), place)
    part = "forces" if brush in (*BRUSHES["units"], *BRUSHES["badges"]) else "map"
    hexes = hexes_in(data[part], board) if part in data else {}
    found = changed(brush, hexes.get(place, {}))
    hexes = {one: entry for one, entry in {**hexes, place: found}.items() if entry}
    return {**data, part: drawing(board, {one: hexes[one] for one in board.hexes if one in hexes})}


def changed(brush: str, entry: Entry) -> Entry:
    """What a hex holds after a brush."""
    if brush in (NOTHING, NOBODY):
        return {}
    if brush == TURN:
        return {**entry, "orientation": entry.get("orientation", 0) % TURNS + 1} if "terrain" in entry else entry
    if brush in BRUSHES["ground"]:
        return {**{name: entry[name] for name in entry if name != "orientation"}, "terrain": brush}
    if brush in BRUSHES["obstacles"]:
        return with_obstacle(entry, brush)
    if brush in BRUSHES["badges"]:
        return {**entry, "badge": brush} if entry and entry.get("badge") != brush else without(entry, "badge")
    side, _, kind = brush.partition("-")
    return {"side": side, "type": kind}


def without(entry: Entry, name: str) -> Entry:
    """An entry that does not say this."""
    return {key: value for key, value in entry.items() if key != name}


def with_obstacle(entry: Entry, name: str) -> Entry:
    """An obstacle comes; tapped again, it goes."""
    old = entry.get("obstacles", {})
    new = without(old, name) if name in old else {**old, name: 0}
    return {**without(entry, "obstacles"), **({"obstacles": new} if new else {})}


def with_token(data: MissionData, token: str, place: Hex) -> MissionData:
    """A minefield or an objective comes to a hex; tapped again with the same, it goes."""
    what, _, side = token.partition("-")
    field, owner = ("mines" if what == "mine" else "objectives"), ({} if side == EITHER else {"side": side})
    at = list(place)
    kept = [{**one, "at": [hex_ for hex_ in one["at"] if list(hex_) != at]} for one in data.get(field, ())]
    was = any(at in map(list, one["at"]) and one.get("side") == owner.get("side") for one in data.get(field, ()))
    added = [] if was else [{"at": [at], **owner}]
    return {**data, field: [one for one in (*kept, *added) if one["at"]]}


def shown(data: MissionData) -> Mapping[str, Any]:
    """The board of a scenario: its ground, pieces and tokens, and a button for each hex."""
    scenario = scenario_of(data, BOOK)
    board = scenario.board
    wide, high = extent(board)
    hexes = [Spot(name_of(board, at), *at, lying_on(scenario, at)) for at in board.hexes]
    drawn = {"pieces": pieces(scenario), "markers": markers(scenario)}
    return {
        "map": {"board": board.name, "wide": wide, "high": high, **drawn},
        "ground": drawn_ground(scenario),
        "hexes": hexes,
    }


def lying_on(scenario: Scenario, at: Hex) -> tuple[str, ...]:
    """What a button says of its hex: terrain, obstacles, the unit there."""
    unit = scenario.unit_at(at)
    return (*scenario.lying(at), *([f"{unit.side}-{unit.type}"] if unit else []))


def pieces(scenario: Scenario) -> list[Piece]:
    """The units where they start."""
    return [
        Piece(key, *centre(one.at), one.side, one.type, key.rsplit("-", 1)[-1], one.figures, "")
        for key, one in scenario.numbered
    ]


def markers(scenario: Scenario) -> list[Marker]:
    """Minefields, objectives and stars."""
    placed = [("mine", one.at, "?") for one in scenario.mines]
    placed += [("medal", one.at, str(one.medals)) for one in scenario.objectives]
    placed += [("star", one.at, "") for one in scenario.stars]
    return [Marker(kind, *centre(at), text) for kind, hexes, text in placed for at in hexes]


PAINTER = Painter(BRUSHES, shown, painted)
