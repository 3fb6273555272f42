"""The board of a scenario for the set-up list: tiles, units and names of hexes."""

from __future__ import annotations

from app.games.memoir_44.book import AXIS
from app.games.memoir_44.geometry import COMPASS, Hex, name_of
from app.games.memoir_44.scenarios.scenario import Scenario, Unit
from printables import fonts
from printables.memoir_44 import style
from printables.memoir_44.cards import PICTURES
from printables.memoir_44.source import Source
from printables.memoir_44.style import Look, Point
from printables.pen import INK, WHITE, Pen

WAYS = {"road": "road", "rail": "track", "river": "river", "wadi": "wadi"}
"""Ways by their names in a scenario, and in the drawing of a tile."""
READABLE, LABEL, ROOMY = 9.0, 7.0, 12.0
"""Size of a hex's name, in points: as a text where a hex is wider than so many millimetres, or as a label."""
WIDEST = 16.0
"""Maximum width of a hex on paper, in millimetres."""
MOST = 0.55
"""The most of a page's height that the map takes."""


def size_of(scenario: Scenario, wide: float, high: float) -> tuple[float, float]:
    board = scenario.board
    across, up = board.last_column / 2 + 1, (0.75 * (board.rows - 1) + 1) * 2 / 3**0.5
    width = min(WIDEST, wide / across, high * MOST / up)
    return width, width * up


def draw(source: Source, pen: Pen, top: float, width: float) -> None:
    scenario = source.scenario
    assert scenario is not None
    tall = width * 2 / 3**0.5
    left = (pen.width - (scenario.board.last_column / 2 + 1) * width) / 2
    for place in scenario.board.hexes:
        column, row = place
        middle = left + (column + 1) * width / 2, top - tall / 2 - row * tall * 0.75
        hexagon(pen, scenario, place, middle, width)
    lines(pen, scenario, left, top, width)


def hexagon(pen: Pen, scenario: Scenario, place: Hex, middle: Point, width: float) -> None:
    style.hexagon_in(pen, look_of(scenario, place), middle, width, 0.15)
    for number, obstacle in enumerate(scenario.lying(place)[1:]):
        look = style.tiles().get(obstacle)
        if look and look.icon:
            size = width * 0.34
            icon = style.icons()[look.icon]
            pen.icon(icon, middle[0] - size / 2 + (number - 0.5) * size * 0.8, middle[1] - width * 0.44, size, INK)
    if unit := scenario.unit_at(place):
        sign(pen, unit, middle, width)
    name = name_of(scenario.board, place)
    size = READABLE if width > ROOMY else LABEL
    pen.label(middle[0] - width / 2, middle[1] + width * 0.28, width, width * 0.26, name, size, fonts.TEXT, least=3)


def look_of(scenario: Scenario, place: Hex) -> Look:
    look = style.tiles().get(scenario.terrain(place)) or style.tiles()["open"]
    if scenario.terrain(place) == "open":
        return look.model_copy(update={"icon": ""})
    joins = scenario.joins(place)
    ways = {drawn: [COMPASS.index(side) for side in joins[way]] for way, drawn in WAYS.items() if joins.get(way)}
    return look.model_copy(update=ways)


def sign(pen: Pen, unit: Unit, middle: Point, width: float) -> None:
    wide, high = width * 0.84, width * 0.4
    x, y = middle[0] - wide / 2, middle[1] - width * 0.2 - high / 2
    axis = unit.side == AXIS
    ground, over = (INK, WHITE) if axis else (WHITE, INK)
    pen.polygon([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], ground)
    pen.frame(x, y, wide, high, INK, 0.3)
    if pen.low_ink:
        over = INK
        if axis:
            pen.frame(x + 0.5, y + 0.5, wide - 1, high - 1, INK, 0.3)
    size = high * 0.92
    pen.icon(style.icons()[PICTURES[unit.sign.type]], x + 0.2, y + (high - size) / 2, size, over)
    more = "*" if unit.badge or unit.sign.emblem else ""
    pen.label(x + size, y, wide - size - 0.2, high, f"{unit.figures}{more}", 12, fonts.DISPLAY, over, least=3)


def lines(pen: Pen, scenario: Scenario, left: float, top: float, width: float) -> None:
    tall = width * 2 / 3**0.5
    high = tall * (0.75 * (scenario.board.rows - 1) + 1)
    for (_, last), (first, _) in zip(scenario.board.bounds, scenario.board.bounds[1:], strict=False):
        x = left + ((last + first) / 2 + 1) * width / 2
        pen.line(x, top - high, x, top, INK, 0.45, (1.4, 1.1))
