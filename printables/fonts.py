"""Typefaces: their files, letter widths and available letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "fonts"
DISPLAY, TEXT, BOLD = "Oswald", "Alegreya", "AlegreyaBold"
FILES = {DISPLAY: "oswald.ttf", TEXT: "alegreya-sans.ttf", BOLD: "alegreya-sans-bold.ttf"}
"""The main typefaces."""
MORE = {
    "OswaldMore": "oswald-more.ttf",
    "AlegreyaMore": "alegreya-sans-more.ttf",
    "AlegreyaBoldMore": "alegreya-sans-bold-more.ttf",
}
"""Fallback typefaces with further letters."""
BESIDE = {DISPLAY: ("OswaldMore", "AlegreyaBoldMore"), TEXT: ("AlegreyaMore",), BOLD: ("AlegreyaBoldMore",)}
"""Fallbacks of each typeface, the most similar first."""
RISE = {DISPLAY: 0.81, TEXT: 0.63, BOLD: 0.63}
"""Height of capitals at font size 1."""
BOX = "□"
"""Shown for a letter that no typeface has."""
DOUBTFUL = re.compile(
    "[^\n\x20-\x7e\xa0-\xac\xae-\u0148\u014a-\u017e\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f"
    "\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2032\u2033\u20ac\u2190-\u2199\u2212\u2260\u2264\u2265]"
)
"""Matches letters that may be missing from the typefaces, without opening a font file."""

Lacking = dict[str, str]
"""Name of a piece → its letters that no typeface has."""
_NOTED: ContextVar[Lacking | None] = ContextVar("noted", default=None)


@contextmanager
def noted() -> Iterator[Lacking]:
    """Collect the letters set within the block that no typeface has."""
    lacking: Lacking = {}
    token = _NOTED.set(lacking)
    try:
        yield lacking
    finally:
        _NOTED.reset(token)


@cache
def font(face: str) -> Any:
    from reportlab.pdfbase import pdfmetrics, ttfonts

    loaded = ttfonts.TTFont(face, str(FOLDER / {**FILES, **MORE}[face]), asciiReadable=0)
    pdfmetrics.registerFont(loaded)
    return loaded


@cache
def widths(face: str) -> dict[int, float]:
    return {code: width / 1000 for code, width in font(face).face.charWidths.items()}


@cache
def glyphs(face: str) -> frozenset[str]:
    return frozenset(map(chr, font(face).face.charToGlyph))


def face_with(face: str, letter: str) -> str:
    return next((one for one in (face, *BESIDE.get(face, ())) if letter in glyphs(one)), "")


def parted(face: str, text: str) -> list[tuple[str, str]]:
    if glyphs(face).issuperset(text):
        return [(face, text)]
    known = "".join(letter if face_with(face, letter) else BOX for letter in text)
    return [(one, "".join(run)) for one, run in groupby(known, key=lambda letter: face_with(face, letter))]


@lru_cache(maxsize=1 << 16)
def width(face: str, word: str) -> float:
    """Return the width of a word at size 1."""
    return sum(widths(one)[ord(letter)] for one, run in parted(face, word) for letter in run)


def settable(face: str, text: str, name: str) -> str:
    if glyphs(face).issuperset(text):
        return text
    written = unicodedata.normalize("NFC", text)
    return "".join(one if face_with(face, one) else _in_place_of(face, one, name) for one in written)


def _in_place_of(face: str, letter: str, name: str) -> str:
    if letter.isspace():
        return " "
    if unicodedata.category(letter) in ("Cc", "Cf") or VARIANTS.match(letter):
        return ""
    same = unicodedata.normalize("NFKD", letter)
    if same != letter and all(face_with(face, one) for one in same):
        return same
    lacking = _NOTED.get()
    if lacking is not None and letter not in lacking.get(name, ""):
        lacking[name] = lacking.get(name, "") + letter
    return _likeness(face, letter)


VARIANTS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Variation selectors, which choose a form of the letter before them."""


def _likeness(face: str, letter: str) -> str:
    if unicodedata.category(letter) == "Mn":
        return ""
    bare, marked, _ = unicodedata.name(letter, "").partition(" WITH ")
    first = unicodedata.normalize("NFKD", letter)[0]
    try:
        first = unicodedata.lookup(bare) if marked else first
    except KeyError:  # no letter has the name without its mark
        return BOX
    return first if face_with(face, first) else BOX


LONGEST = 30
"""Maximum letters of a user's word that is set unbroken."""


def on_one_line(text: str) -> str:
    """Return a user's text on one line, with long words broken so that it can wrap."""
    line = re.sub(r"[^\S\u00a0]+", " ", text).strip()
    return re.sub(rf"(\S{{{LONGEST}}})(?=\S)", r"\1 ", line)
