"""Parts of a sheet: headings, tables, checklists, tracks and lines to write on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printables import fonts
from printables.paper import MM
from printables.pen import FADED, INK, LINE, WASH, Align, Pen
from printables.text_fit import LEAST, Paragraph, fit

HEAD = 6.2
ROW = 5.4


def heading(pen: Pen, text: str) -> float:
    """Draw a part's title above a rule. Return the height left below."""
    y = pen.height - HEAD
    with pen.part("H", text):
        pen.label(0, y + 0.9, pen.width, HEAD - 1.4, text.upper(), 12, fonts.DISPLAY, INK, "left")
    pen.line(0, y + 0.2, pen.width, y + 0.2, INK, 0.45)
    return y - 1.2


def prose(pen: Pen, high: float, text: Sequence[Paragraph], largest: float = 9.5, gap: float = 0.35) -> None:
    pen.text(0, 0, pen.width, high, text, largest, gap=gap)


def plain(*lines: str) -> list[Paragraph]:
    return [[(fonts.TEXT, line)] for line in lines]


@dataclass(frozen=True)
class Column:
    title: str
    share: float
    align: Align = "left"


def table(pen: Pen, high: float, columns: Sequence[Column], rows: Sequence[Sequence[str]], row: float = ROW) -> float:
    """Draw a table below `high`. Return the height left under it.

    Rows shrink to fit; raise Refused below 6 points.
    """
    high_of_row = min(row, high / (len(rows) + 1))
    size = min(9.5, high_of_row * MM * 0.78, *(_size(pen, columns, line) for line in rows))
    pen.fill(0, high - high_of_row, pen.width, high_of_row, WASH)
    with pen.part("Table"):
        for number, line in enumerate([[column.title for column in columns], *rows]):
            y = high - (number + 1) * high_of_row
            with pen.part("TR"):
                _row(pen, columns, line, y, high_of_row, size, bool(number))
    return high - (len(rows) + 1) * high_of_row


def _size(pen: Pen, columns: Sequence[Column], texts: Sequence[str]) -> float:
    total = sum(column.share for column in columns)
    fits = []
    for column, text in zip(columns, texts, strict=True):
        wide = fonts.width(fonts.TEXT, fonts.settable(fonts.TEXT, text, pen.name))
        fits.append((pen.width * column.share / total - 2) * MM / max(wide, 0.01))
    return max(min(fits), LEAST)


def _row(
    pen: Pen, columns: Sequence[Column], texts: Sequence[str], y: float, high: float, size: float, body: bool
) -> None:
    total, x = sum(column.share for column in columns), 0.0
    for column, text in zip(columns, texts, strict=True):
        wide = pen.width * column.share / total
        face = fonts.TEXT if body else fonts.BOLD
        with pen.part("TD" if body else "TH"):
            pen.label(x + 0.8, y, wide - 1.6, high, text, size, face, INK if body else FADED, column.align)
        x += wide
    pen.line(0, y, pen.width, y, LINE, 0.2)


def checklist(pen: Pen, high: float, lines: Sequence[str], largest: float = 11.5) -> None:
    each = min(9.0, high / max(len(lines), 1))
    size = min((fit(plain(line), pen.width - 6, each, largest, pen.name).size for line in lines), default=largest)
    for number, line in enumerate(lines):
        y = high - (number + 1) * each
        pen.frame(0.3, y + each / 2 - 1.7, 3.4, 3.4, INK, 0.25)
        pen.text(6, y, pen.width - 6, each, plain(line), size, middle=True)


def told(labels: Sequence[str], below: Sequence[str]) -> str:
    under = [*below, *[""] * (len(labels) - len(below))]
    return ", ".join(f"{label} ({word})" if word else label for label, word in zip(labels, under, strict=True)) + "."


def track(pen: Pen, high: float, labels: Sequence[str], below: Sequence[str] = ()) -> None:
    size = min(15.0, (pen.width - 0.8 * (len(labels) - 1)) / len(labels), high - (5 if any(below) else 0))
    y = high - size
    with pen.part():
        for place, label in enumerate(labels):
            x = place * (size + 0.8)
            pen.frame(x, y, size, size, INK, 0.25, 1)
            pen.label(x + 0.6, y + 0.6, size - 1.2, size - 1.2, label, 13, fonts.DISPLAY, FADED)
            if place < len(below) and below[place]:
                pen.label(x, y - 4.4, size, 3.6, below[place], 9, fonts.TEXT)


def ruled(pen: Pen, high: float, step: float = 7.5, wide: float | None = None) -> None:
    y = high - step
    while y >= 1:  # a line at the edge would run into the credits
        pen.line(0, y, wide or pen.width, y, LINE, 0.25)
        y -= step
