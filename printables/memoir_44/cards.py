"""Cards: one for each terrain with four pictures of its effects, each badge and each topic."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import cos, pi, sin, tau

from app.core.messages.translator import LANGUAGES, Translator
from app.games.memoir_44.book import ALL, Terrain, UnitType
from printables import borders, fonts
from printables.card_text import Line, fitting, flow, in_two
from printables.memoir_44 import deck, style
from printables.memoir_44.keywords import UNITS, exceptions, keywords, minus, worst_stop
from printables.memoir_44.needs import badges
from printables.memoir_44.source import Source
from printables.paper import SAFE
from printables.pen import INK, OLIVE, Pen
from printables.pieces import POKER, Batch, Face, Piece
from printables.words import capital

BAND, INSIDE = 13.0, SAFE + 0.6
PICTURE = 13.5
"""Height that the picture of a badge takes above its texts."""
CELLS = ((15.6, 9.6), (13.0, 8.6), (10.6, 7.6), (8.8, 6.4))
"""Height of a cell and of its picture: the largest that leaves room for exceptions."""
READABLE = 9.0
LARGEST = 11.0
PICTURES: Mapping[UnitType, str] = {"infantry": "brodie-helmet", "armour": "tank", "artillery": "field-gun"}


@dataclass(frozen=True)
class TerrainCard:
    source: Source
    name: str

    @property
    def title(self) -> str:
        return capital(self.source.speech.name(self.name))

    def face(self) -> Face:
        return Face(f"terrain:{self.name}", self.title, self.draw)

    def draw(self, pen: Pen) -> None:
        head(pen, self.title, self.other_names())
        with pen.part(said=f"{capital('; '.join(keywords(self.source, self.name)))}."):
            self.effects(pen)

    def effects(self, pen: Pen) -> None:
        top, wide = pen.height - BAND - 1.0, (pen.width - 2 * INSIDE) / 2
        lines = [Line(capital(word)) for word in exceptions(self.source, self.name)]
        rooms = [(high, size, top - 3 * high - 0.6) for high, size in CELLS]
        fits = (one for one in rooms if fitting(lines, 2 * wide, one[2] - INSIDE - 0.8, READABLE, pen.name))
        high, size, low = next(fits, rooms[-1]) if lines else rooms[0]
        style.hexagon_in(pen, style.tiles()[self.name], (INSIDE + wide / 2, top - high / 2), high * 0.84)
        for place, cell in enumerate(cells(self.source, self.name), start=1):
            column, row = place % 2, place // 2
            cell(pen, (INSIDE + (column + 0.5) * wide, top - (row + 0.5) * high), wide - 2, size)
        if lines:
            pen.line(INSIDE, low, pen.width - INSIDE, low, INK, 0.25)
            flow(pen, INSIDE, INSIDE, 2 * wide, low - INSIDE - 0.8, lines, LARGEST)

    def other_names(self) -> str:
        speech = self.source.speech
        others = (Translator(speech.words, language) for language in LANGUAGES if language != speech.language)
        return " · ".join(capital(other.name(self.name)) for other in others)


# -- effects as pictures, about a point, so wide and high; on cards and in the table of an evening

Point = tuple[float, float]
Cell = Callable[[Pen, Point, float, float], None]


def cells(source: Source, name: str) -> list[Cell]:
    """Return the pictures of entering, battle on entry, dice by attacker, flags and sight."""
    ground = source.book.ground(name)
    return [
        partial(stop, ground),
        partial(battle, ground),
        partial(dice, ground),
        partial(flags, ground, source.speech),
        partial(sight, ground),
    ]


def entered(ground: Terrain) -> bool:
    return len(ground.closed_to) < len(UNITS) and not ground.water


def stop(ground: Terrain, pen: Pen, middle: Point, wide: float, high: float) -> None:
    """Draw a stop (one bar; two: hard), an arrow for none, or a cross for impassable."""
    worst = worst_stop(ground)
    if not entered(ground):
        octagon(pen, middle, high / 2, 0)
        borders.crossed(pen, middle[0] - high / 4, middle[1] - high / 4, high / 2, INK)
    elif worst:
        octagon(pen, middle, high / 2, 2 if worst == "hard" else 1)
    else:
        arrow(pen, middle, high)


def battle(ground: Terrain, pen: Pen, middle: Point, wide: float, high: float) -> None:
    """Draw a grenade, crossed out if units cannot battle on entry, a tank if only armour."""
    none = not ground.battle_on_entry or len(ground.no_battle_from) == len(UNITS) or not entered(ground)
    some = not none and (ground.soft_ground or bool(ground.no_battle_from))
    left = middle[0] - (high * 0.55 if some else 0)
    picture(pen, "stick-grenade", (left, middle[1]), high, none)
    if some:
        picture(pen, PICTURES["armour"], (middle[0] + high * 0.55, middle[1]), high * 0.8, True)


def dice(ground: Terrain, pen: Pen, middle: Point, wide: float, high: float) -> None:
    each, size = wide / len(UNITS), high * 0.6
    for place, unit in enumerate(UNITS):
        x = middle[0] + (place - 1) * each
        picture(pen, PICTURES[unit], (x, middle[1] + high * 0.28), size, False)
        less = minus(-ground.protection.get(unit, 0))
        pen.label(x - each / 2, middle[1] - high * 0.62, each, high * 0.5, less, 14, fonts.DISPLAY)


def flags(ground: Terrain, speech: Translator, pen: Pen, middle: Point, wide: float, high: float) -> None:
    picture(pen, "flying-flag", (middle[0] - high * 0.5, middle[1]), high, False)
    said = speech.name(ALL) if ground.ignores == ALL else str(ground.ignores)
    pen.label(middle[0] + high * 0.1, middle[1] - high / 2, max(high, wide * 0.42), high, said, 16, fonts.DISPLAY)


def sight(ground: Terrain, pen: Pen, middle: Point, wide: float, high: float) -> None:
    picture(pen, "binoculars", middle, high, ground.sight == "blocks")


def picture(pen: Pen, icon: str, middle: Point, size: float, crossed: bool) -> None:
    x, y = middle[0] - size / 2, middle[1] - size / 2
    pen.icon(style.icons()[icon], x, y, size, INK)
    if crossed:
        borders.crossed(pen, x, y, size, INK)


def octagon(pen: Pen, middle: tuple[float, float], reach: float, bars: int) -> None:
    points = [
        (middle[0] + cos(pi / 8 + side * tau / 8) * reach, middle[1] + sin(pi / 8 + side * tau / 8) * reach)
        for side in range(8)
    ]
    for one, other in zip(points, [*points[1:], points[0]], strict=True):
        pen.line(*one, *other, INK, 0.9 if bars > 1 else 0.4)
    for bar in range(bars):
        y = middle[1] + (bar - (bars - 1) / 2) * reach * 0.6
        pen.line(middle[0] - reach * 0.55, y, middle[0] + reach * 0.55, y, INK, reach * 0.26)


def arrow(pen: Pen, middle: tuple[float, float], size: float) -> None:
    x, y = middle
    thick = size * 0.11
    pen.line(x - size / 2, y, x + size / 2 - thick, y, INK, thick)
    for up in (1, -1):
        pen.line(x + size / 2, y, x + size / 5, y + up * size * 0.28, INK, thick)


def head(pen: Pen, title: str, below: str) -> None:
    y = pen.height - BAND
    pen.band(y, BAND, OLIVE)
    over, wide = pen.over(OLIVE), pen.width - 2 * INSIDE
    with pen.part("H"):
        pen.label(INSIDE, y + 3.7, wide, 5.4, title, 14, fonts.DISPLAY, over, "left")
    pen.label(INSIDE, y + 0.7, wide, 2.7, below, 9, fonts.BOLD, over, "left")
    if pen.low_ink:
        pen.line(INSIDE, y, pen.width - INSIDE, y, INK, 0.4)


def listed(source: Source, key: str, title: str, lines: list[Line], icon: str = "") -> list[Face]:
    """Return the faces of a card of texts: two if one would be too small to read."""
    picture = PICTURE if icon else 0.0
    parts = in_two(lines, POKER.width - 2 * INSIDE, POKER.height - BAND - 1.6 - INSIDE - picture, READABLE, title)

    def draw(place: int, pen: Pen) -> None:
        below = source.speech.name(source.game)
        head(pen, title, below if len(parts) == 1 else f"{below} · {place + 1}/{len(parts)}")
        low = pen.height - BAND - 1.6
        if icon:
            pen.icon(style.icons()[icon], pen.width / 2 - 6, low - 12, 12, INK)
            low -= picture
        flow(pen, INSIDE, INSIDE, pen.width - 2 * INSIDE, low - INSIDE, parts[place], LARGEST)

    return [Face(f"{key}:{place}", title, partial(draw, place)) for place in range(len(parts))]


def pieces(faces: Sequence[Face], has_backs: bool) -> list[Piece]:
    return [Piece(faces[0], *faces[1:])] if has_backs else [Piece(face) for face in faces]


def terrain_faces(source: Source, name: str) -> list[Face]:
    if name in source.book.terrain:
        return [TerrainCard(source, name).face()]
    icon = EMBLEMS.get(name, EMBLEMS["special-forces"])
    return listed(source, f"badge:{name}", capital(source.speech.name(name)), deck.badge(source, name), icon)


EMBLEMS = {
    "special-forces": "rank-3", "elite-armour": "tank", "french-resistance": "flying-flag",
    "engineer": badges()["us-engineers"].icon, "big-gun": badges()["big-gun"].icon,
}  # fmt: skip


def topic_faces(source: Source, name: str) -> list[Face]:
    return listed(source, f"topic:{name}", source.speech.translate(f"topic.{name}"), deck.topic(source, name))


FACES = {"terrain-cards": terrain_faces, "topic-cards": topic_faces}


def batch(product: str, source: Source, wanted: Mapping[str, int], has_backs: bool) -> Batch:
    laid = [
        (piece, count) for name, count in wanted.items() for piece in pieces(FACES[product](source, name), has_backs)
    ]
    return Batch(product, POKER, laid)
