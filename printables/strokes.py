"""Shapes and texts as operators of PDF, for what is drawn on each card: numbers were most of reportlab's time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property, lru_cache
from typing import Any

WRITTEN = {code: f"\\{code:03o}" for code in (*range(32), *range(127, 256), *b"()\\")}
"""Letters that a text object holds only as octal numbers."""
ROUND = 0.5523
"""How far the handles of a quarter circle reach, of its radius."""


@lru_cache(maxsize=8192)
def number(value: float) -> str:
    """A length to a hundredth of a millimetre, as short as it can be written."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def numbers(*values: float) -> str:
    """Several of them."""
    return " ".join(map(number, values))


def place(x: float, y: float) -> str:
    """Where something is moved to, to a ten-thousandth of a millimetre."""
    return f"{x:.4f} {y:.4f}"


@cache
def shade(colour: tuple[float, float, float]) -> str:
    """A colour."""
    return " ".join(f"{part:.3f}" for part in colour)


class Letters(dict[int, str]):
    """Each letter of a face as a document writes it; one that is new to the document is added to its font."""

    def __init__(self, font: Any, document: Any) -> None:
        super().__init__()
        self.font, self.document = font, document

    def __missing__(self, letter: int) -> str:
        ((subset, codes),) = self.font.splitString(chr(letter), self.document)
        assert subset == 0, "the printed fonts have fewer letters than one font of a document can hold"
        self[letter] = codes.decode("latin-1").translate(WRITTEN)
        return self[letter]

    @cached_property
    def name(self) -> str:
        """What the document calls the font."""
        return str(self.font.getSubsetInternalName(0, self.document))


def rectangle(x: float, y: float, wide: float, high: float, radius: float = 0) -> str:
    """A rectangle, with round corners or without."""
    if not radius:
        return f"{numbers(x, y, wide, high)} re"
    r, k = radius, radius * (1 - ROUND)
    right, top = x + wide, y + high
    return " ".join(
        (
            f"{numbers(x + r, y)} m {numbers(right - r, y)} l {numbers(right - k, y, right, y + k, right, y + r)} c",
            f"{numbers(right, top - r)} l {numbers(right, top - k, right - k, top, right - r, top)} c",
            f"{numbers(x + r, top)} l {numbers(x + k, top, x, top - k, x, top - r)} c",
            f"{numbers(x, y + r)} l {numbers(x, y + k, x + k, y, x + r, y)} c h",
        )
    )


def circle(x: float, y: float, radius: float) -> str:
    """A circle about a middle."""
    return rectangle(x - radius, y - radius, 2 * radius, 2 * radius, radius)


def polygon(corners: Iterable[tuple[float, float]]) -> str:
    """A closed line through corners."""
    first, *rest = corners
    return " ".join([f"{numbers(*first)} m", *(f"{numbers(*corner)} l" for corner in rest), "h"])


def line(x: float, y: float, x2: float, y2: float) -> str:
    """A straight line."""
    return f"{numbers(x, y)} m {numbers(x2, y2)} l"


Set = tuple[float, float, str, float, tuple[float, float, float], str]
"""A text to set: its place, its face, its size in points, its colour, its letters."""


def text(letters: Mapping[str, Letters], runs: Iterable[Set], point: float) -> str:
    """Texts in one text object; a point is so many of the units that places are in."""
    operators: list[str] = ["BT"]
    last: tuple[str, float] | None = None
    drawn: tuple[float, float, float] | None = None
    for x, y, face, size, colour, words in runs:
        if colour != drawn:
            operators.append(f"{shade(colour)} rg")
            drawn = colour
        written = words.translate(letters[face])
        if (face, size) != last:
            operators.append(f"{letters[face].name} {size * point:.3f} Tf")
            last = face, size
        operators.append(f"1 0 0 1 {x:.2f} {y:.2f} Tm ({written}) Tj")
    return "\n".join([*operators, "ET"])
