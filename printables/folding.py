"""Folded stand-ups: flap, picture, upside-down picture, flap."""

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
    """Draw no badge beside the number."""


@dataclass(frozen=True)
class StandUp:
    """A stand-up: picture, name on a band, number, and a function that draws a badge."""

    key: str
    name: str
    icon: Icon
    band: Colour
    number: str = ""
    badge: Callable[[Pen, float, float, float], None] = no_badge

    def face(self) -> Face:
        """Return the whole piece as one face."""
        return Face(f"stand-up:{self.key}", f"{self.name} {self.number}".strip(), self.draw)

    def draw(self, pen: Pen) -> None:
        """Draw both halves and the fold lines."""
        for turned in (False, True):
            self.half(pen, turned)
        for y in (FLAP, FLAP + HIGH, FLAP + 2 * HIGH):
            pen.line(0, y, pen.width, y, FADED, 0.15, (1, 1))

    def half(self, pen: Pen, turned: bool) -> None:
        """Draw one half from its flap up to the fold, or the same upside down."""
        with pen.upside_down() if turned else nullcontext():
            pen.band(FLAP, 7, self.band)
            self.badge(pen, SAFE + BADGE / 2, FLAP + 33.5, BADGE)
            pen.icon(self.icon, SAFE, FLAP + 9.5, pen.width - 2 * SAFE, INK)
            pen.line(2, FLAP / 2, pen.width - 2, FLAP / 2, LINE, 0.15)
        self.words(pen, turned, pen.over(self.band))

    def words(self, pen: Pen, turned: bool, over: Colour) -> None:
        """Draw name and number, upside down in the upper half."""
        text = Pen(pen.canvas, pen.name, pen.width, pen.height, low_ink=pen.low_ink) if turned else pen
        with text.part("H"):
            text.label(SAFE, FLAP + 1, pen.width - 2 * SAFE, 5, self.name, 10, fonts.DISPLAY, over)
        if self.number:
            left = SAFE + BADGE + 0.6
            text.label(left, FLAP + 30, pen.width - 2 * left, 7, self.number, 19, fonts.DISPLAY, INK)
        if turned:
            with pen.upside_down():
                text.finish()
