"""The board of a scenario for the set-up list: tiles, units and names of hexes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from app.games.memoir_44.book import AXIS
from app.games.memoir_44.geometry import COMPASS, Hex, name_of
from app.games.memoir_44.scenarios.scenario import Scenario, Unit
from printables import fonts
from printables.memoir_44 import style
from printables.memoir_44.cards import PICTURES
from printables.memoir_44.source import Source
from printables.memoir_44.style import Look, Point
from printables.pen import FADED, INK, WHITE, Pen

DrawAt = Callable[[Pen, Point, float], None]
"""Draws a picture around a point, in millimetres and of a size."""

NO_WAYS: Mapping[str, object] = {"road": [], "track": [], "river": [], "wadi": [], "small": False}
NO_PICTURE: Mapping[str, object] = {"icon": "", "rings": 0}
WAYS = {"road": "road", "rail": "track", "river": "river", "wadi": "wadi"}
"""Ways by their names in a scenario, and in the drawing of a tile."""
EXIT = "exit"
MARKERS = {
    "minefield": "land-mine",
    "battle-star": "star-medal",
    "objective-medal": "flag-objective",
    "exit-marker": EXIT,
    "locomotive": "steam-locomotive",
    "wagon": "coal-wagon",
}
"""Icons of the markers of the set-up list; an exit is an arrow to the edge of the board."""
READABLE, LABEL, ROOMY = 9.0, 7.0, 12.0
"""Size of a hex's name, in points: as a text where a hex is wider than so many millimetres, or as a label."""
LEGEND = 4.5
"""Height of the legend, in millimetres."""
WIDEST = 16.0
"""Maximum width of a hex on paper, in millimetres."""
MOST = 0.55
"""The most of a page's height that the map takes."""
UPPER, LOWER, WHOLE = 0.1, -0.27, -0.04
"""Middle of a hex's upper and lower part and of what its name leaves, in widths of the hex; a unit lies low."""
SMALL_UPPER, SMALL_LOWER = 0.15, -0.2
"""The same for a small hex, where the names of the hexes below are large."""
ALONE, BESIDE, LARGE = 0.4, 0.3, 0.88
"""Size of a picture that is alone in its part, and of several, in widths of the hex; scale of a tile's only one."""


def size_of(scenario: Scenario, wide: float, high: float) -> tuple[float, float]:
    board = scenario.board
    across, up = board.last_column / 2 + 1, (0.75 * (board.rows - 1) + 1) * 2 / 3**0.5
    width = min(WIDEST, wide / across, high * MOST / up)
    return width, width * up + LEGEND


def draw(source: Source, pen: Pen, top: float, width: float) -> None:
    scenario = source.scenario
    assert scenario is not None
    tall = width * 2 / 3**0.5
    left = (pen.width - (scenario.board.last_column / 2 + 1) * width) / 2
    markers = markers_by_hex(source)
    for place in scenario.board.hexes:
        column, row = place
        middle = left + (column + 1) * width / 2, top - tall / 2 - row * tall * 0.75
        hexagon(pen, scenario, place, middle, width, markers.get(name_of(scenario.board, place), ()))
    lines(pen, scenario, left, top, width)
    low = top - tall * (0.75 * (scenario.board.rows - 1) + 1) - LEGEND
    legend = source.speech.translate("map.legend-low-ink" if pen.low_ink else "map.legend")
    pen.label(0, low, pen.width, 3.6, legend, READABLE, fonts.TEXT, align="left", least=READABLE)


def markers_by_hex(source: Source) -> Mapping[str, Sequence[str]]:
    """Return the icons of the markers that the set-up list puts on each hex, by its name."""
    found: dict[str, list[str]] = {}
    for section in source.set_up.sections.values() if source.set_up else ():
        for piece, laid in section.items():
            for at in laid.hexes if piece.name in MARKERS else ():
                found.setdefault(at, []).append(MARKERS[piece.name])
    return found


def hexagon(pen: Pen, scenario: Scenario, place: Hex, middle: Point, width: float, markers: Sequence[str]) -> None:
    look, unit = look_of(scenario, place), scenario.unit_at(place)
    over = [found.icon for one in scenario.lying(place)[1:] if (found := style.tiles().get(one)) and found.icon]
    laid = [picture_of(Look(ground=look.ground, icon=icon)) for icon in (*over, *markers) if icon != EXIT]
    laid += [arrow(scenario, place) for icon in markers if icon == EXIT]
    style.hexagon_in(pen, look.model_copy(update=NO_PICTURE), middle, width, 0.15)
    own = [picture_of(look.model_copy(update=NO_WAYS))] if look.icon or look.rings else []
    roomy = width > ROOMY
    if unit:
        size = BESIDE if (own and laid) or not roomy else ALONE
        row_of(pen, [*own, *laid], raised(middle, (UPPER if roomy else SMALL_UPPER) * width), width * size)
        sign(pen, unit, raised(middle, (LOWER if roomy else SMALL_LOWER) * width), width)
    elif own and laid:
        row_of(pen, own, raised(middle, UPPER * width), width * BESIDE)
        row_of(pen, laid, raised(middle, LOWER * width), width * BESIDE)
    else:
        size = look.extent * LARGE if own else ALONE
        row_of(pen, own or laid, raised(middle, WHOLE * width), width * size)
    name = name_of(scenario.board, place)
    size = READABLE if roomy else LABEL
    pen.label(middle[0] - width / 2, middle[1] + width * 0.28, width, width * 0.26, name, size, fonts.TEXT, least=3)


def raised(point: Point, high: float) -> Point:
    return point[0], point[1] + high


def row_of(pen: Pen, pictures: Sequence[DrawAt], middle: Point, size: float) -> None:
    """Draw pictures side by side."""
    for number, draw_at in enumerate(pictures):
        draw_at(pen, (middle[0] + (number - (len(pictures) - 1) / 2) * size * 1.1, middle[1]), size)


def picture_of(look: Look) -> DrawAt:
    return lambda pen, middle, size: style.Picture(pen, look, middle, size / look.extent).draw()


def arrow(scenario: Scenario, place: Hex) -> DrawAt:
    """Return the drawing of an arrow from a hex to the nearest edge of the board."""
    column, row = place
    ways = {(0, 1): row, (0, -1): scenario.board.rows - 1 - row, (-1, 0): column / 2}
    ways[1, 0] = (scenario.board.last_column - column) / 2
    ahead, up = min(ways, key=lambda way: ways[way])

    def draw_at(pen: Pen, middle: Point, size: float) -> None:
        shape = [(0.5, 0), (0, 0.45), (0, 0.18), (-0.5, 0.18), (-0.5, -0.18), (0, -0.18), (0, -0.45)]
        turned = [(far * ahead - aside * up, far * up + aside * ahead) for far, aside in shape]
        pen.polygon([(middle[0] + x * size, middle[1] + y * size) for x, y in turned], FADED)

    return draw_at


def look_of(scenario: Scenario, place: Hex) -> Look:
    look = style.tiles().get(scenario.terrain(place)) or style.tiles()["open"]
    if scenario.terrain(place) == "open":
        return look.model_copy(update={"icon": ""})
    joins = scenario.joins(place)
    ways = {drawn: [COMPASS.index(side) for side in joins[way]] for way, drawn in WAYS.items() if joins.get(way)}
    return look.model_copy(update=ways)


def sign(pen: Pen, unit: Unit, middle: Point, width: float) -> None:
    wide, high = width * (0.74 if width > ROOMY else 0.9), width * (0.32 if width > ROOMY else 0.36)
    x, y = middle[0] - wide / 2, middle[1] - high / 2
    axis = unit.side == AXIS
    ground, over = (INK, WHITE) if axis else (WHITE, INK)
    pen.polygon([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], ground)
    pen.frame(x, y, wide, high, INK, 0.3)
    if pen.low_ink:
        over = INK
        if axis:
            pen.frame(x + 0.5, y + 0.5, wide - 1, high - 1, INK, 0.3)
    size = min(high * 0.92, wide / 2)
    pen.icon(style.icons()[PICTURES[unit.sign.type]], x + 0.2, y + (high - size) / 2, size, over)
    more = "*" if unit.badge or unit.sign.emblem else ""
    pen.label(x + size, y, wide - size - 0.2, high, f"{unit.figures}{more}", min(12, max(READABLE, high * 2.6)),
              fonts.DISPLAY, over, least=3)  # fmt: skip


def lines(pen: Pen, scenario: Scenario, left: float, top: float, width: float) -> None:
    tall = width * 2 / 3**0.5
    high = tall * (0.75 * (scenario.board.rows - 1) + 1)
    for (_, last), (first, _) in zip(scenario.board.bounds, scenario.board.bounds[1:], strict=False):
        x = left + ((last + first) / 2 + 1) * width / 2
        pen.line(x, top - high, x, top, INK, 0.45, (1.4, 1.1))
