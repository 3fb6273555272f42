"""Memoir ’44 on the shelf for its own tests, whether or not the house has it there already."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.games import SHELF
from app.games.memoir_44.game import GAME


@pytest.fixture(autouse=True)
def on_the_shelf() -> Iterator[None]:
    """The game stands on the shelf while a test looks at it."""
    there = GAME.key in SHELF
    if not there:
        SHELF.put(GAME)
    yield
    if not there:
        SHELF.take_down(GAME.key)
