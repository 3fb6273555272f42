"""Table of terrain effects: tiles, pictures and numbers, with exceptions in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from app.games.memoir_44.book import ALL
from printables import fonts
from printables.memoir_44 import cards, style
from printables.memoir_44.cards import PICTURES, Cell, picture
from printables.memoir_44.keywords import UNITS, exceptions, keywords, minus
from printables.memoir_44.source import Source
from printables.paper import MM
from printables.pen import INK, LINE, Pen
from printables.text_fit import Fitted, fit
from printables.words import capital

SIZE = 9.0
ROW, TWO_LINES, HEAD, GAP, LEGEND = 6.4, 7.8, 7.4, 6.0, 4.6
"""Height of a row, of one with a long name, of the head, between the two halves, height of the legend."""
TILE, CELL = 7.0, 7.4
"""Width of a tile's picture and of a column of effects."""
COUNT = 7
TALLEST = 1000.0


@dataclass(frozen=True)
class Row:
    name: str
    said: Fitted | None
    high: float
    head: float
    """Height of the line with name and pictures."""


@dataclass(frozen=True)
class Table:
    """Rows of terrain in two halves side by side, in a width."""

    source: Source
    names: Sequence[str]
    wide: float

    @property
    def half(self) -> float:
        return (self.wide - GAP) / 2

    @property
    def room(self) -> float:
        return self.half - TILE - COUNT * CELL - 0.5

    @cached_property
    def rows(self) -> list[Row]:
        return [self.row(name) for name in self.names]

    def row(self, name: str) -> Row:
        words = exceptions(self.source, name)
        title = capital(self.source.speech.name(name))
        head = TWO_LINES if fonts.width(fonts.BOLD, title) * SIZE / MM > self.room else ROW
        if not words:
            return Row(name, None, head, head)
        text = [[(fonts.TEXT, capital("; ".join(words)))]]
        said = fit(text, self.half - TILE - 1, TALLEST, SIZE, self.source.speech.name(name))
        return Row(name, said, head + said.height + 0.6, head)

    @cached_property
    def halves(self) -> list[list[Row]]:
        """Return the rows of each half, as alike in height as can be, in order."""
        places = range(len(self.rows) + 1)

        def taller(place: int) -> float:
            return max(sum(row.high for row in part) for part in (self.rows[:place], self.rows[place:]))

        best = min(places, key=taller)
        return [self.rows[:best], self.rows[best:]]

    @property
    def high(self) -> float:
        return HEAD + max(sum(row.high for row in half) for half in self.halves) + LEGEND * len(self.legend) + 2

    @cached_property
    def legend(self) -> list[str]:
        text = [[(fonts.TEXT, self.source.speech.translate("evening.legend"))]]
        laid = fit(text, self.wide, TALLEST, SIZE, "")
        return ["".join(words for _, _, words in line) for line in laid.lines]

    def draw(self, pen: Pen, top: float) -> None:
        for place, rows in enumerate(self.halves):
            if rows:
                self.draw_half(pen, place * (self.half + GAP), top, rows)
        low = top - self.high + LEGEND * len(self.legend)
        for place, line in enumerate(self.legend):
            pen.write(0, low - (place + 1) * LEGEND + 2.4, line, SIZE, fonts.TEXT, INK)

    def draw_half(self, pen: Pen, x: float, top: float, rows: Sequence[Row]) -> None:
        y = top - HEAD
        for place, icon in enumerate(
            ("", "stick-grenade", *(PICTURES[unit] for unit in UNITS), "flying-flag", "binoculars")
        ):
            middle = self.middle(x, place), y + HEAD / 2
            if icon:
                picture(pen, icon, middle, 5.4, False)
            else:
                cards.octagon(pen, middle, 2.7, 1)
        pen.line(x, y, x + self.half, y, INK, 0.4)
        for row in rows:
            y -= row.high
            self.draw_row(pen, x, y, row)
            pen.line(x, y, x + self.half, y, INK if pen.low_ink else LINE, 0.2)

    def middle(self, x: float, place: int) -> float:
        return x + self.half - (COUNT - place - 0.5) * CELL

    def draw_row(self, pen: Pen, x: float, y: float, row: Row) -> None:
        source, line = self.source, y + row.high - row.head / 2
        style.hexagon_in(pen, style.tiles()[row.name], (x + TILE / 2 - 0.4, line), ROW * 0.8, 0.2)
        name = capital(source.speech.name(row.name))
        with pen.part(said=f"{name}: {'; '.join(keywords(source, row.name))}."):
            self.draw_effects(pen, x, y, row, name)

    def draw_effects(self, pen: Pen, x: float, y: float, row: Row, name: str) -> None:
        source, line = self.source, y + row.high - row.head / 2
        size = SIZE if row.head > ROW else 10
        pen.text(x + TILE, line - row.head / 2, self.room, row.head, [[(fonts.BOLD, name)]], size, middle=True)
        ground = source.book.ground(row.name)
        shown: list[Cell] = [partial(cards.stop, ground), partial(cards.battle, ground)]
        shown += [partial(number, minus(-ground.protection.get(unit, 0))) for unit in UNITS]
        flags = source.speech.name(ALL) if ground.ignores == ALL else str(ground.ignores)
        shown += [partial(number, flags), partial(cards.sight, ground)]
        for place, cell in enumerate(shown):
            cell(pen, (self.middle(x, place), line), CELL - 0.2, 4.6)
        if row.said:
            pen.draw_text(row.said, x + TILE, y + row.high - row.head + 0.4, self.half - TILE)


def number(text: str, pen: Pen, middle: tuple[float, float], wide: float, high: float) -> None:
    """Draw a number about a point; a 0 is a dot."""
    if text == "0":
        pen.disc(*middle, 0.35, INK)
    else:
        pen.label(middle[0] - wide / 2, middle[1] - high / 2, wide, high, text, 12, fonts.DISPLAY)
