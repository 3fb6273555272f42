"""The look of a tile: the colour of its ground, the ways that lead over it, and its drawing."""

from __future__ import annotations

import re
from cmath import phase
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import degrees
from typing import Any

from app.core.rules.book import load_toml
from app.games.memoir_44.book import DATA
from app.games.memoir_44.geometry import COMPASS, STEP_OVER, Edge, Hex, Side, opposite, over
from app.games.memoir_44.scenarios.scenario import Scenario
from app.games.memoir_44.scenarios.tiles import Joins, axis_of, carried_by, ways

PLAIN, PACIFIC, JAPANESE = "countryside", "pacific", "jp"
"""The face that all others change, the one that is told by who fights, and who does there."""
ACROSS, FULL, SIXTH = 90, 360, 60
"""Degrees from along to across, all around, and from side to side."""
JOINED = 'stroke-width=".9" stroke-linecap="round" stroke-linejoin="round"'
LOW = " translate(0 4) scale(.8)"
"""The transform of a work, so that a unit on its hex does not hide it."""
INK = "line"


@lru_cache
def drawings() -> Any:
    return load_toml(DATA / "drawings.toml")


@dataclass(frozen=True)
class Palette:
    grounds: Mapping[str, str]
    pens: Mapping[str, str]

    def drawn(self, parts: Sequence[str]) -> str:
        split = (part.partition(" ") for part in parts)
        return "".join(f'<path d="{path}" {self.pens[pen]}/>' for pen, _, path in split)


@lru_cache
def palette(face: str) -> Palette:
    known = drawings()
    own = known["faces"][face]
    pens = {name: attributes(pen) for name, pen in {**known["pens"], **own.get("pens", {})}.items()}
    return Palette({**known["grounds"], **own.get("grounds", {})}, {**pens, INK: 'fill="none" stroke="#3b3626"'})


def attributes(pen: Mapping[str, Any]) -> str:
    """Return a pen as attributes.

    An area is without a line, and a line without an area, if it is not told.
    """
    line = f'stroke="{pen["stroke"]}" stroke-width="{pen["width"]:g}"' if "stroke" in pen else 'stroke="none"'
    dash = f' stroke-dasharray="{pen["dash"]}"' if "dash" in pen else ""
    return f'fill="{pen.get("fill", "none")}" {line}{dash}'


def face_of(scenario: Scenario) -> str:
    """Return the face to draw: the Pacific one if the Japanese fight on green ground or a beach."""
    in_pacific = any(player.nation == JAPANESE for player in scenario.sides.values())
    return PACIFIC if in_pacific and scenario.face in (PLAIN, "beach") else scenario.face


def ground_of(name: str, joins: Joins, face: str) -> str:
    known, grounds = drawings()["drawings"][name], palette(face).grounds
    bare = is_way(name, joins) and not known.get("filled")
    return grounds["plain" if bare else known.get("ground", "plain")]


def is_way(name: str, joins: Joins) -> bool:
    return "beside-way" in drawings()["drawings"][name] and not joins.keys().isdisjoint(carried_by(name))


# -- what is drawn on a tile


def symbol_of(name: str, joins: Joins) -> str:
    """Return the name of its drawing: another one beside its way.

    Empty if there is nothing to draw.
    """
    beside = is_way(name, joins)
    return (f"{name}-way" if beside else name) if parts_of(name, beside=beside) else ""


def parts_of(name: str, *, beside: bool) -> list[str]:
    known = drawings()["drawings"][name]
    parts = known["beside-way"] if beside else known.get("parts", ())
    return [*parts, *([f"{INK} {known['line']}"] if "line" in known else [])]


def outline_of(name: str) -> str:
    known = drawings()["drawings"][name]
    return str(known.get("line") or "".join(part.partition(" ")[2] for part in known.get("parts", ())))


def symbol(name: str, face: str) -> str:
    """Return the drawing of this name once, to be used by hexes."""
    beside = name not in drawings()["drawings"]
    inside = palette(face).drawn(parts_of(name.removesuffix("-way"), beside=beside))
    return f'<symbol id="{ID}{name}" overflow="visible">{inside}</symbol>'


ID = "t-"


def uses(lying: Sequence[str], joins: Joins, at: str, toward: int) -> Iterator[str]:
    """Yield what is drawn of everything on a hex, as uses of symbols."""
    for name in lying:
        if shown := symbol_of(name, joins):
            yield f'<use href="#{ID}{shown}" transform="{at}{lies(name, joins, toward)}"/>'


def lines(lying: Sequence[str], joins: Joins, face: str) -> Iterator[str]:
    """Yield what is drawn of everything on a hex, as paths."""
    for name in lying:
        inside = palette(face).drawn(parts_of(name, beside=is_way(name, joins)))
        moved = lies(name, joins).strip()
        yield f'<g transform="{moved}">{inside}</g>' if moved and inside else inside


def lies(name: str, joins: Joins, toward: int = 0) -> str:
    """Return how a drawing lies on its hex, as a transform."""
    known = drawings()["drawings"][name]
    turn = round(-angle_of(name, joins)) if known.get("turned") else toward if "toward" in known else 0
    return LOW if known.get("low") else f" rotate({turn:d})" if turn else ""


def angle_of(name: str, joins: Joins) -> float:
    way = next((one for one in (*carried_by(name), "strip") if one in joins), None)
    if way is not None:
        return axis_of(joins[way])
    return axis_of(joins["river"]) + ACROSS if "river" in joins else 0


def toward(scenario: Scenario, place: Hex, edge: Edge) -> int | None:
    """Return how far what lies on a hex is turned, clockwise, to look at what it looks to."""
    wanted = drawings()["drawings"][scenario.terrain(place)].get("toward", ())
    around = [(side, over(place, side)) for side in COMPASS] if wanted else []
    sides = [side for side, one in around if scenario.board.has(one) and scenario.terrain(one) in wanted]
    middle = sum(complex(*middle_of(side)) for side in sides)
    if abs(middle) < 1:
        return None
    turn = degrees(phase(middle)) - ACROSS + (FULL / 2 if edge == "top" else 0)
    return round(turn / SIXTH) * SIXTH % FULL


# -- ways


def looks_of(lying: Sequence[str], joins: Joins) -> Iterator[tuple[str, tuple[Side, ...]]]:
    """Yield what the ways of a hex look like, and their sides."""
    for way, sides in joins.items():
        own = (name for name in lying if name in ways()["drawn-as"].get(way, ()))
        look = next(own, way)
        if look in ways()["drawn"]:
            yield look, sides


def ways_drawn(paths: Mapping[str, str], face: str) -> Iterator[str]:
    """Yield ways, the lowest first; all edges precede what is in them, so that no seam shows."""
    pens = palette(face).pens
    for look, strokes in ways()["drawn"].items():
        if look in paths:
            yield f'<g id="{ID}way-{look}" stroke-linecap="butt">'
            for pen in strokes:
                yield f'<path d="{paths[look]}" {pens[pen]}/>'
                if dots := "".join(DOT.findall(paths[look])):
                    yield f'<path d="{dots}" {pens[pen]} stroke-linecap="round"/>'
            yield "</g>"


DOT = re.compile(r"M\S+ \S+h0")
"""Things that are round in the middle of a hex."""


def way_path(sides: Sequence[Side], x: float = 0, y: float = 0) -> str:
    ends = {side: middle_of(side) for side in sides}
    through = next(((side, opposite(side)) for side in sides if opposite(side) in ends), None)
    if len(sides) == 2 or through:
        one, other = through if through and len(sides) > 2 else (sides[0], sides[1])
        path = curve(ends[one], ends[other], x, y)
        return path + "".join(branch(ends[side], x, y) for side in sides if side not in (one, other))
    return "".join(branch(end, x, y) for end in ends.values())


def pool_path(sides: Sequence[Side], x: float = 0, y: float = 0) -> str:
    return f"M{at(x, 0)} {at(y, 0)}h0" + "".join(branch(middle_of(side), x, y) for side in sides)


def path_of(look: str, sides: Sequence[Side], x: float = 0, y: float = 0) -> str:
    return (pool_path if look in ways()["round"] else way_path)(sides, x, y)


def curve(one: tuple[float, float], other: tuple[float, float], x: float, y: float) -> str:
    return f"M{at(x, one[0])} {at(y, one[1])}Q{at(x, 0)} {at(y, 0)} {at(x, other[0])} {at(y, other[1])}"


def branch(end: tuple[float, float], x: float, y: float) -> str:
    return f"M{at(x, end[0])} {at(y, end[1])}L{at(x, 0)} {at(y, 0)}"


def at(middle: float, along: float) -> str:
    return f"{round(middle + along, 2):g}"


def middle_of(side: Side) -> tuple[float, float]:
    (across, down), size = STEP_OVER[side], drawings()["hex"]
    return across * size["width"] / 4, down * size["row"] / 2
