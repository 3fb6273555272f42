"""Stand-ups of the models, numbered if there are several of a kind."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from printables.folding import SHAPE, StandUp
from printables.incursion import style
from printables.incursion.source import Source
from printables.pen import Pen
from printables.pieces import Batch, Piece


def stand_up(source: Source, key: str, number: int) -> StandUp:
    named: str = getattr(source.book.models[key].name, source.speech.language)
    side = source.book.models[key].side
    icon, band = style.icon_of(key, side), style.OF_SIDES[side]
    return StandUp(f"{key}:{number}", named, icon, band, str(number or ""), partial(badge, side))


def badge(side: str, pen: Pen, x: float, y: float, size: float) -> None:
    style.stamp(pen, side, x, y, size)


def batch(source: Source, wanted: Mapping[str, int]) -> Batch:
    laid = []
    for key, count in wanted.items():
        alone = count == 1 and not source.book.models[key].horde
        every = (stand_up(source, key, 0 if alone else number) for number in range(1, count + 1))
        laid += [(Piece(one.face()), 1) for one in every]
    return Batch("stand-ups", SHAPE, laid)
