"""Model Cards: values with provenance, weapons, powers and damage.

Source: Incursion, Model Cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.games.incursion.book import ModelCard
from printables import fonts
from printables.incursion import style
from printables.incursion.source import Source
from printables.paper import SAFE
from printables.pen import ALARM, FADED, INK, LINE, WASH, WHITE, Pen
from printables.pieces import POKER, Batch, Face, Piece

VALUES = ("rp", "ap", "fortitude", "dp", "limit")
BAND = 13.0


@dataclass(frozen=True)
class ModelFace:
    """The front of a Model Card. `number` distinguishes models of a kind; `lost` is the DP lost."""

    source: Source
    key: str
    number: int = 0
    lost: int = 0

    @property
    def card(self) -> ModelCard:
        return self.source.book.models[self.key]

    @property
    def name(self) -> str:
        """The translated name with its number."""
        named: str = getattr(self.card.name, self.source.speech.language)
        return f"{named} {self.number}" if self.number else named

    def face(self) -> Face:
        return Face(f"model:{self.key}:{self.number}:{self.lost}", self.name, self.draw)

    def draw(self, pen: Pen) -> None:
        self.head(pen)
        self.values(pen)
        self.weapons(pen)
        self.powers(pen)
        self.damage(pen)
        lists = [name for name in ("weapons", "powers") if getattr(self.card, name)]
        style.legend(pen, self.source.speech, (style.mark(self.card.from_, name) for name in (*VALUES, *lists)))

    def head(self, pen: Pen) -> None:
        """Draw the side's band with badge, name and number."""
        colour = style.OF_SIDES[self.card.side]
        y = pen.height - BAND
        pen.band(y, BAND, colour)
        middle = y + (BAND - 1.2) / 2
        style.badge(pen, self.card.side, SAFE + 4, middle, 8)
        named: str = getattr(self.card.name, self.source.speech.language)
        wide = pen.width - 2 * SAFE - 10 - (10 if self.number else 0)
        pen.label(SAFE + 10, middle - 4, wide, 8, named, 17, fonts.DISPLAY, pen.over(colour), "left")
        if self.number:
            pen.disc(pen.width - SAFE - 4, middle, 4, WHITE)
            pen.label(pen.width - SAFE - 7.5, middle - 3, 7, 6, str(self.number), 15, fonts.DISPLAY, INK)

    def values(self, pen: Pen) -> None:
        """Draw the values in five boxes."""
        speech, card = self.source.speech, self.card
        pen.once("model-values", self.boxes)
        wide, y = self.box(pen), pen.height - BAND - 14
        for place, name in enumerate(VALUES):
            value = getattr(card, name)
            told = speech.translate("value.unlimited") if name == "limit" and not value else str(value)
            x, sign = SAFE + place * (wide + 1.2), style.mark(card.from_, name)
            pen.label(x + 0.6, y + 0.6, wide - 1.2 - bool(sign), 8.3, told, 19)
            if sign:
                pen.write(x + wide - 0.7, y + 6.3, sign, 10, fonts.BOLD, INK, "right")

    def box(self, pen: Pen) -> float:
        """Return the width of a value's box."""
        return (pen.width - 2 * SAFE - 4 * 1.2) / len(VALUES)

    def boxes(self, pen: Pen) -> None:
        wide, y = self.box(pen), pen.height - BAND - 14
        for place, name in enumerate(VALUES):
            x = SAFE + place * (wide + 1.2)
            pen.frame(x, y, wide, 12.5, FADED, 0.2, 0.8)
            pen.label(
                x + 0.3, y + 8.9, wide - 0.6, 3.2, self.source.speech.translate(f"value.{name}"), 7, fonts.BOLD, FADED
            )

    def weapons(self, pen: Pen) -> None:
        sign = style.mark(self.card.from_, "weapons")
        lines = [style.weapon_line(self.source, name, sign) for name in self.card.weapons]
        lines = lines or [[(fonts.TEXT, self.source.speech.translate("value.unarmed"))]]
        pen.line(SAFE, pen.height - BAND - 15.2, pen.width - SAFE, pen.height - BAND - 15.2, LINE, 0.2)
        pen.text(SAFE, pen.height - BAND - 24, pen.width - 2 * SAFE, 8.4, lines, 9.5, middle=True, gap=0.05)
        pen.line(SAFE, pen.height - BAND - 24.4, pen.width - SAFE, pen.height - BAND - 24.4, LINE, 0.2)

    def powers(self, pen: Pen) -> None:
        """Draw its powers, or its picture enlarged if it has none."""
        low, top = 14.2, pen.height - BAND - 25.2
        lines = style.power_lines(self.card, self.source)
        picture = style.icon_of(self.key, self.card.side)
        taken = pen.text(SAFE, low, pen.width - 2 * SAFE, top - low, lines, 9, gap=0.25) if lines else 0.0
        left = top - low - taken - 1.5
        if left > 9:
            size = min(left, 28.0)
            pen.icon(picture, (pen.width - size) / 2, low + (left - size) / 2, size, FADED if not lines else LINE)

    def damage(self, pen: Pen) -> None:
        card, size, y = self.card, 4.6, 7.4
        if card.horde:
            pen.label(
                SAFE,
                y - 0.5,
                pen.width - 2 * SAFE,
                5,
                self.source.speech.translate("card.effects"),
                7,
                fonts.TEXT,
                FADED,
            )
            return
        label = self.source.speech.translate("value.dp")
        pen.write(SAFE, y + 1.2, label, 9, fonts.BOLD, FADED)
        for point in range(card.dp):
            x = SAFE + 7 + point * (size + 1.4)
            pen.fill(x, y, size, size, WASH)
            pen.frame(x, y, size, size, INK, 0.25)
            if point < self.lost:
                pen.line(x, y, x + size, y + size, ALARM, 0.7)
                pen.line(x, y + size, x + size, y, ALARM, 0.7)


def back(source: Source, side: str) -> Face:

    def draw(pen: Pen) -> None:
        colour = style.OF_SIDES[side]
        pen.fill(SAFE, SAFE, pen.width - 2 * SAFE, pen.height - 2 * SAFE, colour, 2)
        pen.frame(SAFE + 1.5, SAFE + 1.5, pen.width - 2 * SAFE - 3, pen.height - 2 * SAFE - 3, pen.over(colour), 0.3, 1)
        style.badge(pen, side, pen.width / 2, pen.height / 2 + 6, 30)
        pen.label(8, 14, pen.width - 16, 9, source.speech.name(side), 22, fonts.DISPLAY, pen.over(colour))

    return Face(f"model-back:{side}", source.speech.name(side), draw)


def faces(source: Source, wanted: Mapping[str, int]) -> Iterator[tuple[ModelFace, int]]:
    for key, count in wanted.items():
        if source.wounds and not source.book.models[key].horde:
            yield from ((face, 1) for face in wounded(source, key, count))
        elif count == 1 or source.book.models[key].horde:
            yield ModelFace(source, key), count
        else:
            yield from ((ModelFace(source, key, number), 1) for number in range(1, count + 1))


def wounded(source: Source, key: str, count: int) -> Iterator[ModelFace]:
    for number in range(1, count + 1):
        yield ModelFace(source, key, number if count > 1 else 0, source.wounds.get(f"{key}-{number}", 0))


def batch(source: Source, wanted: Mapping[str, int]) -> Batch:
    backs = {side: back(source, side) for side in style.OF_SIDES}
    pieces = [(Piece(face.face(), backs[face.card.side]), count) for face, count in faces(source, wanted)]
    return Batch("model-cards", POKER, pieces)
