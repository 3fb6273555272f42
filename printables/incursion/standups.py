"""Stand-ups of the models: foot with an arrow, front, rear upside down, foot."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass

from printables import folding, fonts
from printables.folding import BAND, how_to_fold
from printables.incursion import figures, style
from printables.incursion.source import Source
from printables.paper import SAFE
from printables.pen import FADED, INK, WHITE, Pen
from printables.pieces import Batch, Face, Piece, strip

WIDE, FOOT, HIGH = 25.0, 12.5, 29.5
"""A base of 25 mm: two feet of half its depth, one before the picture and one behind it."""
SHAPE = strip(WIDE, 2 * (FOOT + HIGH))
FOLDS = (FOOT, FOOT + HIGH, FOOT + 2 * HIGH)


@dataclass(frozen=True)
class StandUp:
    source: Source
    key: str
    number: int = 0

    @property
    def name(self) -> str:
        named: str = getattr(self.source.book.models[self.key].name, self.source.speech.language)
        return named

    def face(self) -> Face:
        return Face(f"stand-up:{self.key}:{self.number}", f"{self.name} {self.number or ''}".strip(), self.draw)

    def draw(self, pen: Pen) -> None:
        own = self.source.picture(self.key)
        with pen.picture(f"{pen.name}. {own.alt}") if own else nullcontext():
            for back in (False, True):
                with pen.upside_down() if back else nullcontext():
                    half = Pen(pen.canvas, pen.name, pen.width, pen.height, pen.bleed, pen.low_ink)
                    self.half(half, back)
                    half.finish()
        fold_lines(pen, *FOLDS)

    def half(self, pen: Pen, back: bool) -> None:
        card = self.source.book.models[self.key]
        colour = style.OF_SIDES[card.side]
        self.foot(pen, back)
        pen.band(FOOT, BAND, colour)
        folding.named(pen, FOOT, self.name, pen.over(colour))
        if own := self.source.picture(self.key, back):
            side = pen.width - 2 * SAFE
            own.draw(pen, SAFE, FOOT + BAND + (HIGH - BAND - side) / 2, side, side)
        else:
            pen.once(f"figure-{self.key}-{back}", lambda one: self.figure(one, back))

    def figure(self, pen: Pen, back: bool) -> None:
        card = self.source.book.models[self.key]
        parts, low = figures.parts_of(self.key, card.side, card.weapons, back), FOOT + BAND + 0.8
        figures.draw(pen, parts, pen.width / 2, low, pen.width - 2 * SAFE, FOOT + HIGH - 1.2 - low)

    def foot(self, pen: Pen, back: bool) -> None:
        side, middle, out = self.source.book.models[self.key].side, pen.width / 2, 4.6 if self.number else 0.0
        colour, high = style.OF_SIDES[side], FOOT - SAFE - 0.8
        if back:
            style.stamp(pen, side, middle - out, SAFE + high / 2, 6.4)
        else:
            pen.band(0, FOOT, colour)
            half = [(0, SAFE), (4.6, SAFE + 4.6), (1.6, SAFE + 4.6), (1.6, SAFE + high)]
            pen.polygon([(middle - out + x, y) for x, y in [*half, *((-x, y) for x, y in reversed(half[1:]))]], WHITE)
        if self.number:
            ground = INK if back else pen.over(colour)
            pen.label(middle, SAFE, pen.width - SAFE - middle, high, str(self.number), 20, fonts.DISPLAY, ground)


def fold_lines(pen: Pen, *heights: float) -> None:
    for y in heights:
        if not pen.low_ink:
            pen.line(0, y, pen.width, y, WHITE, 0.2)
        pen.line(0, y, pen.width, y, FADED, 0.2, (1, 1))


def batch(source: Source, wanted: Mapping[str, int]) -> Batch:
    laid = []
    for key, count in wanted.items():
        alone = count == 1 and not source.book.models[key].horde
        every = (StandUp(source, key, 0 if alone else number) for number in range(1, count + 1))
        laid += [(Piece(one.face()), 1) for one in every]
    return Batch("stand-ups", SHAPE, laid, folds=FOLDS, group=style.GROUP, notes=how_to_fold(source.speech))
