"""The map as drawings: what never changes as one picture, where hexes lie on it, and what lies there now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import escape
from typing import Any

from app.core.book import read
from app.core.game import Drawn, Opening
from app.games.memoir_44.at_table import open_book
from app.games.memoir_44.book import DATA
from app.games.memoir_44.geometry import Board, Hex, name_of
from app.games.memoir_44.rulings.rule_of import BADGES, GROUND
from app.games.memoir_44.scenarios.scenario import Scenario

CORNERS = ((0, -11.5), (10, -5.8), (10, 5.8), (0, 11.5), (-10, 5.8), (-10, -5.8))


@lru_cache
def drawings() -> Any:
    """How terrain is drawn, by its name."""
    return read(DATA / "drawings.toml")


def centre(place: Hex) -> tuple[float, float]:
    """Where the middle of a hex lies on the picture."""
    size = drawings()["hex"]
    x = size["margin"] + size["width"] / 2 * (place[0] + 1)
    return x, round(size["margin"] + 11.5 + size["row"] * place[1], 1)


def extent(board: Board) -> tuple[float, float]:
    """How wide and how high the picture is."""
    size = drawings()["hex"]
    wide = size["margin"] * 2 + size["width"] / 2 * (board.last_column + 2)
    return wide, round(size["margin"] * 2 + 23 + size["row"] * (board.rows - 1), 1)


def looked_up() -> dict[str, Drawn]:
    """Everything that may lie on a hex, and every badge that changes a unit: its rule and its picture."""
    known = {**drawings()["drawings"], **drawings()["looked-up"]}
    return {name: Drawn(rule, alone(known[name])) for name, rule in {**GROUND, **BADGES}.items()}


def alone(drawn: Mapping[str, Any]) -> str:
    """A drawing on a hex of its own."""
    corners = " ".join(f"{x:g},{y:g}" for x, y in CORNERS)
    fill = drawn.get("fill", drawings()["faces"]["countryside"])
    hexagon = f'<polygon points="{corners}" fill="{fill}" stroke="#8a8468" stroke-width=".5"/>'
    line = f'<path d="{drawn["line"]}" {PEN}/>' if "line" in drawn else ""
    return f'<svg viewBox="-12 -12 24 24" aria-hidden="true" focusable="false">{hexagon}{line}</svg>'


def picture(opened: Opening) -> str:
    """The terrain of a table's scenario with the names of its hexes, as an SVG that stands alone."""
    return drawn_ground(open_book(opened).scenario)


def drawn_ground(scenario: Scenario) -> str:
    """The terrain of a scenario."""
    wide, high = extent(scenario.board)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" font-family="sans-serif">'
    parts = (part for place in scenario.board.hexes for part in hex_parts(scenario, place))
    return "".join([head, *parts, *section_lines(scenario.board), *labels(scenario), "</svg>"])


def labels(scenario: Scenario) -> Iterator[str]:
    """The names on the map, below the middle of their hexes."""
    for one in scenario.labels:
        x, y = centre(one.at)
        yield f'<text x="{x:g}" y="{round(y + 10.6, 1):g}" {LABEL}>{escape(one.text)}</text>'


def hex_parts(scenario: Scenario, place: Hex) -> Iterator[str]:
    """A hex: its ground, its drawings, its name."""
    x, y = centre(place)
    known = drawings()["drawings"]
    lying = scenario.lying(place)
    fill = known[lying[0]].get("fill", drawings()["faces"][scenario.face])
    outline = " ".join(f"{x + dx:g},{round(y + dy, 1):g}" for dx, dy in CORNERS)
    yield f'<polygon points="{outline}" fill="{fill}" stroke="#8a8468" stroke-width=".5"/>'
    for name in lying:
        if line := known[name].get("line"):
            yield f'<path d="{line}" transform="translate({x:g} {y:g}){turned(scenario, place, name)}" {PEN}/>'
    if scenario.odd_on(place):
        yield f'<text x="{x + 5:g}" y="{y:g}" font-size="8" font-weight="bold" fill="#a3241b">!</text>'
    name = name_of(scenario.board, place)
    yield f'<text x="{x:g}" y="{round(y - 7.2, 1):g}" font-size="3.4" text-anchor="middle" fill="#4d4834">{name}</text>'


LABEL = (
    'font-size="3.6" font-style="italic" text-anchor="middle" fill="#1e1b16" stroke="#fffdf5" stroke-width=".8"'
    ' paint-order="stroke"'
)
PEN = 'fill="none" stroke="#3b3626" stroke-width=".9" stroke-linecap="round" stroke-linejoin="round"'


def turned(scenario: Scenario, place: Hex, name: str) -> str:
    """How a drawing is turned with its tile."""
    ground = scenario.on(place)
    turn = ground.obstacles.get(name) if name in ground.obstacles else ground.orientation
    return f" rotate({60 * (turn - 1)})" if turn and drawings()["drawings"][name].get("turned") else ""


def section_lines(board: Board) -> Iterator[str]:
    """The two lines between the sections."""
    _, high = extent(board)
    for _, last in board.bounds[:-1]:
        x = centre((last, 0))[0]
        yield f'<path d="M{x:g} 0V{high:g}" stroke="#7d2b1d" stroke-width="1" stroke-dasharray="4 3" fill="none"/>'
