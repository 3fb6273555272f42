"""The map as drawings: one static picture, positions of hexes, and current contents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from app.core.game.definition import Opening, RulePicture
from app.core.messages.translator import LANGUAGES, Translator, words_of
from app.core.rules.book import load_toml
from app.games.memoir_44.board_state import open_book
from app.games.memoir_44.book import DATA, FOLDER
from app.games.memoir_44.geometry import COMPASS, SECTIONS, STEP_OVER, Board, Edge, Hex, Side, name_of, turned
from app.games.memoir_44.rulings.rule_of import BADGES, GROUND
from app.games.memoir_44.scenarios.scenario import Scenario
from app.games.memoir_44.scenarios.tiles import Joins, axis_of, carried_by, ways

NOTHING: Mapping[str, str] = MappingProxyType({})
CORNERS = ((0, -11.5), (10, -5.8), (10, 5.8), (0, 11.5), (-10, 5.8), (-10, -5.8))


@lru_cache
def drawings() -> Any:
    return load_toml(DATA / "drawings.toml")


def centre(place: Hex) -> tuple[float, float]:
    size = drawings()["hex"]
    x = size["margin"] + size["width"] / 2 * (place[0] + 1)
    return x, round(size["margin"] + 11.5 + size["row"] * place[1], 1)


def extent(board: Board) -> tuple[float, float]:
    size = drawings()["hex"]
    wide = size["margin"] * 2 + size["width"] / 2 * (board.last_column + 2)
    return wide, round(size["margin"] * 2 + 23 + size["row"] * (board.rows - 1), 1)


def looked_up() -> dict[str, RulePicture]:
    """Return the rule and picture of everything on hexes, and of badges that change a unit."""
    known = {**drawings()["drawings"], **drawings()["looked-up"]}
    return {name: RulePicture(rule, alone(known[name])) for name, rule in {**GROUND, **BADGES}.items()}


def alone(drawn: Mapping[str, Any]) -> str:
    hexagon = outlined(drawn.get("fill", drawings()["faces"]["countryside"]))
    line = f'<path d="{drawn["line"]}" {PEN}/>' if "line" in drawn else ""
    return f'<svg viewBox="-12 -12 24 24" aria-hidden="true" focusable="false">{hexagon}{line}</svg>'


TOP, BESIDE = "top-", "all-"
"""Prefixes of views from the top, and from no edge; a language ends them."""
VIEWS = tuple(f"{seen}{language}" for seen in ("", TOP, BESIDE) for language in LANGUAGES)


def tile_drawn(name: str, joins: Joins, face: str) -> str:
    """Return a tile alone on a hex as it is turned, also one of which only its ways are known."""
    fill = fill_of(name, joins, face) if name else drawings()["faces"][face]
    inner = "".join([*ways_drawn(joins), *lines([name] if name else [], joins)])
    return f'<svg viewBox="-12 -12 24 24" aria-hidden="true" focusable="false">{outlined(fill)}{inner}</svg>'


def outlined(fill: str) -> str:
    corners = " ".join(f"{x:g},{y:g}" for x, y in CORNERS)
    return f'<polygon points="{corners}" fill="{fill}" {EDGE}/>'


def picture(opened: Opening, view: str = "") -> str:
    """Return the terrain of a table's scenario as a standalone SVG, as one of its edges sees it.

    With the names of its hexes and sections.
    """
    scenario, said = open_book(opened).scenario, Translator(words_of(FOLDER), view.rpartition("-")[2] or LANGUAGES[0])
    edge: Edge = "top" if view.startswith(TOP) else "bottom"
    whose = f" ({said.name(scenario.side_at(edge))})" if view.startswith(BESIDE) else ""
    named: dict[str, str] = {section: f"{said.name(section)}{whose}" for section in SECTIONS} if view else {}
    return drawn_ground(scenario, edge, named)


def drawn_ground(scenario: Scenario, edge: Edge = "bottom", named: Mapping[str, str] = NOTHING) -> str:
    wide, high = extent(scenario.board)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" font-family="sans-serif">'
    parts = (part for place in scenario.board.hexes for part in hex_parts(scenario, place, edge))
    return "".join(
        [
            head,
            *parts,
            *section_lines(scenario.board, edge),
            *sections_named(scenario.board, edge, named),
            *labels(scenario, edge),
            "</svg>",
        ]
    )


def labels(scenario: Scenario, edge: Edge) -> Iterator[str]:
    for one in scenario.labels:
        x, y = centre(scenario.board.seen(one.at, edge))
        yield f'<text x="{x:g}" y="{round(y + 10.6, 1):g}" {LABEL}>{escape(one.text)}</text>'


def hex_parts(scenario: Scenario, place: Hex, edge: Edge) -> Iterator[str]:
    x, y = centre(scenario.board.seen(place, edge))
    joins = {way: turned(sides, HALF if edge == "top" else 0) for way, sides in scenario.joins(place).items()}
    lying = scenario.lying(place)
    outline = " ".join(f"{x + dx:g},{round(y + dy, 1):g}" for dx, dy in CORNERS)
    yield f'<polygon points="{outline}" fill="{fill_of(lying[0], joins, scenario.face)}" {EDGE}/>'
    if inner := "".join([*ways_drawn(joins), *(lines(lying, joins))]):
        yield f'<g transform="translate({x:g} {y:g})">{inner}</g>'
    name = name_of(scenario.board, place) + (ODD if scenario.odd_on(place) else "")
    yield f'<text x="{x:g}" y="{round(y - 7.2, 1):g}" font-size="3.4" text-anchor="middle" fill="#4d4834">{name}</text>'


ODD = '<tspan font-size="5" font-weight="bold" fill="#a3241b">!</tspan>'
"""The mark behind the name of a hex, if no unit hides it."""
HALF = len(COMPASS) // 2
EDGE = 'stroke="#8a8468" stroke-width=".5"'
LABEL = (
    'font-size="3.6" font-style="italic" text-anchor="middle" fill="#1e1b16" stroke="#fffdf5" stroke-width=".8"'
    ' paint-order="stroke"'
)
LOW, SMALL = ' transform="translate(0 4) scale(.8)"', ' transform="translate(0 9.2) scale(.45)"'
"""Transforms for a work, so that a unit on its hex does not hide it."""
PEN = 'fill="none" stroke="#3b3626" stroke-width=".9" stroke-linecap="round" stroke-linejoin="round"'

PEN_OF_SMALL = PEN.replace('width=".9"', 'width="1.6"')


def fill_of(name: str, joins: Joins, face: str) -> str:
    known, plain = drawings()["drawings"][name], drawings()["faces"][face]
    bare = is_way(name, joins) and not known.get("filled")
    return str(plain if bare else known.get("fill", plain))


def is_way(name: str, joins: Joins) -> bool:
    return "beside-way" in drawings()["drawings"][name] and not joins.keys().isdisjoint(carried_by(name))


def ways_drawn(joins: Joins) -> Iterator[str]:
    for way, strokes in ways()["drawn"].items():
        if way in joins:
            path = way_path(joins[way])
            for one in strokes:
                dash = f' stroke-dasharray="{one["dash"]}"' if "dash" in one else ""
                yield f'<path d="{path}" fill="none" stroke="{one["stroke"]}" stroke-width="{one["width"]:g}"{dash}/>'


def way_path(sides: Sequence[Side]) -> str:
    ends = [middle_of(side) for side in sides]
    if len(ends) == 2:
        return "M{:g} {:g}Q0 0 {:g} {:g}".format(*ends[0], *ends[1])
    return "".join(f"M0 0L{x:g} {y:g}" for x, y in ends)


def middle_of(side: Side) -> tuple[float, float]:
    (across, down), size = STEP_OVER[side], drawings()["hex"]
    return across * size["width"] / 4, down * size["row"] / 2


def lines(lying: Sequence[str], joins: Joins) -> Iterator[str]:
    for name in lying:
        known = drawings()["drawings"][name]
        if line := known["beside-way"] if is_way(name, joins) else known.get("line"):
            turn = f' transform="rotate({round(-angle_of(name, joins)):d})"' if known.get("turned") else ""
            yield f'<path d="{line}"{LOW if known.get("low") else turn} {PEN}/>'
            if known.get("again"):
                yield f'<path d="{line}"{SMALL} {PEN_OF_SMALL}/>'


def angle_of(name: str, joins: Joins) -> float:
    way = next((one for one in (*carried_by(name), "strip") if one in joins), None)
    if way is not None:
        return axis_of(joins[way])
    return axis_of(joins["river"]) + ACROSS if "river" in joins else 0


ACROSS = 90
"""Degrees from along to across."""


def sections_named(board: Board, edge: Edge, named: Mapping[str, str]) -> Iterator[str]:
    ends = [
        0,
        *(x for x in (centre(board.seen((last, 0), edge))[0] for _, last in board.bounds[:-1])),
        extent(board)[0],
    ]
    for name, (left, right) in zip(named.values(), pairwise(sorted(ends)), strict=False):
        yield f'<text x="{(left + right) / 2:g}" y="5" {SECTION}>{escape(name)}</text>'


SECTION = 'font-size="5" font-weight="bold" text-anchor="middle" fill="#7d2b1d"'


def section_lines(board: Board, edge: Edge) -> Iterator[str]:
    _, high = extent(board)
    for _, last in board.bounds[:-1]:
        x = centre(board.seen((last, 0), edge))[0]
        yield f'<path d="M{x:g} 0V{high:g}" stroke="#7d2b1d" stroke-width="1" stroke-dasharray="4 3" fill="none"/>'
