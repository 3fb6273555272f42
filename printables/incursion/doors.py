"""Doors that stand up: foot, closed face, open face upside down, foot; and their seals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext

from printables import fonts
from printables.incursion import style
from printables.incursion.source import Source
from printables.incursion.standups import fold_lines
from printables.paper import SAFE
from printables.pen import INK, WHITE, Colour, Pen
from printables.pieces import Face, Shape, strip

WIDE, FOOT, HIGH, BAND = 25.0, 6.0, 20.0, 5.2
DOOR = strip(WIDE, 2 * (FOOT + HIGH))
SEAL = strip(16, 26)
FOLDS: Mapping[Shape, Sequence[float]] = {DOOR: (FOOT, FOOT + HIGH, FOOT + 2 * HIGH), SEAL: (13,)}


def door(source: Source, key: str, colour: Colour, letter: str) -> Face:
    speech = source.speech

    def draw(pen: Pen) -> None:
        for opened in (False, True):
            with pen.upside_down() if opened else nullcontext():
                half = Pen(pen.canvas, pen.name, pen.width, pen.height, pen.bleed, pen.low_ink)
                state = speech.translate(f"counter.door-{'open' if opened else 'closed'}")
                leaf(half, opened, colour, f"{letter} · {state}" if letter else state)
                half.finish()
        fold_lines(pen, *FOLDS[DOOR])

    return Face(f"counter:{key}", speech.translate(f"counter.{key}"), draw)


def leaf(pen: Pen, opened: bool, colour: Colour, told: str) -> None:
    low, middle, wide = FOOT + BAND, pen.width / 2, pen.width - 2 * SAFE
    high = HIGH - BAND - 0.8
    pen.band(FOOT, BAND, INK if opened else colour)
    pen.label(SAFE, FOOT + 0.6, wide, BAND - 1.2, told, 9, fonts.DISPLAY, pen.over(INK if opened else colour))
    if opened:
        for x in (SAFE, pen.width - SAFE - 2.4):
            pen.fill(x, low + 0.4, 2.4, high - 0.4, colour)
        pen.line(SAFE, low + high, pen.width - SAFE, low + high, INK, 0.6)
        arrow = [(0, 9.6), (4, 5.4), (1.4, 5.4), (1.4, 1.6), (-1.4, 1.6), (-1.4, 5.4), (-4, 5.4)]
        pen.polygon([(middle + x, low + y) for x, y in arrow], INK)
        return
    pen.fill(SAFE, low + 0.4, wide, high - 0.4, colour)
    pen.line(middle, low + 0.4, middle, low + high, WHITE, 0.8)
    for y in (low + 2.2, low + high - 1.8):
        for out in (2.2, 5.2, 8.2):
            for x in (middle - out, middle + out):
                pen.disc(x, y, 0.55, WHITE)
    for x in (middle - 3.4, middle + 3.4):
        pen.ring(x, low + high / 2, 2, WHITE, 0.8)


def seal(source: Source) -> Face:
    named = source.speech.translate("counter.seal")

    def draw(pen: Pen) -> None:
        for turned in (False, True):
            with pen.upside_down() if turned else nullcontext():
                half = Pen(pen.canvas, pen.name, pen.width, pen.height, pen.bleed, pen.low_ink)
                half.icon(style.icons()["padlock"], pen.width / 2 - 3.2, SAFE + 3.2, 6.4, INK)
                half.label(SAFE, SAFE, pen.width - 2 * SAFE, 3, named, 8, fonts.DISPLAY, INK, least=7)
                half.finish()
        fold_lines(pen, *FOLDS[SEAL])

    return Face("counter:seal", named, draw)
