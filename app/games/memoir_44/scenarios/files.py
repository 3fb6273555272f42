"""Scenarios as missions: those that come with the game, the host's own, and files of the Scenario Editor."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from app.core.book import read
from app.core.missions import MissionData, MissionRules
from app.games.memoir_44.book import DATA
from app.games.memoir_44.scenarios.briefing import briefing, words_in
from app.games.memoir_44.scenarios.checks import check_scenario
from app.games.memoir_44.scenarios.importing import foreign
from app.games.memoir_44.scenarios.writing import written


@lru_cache
def scenarios() -> Mapping[str, MissionData]:
    """The scenarios that come with the game by key."""
    found = [read(path) for path in sorted((DATA / "scenarios").glob("*.toml"))]
    return {data["key"]: data for data in found}


MISSIONS = MissionRules(
    shipped=scenarios(),
    written=written,
    check=check_scenario,
    check_copied=check_scenario,
    words=words_in,
    briefing=briefing,
    readers={".m44": foreign},
)
