"""Calibration sheet: checks the page scale and how backs align with fronts."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from app.core.messages.translator import Translator, Verbatim
from printables import blocks, fonts
from printables.cut_marks import corners
from printables.page_layout import best_layout, room_on, turns_over
from printables.paper import LIMITS, PLAIN, Settings
from printables.pen import FADED, INK, Pen
from printables.pieces import POKER, Batch, Face, Piece, Shape, hexagon, strip
from printables.words import no_room_for, paper_said, paper_too_small

FRONT_STEP, BACK_STEP, STEPS_EACH_WAY = 5.0, 4.9, 10
"""Millimetres between the lines of a vernier. Held against the light, one front line meets a back line; its number is
the offset in tenths of a millimetre."""
INCH = 25.4
ARM = 8.0
LEAST_WIDTH, LEAST_HEIGHT = 153.0, 190.0
"""Space that rulers, verniers and card need side by side."""
CROSS = 4.0
"""Distance of the crosses from each side."""


@dataclass(frozen=True)
class Measurements:
    """Readings: vernier numbers, height of the back's cross above the front's, and rulers.

    The crosses are read at the left and right, seen from the front. Verniers and crosses are in tenths of a millimetre,
    rulers in millimetres.
    """

    across: float = 0
    up: float = 0
    left: float = 0
    right: float = 0
    ruler_across: float = 100
    ruler_up: float = 100


@dataclass(frozen=True)
class Correction:
    """The correction of a printer: offset (mm) and rotation (degrees) of backs, scales of pages."""

    offset_x: float = 0
    offset_y: float = 0
    rotation: float = 0
    scale_x: float = 1
    scale_y: float = 1


@dataclass(frozen=True)
class Calibration:
    """The calibration sheet for these settings; `hexagon` is the measured width of a board hex."""

    settings: Settings
    speech: Translator
    hexagon: float = 53.0

    @property
    def shape(self) -> Shape:
        """The printable area in whole millimetres."""
        room = room_on(*self.settings.size, self.settings)
        return strip(
            float(int(room.width - 2 * self.settings.bleed)), float(int(room.height - 2 * self.settings.bleed))
        )

    @property
    def signs(self) -> tuple[int, int]:
        turned = turns_over(best_layout(self.shape, self.settings, False), self.settings)
        return (-1, 1) if turned else (1, -1)

    @property
    def vernier_place(self) -> tuple[float, float]:
        return self.shape.height - 58, 8.0

    @property
    def fits(self) -> bool:
        return self.shape.width >= LEAST_WIDTH and self.shape.height >= LEAST_HEIGHT

    def correction(self, measured: Measurements) -> Correction:
        """Return the correction that aligns backs with fronts and makes 100 mm measure 100 mm.

        The sheet turns about the middle of the page, but the verniers are elsewhere: their shift by the turn is not
        part of the offset.
        """
        turn = math.atan2((measured.right - measured.left) / 10, self.shape.width - 2 * CROSS)
        lying, standing = self.vernier_place
        sign = -1 if self.signs == (-1, 1) else 1
        up = sign * (lying - self.shape.height / 2)
        right = sign * (self.shape.width / 2 - standing)
        offset = measured.across / 10 + turn * up, measured.up / 10 - turn * right
        scales = (100 / measured.ruler_across, 100 / measured.ruler_up)
        x, y, wide, high = round(offset[0], 2), round(offset[1], 2), round(scales[0], 5), round(scales[1], 5)
        return Correction(x, y, round(math.degrees(turn), 3), wide, high)

    def batch(self) -> Batch:
        """Return the sheet with its back. Raise Refused if paper or margins leave too little room."""
        if not self.fits:
            plain = replace(self.settings, margin=min(self.settings.margin, PLAIN.margin))
            no = no_room_for if replace(self, settings=plain).fits else paper_too_small
            raise no(self.speech.translate("product.calibration"), self.settings, self.speech)
        names = [self.speech.translate(f"calibration.{side}") for side in ("front", "back")]
        front, back = Face("calibration-front", names[0], self.front), Face("calibration-back", names[1], self.back)
        return Batch("calibration", self.shape, [(Piece(front, back), 1)])

    def front(self, pen: Pen) -> None:
        self.explanation(pen)
        self.rulers(pen)
        self.verniers(pen, FRONT_STEP, True)
        rotation_marks(pen)
        x, y = pen.width - POKER.width - 10, 34.0
        pen.frame(x, y, POKER.width, POKER.height, INK, 0.2, POKER.radius)
        self.test_hexagon(pen, x + POKER.width / 2, y + POKER.height / 2)

    def back(self, pen: Pen) -> None:
        pen.label(
            20, pen.height - 12, pen.width - 40, 6, self.speech.translate("calibration.back").upper(), 16, align="left"
        )
        self.verniers(pen, BACK_STEP, False)
        rotation_marks(pen)

    def explanation(self, pen: Pen) -> None:
        say = self.speech.translate
        lines = [say(f"calibration.{name}") for name in ("rulers", "vernier-x", "rotation")]
        pen.label(20, pen.height - 12, pen.width - 40, 7, say("calibration.front").upper(), 16, align="left")
        pen.text(20, pen.height - 46, pen.width - 40, 32, blocks.plain(*lines, self.in_force()), 10)

    def in_force(self) -> str:
        say, settings = self.speech.translate, self.settings
        numbers = {name: self.speech.number(getattr(settings, name)) for name in LIMITS}
        chosen = {"paper": paper_said(settings.paper, self.speech), "duplex": say(f"duplex.{settings.duplex}")}
        return say("calibration.settings", **{name: Verbatim(text) for name, text in {**numbers, **chosen}.items()})

    def rulers(self, pen: Pen) -> None:
        x, y = 42.0, 22.0
        for length, step, unit, away in ((100.0, 10.0, "mm", 0.0), (4 * INCH, INCH, "in", 8.0)):
            pen.line(x, y - away, x + length, y - away, INK, 0.2)
            pen.line(x - away, y, x - away, y + length, INK, 0.2)
            for tick in range(round(length / step) + 1):
                at = tick * step
                pen.line(x + at, y - away, x + at, y - away - 2.5, INK, 0.2)
                pen.line(x - away, y + at, x - away - 2.5, y + at, INK, 0.2)
            number = "100 mm" if unit == "mm" else "4 in"
            pen.write(x + length + 1, y - away - 1.2, number, 9, fonts.TEXT, FADED)
            pen.write(x - away - (2 if unit == "mm" else 5), y + length + 1.5, number, 9, fonts.TEXT, FADED)

    def verniers(self, pen: Pen, step: float, front: bool) -> None:
        middle_x, middle_y = pen.width / 2, pen.height / 2
        lying, standing = self.vernier_place
        reach, along = (ARM, ARM * 0.6) if front else (-ARM, ARM * 0.6)
        standing = standing if front else pen.width - standing
        if front:
            told = self.speech.translate("calibration.sideways")
            pen.write(middle_x, lying + ARM + 4.6, told, 9, fonts.TEXT, align="centre")
            pen.write(
                standing - 4,
                middle_y + STEPS_EACH_WAY * FRONT_STEP + 4,
                self.speech.translate("calibration.vernier-y"),
                9,
                fonts.TEXT,
            )
        for number in range(-STEPS_EACH_WAY, STEPS_EACH_WAY + 1):
            x, y = middle_x + number * step, middle_y + number * step
            pen.line(x, lying, x, lying + reach, INK, 0.15)
            pen.line(standing, y, standing + along, y, INK, 0.15)
            if front and number % 5 == 0:
                signs = self.signs
                pen.write(x, lying + ARM + 1, minus(signs[0] * number), 9, fonts.TEXT, FADED, "centre")
                pen.write(standing + ARM * 0.6 + 0.6, y - 0.8, minus(signs[1] * number), 9, fonts.TEXT, FADED)

    def test_hexagon(self, pen: Pen, x: float, y: float) -> None:
        shape = hexagon(self.hexagon)
        around = [(x - shape.width / 2 + a, y - shape.height / 2 + b) for a, b in corners(shape)]
        for start, end in zip(around, [*around[1:], around[0]], strict=True):
            pen.line(*start, *end, INK, 0.2)
        pen.label(x - 20, y - 3, 40, 6, f"{self.hexagon:g} mm", 10, fonts.TEXT, FADED)


def minus(number: int) -> str:
    return str(number).replace("-", "−")


def rotation_marks(pen: Pen) -> None:
    for x in (CROSS, pen.width - CROSS):
        y = pen.height - 6
        pen.line(x - 3, y, x + 3, y, INK, 0.15)
        pen.line(x, y - 3, x, y + 3, INK, 0.15)
        pen.line(x - 3, 6, x + 3, 6, INK, 0.15)
