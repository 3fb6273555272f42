"""Layout of pieces: the paper orientation and grid that fit the most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from app.core.errors import Refused
from printables.paper import FOOT, Settings
from printables.pieces import Shape

NEAR = 1e-9
Fold = Literal["none", "upright", "level"]
"""The line along which a page is folded so that fronts and backs meet: upright or level through its middle."""


@dataclass(frozen=True)
class PrintableArea:
    left: float
    bottom: float
    width: float
    height: float


@dataclass(frozen=True)
class Layout:
    """A page: its size, and the lower left corner of each piece's cut in reading order."""

    width: float
    height: float
    shape: Shape
    spots: tuple[tuple[float, float], ...]
    fold: Fold = "none"

    @property
    def landscape(self) -> bool:
        return self.width > self.height

    @property
    def count(self) -> int:
        return len(self.spots)


def pages(settings: Settings) -> Iterator[tuple[float, float]]:
    width, height = settings.size
    yield width, height
    yield height, width


def room_on(width: float, height: float, settings: Settings, fold: Fold = "none") -> PrintableArea:
    """Return the area inside the margins; of a folded page only the half with the fronts."""
    margin, foot = settings.kept_free, max(settings.kept_free, FOOT)
    if fold == "none":
        return PrintableArea(margin, foot, width - 2 * margin, height - margin - foot)
    kept = max(settings.bleed, settings.gutter / 2)
    if fold == "upright":
        return PrintableArea(margin, foot, width / 2 - margin - kept, height - margin - foot)
    return PrintableArea(margin, height / 2 + kept, width - 2 * margin, height / 2 - foot - kept)


def best_layout(shape: Shape, settings: Settings, has_backs: bool = True) -> Layout:
    """Return the layout that fits the most pieces, portrait on a tie.

    Raise Refused if none fits.
    """
    folded = settings.duplex == "gutterfold" and has_backs
    folds: tuple[Fold, ...] = ("upright", "level") if folded else ("none",)
    found = [
        Layout(*page, shape, tuple(spots), fold)
        for page, fold in product(pages(settings), folds)
        for spots in arrangements(shape, settings, room_on(*page, settings, fold))
    ]
    best = max(found, key=lambda layout: layout.count)
    if not best.count:
        raise Refused("no-room", field="margin", width=shape.width, height=shape.height)
    return best


def arrangements(shape: Shape, settings: Settings, room: PrintableArea) -> Iterator[list[tuple[float, float]]]:
    between = 2 * settings.bleed + settings.gutter
    yield grid(shape, settings.bleed, between, room)
    if shape.kind == "hexagon":
        yield interleaved(shape, settings.bleed, between, room)


def fitting(room: float, size: float, pitch: float, bleed: float) -> int:
    first = size + 2 * bleed
    return int((room - first) / pitch + NEAR) + 1 if room + NEAR >= first else 0


def grid(shape: Shape, bleed: float, between: float, room: PrintableArea) -> list[tuple[float, float]]:
    wide, high = shape.width + between, shape.height + between
    columns = fitting(room.width, shape.width, wide, bleed)
    rows = fitting(room.height, shape.height, high, bleed)
    left = room.left + (room.width - (columns * wide - between)) / 2
    top = room.bottom + (room.height + (rows * high - between)) / 2
    return [(left + x * wide, top - shape.height - y * high) for y in range(rows) for x in range(columns)]


def interleaved(shape: Shape, bleed: float, between: float, room: PrintableArea) -> list[tuple[float, float]]:
    wide, high = shape.width + between, shape.height * 0.75 + between
    columns = fitting(room.width, shape.width, wide, bleed)
    moved = fitting(room.width - wide / 2, shape.width, wide, bleed)
    rows = fitting(room.height, shape.height, high, bleed)
    if not (rows and columns):
        return []
    left, top = room.left + bleed, room.bottom + room.height - bleed
    return [
        (left + (x + (y % 2) / 2) * wide, top - shape.height - y * high)
        for y in range(rows)
        for x in range(moved if y % 2 else columns)
    ]


@dataclass(frozen=True)
class Placed:
    """The position of a face: lower left corner, whether upside down, and its cut."""

    x: float
    y: float
    turned: bool = False
    shape: Shape | None = None


def turns_over(layout: Layout, settings: Settings) -> bool:
    """Return True if the sheet turns about its horizontal middle, so that backs are upside down.

    A printer's long and short edge are those of the paper, however the page is oriented.
    """
    if settings.duplex == "gutterfold":
        return layout.fold == "level"
    return settings.duplex in ("long-edge", "short-edge") and ((settings.duplex == "short-edge") != layout.landscape)


def backs(layout: Layout, settings: Settings) -> Sequence[Placed]:
    return [back_of(layout, settings, *spot) for spot in layout.spots]


def back_of(layout: Layout, settings: Settings, x: float, y: float) -> Placed:
    if turns_over(layout, settings):
        return Placed(x, layout.height - y - layout.shape.height, True, layout.shape)
    return Placed(layout.width - x - layout.shape.width, y, False, layout.shape)
