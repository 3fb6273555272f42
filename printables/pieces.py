"""Printable things: pieces to cut out, sheets to read, and the faces drawn on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from printables.pen import Pen

Kind = Literal["card", "round", "square", "strip", "hexagon"]


@dataclass(frozen=True)
class Shape:
    """The cut of a piece in millimetres; `radius` rounds its corners."""

    kind: Kind
    width: float
    height: float
    radius: float = 0.0


POKER = Shape("card", 63, 88, 3)
MINI = Shape("card", 44, 68, 3)


def square(size: float) -> Shape:
    return Shape("square", size, size, 1)


def disc(size: float) -> Shape:
    return Shape("round", size, size)


def strip(width: float, height: float) -> Shape:
    return Shape("strip", width, height)


def hexagon(size: float) -> Shape:
    """Return the shape of a hexagon with a corner at the top and a width of `size`."""
    return Shape("hexagon", size, size * 2 / 3**0.5)


@dataclass(frozen=True)
class Face:
    """One side of a piece, drawn once for each `key` however often it is placed.

    Errors refer to it by `name`. `spread` is how far it is drawn past its cut, whatever the bleed: what must look alike
    on each piece looks so after the printer's drift.
    """

    key: str
    name: str
    draw: Callable[[Pen], None]
    spread: float = 0.0


@dataclass(frozen=True)
class Piece:
    front: Face
    back: Face | None = None


@dataclass(frozen=True)
class Batch:
    """Pieces of one shape and how many of each, laid out together.

    Consecutive batches of a `group` share pages, like those of a product; each of `notes` is told once on a page.
    `bleed` is kept free around each piece, whatever the bleed of the print: their grounds differ. `folds` are the
    heights at which each is folded.
    """

    product: str
    shape: Shape
    pieces: Sequence[tuple[Piece, int]]
    bleed: float = 0.0
    folds: Sequence[float] = ()
    group: str = ""
    notes: Sequence[str] = ()

    def each(self) -> Iterator[Piece]:
        return (piece for piece, count in self.pieces for _ in range(count))

    @property
    def count(self) -> int:
        return sum(count for _, count in self.pieces)

    @property
    def has_backs(self) -> bool:
        return any(piece.back for piece, _ in self.pieces)


@dataclass(frozen=True)
class Block:
    """A part of a sheet, in fractions of the usable page: left, bottom, width, height."""

    face: Face
    box: tuple[float, float, float, float]


@dataclass(frozen=True)
class Sheet:
    product: str
    blocks: Sequence[Block] = field(default_factory=list)


Job = Sequence[Batch | Sheet]
