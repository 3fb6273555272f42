"""Text that finds its size: words measured once, wrapped by the line, the size searched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.play import Refused
from app.core.words import AsGiven
from printables import fonts
from printables.paper import MM

LEAST = 6.0
"""No text on a piece is smaller, in points."""
STEP = 0.25
LEADING = 1.16

Run = tuple[str, str]
"""A face and a text in it."""
Paragraph = Sequence[Run]
Line = tuple[tuple[float, str, str], ...]
"""Runs of a line: where each starts at size 1, its face, its text."""


@dataclass(frozen=True)
class Fitted:
    """A text set: its size in points, its lines, and how high each line and gap is in millimetres."""

    size: float
    lines: tuple[Line, ...]
    leading: float
    gaps: tuple[int, ...]
    """The lines before which a paragraph begins, but for the first."""
    gap: float

    @property
    def height(self) -> float:
        return len(self.lines) * self.leading + len(self.gaps) * self.gap


Word = tuple[str, str, float, float]
"""Face, text, width, and the width of the space before it, at size 1."""


def measured(paragraph: Paragraph, name: str) -> list[Word]:
    """The words of a paragraph with their widths at size 1. Raises Refused for a letter that a face lacks."""
    words: list[Word] = []
    joined = False
    for face, text in paragraph:
        fonts.check_letters(face, text, name)
        space = fonts.width(face, " ")
        for index, word in enumerate(text.split(" ")):
            joined = joined and not index
            if word:
                words.append((face, word, fonts.width(face, word), 0.0 if joined else space))
                joined = True
    return words


def wrapped(words: Sequence[Word], measure: float) -> list[Line] | None:
    """Lines of at most `measure` at size 1, filled greedily; None where a word alone is wider."""
    lines: list[Line] = []
    line: list[tuple[float, str, str]] = []
    reach = 0.0
    for face, word, wide, space in words:
        ahead = reach + space + wide if line else wide
        if ahead > measure and line:
            lines.append(tuple(line))
            line, ahead = [], wide
        if wide > measure:
            return None
        _append(line, ahead - wide, face, word, space)
        reach = ahead
    return [*lines, tuple(line)] if line else lines


def _append(line: list[tuple[float, str, str]], start: float, face: str, word: str, space: float) -> None:
    """Put a word behind the last of its face, or begin a new run with it."""
    if line and line[-1][1] == face:
        before = line[-1]
        line[-1] = before[0], face, before[2] + (" " if space else "") + word
    else:
        line.append((start, face, word))


def at_size(text: Sequence[Sequence[Word]], wide: float, size: float, gap: float) -> Fitted | None:
    """The text at a size, if each of its words fits the width in millimetres."""
    lines: list[Line] = []
    gaps = []
    for words in text:
        if lines:
            gaps.append(len(lines))
        found = wrapped(words, wide * MM / size)
        if found is None:
            return None
        lines += found
    return Fitted(size, tuple(lines), size * LEADING / MM, tuple(gaps), size * gap / MM)


def fit(
    text: Sequence[Paragraph],
    wide: float,
    high: float,
    largest: float,
    name: str,
    gap: float = 0.35,
    least: float = LEAST,
) -> Fitted:
    """The largest setting of a text in a box of millimetres. Raises Refused, naming the piece, below 6 points.

    `gap` is the space between paragraphs, of the font size.
    """
    words = [measured(paragraph, name) for paragraph in text]
    low, high_step = 0, round((largest - least) / STEP)
    best = _within(at_size(words, wide, least, gap), high)
    if best is None:
        raise Refused("text-does-not-fit", field=name, card=AsGiven(name), least=f"{least:g}")
    while low < high_step:
        middle = (low + high_step + 1) // 2
        tried = _within(at_size(words, wide, least + middle * STEP, gap), high)
        if tried:
            best, low = tried, middle
        else:
            high_step = middle - 1
    return best


def _within(fitted: Fitted | None, high: float) -> Fitted | None:
    return fitted if fitted and fitted.height <= high + 1e-6 else None
