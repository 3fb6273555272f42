"""The registry of installed games: one line each."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.core.registry import GameRegistry, LeftOut
from app.core.rules.book import effective_answers

if TYPE_CHECKING:
    from app.core.game.definition import Game

GAMES = ("incursion", "mobile_infantry", "memoir_44")


def games() -> Iterator[Game | LeftOut]:
    for name in GAMES:
        try:
            yield loaded(import_module(f"{__name__}.{name}.game").GAME)
        except Exception as error:  # any error of one game must not affect the others
            yield LeftOut(name.replace("_", "-"), said_of(error))


def loaded(game: Game) -> Game:
    """Return a game after reading its messages, rules and books. Raise any error in them."""
    assert game.words
    assert game.rule_catalogue
    for edition in game.editions:
        game.rules.edition_book(edition, effective_answers(game.rules.questions, {}))
    return game


def said_of(error: Exception) -> str:
    here = Path(__file__).parent
    steps = [(Path(step.filename), step.lineno) for step in traceback.extract_tb(error.__traceback__)]
    places = [f"{path.relative_to(here)}: {line}" for path, line in steps if path.is_relative_to(here)]
    said = f"{error.code} {error.field or ''}" if isinstance(error, Refused) else f"{type(error).__name__}: {error}"
    return "; ".join([" ".join(said.split()), *places[-1:]])


REGISTRY = GameRegistry(games)
"""The registry; games are loaded on first access."""


def on_shelf(key: str) -> Game:
    """Return a game by its key. Raise Refused for an unknown game, or one that cannot be loaded."""
    if key in REGISTRY.left_out:
        raise Refused("game-left-out", game=Verbatim(key), why=Verbatim(REGISTRY.left_out[key]))
    if key not in REGISTRY:
        raise Refused("unknown-game", game=key)
    return REGISTRY[key]
