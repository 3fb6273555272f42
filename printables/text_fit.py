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


Word = tuple[str, str, float, float, float]
"""Typeface, text, width, width of the space before it, and width of what must stay beside it, at size 1."""
NUMBER = re.compile(r"[(«“]?[+\-−]?\d[\d.,–×/-]*[″’%°]?", re.ASCII)
"""A number, which stays with the word after it."""


def measure_words(paragraph: Paragraph, name: str) -> list[Word]:
    """Return words to wrap: numbers stay with their nouns, the last word with the one before."""
    words: list[Word] = []
    joined = False
    for face, text in paragraph:
        space = fonts.width(face, " ")
        for index, word in enumerate(fonts.settable(face, text, name).split(" ")):
            joined = joined and not index
            if word:
                words.append((face, word, fonts.width(face, word), 0.0 if joined else space, 0.0))
                joined = True
    for place in range(len(words) - 2, -1, -1):
        (face, word, wide, space, _), (_, _, next_wide, next_space, stays) = words[place : place + 2]
        if place == len(words) - 2 or not next_space or (word[-1] in "0123456789″’%°" and NUMBER.fullmatch(word)):
            stays = stays if next_space or (place + 2 < len(words) and not words[place + 2][3]) else 0.0
            words[place] = face, word, wide, space, next_space + next_wide + stays
    return words


def wrapped(words: Sequence[Word], measure: float) -> list[Line]:
    """Wrap words greedily into lines of at most `measure` at size 1; no word may be wider."""
    lines: list[Line] = []
    line: list[tuple[float, str, str]] = []
    reach = 0.0
    for face, word, wide, space, stays in words:
        ahead = reach + space + wide if line else wide
        if line and ahead + (stays if space and wide + stays <= measure else 0.0) > measure:
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
    for _, _, wide, space, stays in words:
        ahead = reach + space + wide if reach else wide
        if reach and ahead + (stays if space and wide + stays <= measure else 0.0) > measure:
            count, ahead = count + 1, wide
        reach = ahead
    return count


@dataclass(frozen=True)
class Box:
    """A text for a box in millimetres; gaps between paragraphs are relative to the font size."""

    text: Sequence[Sequence[Word]]
    wide: float
    high: float
    gap: float

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
            lines += wrapped(words, self.wide * MM / size)
        return Fitted(size, tuple(lines), size * LEADING / MM, tuple(gaps), size * self.gap / MM)


def fit(
    text: Sequence[Paragraph],
    wide: float,
    high: float,
    largest: float,
    name: str,
    gap: float = 0.35,
    least: float = LEAST,
) -> Fitted:
    """Return the largest setting of a text in a box of millimetres.

    Raise Refused below 6 points, naming the piece.

    `gap` is the space between paragraphs, relative to the font size.
    """
    box = Box([measure_words(paragraph, name) for paragraph in text], wide, high, gap)
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
