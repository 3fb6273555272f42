"""Whole battles against the app, without a board: all end, few facts are asked, every order has a reason."""

from __future__ import annotations

import pytest

from app.core.engine.event import Seat
from app.games.mobile_infantry.game import GAME
from tests.mobile_infantry.brain_bench import MISSIONS, TEMPERS, Bench, faults, few_taps, played

MOST_TAPS = 20


@pytest.mark.parametrize("temper", TEMPERS)
@pytest.mark.parametrize("mission", MISSIONS)
def test_a_battle_ends_with_few_facts_and_every_order_explained(mission: int, temper: str) -> None:
    bench = played(11, temper, mission)
    assert list(faults(bench)) == []
    assert max(few_taps(bench)) <= MOST_TAPS


def test_men_at_a_fork_do_not_go_back_and_forth() -> None:
    """Two ways out of the tunnels are equally long there: they take one, and the battle ends."""
    bench = played(6, "cautious", 3)
    assert list(faults(bench)) == []
    assert bench.state.turn == 30


def test_turns_with_20_bugs_take_few_taps() -> None:
    """Mission 1: no turn takes more than 10 answers."""
    bench = played(47, "hungry", 1)
    assert max(bench.bugs) == 20
    assert max(few_taps(bench)) <= MOST_TAPS


def test_every_board_of_such_a_battle_can_be_drawn() -> None:
    bench = Bench(3, "hungry", 1)
    bench.start()
    for _ in range(120):
        if bench.state.over:
            break
        bench.one_press()
        for name in (*bench.table.seats, "public"):
            seat: Seat = bench.table.seat(name)
            assert GAME.views.board_view(bench.table, seat, bench.table.offers_for(seat)) is not None


@pytest.mark.parametrize("mission", MISSIONS)
def test_tempers_play_differently(mission: int) -> None:
    """The same dice, three tempers, three courses of the battle."""
    courses = [[(one.state.turn, one.score()) for one in battles_of(temper, mission)] for temper in TEMPERS]
    assert courses[0] != courses[1] != courses[2] != courses[0]


def battles_of(temper: str, mission: int) -> list[Bench]:
    """Two battles of a temper."""
    return [played(seed, temper, mission) for seed in range(2)]
