"""Text fitting: words are measured once and wrapped, and the largest fitting size is found."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

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


Word = tuple[str, str, float, float, float, float]
"""Typeface, text, width, width of the space before it, and of what must stay beside it, all of it or the next word.

Widths are at size 1.
"""
NUMBER = re.compile(r"[(«“]?[+\-−]?\d[\d.,–×/-]*[″”\"’%°]?", re.ASCII)
"""A number, which stays with the word after it."""
ENDS, CONJUNCTIONS, BETWEEN = ".,;:!?)»", frozenset(("and", "or", "y", "o")), frozenset(("to", "a"))
"""What a number that closes a phrase ends with, and words that a number does not count; ranges of numbers."""


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
                words.append((face, word, fonts.width(face, word), 0.0 if joined else space, 0.0, 0.0))
                joined = True
    texts = ["", *(word[1] for word in words), ""]
    tail = 0.0  # width of what is joined to the next word without a space
    for place in range(len(words) - 2, -1, -1):
        (face, word, wide, space, *_), (_, _, next_wide, next_space, stays, _) = words[place : place + 2]
        if not next_space or place == len(words) - 2 or stay_together(*texts[place : place + 4]):
            held = next_space + next_wide
            words[place] = face, word, wide, space, held + stays, held + tail
        tail = 0.0 if next_space else next_wide + tail
    return words


def kept_beside(wide: float, stays: float, held: float, measure: float) -> float:
    return stays if wide + stays <= measure else held if wide + held <= measure else 0.0


def wrapped(words: Sequence[Word], measure: float) -> list[Line]:
    """Wrap words greedily into lines of at most `measure` at size 1; no word may be wider."""
    lines: list[Line] = []
    line: list[tuple[float, str, str]] = []
    reach = 0.0
    for face, word, wide, space, stays, held in words:
        ahead = reach + space + wide if line else wide
        beside = kept_beside(wide, stays, held, measure)
        if line and ahead + (beside if space else 0.0) > measure:
            lines.append(tuple(line))
            line, ahead = [], wide
        _append(line, ahead - wide, face, word, space)
        reach = ahead
    return [*lines, tuple(line)] if line else lines


def _append(line: list[tuple[float, str, str]], start: float, face: str, word: str, space: float) -> None:
    if line and line[-1][1] == face:
        before = line[-1]
        line[-1] = before[0], face, before[2] + (" " if space else "") + word
    else:
        if line and space:
            line[-1] = (*line[-1][:2], line[-1][2] + " ")
        line.append((start, face, word))


def line_count(words: Sequence[Word], measure: float) -> int:
    count, reach = 1, 0.0
    for _, _, wide, space, stays, held in words:
        ahead = reach + space + wide if reach else wide
        beside = kept_beside(wide, stays, held, measure)
        if reach and ahead + (beside if space else 0.0) > measure:
            count, ahead = count + 1, wide
        reach = ahead
    return count


def even_measure(words: Sequence[Word], measure: float) -> float:
    """Return about the least measure that needs no more lines than this one."""
    count = line_count(words, measure)
    low = max((wide + kept_beside(wide, stays, held, measure) for _, _, wide, _, stays, held in words), default=0.0)
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
        if any(word[2] > measure for words in self.text for word in words):
            return False
        lines = sum(line_count(words, measure) for words in self.text)
        return (lines * LEADING + (len(self.text) - 1) * self.gap) * size / MM <= self.high + 1e-6

    def guess(self) -> float:
        length = sum(word[2] + word[3] for words in self.text for word in words)
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
