"""Stand-ups to fold: a flap, the picture, the picture on its head, a flap. Numbered where there are several."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext

from printables import fonts
from printables.colours import FADED, INK, LINE
from printables.incursion import dress
from printables.incursion.source import Source
from printables.paper import SAFE
from printables.pen import Pen
from printables.pieces import Batch, Face, Piece, strip

WIDE, HIGH, FLAP, BADGE = 25.0, 38.0, 10.0, 4.6
SHAPE = strip(WIDE, 2 * (HIGH + FLAP))


def face(source: Source, key: str, number: int) -> Face:
    """A model's stand-up."""
    named: str = getattr(source.book.models[key].name, source.speech.language)

    def draw(pen: Pen) -> None:
        for turned in (False, True):
            half(pen, source, key, named, number, turned)
        for y in (FLAP, FLAP + HIGH, FLAP + 2 * HIGH):
            pen.line(0, y, pen.width, y, FADED, 0.15, (1, 1))

    return Face(f"stand-up:{key}:{number}", f"{named} {number}".strip() if number else named, draw)


def half(pen: Pen, source: Source, key: str, named: str, number: int, turned: bool) -> None:
    """One half from its flap up to the fold; the other is the same, on its head."""
    side = source.book.models[key].side
    with pen.upside_down() if turned else nullcontext():
        pen.band(FLAP, 7, dress.OF_SIDES[side])
        dress.stamp(pen, side, SAFE + BADGE / 2, FLAP + 33.5, BADGE)
        pen.icon(dress.icon_of(key, side), SAFE, FLAP + 9.5, pen.width - 2 * SAFE, INK)
        pen.line(2, FLAP / 2, pen.width - 2, FLAP / 2, LINE, 0.15)
    words(pen, named, number, turned, pen.over(dress.OF_SIDES[side]))


def words(pen: Pen, named: str, number: int, turned: bool, over: tuple[float, float, float]) -> None:
    """Name and number; on their head in the upper half."""
    text = Pen(pen.canvas, pen.name, pen.width, pen.height, low_ink=pen.low_ink)
    text.label(SAFE, FLAP + 1, pen.width - 2 * SAFE, 5, named, 10, fonts.DISPLAY, over)
    if number:
        left = SAFE + BADGE + 0.6
        text.label(left, FLAP + 30, pen.width - 2 * left, 7, str(number), 19, fonts.DISPLAY, INK)
    if not turned:
        pen.written += text.written
        return
    with pen.upside_down():
        text.finish()


def batch(source: Source, wanted: Mapping[str, int]) -> Batch:
    """Stand-ups of every model."""
    laid = []
    for key, count in wanted.items():
        alone = count == 1 and not source.book.models[key].horde
        laid += [(Piece(face(source, key, 0 if alone else number)), 1) for number in range(1, count + 1)]
    return Batch("stand-ups", SHAPE, laid)
