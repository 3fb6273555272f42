"""How games went: every seat is told the same of a game played by chance, and luck is fair in the long run."""

from __future__ import annotations

from fractions import Fraction

import pytest

from app.core.engine.event import Entry
from app.core.game.definition import Statistic
from app.core.table.summary import Summary, seconds_of, summary_of
from app.games import REGISTRY
from tests.ended import NUMBERS, played, told

every_game = pytest.mark.parametrize("key", REGISTRY)


@every_game
def test_every_seat_is_told_how_it_ended_and_the_same_figures(key: str) -> None:
    for number in NUMBERS:
        table = played(key, number)
        public = told(table)
        assert any(event.ends_game for event in public.end.events)
        assert public.turns == table.state.turn
        assert set(table.game.sides) >= {side for of_sides in public.counts.values() for side in of_sides}
        for name in table.seats:
            seen = summary_of(table, table.seat(name))
            assert seen
            assert seen.counts == public.counts


@every_game
def test_luck_is_hits_against_what_its_dice_let_expect(key: str) -> None:
    hits, expected = 0, Fraction()
    for number in NUMBERS:
        for one in told(played(key, number)).counts.get("hits", {}).values():
            assert one.expected is not None
            hits, expected = hits + one.number, expected + one.expected
    assert expected > 5
    assert expected / 2 < hits < expected * 2


def test_luck_is_told_with_one_decimal_and_of_nothing_expected_there_is_none() -> None:
    assert Statistic("hits", "moths", 3, Fraction(7, 3)).luck == 0.7
    assert Statistic("hits", "moths", 1, Fraction(2)).luck == -1.0
    assert Statistic("points", "moths", 3).luck == 0.0


def test_how_long_a_game_took_leaves_out_what_is_no_whole_minute() -> None:
    took = [Summary(Entry(1, "", "", "", 0.0, []), {}, 1, 1, seconds) for seconds in (59.9, 3599.0, 7385.5)]
    assert [one.hours_and_minutes for one in took] == [(0, 0), (0, 59), (2, 3)]


def test_a_clock_that_was_put_back_takes_nothing_from_how_long_it_took() -> None:
    clock = [3600.0, 7200.0, 60.0, 120.0]
    assert seconds_of([Entry(seq, "", "", "", at, []) for seq, at in enumerate(clock)]) == 3660.0
