"""The shelf of the house: a line for each game."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from app.core.game import Game
from app.core.refusals import Refused
from app.core.shelf import Shelf

GAMES = ("incursion", "mobile_infantry", "memoir_44")


def games() -> Iterator[Game]:
    """Every game of the house."""
    for name in GAMES:
        game: Game = import_module(f"{__name__}.{name}.game").GAME
        yield game


SHELF = Shelf(games)
"""Games are opened when it is first looked at."""


def on_shelf(key: str) -> Game:
    """A game by its key. Raises Refused."""
    if key not in SHELF:
        raise Refused("unknown-game", game=key)
    return SHELF[key]
