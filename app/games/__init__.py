"""The shelf: every game that the house has. Games are opened when the shelf is first looked at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.game import Game

SHELF: Mapping[str, Game]


def __getattr__(name: str) -> Mapping[str, Game]:
    if name != "SHELF":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from app.games.incursion.game import GAME as INCURSION

    shelf = globals()["SHELF"] = {INCURSION.key: INCURSION}
    return shelf
