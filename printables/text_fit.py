"""Text fitting: words are measured once and wrapped, and the largest fitting size is found."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from printables import fonts
from printables.paper import MM

LEAST = 6.0
"""Minimum font size on a piece, in points."""
STEP = 0.25
LEADING = 1.16

Run = tuple[str, str]
"""A typeface and a text in it."""
Paragraph = Sequence[Run]
Line = tuple[tuple[float, str, str], ...]
"""Runs of a line: start at size 1, typeface, text."""


@dataclass(frozen=True)
class Fitted:
    """A set text: font size in points, lines, and height of lines and gaps in millimetres."""

    size: float
    lines: tuple[Line, ...]
    leading: float
    gaps: tuple[int, ...]
    """The lines that begin a paragraph, except the first."""
    gap: float

    @property
    def height(self) -> float:
        return len(self.lines) * self.leading + len(self.gaps) * self.gap


class Word(NamedTuple):
    """A measured word; widths are at size 1."""

    face: str
    text: str
    wide: float
    space: float
    """Width of the space before it."""
    stays: float = 0.0
    """Width of all that must stay beside it."""
    held: float = 0.0
    """Width of the next word, if that must stay beside it."""

    def kept_beside(self, measure: float) -> float:
        if self.wide + self.stays <= measure:
            return self.stays
        return self.held if self.wide + self.held <= measure else 0.0

    def breaks_before(self, reach: float, measure: float) -> bool:
        """Return whether it begins a line, after a line that reaches so far."""
        beside = self.kept_beside(measure) if self.space else 0.0
        return reach + self.space + self.wide + beside > measure


NUMBER = re.compile(r"[(«“]?[+\-−]?\d[\d.,–×/-]*[″”\"’%°]?", re.ASCII)
"""A number, which stays with the word after it."""
ENDS, CONJUNCTIONS, BETWEEN = ".,;:!?)»", frozenset(("and", "or", "y", "o")), frozenset(("to", "a"))
"""Signs after a number and words after it that it does not count; words between the numbers of a range."""


def is_number(word: str) -> bool:
    return NUMBER.fullmatch(word.rstrip(ENDS)) is not None


def stay_together(before: str, word: str, after: str, beyond: str) -> bool:
    """Return whether a word stays on the line of the next: numbers with their nouns, the times sign with both."""
    if is_number(word):
        return word[-1] not in ENDS and after not in CONJUNCTIONS
    if word == "×":
        return True
    if not is_number(after):
        return False
    closes = after[-1] in ENDS or beyond in CONJUNCTIONS or not beyond
    return (closes and word[-1] not in ".;!?") or (word in BETWEEN and is_number(before))


def measure_words(paragraph: Paragraph, name: str) -> list[Word]:
    """Return words to wrap: numbers stay with their nouns, the last word with the one before."""
    words: list[Word] = []
    joined = False
    for face, text in paragraph:
        space = fonts.width(face, " ")
        for index, word in enumerate(fonts.settable(face, text, name).split(" ")):
            joined = joined and not index
            if word:
                words.append(Word(face, word, fonts.width(face, word), 0.0 if joined else space))
                joined = True
    texts = ["", *(word.text for word in words), ""]
    tail = 0.0  # width of what is joined to the next word without a space
    for place in range(len(words) - 2, -1, -1):
        after = words[place + 1]
        if not after.space or place == len(words) - 2 or stay_together(*texts[place : place + 4]):
            held = after.space + after.wide
            words[place] = words[place]._replace(stays=held + after.stays, held=held + tail)
        tail = 0.0 if after.space else after.wide + tail
    return words


def wrapped(words: Sequence[Word], measure: float) -> list[Line]:
    """Wrap words greedily into lines of at most `measure` at size 1; no word may be wider."""
    lines: list[Line] = []
    line: list[tuple[float, str, str]] = []
    reach = 0.0
    for word in words:
        if line and word.breaks_before(reach, measure):
            lines.append(tuple(line))
            line = []
        reach = reach + word.space + word.wide if line else word.wide
        _append(line, reach - word.wide, word)
    return [*lines, tuple(line)] if line else lines


def _append(line: list[tuple[float, str, str]], start: float, word: Word) -> None:
    if line and line[-1][1] == word.face:
        before = line[-1]
        line[-1] = before[0], word.face, before[2] + (" " if word.space else "") + word.text
    else:
        if line and word.space:
            line[-1] = (*line[-1][:2], line[-1][2] + " ")
        line.append((start, word.face, word.text))


def line_count(words: Sequence[Word], measure: float) -> int:
    count, reach = 1, 0.0
    for word in words:
        if reach and word.breaks_before(reach, measure):
            count, reach = count + 1, 0.0
        reach = reach + word.space + word.wide if reach else word.wide
    return count


def even_measure(words: Sequence[Word], measure: float) -> float:
    """Return about the least measure that needs no more lines than this one."""
    count = line_count(words, measure)
    low = max((word.wide + word.kept_beside(measure) for word in words), default=0.0)
    for _ in range(6 if count > 1 else 0):
        middle = (max(low, measure / 2) + measure) / 2
        if line_count(words, middle) > count:
            low = middle
        else:
            measure = middle
    return measure


@dataclass(frozen=True)
class Box:
    """A text for a box in millimetres; gaps between paragraphs are relative to the font size."""

    text: Sequence[Sequence[Word]]
    wide: float
    high: float
    gap: float
    even: bool = False
    """True if lines of a paragraph are about equally long."""

    def fits(self, size: float) -> bool:
        measure = self.wide * MM / size
        if any(word.wide > measure for words in self.text for word in words):
            return False
        lines = sum(line_count(words, measure) for words in self.text)
        return (lines * LEADING + (len(self.text) - 1) * self.gap) * size / MM <= self.high + 1e-6

    def guess(self) -> float:
        length = sum(word.wide + word.space for words in self.text for word in words)
        return MM * math.sqrt(self.wide * self.high / (max(length, 0.1) * LEADING)) * 0.93

    def set(self, size: float) -> Fitted:
        lines: list[Line] = []
        gaps = []
        for words in self.text:
            if lines:
                gaps.append(len(lines))
            measure = self.wide * MM / size
            lines += wrapped(words, even_measure(words, measure) if self.even else measure)
        return Fitted(size, tuple(lines), size * LEADING / MM, tuple(gaps), size * self.gap / MM)


def fit(
    text: Sequence[Paragraph],
    wide: float,
    high: float,
    largest: float,
    name: str,
    gap: float = 0.35,
    least: float = LEAST,
    even: bool = False,
) -> Fitted:
    """Return the largest setting of a text in a box of millimetres.

    Raise Refused below 6 points, naming the piece.

    `gap` is the space between paragraphs, relative to the font size; lines are about equally long if `even`.
    """
    box = Box([measure_words(paragraph, name) for paragraph in text], wide, high, gap, even)
    if box.fits(largest):
        return box.set(largest)
    steps = steps_that_fit(box, least, round((largest - least) / STEP))
    if steps < 0:
        raise Refused("text-does-not-fit", field=name, card=Verbatim(name), least=least)
    return box.set(least + steps * STEP)


def steps_that_fit(box: Box, least: float, too_many: int) -> int:
    fitting, middle = -1, min(max(round((box.guess() - least) / STEP), 0), too_many - 1)
    while fitting + 1 < too_many:
        if box.fits(least + middle * STEP):
            fitting = middle
        else:
            too_many = middle
        middle = (fitting + too_many) // 2
    return fitting
