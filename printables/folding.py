"""Stand-ups to fold: a flap, the picture, the picture on its head, a flap."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass

from printables import fonts
from printables.paper import SAFE
from printables.pdf_operators import Icon
from printables.pen import FADED, INK, LINE, Colour, Pen
from printables.pieces import Face, strip

WIDE, HIGH, FLAP, BADGE = 25.0, 38.0, 10.0, 4.6
SHAPE = strip(WIDE, 2 * (HIGH + FLAP))


def no_badge(pen: Pen, x: float, y: float, size: float) -> None:
    """Nothing beside the number."""


@dataclass(frozen=True)
class StandUp:
    """What a stand-up shows: its picture, its name on a band, a number, and a badge about a middle beside it."""

    key: str
    name: str
    icon: Icon
    band: Colour
    number: str = ""
    badge: Callable[[Pen, float, float, float], None] = no_badge

    def face(self) -> Face:
        """The whole piece."""
        return Face(f"stand-up:{self.key}", f"{self.name} {self.number}".strip(), self.draw)

    def draw(self, pen: Pen) -> None:
        """Both halves, and the lines to fold along."""
        for turned in (False, True):
            self.half(pen, turned)
        for y in (FLAP, FLAP + HIGH, FLAP + 2 * HIGH):
            pen.line(0, y, pen.width, y, FADED, 0.15, (1, 1))

    def half(self, pen: Pen, turned: bool) -> None:
        """One half from its flap up to the fold; the other is the same, on its head."""
        with pen.upside_down() if turned else nullcontext():
            pen.band(FLAP, 7, self.band)
            self.badge(pen, SAFE + BADGE / 2, FLAP + 33.5, BADGE)
            pen.icon(self.icon, SAFE, FLAP + 9.5, pen.width - 2 * SAFE, INK)
            pen.line(2, FLAP / 2, pen.width - 2, FLAP / 2, LINE, 0.15)
        self.words(pen, turned, pen.over(self.band))

    def words(self, pen: Pen, turned: bool, over: Colour) -> None:
        """Name and number; on their head in the upper half."""
        text = Pen(pen.canvas, pen.name, pen.width, pen.height, low_ink=pen.low_ink)
        text.label(SAFE, FLAP + 1, pen.width - 2 * SAFE, 5, self.name, 10, fonts.DISPLAY, over)
        if self.number:
            left = SAFE + BADGE + 0.6
            text.label(left, FLAP + 30, pen.width - 2 * left, 7, self.number, 19, fonts.DISPLAY, INK)
        if not turned:
            pen.written += text.written
            return
        with pen.upside_down():
            text.finish()
