"""Cards: one for each terrain with four pictures of its effects, each badge and each topic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import cos, pi, sin, tau

from app.core.messages.translator import LANGUAGES, Translator
from app.games.memoir_44.book import ALL, Terrain, UnitType
from printables import borders, fonts
from printables.card_text import Line, flow
from printables.memoir_44 import deck, style
from printables.memoir_44.keywords import UNITS, keywords, minus, worst_stop
from printables.memoir_44.needs import badges
from printables.memoir_44.source import Source
from printables.paper import SAFE
from printables.pen import INK, OLIVE, Pen
from printables.pieces import POKER, Batch, Face, Piece
from printables.words import capital

BAND, INSIDE = 13.0, SAFE + 0.6
CELL_HIGH, PICTURE = 14.6, 8.6
LARGEST = 11.0
PICTURES: Mapping[UnitType, str] = {"infantry": "brodie-helmet", "armour": "tank", "artillery": "field-gun"}


@dataclass(frozen=True)
class TerrainCard:
    """The card of a terrain or other thing on a hex."""

    source: Source
    name: str

    @property
    def ground(self) -> Terrain:
        """Return its effects under the table's answers."""
        return self.source.book.ground(self.name)

    @property
    def title(self) -> str:
        """Return its title."""
        return capital(self.source.speech.name(self.name))

    def piece(self) -> Piece:
        """Return the card; it has no back."""
        return Piece(Face(f"terrain:{self.name}", self.title, self.draw))

    def draw(self, pen: Pen) -> None:
        """Draw title, picture, four effects with a picture each, and keywords."""
        head(pen, self.title, self.other_names())
        top, wide = pen.height - BAND - 1.0, (pen.width - 2 * INSIDE) / 2
        middle = INSIDE + wide * 0.5, top - CELL_HIGH * 0.5
        style.hexagon_in(pen, style.tiles()[self.name], middle, CELL_HIGH * 0.84)
        cells: list[Callable[[Pen, float, float, float], None]] = [self.stop, self.battle, self.dice, self.flags]
        cells.append(self.sight)
        for place, cell in enumerate(cells, start=1):
            column, row = place % 2, place // 2
            cell(pen, INSIDE + column * wide, top - (row + 1) * CELL_HIGH, wide)
        low = top - 3 * CELL_HIGH - 0.6
        pen.line(INSIDE, low, pen.width - INSIDE, low, INK, 0.25)
        lines = [Line(capital(word)) for word in keywords(self.source, self.name)]
        flow(pen, INSIDE, INSIDE, pen.width - 2 * INSIDE, low - INSIDE - 0.8, lines, LARGEST)

    def other_names(self) -> str:
        speech = self.source.speech
        others = (Translator(speech.words, language) for language in LANGUAGES if language != speech.language)
        return " · ".join(capital(other.name(self.name)) for other in others)

    def caption(self, pen: Pen, x: float, y: float, wide: float, text: str) -> None:
        pen.text(x + 0.4, y + 0.4, wide - 0.8, 5.0, [[(fonts.TEXT, text)]], 7.5, "centre", INK, True, 0.0)

    @property
    def entered(self) -> bool:
        """True if any unit may enter it without restriction."""
        return len(self.ground.closed_to) < len(UNITS) and not self.ground.water

    def stop(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw a filled or empty octagon for a stop, an arrow for none, a cross for impassable."""
        ground, say = self.source.book.ground(self.name), self.source.speech
        middle = x + wide / 2, y + 5.4 + PICTURE / 2
        worst = worst_stop(ground)
        if not self.entered:
            octagon(pen, middle, PICTURE / 2, 0)
            borders.crossed(pen, middle[0] - 2, middle[1] - 2, 4, INK)
            key = "closed"
        else:
            octagon(pen, middle, PICTURE / 2, 2 if worst == "hard" else 1) if worst else arrow(pen, middle, PICTURE)
            key = worst or "free"
        self.caption(pen, x, y, wide, say.translate(f"cell.{key}"))

    def battle(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw whether a unit that enters may battle."""
        ground = self.ground
        none = not (ground.battle_on_entry and ground.battle_inside)
        self.icon(pen, "stick-grenade", x, y, wide, none or not self.entered)
        key = (
            "closed"
            if not self.entered
            else "no-battle"
            if none
            else "battle-not-armour"
            if ground.soft_ground
            else "battle"
        )
        self.caption(pen, x, y, wide, self.source.speech.translate(f"cell.{key}"))

    def icon(self, pen: Pen, icon: str, x: float, y: float, wide: float, crossed: bool) -> None:
        """Draw a picture in its cell, crossed out if it does not apply."""
        left, low = x + wide / 2 - PICTURE / 2, y + 5.4
        pen.icon(style.icons()[icon], left, low, PICTURE, INK)
        if crossed:
            borders.crossed(pen, left, low, PICTURE, INK)

    def dice(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw the dice that each type of attacker loses."""
        each, size = wide / len(UNITS), 5.4
        for place, unit in enumerate(UNITS):
            left = x + place * each
            pen.icon(style.icons()[PICTURES[unit]], left + (each - size) / 2, y + 9.0, size, INK)
            less = minus(-self.ground.protection.get(unit, 0))
            pen.label(left, y + 5.0, each, 3.8, less, 12, fonts.DISPLAY)
        self.caption(pen, x, y, wide, self.source.speech.translate("cell.dice"))

    def flags(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw the flags that may be ignored."""
        ignores, speech = self.ground.ignores, self.source.speech
        left, low = x + wide / 2 - PICTURE, y + 5.4
        pen.icon(style.icons()["flying-flag"], left, low, PICTURE, INK)
        if not ignores:
            key, figure = "flags-none", "0"
        else:
            key, figure = ("flags-all", speech.name(ALL)) if ignores == ALL else ("flags", str(ignores))
        pen.label(left + PICTURE + 0.6, low, PICTURE, PICTURE, figure, 16, fonts.DISPLAY)
        self.caption(pen, x, y, wide, speech.translate(f"cell.{key}"))

    def sight(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw whether it blocks the line of sight."""
        self.icon(pen, "binoculars", x, y, wide, self.ground.sight == "blocks")
        self.caption(pen, x, y, wide, self.source.speech.translate(f"cell.sight-{self.ground.sight}"))


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
    pen.line(x - size / 2, y, x + size / 2 - 0.8, y, INK, 1.0)
    for up in (1, -1):
        pen.line(x + size / 2, y, x + size / 5, y + up * size * 0.28, INK, 1.0)


def head(pen: Pen, title: str, below: str) -> None:
    y = pen.height - BAND
    pen.band(y, BAND, OLIVE)
    over, wide = pen.over(OLIVE), pen.width - 2 * INSIDE
    pen.label(INSIDE, y + 3.7, wide, 5.4, title, 14, fonts.DISPLAY, over, "left")
    pen.label(INSIDE, y + 0.7, wide, 2.7, below, 7.5, fonts.BOLD, over, "left")
    if pen.low_ink:
        pen.line(INSIDE, y, pen.width - INSIDE, y, INK, 0.4)


def listed(source: Source, key: str, title: str, lines: list[Line], icon: str = "") -> Piece:

    def draw(pen: Pen) -> None:
        head(pen, title, source.speech.name(source.game))
        low = pen.height - BAND - 1.6
        if icon:
            pen.icon(style.icons()[icon], pen.width / 2 - 6, low - 12, 12, INK)
            low -= 13.5
        flow(pen, INSIDE, INSIDE, pen.width - 2 * INSIDE, low - INSIDE, lines, LARGEST)

    return Piece(Face(key, title, draw))


def terrain_piece(source: Source, name: str) -> Piece:
    if name in source.book.terrain:
        return TerrainCard(source, name).piece()
    icon = EMBLEMS[name]
    return listed(source, f"badge:{name}", capital(source.speech.name(name)), deck.badge(source, name), icon)


EMBLEMS = {
    "special-forces": "rank-3", "elite-armour": "tank", "french-resistance": "flying-flag",
    "engineer": badges()["us-engineers"].icon, "big-gun": badges()["big-gun"].icon,
}  # fmt: skip


def terrain_batch(source: Source, wanted: Mapping[str, int]) -> Batch:
    return Batch("terrain-cards", POKER, [(terrain_piece(source, name), count) for name, count in wanted.items()])


def topic_batch(source: Source, wanted: Mapping[str, int]) -> Batch:
    laid = [
        (listed(source, f"topic:{name}", source.speech.translate(f"topic.{name}"), deck.topic(source, name)), count)
        for name, count in wanted.items()
    ]
    return Batch("topic-cards", POKER, laid)
