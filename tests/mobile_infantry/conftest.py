"""Battles to be played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.mobile_infantry.playing import Battle


@pytest.fixture
def open_battle() -> Callable[..., Battle]:
    """Opens a table: `open_battle(mission=2, jam="marked")`."""
    return Battle


@pytest.fixture
def battle() -> Battle:
    """Mission 1, one experienced squad (team-1 commands team-2 to team-5), turn 1."""
    return Battle().squad().ready()


@pytest.fixture
def squad_against(open_battle: Callable[..., Battle]) -> Callable[..., Battle]:
    """A squad in turn 2, when these bugs move: `squad_against(("warrior", 3), experience="rookie")`."""

    def opened(*kinds: Any, experience: str = "experienced", fire_teams: int = 4, **wishes: Any) -> Battle:
        return open_battle(**wishes).squad(fire_teams=fire_teams, experience=experience).ready().against(*kinds)

    return opened
