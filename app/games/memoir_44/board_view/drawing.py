"""The map as drawings: one static picture, positions of hexes, and current contents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from operator import le
from types import MappingProxyType
from typing import Any

from app.core.game.definition import Opening, RulePicture
from app.core.messages.translator import LANGUAGES, Translator, words_of
from app.games.memoir_44.board_state import open_book
from app.games.memoir_44.board_view.tile_art import (
    INK,
    JOINED,
    PLAIN,
    drawings,
    face_of,
    ground_of,
    lines,
    looks_of,
    palette,
    path_of,
    symbol,
    symbol_of,
    toward,
    uses,
    ways_drawn,
)
from app.games.memoir_44.book import FOLDER
from app.games.memoir_44.geometry import COMPASS, SECTIONS, Board, Edge, Hex, name_of, turned
from app.games.memoir_44.rulings.rule_of import BADGES, GROUND, MARKS
from app.games.memoir_44.scenarios.scenario import Scenario
from app.games.memoir_44.scenarios.tiles import Joins, carried_by

NOTHING: Mapping[str, str] = MappingProxyType({})
CORNERS = ((0, -11.5), (10, -5.8), (10, 5.8), (0, 11.5), (-10, 5.8), (-10, -5.8))


def centre(place: Hex) -> tuple[float, float]:
    size = drawings()["hex"]
    x = size["margin"] + size["width"] / 2 * (place[0] + 1)
    return x, round(size["margin"] + 11.5 + size["row"] * place[1], 1)


def extent(board: Board) -> tuple[float, float]:
    size = drawings()["hex"]
    wide = size["margin"] * 2 + size["width"] / 2 * (board.last_column + 2)
    return wide, round(size["margin"] * 2 + 23 + size["row"] * (board.rows - 1), 1)


def looked_up() -> dict[str, RulePicture]:
    """Return rule and picture of everything on hexes, of marks, of badges that change a unit."""
    known = {**drawings()["drawings"], **drawings()["looked-up"]}
    return {name: RulePicture(rule, alone(known[name])) for name, rule in {**GROUND, **BADGES, **MARKS}.items()}


def alone(drawn: Mapping[str, Any]) -> str:
    colours, line = palette(PLAIN), [f"{INK} {drawn['line']}"] if "line" in drawn else []
    inside = outlined(colours.grounds[drawn.get("ground", "plain")]) + colours.drawn([*drawn.get("parts", ()), *line])
    return f'<svg viewBox="-12 -12 24 24" aria-hidden="true" focusable="false"><g {JOINED}>{inside}</g></svg>'


TOP, BESIDE = "top-", "all-"
"""Prefixes of views from the top, and from no edge; a language ends them."""
WALL, NARROW, HALVED, HELD = "wall-", "narrow-", "halved-", "held-"
"""Prefixes of public views: on a wall, if narrow for its board, if in two halves, and on a phone."""
VIEWS = tuple(f"{seen}{language}" for seen in ("", TOP, BESIDE, WALL, NARROW, HALVED, HELD) for language in LANGUAGES)


def tile_drawn(name: str, joins: Joins, face: str) -> str:
    """Return a tile alone on a hex as it is turned, also one of which only its ways are known."""
    return f'<svg viewBox="-12 -12 24 24" aria-hidden="true" focusable="false">{inside_tile(name, joins, face)}</svg>'


def inside_tile(name: str, joins: Joins, face: str) -> str:
    lying = [name] if name else []
    fill = ground_of(name, joins, face) if name else palette(face).grounds["plain"]
    paths = {look: path_of(look, sides) for look, sides in looks_of(lying, joins)}
    return f"<g {JOINED}>" + "".join([outlined(fill), *ways_drawn(paths, face), *lines(lying, joins, face)]) + "</g>"


def outlined(fill: str) -> str:
    corners = " ".join(f"{x:g},{y:g}" for x, y in CORNERS)
    return f'<polygon points="{corners}" fill="{fill}" {EDGE}/>'


def picture(opened: Opening, view: str = "") -> str:
    """Return the terrain of a table's scenario as a standalone SVG, as one of its edges sees it.

    With the names of its hexes and sections.
    """
    scenario, said = open_book(opened).scenario, Translator(words_of(FOLDER), view.rpartition("-")[2] or LANGUAGES[0])
    sizes: Mapping[str, Mapping[str, float]] = drawings()["letters"]
    letters = sizes.get(view.partition("-")[0], {}).get(scenario.board.name, 0)
    edge: Edge = "top" if view.startswith(TOP) else "bottom"
    whose = f" · {said.name(scenario.side_at(edge))}" if view.startswith(BESIDE) else ""
    long, short = ([f"{name}{whose}" for name in names] for names in zip(*named_sections(said), strict=True))
    if view.startswith(HALVED):
        short.insert(1, short[1])
    return drawn_ground(scenario, edge, (short,) if view.startswith(HALVED) else (long, short) if view else (), letters)


def named_sections(said: Translator) -> Iterator[tuple[str, str]]:
    return ((said.name(section), said.translate(f"short.{section}")) for section in SECTIONS)


def drawn_ground(
    scenario: Scenario, edge: Edge = "bottom", named: Sequence[Sequence[str]] = (), letters: float = 0
) -> str:
    """Return the terrain as an SVG.

    `named`: names of the sections, long and short. `letters`: the size of names that are read from afar.
    """
    (wide, high), above = extent(scenario.board), HEAD if letters else 0
    size = f'viewBox="0 {-above:g} {wide:g} {round(high + above, 1):g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">'
    return "".join(
        [
            head,
            *tiles(scenario, edge),
            *(hex_named_at(scenario, place, edge, letters) for place in scenario.board.hexes),
            *section_lines(scenario.board, edge),
            *sections_named(scenario.board, edge, named, letters),
            *labels(scenario, edge, letters),
            "</svg>",
        ]
    )


HEAD = 4
"""The room above a map on a wall, where the names of its sections are large."""


def labels(scenario: Scenario, edge: Edge, letters: float) -> Iterator[str]:
    for one in scenario.labels:
        x, y = centre(scenario.board.seen(one.at, edge))
        at = f'x="{x:g}" y="{round(y + 10.6, 1):g}" font-size="{letters or 3.6:g}"'
        yield f"<text {at} {LABEL}>{escape(one.text)}</text>"


def tiles(scenario: Scenario, edge: Edge) -> Iterator[str]:
    """Yield all ground, the ways over it, and what lies on it; each drawing is there once."""
    face = face_of(scenario)
    ground: list[str] = []
    drawn: list[str] = []
    paths: dict[str, str] = {}
    symbols: set[str] = set()
    for place in scenario.board.hexes:
        x, y = centre(scenario.board.seen(place, edge))
        lying = scenario.lying(place)
        joins = {way: turned(sides, HALF if edge == "top" else 0) for way, sides in scenario.joins(place).items()}
        if (looks := toward(scenario, place, edge)) is not None:
            joins = {way: sides for way, sides in joins.items() if way not in carried_by(lying[0])}
        outline = " ".join(f"{x + dx:g},{round(y + dy, 1):g}" for dx, dy in CORNERS)
        ground.append(f'<polygon points="{outline}" fill="{ground_of(lying[0], joins, face)}"/>')
        for look, sides in looks_of(lying, joins):
            paths[look] = paths.get(look, "") + path_of(look, sides, x, y)
        symbols |= {shown for name in lying if (shown := symbol_of(name, joins))}
        drawn += uses(lying, joins, f"translate({x:g} {y:g})", looks or 0)
    yield f"<defs>{''.join(symbol(name, face) for name in sorted(symbols))}</defs>"
    yield f"<g {EDGE}>{''.join(ground)}</g>"
    yield from (f"<g {JOINED}>", *ways_drawn(paths, face), *drawn, "</g>")


def hex_named_at(scenario: Scenario, place: Hex, edge: Edge, letters: float) -> str:
    x, y = centre(scenario.board.seen(place, edge))
    name = name_of(scenario.board, place) + (ODD if scenario.odd_on(place) else "")
    down, look = (BELOW_TOP + CAPITAL * letters, from_afar(letters, name)) if letters else (-7, CLOSE)
    return f'<text x="{x:g}" y="{round(y + down, 1):g}" text-anchor="middle" {look}>{name}</text>'


def from_afar(letters: float, name: str) -> str:
    is_wide = len(name) * letters * DIGIT > WIDEST
    narrowed = f' textLength="{WIDEST:g}" lengthAdjust="spacingAndGlyphs"' if is_wide else ""
    return f'font-size="{letters:g}" {FROM_AFAR}{narrowed}'


CLOSE = 'font-size="4.2" fill="#3b3626" stroke="#fffdf5" stroke-width=".7" paint-order="stroke"'
FROM_AFAR = 'fill="#3b3626" stroke="#fffdf5" stroke-width="1" paint-order="stroke"'
BELOW_TOP, CAPITAL, DIGIT, WIDEST = -11.4, 0.73, 0.62, 15
"""Of names read from afar: where they begin, how high a capital and how wide a digit is, how wide a name is at most."""
ODD = '<tspan font-size="1.5em" font-weight="bold" fill="#a3241b">!</tspan>'
"""The mark behind the name of a hex, if no unit hides it."""
HALF = len(COMPASS) // 2
EDGE = 'stroke="#8a8468" stroke-width=".5"'
LABEL = (
    'font-style="italic" text-anchor="middle" fill="#1e1b16" stroke="#fffdf5" stroke-width=".8" paint-order="stroke"'
)


def sections_named(board: Board, edge: Edge, named: Sequence[Sequence[str]], letters: float) -> Iterator[str]:
    """Yield the names of the sections: the first ones that all find room.

    If there are four, two are of the centre.
    """
    ends = [
        0,
        *(x for x in (centre(board.seen((last, 0), edge))[0] for _, last in board.bounds[:-1])),
        extent(board)[0],
    ]
    if any(len(names) > len(SECTIONS) for names in named):
        ends.append(extent(board)[0] / 2)
    places, size = [*pairwise(sorted(ends))], max(letters, 5)
    room = [right - left for left, right in places]
    wide = ([len(name) * letters * DIGIT for name in names] for names in named)
    fitting = [names for names, needs in zip(named, wide, strict=True) if all(map(le, needs, room))]
    for name, (left, right) in zip(fitting[0], places, strict=True) if fitting else ():
        yield f'<text x="{(left + right) / 2:g}" y="5" font-size="{size:g}" {SECTION}>{escape(name)}</text>'


SECTION = (
    'font-weight="bold" text-anchor="middle" fill="#7d2b1d" stroke="#f4efe3" stroke-width="1.4" paint-order="stroke"'
)


def section_lines(board: Board, edge: Edge) -> Iterator[str]:
    _, high = extent(board)
    for _, last in board.bounds[:-1]:
        x = centre(board.seen((last, 0), edge))[0]
        yield f'<path d="M{x:g} 0V{high:g}" stroke="#7d2b1d" stroke-width="1" stroke-dasharray="4 3" fill="none"/>'
