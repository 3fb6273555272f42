"""The band with the name on pieces that are folded to stand, and the notes on folding them."""

from __future__ import annotations

from app.core.messages.translator import Translator
from printables import fonts
from printables.pen import Colour, Pen

BAND, ASIDE = 7.6, 3.0
"""Height of the band, which holds a name of two lines at 9 points; distance of the name from the cuts beside it."""


def named(pen: Pen, low: float, name: str, colour: Colour) -> None:
    """Draw a name on the band that begins at a height; the foot has the number."""
    wide = pen.width - 2 * ASIDE
    with pen.part("H"):
        pen.text(ASIDE, low + 0.05, wide, BAND - 0.1, [[(fonts.DISPLAY, name)]], 10, "centre", colour, True)


def how_to_fold(speech: Translator, besides: str = "arrow") -> list[str]:
    """Return the notes for pages with pieces that stand: the fold, then what only their kind needs."""
    return [speech.translate(f"sheet.note-{note}") for note in ("folds", besides)]
