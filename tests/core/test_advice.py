"""Whoever is to act is told what to do, and by what, all through random games of every game."""

from __future__ import annotations

import pytest

from app.core.engine.event import Event
from app.core.game.advice import advice
from app.core.game.definition import Game
from app.fuzz.player import RandomGame, Report
from app.fuzz.runner import fuzz_opening
from app.games import REGISTRY

EVERY = 11
"""So many presses go by between two looks."""


class Newcomers(RandomGame):
    """A random game whose players ask now and then what to do."""

    asked = 0
    lost: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()

    def add(self, seat: str, events: list[Event]) -> None:
        super().add(seat, events)
        if len(self.table.entries) % EVERY == 0:
            for name in self.table.seats:
                self.ask(name)

    def ask(self, name: str) -> None:
        """A seat asks."""
        seat = self.table.seat(name)
        state = self.table.state_for(seat)
        told = advice(self.game, state, seat, self.table.offers_for(seat))
        due = seat.side is not None and not state.over and (state.active == seat.side or state.awaits(seat))
        self.asked += due
        self.words |= {told.word}
        if due and not told.offers and not state.waiting:
            self.lost += (f"{len(self.table.entries)} {name} {state.phase} {told.word}",)


@pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.key)
def test_whoever_is_to_act_is_told_by_what(game: Game) -> None:
    play = Newcomers(game, fuzz_opening(game, 13), 13, Report())
    play.run()
    assert play.asked > 1
    assert play.lost == ()
    assert {f"now.{word}" for word in play.words} <= set(game.words)
