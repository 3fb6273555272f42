"""Scenarios as missions: shipped ones, the host's own, and files of the Scenario Editor."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from app.core.content.missions import MissionData, MissionRules, Reader
from app.core.errors import Refused
from app.core.game.options import Options
from app.core.messages.translator import Entry
from app.core.rules.book import load_toml
from app.games.memoir_44.book import DATA
from app.games.memoir_44.scenarios import editor_values
from app.games.memoir_44.scenarios.briefing import briefing, words_in
from app.games.memoir_44.scenarios.checks import check_scenario
from app.games.memoir_44.scenarios.importing import foreign
from app.games.memoir_44.scenarios.writing import written


@lru_cache
def scenarios() -> Mapping[str, MissionData]:
    """Return the shipped scenarios by key."""
    found = [load_toml(path) for path in sorted((DATA / "scenarios").glob("*.toml"))]
    return {data["key"]: data for data in found}


EDITOR = Reader(
    ".m44", editor_values.is_object, foreign, editor_values.line_of, (".json", ".txt", "application/json", "text/plain")
)
"""The reader of files of the Scenario Editor."""
MISSIONS = MissionRules(
    shipped=scenarios(),
    written=written,
    check=check_scenario,
    check_copied=check_scenario,
    words=words_in,
    briefing=briefing,
    named="scenario",
    readers=[EDITOR],
)


def copied(options: Options, own: Mapping[str, MissionData]) -> MissionData:
    """Return the scenario that a table copies: as wished, else the first of the game's.

    Also one of the host's own. Raise Refused.
    """
    every = {**scenarios(), **own}
    wished = next(iter(every)) if options.mission is None else str(options.mission)
    if wished not in every:
        raise Refused("not-allowed", field="mission", allowed=", ".join(every))
    return every[wished]


def names_of_scenarios() -> Mapping[str, Entry]:
    """Return the names and texts of the shipped scenarios."""
    return {key: entry for data in scenarios().values() for key, entry in words_in(data).items()}
