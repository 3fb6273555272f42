"""How games went: every seat is told the same of a game played by chance, and luck is fair in the long run."""

from __future__ import annotations

from fractions import Fraction

import pytest

from app.core.summary import summary_of
from app.games import SHELF
from tests.ended import NUMBERS, played, told

every_game = pytest.mark.parametrize("key", SHELF)


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
