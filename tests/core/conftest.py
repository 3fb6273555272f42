"""The shelf of the house with other games."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.core.game.definition import Game
from app.core.registry import LeftOut
from app.games import REGISTRY


@pytest.fixture
def restocked(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The shelf of the house with other games, or with some that could not be loaded."""

    def shelf(*found: Game | LeftOut) -> None:
        monkeypatch.setattr(REGISTRY, "_games", {})
        monkeypatch.setattr(REGISTRY, "_left_out", {})
        monkeypatch.setattr(REGISTRY, "_fetch", lambda: found)

    return shelf
