"""Scenarios as missions: shipped ones, the host's own, and files of the Scenario Editor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from app.core.content.missions import MissionData, MissionRules, Reader
from app.core.errors import Refused
from app.core.game.options import Options
from app.core.messages.translator import Entry, Verbatim
from app.core.rules.book import load_toml
from app.games.memoir_44.board_view.overview import overview
from app.games.memoir_44.book import DATA, SIDES, questions
from app.games.memoir_44.scenarios import editor_values
from app.games.memoir_44.scenarios.briefing import briefing, words_in
from app.games.memoir_44.scenarios.checks import check_scenario
from app.games.memoir_44.scenarios.editor_writing import as_editor_file
from app.games.memoir_44.scenarios.importing import foreign
from app.games.memoir_44.scenarios.writing import written


@lru_cache
def scenarios() -> Mapping[str, MissionData]:
    """Return the shipped scenarios by key."""
    found = [load_toml(path) for path in sorted((DATA / "scenarios").glob("*.toml"))]
    return {data["key"]: data for data in found}


NEEDS: Mapping[str, list[str]] = {
    **{key: question.where for key, question in questions().items() if question.where},
    "mines": ["mines"],
    "players": ["overlord"],
}
"""Words of which a scenario must mention one for an open question or an option of a table to matter."""


def irrelevant(data: MissionData) -> frozenset[str]:
    """Return the open questions and options that cannot matter in a scenario."""
    held = frozenset(mentioned({**data, "texts": {}, "name": {}}))
    return frozenset(name for name, some in NEEDS.items() if held.isdisjoint(some))


def mentioned(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, Mapping):
        yield from part
        yield from mentioned(list(part.values()))
    elif isinstance(part, Sequence):
        for one in part:
            yield from mentioned(one)


def listed(data: MissionData) -> list[Any]:
    """Return board, dates, the name of the file that a scenario came in, nations, and medals to win."""
    days = " – ".join(dict.fromkeys(data.get("dates", ())))
    sides = [data["sides"][side] for side in SIDES]
    nations = tuple(f"nation-{side['nation']}" for side in sides if "nation" in side)
    medals = [*dict.fromkeys(str(side["medals"]) for side in sides)]
    needed = "medals-to-win" if len(medals) == 1 else "medals-to-win-of-both"
    told = [str(data["board"]), Verbatim(days), Verbatim(data.get("file", "")), nations]
    return [*filter(None, told), {needed: Verbatim(" – ".join(medals))}]


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
    irrelevant=irrelevant,
    overview=overview,
    listed=listed,
    named="scenario",
    readers=[EDITOR],
    writers={"m44": as_editor_file},
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
    return {key: entry for data in scenarios().values() for key, entry in words_in(data).items()}
