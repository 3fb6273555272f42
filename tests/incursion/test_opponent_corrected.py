"""People who set AP, CP and other values anew between its actions never stop the app."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from app.core.table_commands.house_rulings import HouseRuled, found, tracked_paths
from tests.incursion.headless import ALLIED, GERMAN, SoloMission

ENTRIES, RULINGS, OF_THE_PLAN = 260, 0.4, 0.8


def ruled(game: SoloMission, chance: random.Random) -> list[HouseRuled]:
    """Return rulings: nothing left of what a figure of the plan was to go on with, else any AP or CP set anew."""
    app, paths = game.state.app, [path for path in tracked_paths(game.state, "number") if path.endswith(("ap", "cp"))]
    there = [part for part in app.plan if part.there] if app is not None else []
    if there and chance.random() < OF_THE_PLAN:
        drained = [f"models.{chance.choice(there).model}.ap", f"sides.{GERMAN}.cp", f"sides.{GERMAN}.zombie_cp"]
        return [set_to(game, path, 0) for path in drained]
    return [set_to(game, chance.choice(paths), chance.randint(0, 3))]


def set_to(game: SoloMission, path: str, to: int) -> HouseRuled:
    *way, name = path.split(".")
    return HouseRuled(path, getattr(found(game.state, way), name), to, "fuzz")


@pytest.mark.parametrize(("mission", "level", "seed"), [(1, 3, 1), (2, 2, 2), (5, 3, 3)])
def test_no_correction_stops_it_and_nothing_that_it_does_is_refused(mission: int, level: int, seed: int) -> None:
    game, chance = SoloMission(mission, level, seed), random.Random(seed)
    while not game.state.over and len(game.table.entries) < ENTRIES:
        if game.state.phase == "action" and chance.random() < RULINGS:
            game.add(ALLIED, ruled(game, chance))
        assert game.step(), game.refused
    happened = Counter(type(event) for entry in game.table.entries for event in entry.events)
    assert happened[HouseRuled] >= 20
    assert game.refused == []
