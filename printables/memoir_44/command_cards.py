"""Command cards: name, section and text of each card of a scenario's deck."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.memoir_44.book import Card
from app.games.memoir_44.geometry import SECTIONS
from printables.card_text import Line, flow
from printables.memoir_44 import style
from printables.memoir_44.cards import BAND, INSIDE, LARGEST, head
from printables.memoir_44.source import Source
from printables.paper import SAFE
from printables.pen import GREY_BLUE, INK, OLIVE, WHITE, Pen
from printables.pieces import Batch, Face, Piece, Shape
from printables.words import capital

MAP = 16.0
"""Height of the drawing of the three sections."""


def deck_of(source: Source) -> Mapping[str, Card]:
    board = source.scenario.board.name if source.scenario else "standard"
    return source.book.deck(board)


def sections_of(card: Card, section: str) -> list[str]:
    return [section] if section else card.sections


def piece(source: Source, thing: str) -> Piece:
    key, _, section = thing.partition("/")
    card, speech = deck_of(source)[key], source.speech
    name = capital(speech.name(key))
    there = sections_of(card, section)
    below = capital(speech.name(section)) if section else ""

    def draw(pen: Pen) -> None:
        head(pen, name, below)
        low = pen.height - BAND - 3
        if there:
            sections(pen, low, there)
            low -= MAP + 3
        flow(
            pen,
            INSIDE,
            INSIDE,
            pen.width - 2 * INSIDE,
            low - INSIDE,
            [Line(speech.translate(f"card-text.{key}"))],
            LARGEST,
        )

    return Piece(Face(f"command:{thing}", f"{name} {below}".strip(), draw), back(source))


def sections(pen: Pen, top: float, there: list[str]) -> None:
    wide = (pen.width - 2 * INSIDE) / 3
    for place, name in enumerate(SECTIONS):
        x, y = INSIDE + place * wide, top - MAP
        chosen = name in there
        if chosen and not pen.low_ink:
            pen.fill(x, y, wide, MAP, GREY_BLUE)
        pen.frame(x, y, wide, MAP, INK, 0.4)
        if chosen:
            middle, colour = x + wide / 2, INK if pen.low_ink else WHITE
            arrow = ((0, 12.4), (4, 8), (1.5, 8), (1.5, 3.4), (-1.5, 3.4), (-1.5, 8), (-4, 8))
            pen.polygon([(middle + across, y + up) for across, up in arrow], colour)


def back(source: Source) -> Face:
    name = source.speech.translate("product.command-cards")

    def draw(pen: Pen) -> None:
        pen.band(0, pen.height, OLIVE)
        over = pen.over(OLIVE)
        pen.frame(SAFE + 1, SAFE + 1, pen.width - 2 * SAFE - 2, pen.height - 2 * SAFE - 2, over, 0.5, 2)
        size = 13.0
        for x in (pen.width * 0.3, pen.width * 0.7):
            for y in (pen.height * 0.3, pen.height * 0.7):
                pen.icon(style.icons()["star-medal"], x - size / 2, y - size / 2, size, over, turned=y < pen.height / 2)
        pen.line(SAFE + 6, pen.height / 2, pen.width - SAFE - 6, pen.height / 2, over, 0.5)

    return Face("command:back", name, draw)


def batch(source: Source, wanted: Mapping[str, int], shape: Shape) -> Batch:
    return Batch("command-cards", shape, [(piece(source, thing), count) for thing, count in wanted.items()])
