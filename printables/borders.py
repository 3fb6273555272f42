"""Borders inside the cut of a piece, and crosses over pictures."""

from __future__ import annotations

import math
from collections.abc import Iterator

from printables.cut_marks import corners
from printables.pen import Colour, Pen
from printables.pieces import Shape

EDGE, THICK = 1.5, 0.9
"""Distance of a border from the cut, and width of the widest one."""


def border(pen: Pen, shape: Shape, kind: str, colour: Colour) -> None:
    """Draw the border of a family, which distinguishes families with the same cut."""
    if kind in ("plain", "double", "thick"):
        ring(pen, shape, EDGE, colour, THICK if kind == "thick" else 0.3)
    if kind == "double":
        ring(pen, shape, EDGE + 0.7, colour, 0.3)
    if kind in ("ticks", "dots"):
        for x, y, out_x, out_y in around(shape, 24):
            if kind == "dots":
                pen.disc(x - out_x * EDGE, y - out_y * EDGE, 0.36, colour)
            else:
                inner = EDGE + 0.8
                pen.line(x - out_x, y - out_y, x - out_x * inner, y - out_y * inner, colour, 0.35)
    if kind == "corners":
        for x, y, out_x, out_y in around(shape, 4, math.pi / 4):
            pen.disc(x - out_x * 1.9, y - out_y * 1.9, 0.8, colour)


def ring(pen: Pen, shape: Shape, inward: float, colour: Colour, width: float) -> None:
    wide, high = shape.width, shape.height
    if shape.kind == "round":
        pen.ring(wide / 2, high / 2, wide / 2 - inward, colour, width)
    elif shape.kind == "hexagon":
        scale = 1 - 2 * inward / wide
        points = [(wide / 2 + (x - wide / 2) * scale, high / 2 + (y - high / 2) * scale) for x, y in corners(shape)]
        for (x, y), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
            pen.line(x, y, x2, y2, colour, width)
    else:
        pen.frame(inward, inward, wide - 2 * inward, high - 2 * inward, colour, width, 0.6)


def around(shape: Shape, count: int, first: float = 0.0) -> Iterator[tuple[float, float, float, float]]:
    for place in range(count):
        turn = first + place * math.tau / count
        out_x, out_y = math.cos(turn), math.sin(turn)
        reach = reach_of(shape, out_x, out_y)
        yield shape.width / 2 + out_x * reach, shape.height / 2 + out_y * reach, out_x, out_y


def reach_of(shape: Shape, out_x: float, out_y: float) -> float:
    half = shape.width / 2
    if shape.kind == "round":
        return half
    if shape.kind == "hexagon":
        turns = [math.tau * side / 6 for side in range(6)]
        return half / max(out_x * math.cos(turn) + out_y * math.sin(turn) for turn in turns)
    return half / max(abs(out_x), abs(out_y))


def crossed(pen: Pen, x: float, y: float, size: float, colour: Colour) -> None:
    """Draw a cross slightly larger than a picture, meaning that what it shows is over."""
    out = size * 0.1
    for low, high in ((y, y + size), (y + size, y)):
        pen.line(x - out, low, x + size + out, high, colour, size / 14)
