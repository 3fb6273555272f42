"""Shapes and texts as PDF operators: formatting numbers took most of reportlab's time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from printables import fonts

WRITTEN = {code: f"\\{code:03o}" for code in (*range(32), *range(127, 256), *b"()\\")}
"""Characters that a text object must write as octal escapes."""
ROUND = 0.5523
"""Handle length of a quarter circle, relative to its radius."""


@lru_cache(maxsize=8192)
def number(value: float) -> str:
    """Format a length to a hundredth of a millimetre, as short as possible."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def numbers(*values: float) -> str:
    return " ".join(map(number, values))


def place(x: float, y: float) -> str:
    """Format a translation to a ten-thousandth of a millimetre."""
    return f"{x:.4f} {y:.4f}"


@cache
def shade(colour: tuple[float, float, float]) -> str:
    return " ".join(f"{part:.3f}" for part in colour)


MOST_IN_ONE = 250
"""Letters of a typeface that surely fit one font of a document; more may take several fonts."""


class Letters(dict[int, str]):
    """Letters of a typeface → their form in a document; a new letter is added to the font."""

    def __init__(self, font: Any, document: Any) -> None:
        super().__init__()
        self.font, self.document = font, document
        self.in_one = len(font.face.charToGlyph) <= MOST_IN_ONE

    def __missing__(self, letter: int) -> str:
        ((_, codes),) = self.font.splitString(chr(letter), self.document)
        self[letter] = codes.decode("latin-1").translate(WRITTEN)
        return self[letter]

    @cached_property
    def name(self) -> str:
        return str(self.font.getSubsetInternalName(0, self.document))

    def written(self, text: str) -> list[tuple[str, str]]:
        """Return a text as the document encodes it, each part with its font name."""
        if self.in_one:
            codes = text.translate(self)
            return [(self.name, codes)]
        return [
            (self.font.getSubsetInternalName(subset, self.document), codes.decode("latin-1").translate(WRITTEN))
            for subset, codes in self.font.splitString(text, self.document)
        ]


class Faces(dict[str, Letters]):
    def __init__(self, document: Any) -> None:
        super().__init__()
        self.document = document

    def __missing__(self, face: str) -> Letters:
        self[face] = Letters(fonts.font(face), self.document)
        return self[face]

    def written(self, face: str, text: str) -> list[tuple[str, str]]:
        return [part for one, run in fonts.parted(face, text) for part in self[one].written(run)]


def rectangle(x: float, y: float, wide: float, high: float, radius: float = 0) -> str:
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
    return rectangle(x - radius, y - radius, 2 * radius, 2 * radius, radius)


def polygon(corners: Iterable[tuple[float, float]]) -> str:
    first, *rest = corners
    return " ".join([f"{numbers(*first)} m", *(f"{numbers(*corner)} l" for corner in rest), "h"])


def line(x: float, y: float, x2: float, y2: float) -> str:
    return f"{numbers(x, y)} m {numbers(x2, y2)} l"


Set = tuple[float, float, str, float, tuple[float, float, float], str, Any]
"""A text to draw: position, typeface, size in points, colour, letters, and the part of its face that it belongs to."""


def text(faces: Faces, runs: Iterable[Set], point: float, mark: Callable[[Any], str] | None = None) -> str:
    operators: list[str] = ["BT"]
    last: tuple[str, float] | None = None
    drawn: tuple[float, float, float] | None = None
    part = None
    for x, y, face, size, colour, words, of in runs:
        if mark and of is not part:
            operators += [mark(of)] if part is None else ["EMC", mark(of)]
            part = of
        if colour != drawn:
            operators.append(f"{shade(colour)} rg")
            drawn = colour
        begins = f"1 0 0 1 {x:.2f} {y:.2f} Tm "
        for font, written in faces.written(face, words):
            if (font, size) != last:
                operators.append(f"{font} {size * point:.3f} Tf")
                last = font, size
            operators.append(f"{begins}({written}) Tj")
            begins = ""
    return "\n".join([*operators, *(["EMC"] if part else []), "ET"])


SIZE = 512
CREDIT = "game-icons.net, CC BY 3.0"


@dataclass(frozen=True)
class Icon:
    name: str
    path: str


@cache
def icons_in(file: Path) -> Mapping[str, Icon]:
    """Return every icon of a file by name; the file has one per line."""
    lines = file.read_text(encoding="utf-8").splitlines()
    named = (line.split(" ", 1) for line in lines if not line.startswith("#"))
    return {name: Icon(name, path) for name, path in named}
