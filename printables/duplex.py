"""Which back lies behind which front, and how the page of the backs is turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printables.paper import Settings
from printables.solver import Layout


@dataclass(frozen=True)
class Placed:
    """Where a back lies: its lower left corner, and whether it stands on its head."""

    x: float
    y: float
    turned: bool = False


def turns_over(layout: Layout, settings: Settings) -> bool:
    """Whether the sheet is turned about its level middle line, so that backs stand on their heads.

    A printer knows the long and the short edge of the paper, wherever the picture on it is up.
    """
    if settings.duplex == "gutterfold":
        return layout.fold == "level"
    return settings.duplex in ("long-edge", "short-edge") and ((settings.duplex == "short-edge") != layout.landscape)


def backs(layout: Layout, settings: Settings) -> Sequence[Placed]:
    """The place of the back behind each spot, in the order of the spots."""
    return [back_of(layout, settings, *spot) for spot in layout.spots]


def back_of(layout: Layout, settings: Settings, x: float, y: float) -> Placed:
    """The back behind one spot."""
    if turns_over(layout, settings):
        return Placed(x, layout.height - y - layout.shape.height, True)
    return Placed(layout.width - x - layout.shape.width, y)
