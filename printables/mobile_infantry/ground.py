"""Terrain: tunnels and chambers for play below ground, walls and works of the fort."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import pi, sin

from printables import fonts
from printables.mobile_infantry import style
from printables.mobile_infantry.source import Source, looks
from printables.paper import SAFE
from printables.pen import FADED, INK, LINE, WASH, Pen
from printables.pieces import Batch, Face, Piece, Shape, disc, strip

INCH = 25.4
WALL = strip(6 * INCH, 25)
WORK, FORT_LZ = strip(3 * INCH, 3 * INCH), disc(4 * INCH)
COPING = 1.6
"""Thickness of a wall's edges, which show where to cut."""
ROCK = 5.0
"""Thickness of the rock drawn at the sides of a trench."""
ROCK_GREY = (0.62, 0.58, 0.51)


# -- below ground


def tunnels(source: Source, wanted: Mapping[str, int]) -> Iterator[Batch]:
    shape = strip(looks()["tunnels"]["strip"] * INCH, INCH)
    yield Batch("tunnels", shape, [(Piece(rock_wall(source, thing)), count) for thing, count in wanted.items()])


def rock_wall(source: Source, thing: str) -> Face:
    name = style.told(source, f"ground.{thing}")

    def draw(pen: Pen) -> None:
        ragged = rock(pen.width, pen.height + pen.bleed, -1.0, pen.height - 11)
        pen.polygon(ragged, ROCK_GREY)
        for inch in range(1, round(pen.width / INCH)):
            pen.line(inch * INCH, SAFE, inch * INCH, SAFE + 2.6, INK, 0.3)
        pen.label(SAFE + 1, SAFE + 3.2, pen.width - 2 * SAFE - 2, 3.6, name, 9, fonts.TEXT, INK, "left")

    return Face(f"ground:{thing}", name, draw)


def rock(wide: float, low: float, way: float, thick: float = ROCK) -> list[tuple[float, float]]:
    steps = 24
    ragged = [
        (wide * n / steps, low + way * (thick + 1.4 * sin(n * 2.1) * sin(pi * n / steps))) for n in range(steps + 1)
    ]
    return [(0, low), *ragged, (wide, low)]


# -- the fort


def fort(source: Source, wanted: Mapping[str, int]) -> Iterator[Batch]:
    by_shape: dict[Shape, list[tuple[Piece, int]]] = {}
    for thing, count in wanted.items():
        by_shape.setdefault(WORKS[thing][0], []).append((work(source, thing), count))
    return (Batch("fort", shape, laid) for shape, laid in by_shape.items())


def work(source: Source, thing: str) -> Piece:
    _, front, back, behind = WORKS[thing]
    names = [source.speech.translate(f"ground.{thing}"), source.speech.translate(f"ground.{behind}")]
    return Piece(
        Face(f"ground:{thing}", names[0], partial(front, name=names[0])),
        Face(f"ground:{thing}:back", f"{names[0]}: {names[1]}", partial(back, name=names[1])),
    )


def wall(pen: Pen, name: str) -> None:
    course, step, (left, right) = pen.height / 5, pen.width / 10, plate(pen, name)
    for row in range(5):
        y, around = row * course, row in (1, 2, 3)
        for x, x2 in ((0.0, left), (right, pen.width)) if row in (2, 3) else ((0.0, pen.width),):
            pen.line(x, y, x2, y, FADED, 0.3)
        for stone in range(1, 10 + row % 2):
            x = (stone - (row % 2) / 2) * step
            if not (around and left < x < right):
                pen.line(x, y, x, y + course, FADED, 0.3)
    for y in (0.0, pen.height - COPING):
        pen.fill(0, y, pen.width, COPING, FADED)


def trench(pen: Pen, name: str) -> None:
    left, right = plate(pen, name)
    for low, way in ((0.0, 1.0), (pen.height, -1.0)):
        pen.polygon(rock(pen.width, low, way), LINE)
    for place in range(1, 24):
        x = place * pen.width / 24
        if not left < x < right:
            pen.line(x, 7.4, x, pen.height - 7.4, LINE, 0.25)


def plate(pen: Pen, name: str) -> tuple[float, float]:
    wide, high = min(40.0, pen.width - 2 * SAFE - 8), 7.0
    x, y = (pen.width - wide) / 2, (pen.height - high) / 2
    pen.label(x + 1, y + 0.8, wide - 2, high - 1.6, name, 12, fonts.BOLD)
    return x, x + wide


def bunker(pen: Pen, name: str) -> None:
    side, thick = pen.width, 8.0
    pen.fill(4, 4, side - 8, side - 8, LINE, 6)
    pen.fill(4 + thick, 4 + thick, side - 8 - 2 * thick, side - 8 - 2 * thick, WASH, 3)
    pen.frame(4, 4, side - 8, side - 8, INK, 0.5, 6)
    pen.frame(4 + thick, 4 + thick, side - 8 - 2 * thick, side - 8 - 2 * thick, INK, 0.3, 3)
    for x, y, wide, high in (
        (side / 2 - 8, side - 9.6, 16, 3),
        (6.6, side / 2 - 8, 3, 16),
        (side - 9.6, side / 2 - 8, 3, 16),
    ):
        pen.fill(x, y, wide, high, INK)
    plate(pen, name)


def tower(pen: Pen, name: str) -> None:
    side = pen.width
    pen.frame(4, 4, side - 8, side - 8, INK, 0.8)
    pen.frame(7, 7, side - 14, side - 14, INK, 0.3)
    pen.icon(style.icons()["watchtower"], side / 2 - 14, side / 2 - 4, 28, FADED)
    pen.label(9, 15, side - 18, 9, name, 14, fonts.BOLD)


def landing(pen: Pen, name: str) -> None:
    middle = pen.width / 2
    pen.ring(middle, middle, middle - 4, INK, 0.9)
    pen.ring(middle, middle, middle - 7, INK, 0.3)
    pen.icon(style.icons()["spaceship"], middle - 16, middle - 6, 32, FADED)
    pen.label(middle - 28, middle - 20, 56, 10, name, 16, fonts.BOLD)


def breached(pen: Pen, name: str) -> None:
    size = min(pen.width, pen.height) * 0.4
    middle, y = pen.width / 2, pen.height / 2
    pen.icon(style.icons()["broken-wall"], middle - size / 2, y - size * 0.2, size, FADED)
    wide = min(pen.width - 4 * SAFE, 56)
    pen.label(middle - wide / 2, y - size * 0.2 - 9, wide, 7, name, 14, fonts.BOLD)


Draw = Callable[..., None]
WORKS: Mapping[str, tuple[Shape, Draw, Draw, str]] = {
    "wall": (WALL, wall, trench, "trench"),
    "bunker": (WORK, bunker, breached, "breached"),
    "tower": (WORK, tower, breached, "breached"),
    "fort-lz": (FORT_LZ, landing, breached, "overrun"),
}
