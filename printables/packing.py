"""Pages of pieces: one shape in a grid, or several shapes of a product that share pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice, product

from printables.page_layout import (
    NEAR,
    Fold,
    Layout,
    PrintableArea,
    best_layout,
    fitting,
    interleaved,
    pages,
    room_on,
)
from printables.paper import Settings
from printables.pieces import Batch, Job, Piece, Shape, Sheet

PiecePage = list[tuple[Layout, list[Piece]]]
"""A page: the pieces of each shape, with their positions."""


def parts_of(job: Job) -> Iterator[Sheet | list[Batch]]:
    """Yield sheets, and the consecutive batches of a product or group together."""
    for key, parts in groupby(job, key=lambda part: part.group or part.product if isinstance(part, Batch) else ""):
        if key:
            yield [part for part in parts if isinstance(part, Batch) and part.count]
        else:
            yield from (part for part in parts if isinstance(part, Sheet))


NOTE = 8.0
"""Margin that a page's note needs."""


def laid_out(batches: Sequence[Batch], settings: Settings) -> list[PiecePage]:
    """Return the pages of batches: shared where that takes fewer. Raise Refused."""
    if settings.margin < NOTE and any(batch.notes for batch in batches):
        settings = replace(settings, margin=NOTE)
    joined = by_shape(batches)
    apart = [page for batch in joined for page in one_by_one(batch, settings)]
    if len(joined) == 1 or len(apart) < 2:
        return apart
    together = fewest(joined, settings)
    return together if together and len(together) < len(apart) else apart


def by_shape(batches: Sequence[Batch]) -> list[Batch]:
    """Join batches of one shape; those that are drawn past their cuts stay apart."""
    joined: dict[tuple[Shape, float, float], Batch] = {}
    for batch in batches:
        key = batch.shape, batch.bleed, spread_of(batch)
        first = joined.get(key)
        joined[key] = replace(first, pieces=[*first.pieces, *batch.pieces]) if first else batch
    return list(joined.values())


def spread_of(batch: Batch) -> float:
    return max((piece.front.spread for piece, _ in batch.pieces), default=0.0)


def bled(settings: Settings, batch: Batch) -> Settings:
    return replace(settings, bleed=batch.bleed) if batch.bleed > settings.bleed else settings


def one_by_one(batch: Batch, settings: Settings) -> Iterator[PiecePage]:
    """Yield the pages of one shape; pieces with backs come last if that saves backs."""
    settings = bled(settings, batch)
    layout = best_layout(batch.shape, settings, batch.has_backs)
    every: Iterable[Piece] = batch.each()
    if settings.has_backs and batch.has_backs and batch.count > layout.count:
        every = sorted(every, key=lambda piece: piece.back is not None)
    pieces = iter(every)
    while chunk := list(islice(pieces, layout.count)):
        yield [(layout, chunk)]


# -- several shapes on a page


@dataclass(frozen=True)
class Free:
    page: int
    area: PrintableArea


def fewest(batches: Sequence[Batch], settings: Settings) -> list[PiecePage]:
    """Return shared pages in the better orientation; none if a piece does not fit."""
    folded = settings.duplex == "gutterfold" and any(batch.has_backs for batch in batches)
    folds: tuple[Fold, ...] = ("upright", "level") if folded else ("none",)
    ways = [packed(batches, settings, *page, fold) for page, fold in product(pages(settings), folds)]
    return min(filter(None, ways), key=len, default=[])


def packed(batches: Sequence[Batch], settings: Settings, width: float, height: float, fold: Fold) -> list[PiecePage]:
    """Return shared pages: largest shapes first, each block where it first fits."""
    room = room_on(width, height, settings, fold)
    free: list[Free] = []
    filled: list[PiecePage] = []
    for batch in sorted(batches, key=lambda batch: -batch.shape.height):
        pieces, own, out = list(batch.each()), bled(settings, batch), spread_of(batch)
        while pieces:
            place = next((one for one in free if holds(one.area, batch.shape, own, out)), None)
            if place is None:
                place = Free(len(filled), room)
                if not holds(room, batch.shape, own, out):
                    return []
                filled.append([])
                free.append(place)
            free.remove(place)
            spots, left = placed_apart(batch.shape, own, place.area, len(pieces), out)
            layout = Layout(width, height, batch.shape, tuple(spots), fold)
            filled[place.page].append((layout, pieces[: len(spots)]))
            pieces = pieces[len(spots) :]
            free += [Free(place.page, area) for area in left]
    return filled


def holds(area: PrintableArea, shape: Shape, settings: Settings, apart: float) -> bool:
    out = 2 * (settings.bleed + apart)
    return area.width + NEAR >= shape.width + out and area.height + NEAR >= shape.height + out


def block(
    shape: Shape, settings: Settings, area: PrintableArea, most: int
) -> tuple[list[tuple[float, float]], list[PrintableArea]]:
    """Return up to `most` positions from the upper left corner, and the areas left free."""
    bleed, between = settings.bleed, 2 * settings.bleed + settings.gutter
    wide, high = shape.width + between, shape.height + between
    columns = min(fitting(area.width, shape.width, wide, bleed), most)
    rows = fitting(area.height, shape.height, high, bleed)
    left, top = area.left + bleed, area.bottom + area.height - bleed - shape.height
    spots = [(left + x * wide, top - y * high) for y in range(rows) for x in range(columns)]
    woven = interleaved(shape, bleed, between, area) if shape.kind == "hexagon" and most > columns else []
    weaves = bool(woven) and min(len(woven), most) >= min(len(spots), most)
    if weaves:
        spots = woven
    spots = spots[:most]
    right = max(x for x, _ in spots) + shape.width + bleed + settings.gutter
    below = min(y for _, y in spots) - bleed - settings.gutter
    beside, end = below + settings.gutter, area.left + area.width
    spare = [
        PrintableArea(right, beside, end - right, area.bottom + area.height - beside),
        PrintableArea(area.left, area.bottom, area.width, below - area.bottom),
    ]
    last = [x for x, y in spots if y == spots[-1][1]]
    if not weaves and len(last) < columns:
        start = max(last) + shape.width + bleed + settings.gutter
        spare.insert(0, PrintableArea(start, beside, right - settings.gutter - start, high - settings.gutter))
    return spots, [one for one in spare if one.width > 0 and one.height > 0]


def placed_apart(
    shape: Shape, settings: Settings, area: PrintableArea, most: int, out: float
) -> tuple[list[tuple[float, float]], list[PrintableArea]]:
    if not out:
        return block(shape, settings, area, most)
    inner = PrintableArea(area.left + out, area.bottom + out, area.width - 2 * out, area.height - 2 * out)
    spots, _ = block(shape, settings, inner, most)
    right = max(x for x, _ in spots) + shape.width + settings.bleed + settings.gutter + out
    below = min(y for _, y in spots) - settings.bleed - out
    beside = PrintableArea(right, below, area.left + area.width - right, area.bottom + area.height - below)
    under = PrintableArea(area.left, area.bottom, area.width, below - settings.gutter - area.bottom)
    return spots, [one for one in (beside, under) if one.width > 0 and one.height > 0]
