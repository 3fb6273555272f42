"""Random battles of Memoir '44: nothing offered is refused, none ends nowhere, no medal and no mine out of nothing."""

from __future__ import annotations

import random

import pytest

from app.fuzz.player import Report
from app.fuzz.runner import fuzz_opening, random_game
from app.games.memoir_44.book import SIDES
from app.games.memoir_44.game import GAME
from app.games.memoir_44.random_boards import random_board
from app.games.memoir_44.scenarios.checks import checked
from app.games.memoir_44.scenarios.scenario import Scenario
from app.games.memoir_44.state import other

GAMES = 40


@pytest.fixture(scope="module")
def report() -> Report:
    together = Report()
    for number in range(GAMES):
        together.add(random_game(GAME, number))
    return together


def test_random_battles_end(report: Report) -> None:
    assert sum(report.endings.values()) >= GAMES
    assert {"allied", "axis"} <= set(report.endings) <= {"allied", "axis", "draw"}


def test_they_are_won_and_hardly_ever_given_up(report: Report) -> None:
    assert report.commands["concede"] <= sum(report.endings.values()) / 10
    assert report.events["battle-ended"] >= GAMES


def test_they_meet_what_a_turn_is_made_of(report: Report) -> None:
    every = {"play-card", "order", "move", "battle", "answer-flags", "take-ground", "strike", "end-turn"}
    assert {command for command in every if not report.commands[command]} == set()
    assert {"lay-off", "deal-orders", "carry-out-order"} <= {
        command for command, count in report.commands.items() if count
    }
    lost = {"unit-lost", "medals-won", "flags-answered", "ground-taken", "medals-lost", "figures-lost", "leader-lost"}
    assert {event for event in lost if not report.events[event]} == set()


def test_a_board_made_by_chance_is_a_scenario_that_can_be_set_up() -> None:
    boards = [random_board(random.Random(number)) for number in range(20)]
    assert {board["board"] for board in boards} == {"standard", "breakthrough", "overlord"}
    for board in boards:
        scenario = checked(board)
        assert all(scenario.of(side) for side in SIDES)
    assert any(board.get("mines") for board in boards)
    assert any(board.get("exits") for board in boards)


@pytest.fixture(scope="module")
def openings() -> list[Scenario]:
    return [checked(fuzz_opening(GAME, number)["mission"]) for number in range(60)]


def held(scenario: Scenario, purpose: str) -> set[str]:
    """The sides that have a unit on a star for this purpose which is for them."""
    stars = [star for star in scenario.stars if star.purpose == purpose]
    return {
        unit.side for unit in scenario.units for star in stars if unit.at in star.at and star.side != other(unit.side)
    }


def test_some_battles_begin_on_what_can_be_sabotaged(openings: list[Scenario]) -> None:
    begun = [scenario for scenario in openings if scenario.imported]
    assert any(held(scenario, "sabotage") for scenario in begun)
    assert any(held(scenario, "dam") == {"axis"} for scenario in begun)
    assert any(scenario.trains for scenario in begun)


def test_some_battles_last_until_a_side_has_nobody_left(openings: list[Scenario]) -> None:
    last = [scenario for scenario in openings if all(unit.sign.leader for unit in scenario.units)]
    assert {True, False} <= {scenario.imported for scenario in last}
    for scenario in last:
        assert all(scenario.sides[side].medals > len(scenario.of(other(side))) > 0 for side in SIDES)
