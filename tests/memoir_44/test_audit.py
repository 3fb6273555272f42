"""What random battles look for after each press, and that it is found."""

from __future__ import annotations

import pytest

from app.games.memoir_44.game import GAME
from tests.memoir_44.battles import A1, INF, battle
from tests.memoir_44.playing import AXIS, Battle


def test_a_unit_that_comes_into_water_is_found() -> None:
    game = battle({"G4": INF}, ground={"G5": "river"})
    faults = GAME.fuzzing.audit(game.table)
    game.unit(A1).at = "G5"
    assert faults(game.table.entries[-1]) == [f"{A1} in G5"]


def test_a_bridge_that_goes_from_under_a_unit_is_found() -> None:
    game = battle({"G5": INF}, obstacles={"G5": {"terrain": "river", "obstacles": {"bridge": 1}}})
    faults = GAME.fuzzing.audit(game.table)
    game.state.removed["G5"] = ["bridge"]
    assert faults(game.table.entries[-1]) == [f"{A1} in G5"]


def test_a_unit_whose_boat_the_table_rules_away_stays_where_it_is() -> None:
    game = battle({"G4": INF}, ground={"G5": "river"})
    game.unit(A1).at, game.unit(A1).boat = "G5", True
    faults = GAME.fuzzing.audit(game.table)
    game.unit(A1).boat = False
    assert faults(game.table.entries[-1]) == []


def test_wire_that_is_removed_in_a_river_says_nothing_of_whom_the_file_puts_there() -> None:
    game = battle({"G5": INF}, obstacles={"G5": {"terrain": "river", "obstacles": {"wire": 1}}})
    faults = GAME.fuzzing.audit(game.table)
    game.state.removed["G5"] = ["wire"]
    assert faults(game.table.entries[-1]) == []


def test_an_order_that_another_seat_could_read_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Battle("three-passes-of-tengshan", players=8).begin()
    faults = GAME.fuzzing.audit(game.table)
    game.press(AXIS, "deal-orders", left="probe", centre="no-order", right="no-order")
    entry = game.table.entries[-1]
    assert faults(entry) == []
    monkeypatch.setattr(game.table, "state_for", lambda seat: game.state)
    assert "order of axis-left to allied" in faults(entry)
    assert "order of axis-left to axis-left" not in faults(entry)
