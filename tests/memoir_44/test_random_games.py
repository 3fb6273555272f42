"""Random battles of Memoir '44: nothing offered is refused, none ends nowhere, no medal and no mine out of nothing."""

from __future__ import annotations

import pytest

from app.fuzz.many import random_game
from app.fuzz.report import Report
from app.games.memoir_44.game import GAME

GAMES = 25


@pytest.fixture(scope="module")
def report() -> Report:
    together = Report()
    for number in range(GAMES):
        together.add(random_game(GAME, number))
    return together


def test_random_battles_end(report: Report) -> None:
    assert sum(report.endings.values()) >= GAMES
    assert set(report.endings) == {"allied", "axis"}


def test_they_are_won_by_medals_too(report: Report) -> None:
    assert report.commands["concede"] < sum(report.endings.values())
    assert report.events["battle-ended"] >= GAMES


def test_they_meet_what_a_turn_is_made_of(report: Report) -> None:
    every = {"play-card", "order", "move", "battle", "answer-flags", "take-ground", "strike", "end-turn"}
    assert {command for command in every if not report.commands[command]} == set()
    lost = {"unit-lost", "medals-won", "flags-answered", "ground-taken", "medals-lost", "figures-lost"}
    assert {event for event in lost if not report.events[event]} == set()
