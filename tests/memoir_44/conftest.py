"""Memoir '44 on the shelf, for those tests that look at it from outside."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from app.games import REGISTRY
from app.games.memoir_44.game import GAME
from app.storage.host_files import HostFiles


@pytest.fixture
def on_shelf() -> Iterator[None]:
    """The game stands on the shelf, and no longer than the test lasts unless it always does."""
    was_there = GAME.key in REGISTRY
    REGISTRY.put(GAME)
    yield
    if not was_there:
        REGISTRY.take_down(GAME.key)


@pytest.fixture
def box(app: Flask) -> HostFiles:
    """The own missions of the app."""
    found: HostFiles = app.extensions["store"].missions
    return found
