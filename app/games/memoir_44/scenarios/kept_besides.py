"""Parts of a scenario that an editor file keeps in `meta_data`, having no other place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.content.missions import MissionData
from app.core.rules.book import DashedPage
from app.core.rules.inputs import parse
from app.games.memoir_44.book import EDITION, edition_book
from app.games.memoir_44.geometry import BOARDS, Hex, hex_written, written
from app.games.memoir_44.scenarios import editor_values
from app.games.memoir_44.scenarios.forms import Ground, ScenarioFile, UnitSign
from app.games.memoir_44.scenarios.scenario import Scenario, scenario_of
from app.games.memoir_44.scenarios.writing import drawing, hexes_in

OURS = "adjutant"
"""Its key in `meta_data`."""
ENTRIES: Mapping[str, type[DashedPage]] = {"map": Ground, "forces": UnitSign}
DRAWN = tuple(ENTRIES)
NOT_KEPT = ("key", "name", "board", "imported", "told", "file", *DRAWN)
KEPT = tuple(name for field, one in ScenarioFile.model_fields.items() if (name := one.alias or field) not in NOT_KEPT)
"""Parts of a scenario that may stand there whole; ground and units stand there by hex."""


def differing(data: MissionData, scenario: Scenario, read: MissionData) -> dict[str, Any]:
    """Return what a scenario has otherwise than the one that its file is read as."""
    again = scenario_of(read, edition_book(EDITION, {}))
    before, after = meaning(scenario), meaning(again)
    found = {name: data.get(name, []) for name in KEPT if before[name] != after[name]}
    for part in DRAWN:
        odd = {at for at in before[part].keys() | after[part].keys() if before[part].get(at) != after[part].get(at)}
        if odd:
            given = hexes_in(data[part], scenario.board) if data.get(part) else {}
            found[part] = {written(scenario.board, at): _entry(part, scenario, at, given) for at in sorted(odd)}
    return found


def _entry(part: str, scenario: Scenario, at: Hex, given: Mapping[Hex, dict[str, Any]]) -> dict[str, Any]:
    entry = given.get(at, {})
    joins = {way: list(sides) for way, sides in scenario.joins(at).items()} if part == "map" and entry else {}
    entry.pop("orientation", None)
    return {**entry, **({"sides": joins} if joins else {})}


def meaning(scenario: Scenario) -> dict[str, Any]:
    """Return what a scenario means, however it is written: by part, ground and units by hex."""
    whole = {name: _plain(getattr(scenario, name.replace("-", "_"))) for name in KEPT}
    ground = {
        at: (
            one.model_dump(exclude={"orientation", "sides", "obstacles", "named"}),
            sorted(one.obstacles),
            {way: sorted(sides) for way, sides in scenario.joins(at).items()},
        )
        for at, one in scenario.ground.items()
    }
    return {
        **whole,
        "map": ground,
        "forces": {unit.at: (unit.sign.model_dump(), unit.figures) for unit in scenario.units},
    }


def _plain(value: Any) -> Any:
    if hasattr(value, "model_dump"):
        return value.model_dump()
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list | frozenset):
        return sorted((_plain(one) for one in value), key=repr)
    return value


def with_kept(mission: dict[str, Any], meta: Mapping[str, Any]) -> dict[str, Any]:
    """Return a scenario with what its file keeps in `meta_data`.

    Nothing of it is trusted before it is checked.
    """
    kept = editor_values.part(meta, OURS)
    board = BOARDS[mission["board"]]
    found = {**mission, **{name: kept[name] for name in KEPT if name in kept and kept[name] != []}}
    for name in KEPT:
        if name in kept and kept[name] == []:
            found.pop(name, None)
    for part in DRAWN:
        if isinstance(kept.get(part), Mapping):
            told = {at: one for name, one in kept[part].items() if (at := hex_written(board, str(name))) is not None}
            for one in told.values():
                parse(ENTRIES[part], one)
            hexes = (hexes_in(found[part], board) if found.get(part) else {}) | told
            found[part] = drawing(board, {at: hexes[at] for at in board.hexes if hexes.get(at)})
    return found
