"""The shelf of the house: a line for each game."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from app.core.game import Game
from app.core.refusals import Refused
from app.core.shelf import Shelf
from app.core.soundness import faulty, said_of
from app.core.words import AsGiven

GAMES = ("incursion", "mobile_infantry", "memoir_44")


def games() -> Iterator[Game]:
    """Every game of the house. Raises Refused, naming the one that cannot be had."""
    for name in GAMES:
        yield game_in(f"{__name__}.{name}", Path(__file__).parent / name)


def game_in(package: str, folder: Path) -> Game:
    """The game that a package holds, by its name. Raises Refused where there is none, and for what keeps it away."""
    try:
        game = import_module(f"{package}.game").GAME
    except Exception as error:
        raise faulty(folder.name, [Refused("fails", error=said_of(error, folder))]) from error
    if not isinstance(game, Game):
        raise faulty(folder.name, [Refused("no-game", module=AsGiven(f"{package}.game"))])
    return game


SHELF = Shelf(games)
"""Games are opened when it is first looked at."""


def on_shelf(key: str) -> Game:
    """A game by its key. Raises Refused."""
    if key not in SHELF:
        raise Refused("unknown-game", game=key)
    return SHELF[key]
