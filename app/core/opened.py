"""What tables have in common that were opened alike, kept once: their opening, and the book that it makes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cached_property
from typing import Any
from weakref import WeakValueDictionary

from app.core.game import Game
from app.core.lifespan import TableOpened
from app.core.play import Entry


def first_of(entries: Sequence[Entry]) -> TableOpened:
    """The first event of a log."""
    first = entries[0].events[0]
    assert isinstance(first, TableOpened)
    return first


class Opened:
    """An opening of a game."""

    def __init__(self, game: Game, first: TableOpened) -> None:
        self.game, self.first = game, first

    @cached_property
    def book(self) -> Any:
        """The book as it opens; nobody writes on it."""
        return self.game.open_book(self.first.opening)


_alike: WeakValueDictionary[tuple[int, str], Opened] = WeakValueDictionary()


def share_opening(game: Game, first: TableOpened) -> Opened:
    """Let an opening hold from now on what those that are alike have: one of them for all."""
    text = json.dumps(first.opening)
    place = (id(game), hashlib.sha256(text.encode()).hexdigest())
    found = _alike.get(place)
    if found is None:
        found = _alike[place] = Opened(game, first)
    first.opening = found.first.opening
    return found
