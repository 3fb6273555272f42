"""Model Cards: values with provenance, weapons, powers and damage.

Source: Incursion, Model Cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from app.games.incursion.book import ModelCard
from printables import fonts
from printables.incursion import figures, lines, style
from printables.incursion.source import Source
from printables.paper import MM, SAFE
from printables.pen import ALARM, FADED, INK, WASH, WHITE, Pen
from printables.pieces import POKER, Batch, Face, Piece
from printables.text_fit import STEP, Paragraph

VALUES = ("rp", "ap", "fortitude", "dp", "limit")
BAND, BOXES, DAMAGE_AT = 12.2, 10.6, 6.6


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
        named: str = getattr(self.card.name, self.source.speech.language)
        return f"{named} {self.number}" if self.number else named

    def face(self) -> Face:
        return Face(f"model:{self.key}:{self.number}:{self.lost}", self.name, self.draw)

    def draw(self, pen: Pen) -> None:
        self.head(pen)
        self.values(pen)
        self.text(pen)
        lists = [name for name in ("weapons", "powers") if getattr(self.card, name)]
        style.legend(pen, self.source.speech, (style.mark(self.card.from_, name) for name in (*VALUES, *lists)))

    def head(self, pen: Pen) -> None:
        colour = style.OF_SIDES[self.card.side]
        y = pen.height - BAND
        pen.band(y, BAND, colour)
        middle = y + (BAND - 2.2) / 2
        style.badge(pen, self.card.side, SAFE + 3.4, middle, 6.8)
        named: str = getattr(self.card.name, self.source.speech.language)
        wide = pen.width - 2 * SAFE - 8.4 - (8 if self.number else 0)
        with pen.part("H"):
            pen.label(SAFE + 8.4, middle - 3.4, wide, 6.8, named, 16, fonts.DISPLAY, pen.over(colour), "left")
            if self.number:
                pen.disc(pen.width - SAFE - 3.4, middle, 3.4, WHITE)
                pen.label(pen.width - SAFE - 6.4, middle - 2.6, 6, 5.2, str(self.number), 13, fonts.DISPLAY, INK)

    def values(self, pen: Pen) -> None:
        pen.once("model-values", self.boxes)
        speech, wide, y = self.source.speech, self.box(pen), pen.height - BAND - BOXES
        written = {name: self.written(name) for name in VALUES}
        told = ", ".join(f"{speech.translate(f'value.{name}-said')} {text}" for name, text in written.items())
        with pen.part(said=f"{told}."):
            for place, (name, text) in enumerate(written.items()):
                x, sign = SAFE + place * (wide + 1.2), style.mark(style.marks(pen, self.card.from_), name)
                pen.label(x + 0.6, y + 0.4, wide - 1.2 - bool(sign), 6, text, 17)
                if sign:
                    pen.write(x + wide - 0.5, y + 4.2, sign, 10, fonts.BOLD, INK, "right")

    def written(self, name: str) -> str:
        value = getattr(self.card, name)
        unlimited = name == "limit" and not value
        return self.source.speech.translate("value.unlimited") if unlimited else str(value)

    def box(self, pen: Pen) -> float:
        return (pen.width - 2 * SAFE - 4 * 1.2) / len(VALUES)

    def boxes(self, pen: Pen) -> None:
        wide, y = self.box(pen), pen.height - BAND - BOXES
        for place, name in enumerate(VALUES):
            x, told = SAFE + place * (wide + 1.2), self.source.speech.translate(f"value.{name}")
            pen.frame(x, y, wide, BOXES - 0.8, FADED, 0.2, 0.8)
            pen.label(x + 0.2, y + 6.3, wide - 0.4, 3.2, told, 9, fonts.BOLD, FADED)

    def text(self, pen: Pen) -> None:
        left, wide, top = SAFE, pen.width - 2 * SAFE, pen.height - BAND - BOXES - 1.2
        low = DAMAGE_AT + self.track(pen) + 0.8
        unarmed = [[(fonts.TEXT, self.source.speech.translate("value.unarmed"))]]
        marks = style.marks(pen, self.card.from_)
        weapons = lines.weapon_lines(self.source, self.key, marks) or unarmed
        powers = lines.power_lines(self.source, self.key, marks)
        own = self.source.picture(self.key)
        largest = LEAST if own else on_one_line(weapons, wide)
        taken = pen.text(left, low, wide, top - low, [*weapons, *powers], largest, gap=0.12)
        room = top - taken - low - 1
        if own and room > LEAST_PICTURE:
            side = min(room, 30)
            own.draw(pen, (pen.width - side) / 2, low, side, side)
        elif room > 9:
            parts = figures.parts_of(self.key, self.card.side, self.card.weapons, False)
            figures.draw(pen, parts, pen.width / 2, low, wide, min(room, 30))

    def track(self, pen: Pen) -> float:
        """Draw a box for each DP, in as many rows as they take. Return their height."""
        card, speech = self.card, self.source.speech
        if card.horde:
            told = speech.translate("card.effects")
            pen.label(SAFE, DAMAGE_AT, pen.width - 2 * SAFE, 3.6, told, 9, fonts.TEXT, FADED)
            return 3.6
        lost = speech.translate("value.dp-lost", lost=self.lost) if self.lost else ""
        with pen.part(said=lost):
            pen.write(SAFE, DAMAGE_AT + 0.6, speech.translate("value.dp"), 9, fonts.BOLD, FADED)
        left, wide = SAFE + 6, pen.width - 2 * SAFE - 6
        size, gap = next(one for one in TRACKS if fits(card.dp, wide, *one))
        columns = int((wide + gap) / (size + gap))
        rows = ceil(card.dp / columns)
        for point in range(card.dp):
            x = left + point % columns * (size + gap)
            y = DAMAGE_AT + (rows - 1 - point // columns) * (size + gap)
            pen.fill(x, y, size, size, WASH)
            pen.frame(x, y, size, size, INK, 0.2)
            if point < self.lost:
                pen.line(x, y, x + size, y + size, ALARM, size * 0.15)
                pen.line(x, y + size, x + size, y, ALARM, size * 0.15)
        return rows * (size + gap) - gap


def on_one_line(told: Sequence[Paragraph], wide: float) -> float:
    """Return the size at which each paragraph takes one line, at least that of our texts."""
    widths = [sum(fonts.width(face, text) for face, text in paragraph) for paragraph in told]
    return max(LEAST, int(min(LARGEST, *(wide * MM / one for one in widths)) / STEP) * STEP)


LEAST, LARGEST = 9.0, 11.0
LEAST_PICTURE = 6.0
"""Millimetres below which somebody's own picture shows nothing."""
TRACKS = ((4.2, 1.2), (3.0, 0.7), (2.2, 0.5), (1.9, 0.4))
"""Sizes of a track's boxes and the gaps between them: the largest that takes few rows; the last holds 99 DP."""


def fits(points: int, wide: float, size: float, gap: float) -> bool:
    rows = ceil(points / int((wide + gap) / (size + gap)))
    return rows * (size + gap) <= 5.5 or (size, gap) == TRACKS[-1]


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
    return Batch("model-cards", POKER, pieces, group=style.GROUP)
