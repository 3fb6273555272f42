"""Shared style of Memoir '44: pictures, numbers in words, and tile drawing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import cos, pi, sin, tau
from typing import Any

from app.core.rules.book import DashedPage
from printables.memoir_44.source import HERE, Source, looks
from printables.pdf_operators import Icon, icons_in
from printables.pen import FADED, INK, Colour, Pen
from printables.words import Figure, flat

Point = tuple[float, float]
POOL, MOUTH = 0.8, 0.62
"""Radius of a spring's pool and distance where its way leaves, relative to the way's width."""


def icons() -> Mapping[str, Icon]:
    return icons_in(HERE / "icons.txt")


# -- numbers in words


def told(source: Source, key: str, **more: Any) -> str:
    return source.speech.text(key).format_map({**_figures(source.book.model_dump_json()), **more})


@lru_cache(maxsize=8)
def _figures(book: str) -> Mapping[str, Figure]:
    return {name: Figure(number) for name, number in flat(json.loads(book))}


# -- tiles


class Look(DashedPage):
    """The look of a tile: ground, ways by the sides they reach, contour lines, a picture."""

    ground: str
    icon: str = ""
    times: int = 1
    small: bool = False
    rings: int = 0
    road: list[int] = []
    track: list[int] = []
    river: list[int] = []
    wadi: list[int] = []
    word: str | None = None

    @property
    def extent(self) -> float:
        """The size of its picture, in widths of the tile."""
        return 0.66 if self.rings or self.times > 1 else 0.26 if self.small else 0.46


@cache
def tiles() -> Mapping[str, Look]:
    return {name: Look.model_validate(one) for name, one in looks()["tiles"].items()}


def colour(name: str) -> Colour:
    red, green, blue = looks()["ground"][name]
    return red, green, blue


def corners_about(middle: Point, width: float) -> list[Point]:
    reach = width / 3**0.5
    turns = [pi / 6 + side * tau / 6 for side in range(6)]
    return [(middle[0] + cos(turn) * reach, middle[1] + sin(turn) * reach) for turn in turns]


def ring_scale(ring: int) -> float:
    """Return the width of a line of height, the outermost first, as a share of the tile's; two thirds hold an icon."""
    return 0.58 - ring * 0.09


class Picture:
    def __init__(self, pen: Pen, look: Look, middle: Point, width: float) -> None:
        self.pen, self.look, self.middle, self.width = pen, look, middle, width

    def draw(self) -> None:
        for ring in range(self.look.rings):
            self.ring(ring_scale(ring))
        for name, ground in (("river", "water"), ("wadi", "dark-sand"), ("road", "earth")):
            arms = getattr(self.look, name)
            if arms:
                self.way(arms, looks()["roads"][name] * self.width, colour(ground))
        if self.look.track:
            self.rails(self.look.track, looks()["roads"]["track"] * self.width)
        if self.look.icon:
            self.icons()

    def at(self, turn: float, far: float) -> Point:
        return self.middle[0] + cos(turn) * far, self.middle[1] + sin(turn) * far

    def ring(self, scale: float) -> None:
        points = corners_about(self.middle, self.width * scale)
        for one, other in zip(points, [*points[1:], points[0]], strict=True):
            self.pen.line(*one, *other, FADED, 0.3)

    def way(self, arms: Sequence[int], wide: float, ground: Colour) -> None:
        """Draw a way to some sides; one that reaches a single side begins in a pool."""
        if len(arms) == 1:
            self.pen.disc(*self.middle, wide * POOL, ground)
            self.pen.ring(*self.middle, wide * POOL, INK, 0.25)
        self.pen.polygon(self.around(arms, wide), ground)
        for one, other in self.banks(arms, wide):
            self.pen.line(*one, *other, INK, 0.25)

    def around(self, arms: Sequence[int], wide: float) -> list[Point]:
        """Return the corners of a way: two at each side, and one where neighbouring arms meet."""
        return [point for bank in self.banks(arms, wide) for point in bank]

    def turns(self, arms: Sequence[int], wide: float) -> Iterator[tuple[float, Point]]:
        """Yield the angle of each arm, and the corner between it and the next one counterclockwise."""
        ordered = sorted(arms)
        for place, arm in enumerate(ordered):
            half = (ordered[(place + 1) % len(ordered)] - arm) % 6 * tau / 12
            yield arm * tau / 6, self.at(arm * tau / 6 + half, wide / 2 / sin(half))

    def ends(self, turn: float, wide: float, far: float) -> tuple[Point, Point]:
        x, y = self.at(turn, far)
        across = sin(turn) * wide / 2, -cos(turn) * wide / 2
        return (x + across[0], y + across[1]), (x - across[0], y - across[1])

    def banks(self, arms: Sequence[int], wide: float) -> Iterator[tuple[Point, Point]]:
        reach = self.width / 2
        if len(arms) == 1:
            turn = arms[0] * tau / 6
            (right, left), (far_right, far_left) = (self.ends(turn, wide, far) for far in (wide * MOUTH, reach))
            yield from ((right, far_right), (far_left, left))
            return
        laid = list(self.turns(arms, wide))
        for place, (turn, corner) in enumerate(laid):
            before = laid[place - 1][1]
            right, left = self.ends(turn, wide, reach)
            yield before, right
            yield left, corner

    def rails(self, arms: Sequence[int], wide: float) -> None:
        count = 5
        for arm in arms:
            turn = arm * tau / 6
            for sleeper in range(count):
                x, y = self.at(turn, self.width / 2 * (sleeper + 0.5) / count)
                out = sin(turn) * wide * 0.75, -cos(turn) * wide * 0.75
                self.pen.line(x - out[0], y - out[1], x + out[0], y + out[1], INK, self.width * 0.018)
        for one, other in self.banks(arms, wide):
            self.pen.line(*one, *other, INK, self.width * 0.012)

    def icons(self) -> None:
        look, wide = self.look, self.width
        size = wide * (0.26 if look.small else 0.66 * ring_scale(look.rings - 1) if look.rings else 0.46)
        if look.times > 1:
            for place in range(look.times):
                self.icon(*self.at(pi / 2 + place * tau / look.times, wide * 0.2), wide * 0.26)
        else:
            self.icon(*self.at(tau / 6, wide * 0.27 if look.small else 0.0), size)

    def icon(self, x: float, y: float, size: float) -> None:
        self.pen.icon(icons()[self.look.icon], x - size / 2, y - size / 2, size, INK)


def hexagon_in(pen: Pen, look: Look, middle: Point, width: float, edge: float = 0.3) -> None:
    around = corners_about(middle, width)
    pen.polygon(around, colour(look.ground))
    Picture(pen, look, middle, width).draw()
    for one, other in zip(around, [*around[1:], around[0]], strict=True):
        pen.line(*one, *other, INK, edge)
