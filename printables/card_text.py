"""Lines of a card that share one font size: titles, labelled texts, boxes to tick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from printables import fonts
from printables.paper import MM
from printables.pen import FADED, INK, LINE, Pen
from printables.text_fit import LEAST, STEP, Box, Fitted, measure_words

GAP, TITLE_GAP, BESIDE = 0.22, 0.5, 0.5
"""Space before a line, before a title, and between a label and its text, in font sizes."""


@dataclass(frozen=True)
class Line:
    """A line of a card: a title, or a text with a label, a bold start or a box to tick."""

    text: str
    label: str = ""
    lead: str = ""
    title: bool = False
    tick: bool = False
    ticked: bool = False


def title(text: str) -> Line:
    return Line(text, title=True)


@dataclass(frozen=True)
class Set:
    """A line set at a size: the offset of its text, and its lines."""

    line: Line
    indent: float
    fitted: Fitted
    before: float


def flow(pen: Pen, x: float, y: float, wide: float, high: float, lines: Sequence[Line], largest: float = 9.5) -> float:
    """Draw lines as large as they fit. Return their height. Raise Refused below 6 points."""
    size = largest
    while size >= LEAST:
        if laid := fitting(lines, wide, high, size, pen.name):
            put(pen, x, y + high, wide, laid, size)
            return height_of(laid)
        size -= STEP
    raise Refused("text-does-not-fit", field=pen.name, card=Verbatim(pen.name), least=LEAST)


def fitting(lines: Sequence[Line], wide: float, high: float, size: float, name: str) -> list[Set]:
    """Return every line set at a size, or an empty list if they do not fit."""
    laid = set_at(lines, wide, size, name)
    return laid if height_of(laid) <= high else []


def in_two(
    lines: Sequence[Line], wide: float, high: float, least: float, name: str, kept: float = 0.0
) -> list[Sequence[Line]]:
    """Return lines as they are, or in two parts of like height if they do not fit at a size.

    `kept` is the height that must be left free below the last part.
    """
    if not lines or fitting(lines, wide, high - kept, least, name):
        return [lines]

    def uneven(place: int) -> float:
        first, second = (height_of(set_at(part, wide, least, name)) for part in (lines[:place], lines[place:]))
        over = max(first - high, second + kept - high, 0.0)
        return abs(first - second - kept) + over * 1000 + (0 if lines[place].title else high / 3)

    place = min((one for one in range(1, len(lines)) if not lines[one - 1].title), key=uneven, default=len(lines))
    return [lines[:place], lines[place:]]


def columns(laid: Sequence[Set], heights: Sequence[float]) -> list[list[Set]]:
    """Split set lines into columns of these heights; the last height repeats.

    A title stays with the next line.
    """
    parted: list[list[Set]] = [[]]
    for block in blocks([part for one in laid for part in broken(one, min(heights))]):
        room = heights[min(len(parted), len(heights)) - 1]
        if parted[-1] and height_of([*parted[-1], *block]) > room:
            parted.append([])
            block = [replace(block[0], before=0.0), *block[1:]]
        parted[-1] += block
    return parted


def broken(one: Set, high: float) -> Iterator[Set]:
    most = max(int(high / one.fitted.leading), 1)
    yield replace(one, fitted=replace(one.fitted, lines=one.fitted.lines[:most]))
    for first in range(most, len(one.fitted.lines), most):
        fitted = replace(one.fitted, lines=one.fitted.lines[first : first + most])
        yield replace(one, line=replace(one.line, label="", tick=False), fitted=fitted, before=0.0)


def blocks(laid: Sequence[Set]) -> Iterator[list[Set]]:
    block: list[Set] = []
    for one in laid:
        block.append(one)
        if not one.line.title:
            yield block
            block = []
    if block:
        yield block


def height_of(laid: Sequence[Set]) -> float:
    return sum(one.before + one.fitted.height for one in laid)


def set_at(lines: Sequence[Line], wide: float, size: float, name: str) -> list[Set]:
    """Return every line set at a size, or an empty list if a word is too wide."""
    laid: list[Set] = []
    for place, line in enumerate(lines):
        indent = indent_of(lines, place, size)
        face = fonts.BOLD if line.title else fonts.TEXT
        lead = [(fonts.BOLD, f"{line.lead} ")] if line.lead else []
        box = Box([measure_words([*lead, (face, line.text)], name)], wide - indent, 10_000, 0)
        if wide <= indent or not box.fits(size):
            return []
        before = (TITLE_GAP if line.title else GAP) * size / MM if laid else 0.0
        laid.append(Set(line, indent, box.set(size), before))
    return laid


def indent_of(lines: Sequence[Line], place: int, size: float) -> float:
    line = lines[place]
    if line.tick:
        return size * 1.25 / MM
    if not line.label:
        return 0.0
    first = last = place
    while first and lines[first - 1].label:
        first -= 1
    while last + 1 < len(lines) and lines[last + 1].label:
        last += 1
    widest = max(fonts.width(fonts.BOLD, one.label) for one in lines[first : last + 1])
    return (widest + BESIDE) * size / MM


def put(pen: Pen, x: float, top: float, wide: float, laid: Sequence[Set], size: float) -> None:
    y = top
    for one in laid:
        y -= one.before
        base = y - one.fitted.leading * 0.78
        if one.line.tick:
            tick(pen, x, base, size * 0.72 / MM, one.line.ticked)
        with pen.part("H" if one.line.title else "P", f"☒ {one.line.text}" if one.line.ticked else ""):
            if one.line.label:
                pen.write(x, base, one.line.label, size, fonts.BOLD, INK)
            pen.draw_text(one.fitted, x + one.indent, y, wide, colour=INK)
        y -= one.fitted.height
        if one.line.title:
            pen.line(x, y + 0.1, x + wide, y + 0.1, INK if pen.low_ink else LINE, 0.2)


def tick(pen: Pen, x: float, y: float, size: float, ticked: bool) -> None:
    pen.frame(x, y, size, size, INK, 0.25)
    if ticked:
        pen.line(x, y, x + size, y + size, FADED, 0.5)
        pen.line(x, y + size, x + size, y, FADED, 0.5)
