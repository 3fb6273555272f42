"""The shelf: every game that the house has."""

from __future__ import annotations

from collections.abc import Mapping

from app.core.table import Game
from app.games.incursion import GAME as INCURSION

SHELF: Mapping[str, Game] = {INCURSION.key: INCURSION}
