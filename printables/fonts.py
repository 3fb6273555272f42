"""The faces that are printed with: where they lie, how wide their letters are, which letters they have."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

from app.core.refusals import Refused
from app.core.words import AsGiven

FOLDER = Path(__file__).parent / "fonts"
DISPLAY, TEXT, BOLD = "Oswald", "Alegreya", "AlegreyaBold"
FILES = {DISPLAY: "oswald.ttf", TEXT: "alegreya-sans.ttf", BOLD: "alegreya-sans-bold.ttf"}
RISE = {DISPLAY: 0.81, TEXT: 0.63, BOLD: 0.63}
"""Height of capitals, of a font size of 1."""


@cache
def font(face: str) -> Any:
    """A face, loaded and made known to reportlab once. Letters of it that a document uses are embedded."""
    from reportlab.pdfbase import pdfmetrics, ttfonts

    loaded = ttfonts.TTFont(face, str(FOLDER / FILES[face]), asciiReadable=0)
    pdfmetrics.registerFont(loaded)
    return loaded


@cache
def widths(face: str) -> dict[int, float]:
    """The width of each letter of a face at size 1."""
    return {code: width / 1000 for code, width in font(face).face.charWidths.items()}


@cache
def glyphs(face: str) -> frozenset[str]:
    """The letters that a face has."""
    return frozenset(map(chr, font(face).face.charToGlyph))


@cache
def width(face: str, word: str) -> float:
    """How wide a word is at size 1."""
    each = widths(face)
    return sum(each[ord(letter)] for letter in word)


def check_letters(face: str, text: str, name: str) -> None:
    """Raises Refused, naming the piece and the letter, for a letter that the face does not have."""
    if not glyphs(face).issuperset(text):
        letter = min(set(text) - glyphs(face))
        raise Refused(
            "missing-glyph", field=name, card=AsGiven(name), letter=AsGiven(letter), point=f"U+{ord(letter):04X}"
        )


LONGEST = 30
"""Letters of the longest word of somebody else's that is set in one piece."""


def nearest(face: str, text: str) -> str:
    """A text that somebody else wrote, on one line and in letters that a face has, as near as they come."""
    known = glyphs(face)
    line = re.sub(r"[^\S\u00a0]+", " ", text).strip()
    set_ = "".join(letter if letter in known else _nearest_letter(letter, known) for letter in line)
    return re.sub(rf"(\S{{{LONGEST}}})(?=\S)", r"\1 ", set_)


def _nearest_letter(letter: str, known: frozenset[str]) -> str:
    """A letter without its marks; a question mark for one that has no likeness, nothing for one that is not seen."""
    if unicodedata.category(letter) in ("Cf", "Cc", "Mn"):
        return ""
    apart = "".join(one for one in unicodedata.normalize("NFKD", letter) if one in known)
    bare, marked, _ = unicodedata.name(letter, "").partition(" WITH ")
    if not apart and marked:
        apart = next((one for one in known if unicodedata.name(one, "") == bare), "")
    return apart or "?"
