"""Memoir '44 on the shelf, for those tests that look at it from outside."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from app.games import SHELF
from app.games.memoir_44.game import GAME
from app.storage.host_files import OwnFiles


@pytest.fixture
def on_shelf() -> Iterator[None]:
    """The game stands on the shelf, and no longer than the test lasts unless it always does."""
    was_there = GAME.key in SHELF
    SHELF.put(GAME)
    yield
    if not was_there:
        SHELF.take_down(GAME.key)


@pytest.fixture
def box(app: Flask) -> OwnFiles:
    """The own missions of the app."""
    found: OwnFiles = app.extensions["store"].missions
    return found
