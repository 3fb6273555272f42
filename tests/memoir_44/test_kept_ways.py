"""Where units can go and whom they can attack, press by press: what is kept or left out changes nothing of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.core.engine.command import GameContext, check_no_take_back, list_offers
from app.core.engine.event import Event
from app.core.errors import Refused
from app.fuzz.player import RandomGame, Report
from app.fuzz.runner import fuzz_opening
from app.games.memoir_44.board_state import BoardState, board_state_of, open_book
from app.games.memoir_44.game import GAME
from app.games.memoir_44.movement_range import reach
from app.games.memoir_44.state import other
from app.games.memoir_44.turn.battle import Battle, fighters, may_roll, ruling
from app.games.memoir_44.turn.moving import movers, walker_of
from app.games.memoir_44.turn.sequence import check_turn

BATTLES = (1, 2, 6, 7)
"""Random battles on each board, with generals and without, with ground that is not refereed and without."""


class Watched(RandomGame):
    """A game in which, after each press, everything is worked out anew as well."""

    moves = attacks = 0

    def add(self, seat: str, events: list[Event]) -> None:
        super().add(seat, events)
        for name, side in self.table.seats.items():
            if side is not None and side == self.table.state.active:
                look = self.table.look(self.table.seat(name))
                self.compare_moves(look)
                self.compare_attacks(look)

    def compare_moves(self, look: GameContext) -> None:
        kept, anew = (
            board_state_of(look),
            BoardState(look.state, open_book(self.table.opening).with_answers(look.state.answers)),
        )
        for key in movers(look):
            unit, walker = look.state.units[key], walker_of(look, look.state.units[key])
            start = anew.hex(str(unit.at))
            ways = reach(anew.map_of(unit), anew.occupied - {start}, start, walker, anew.step)
            assert kept.reach(unit, walker) == {anew.name(place): way for place, way in ways.items()}
            self.moves += len(ways)

    def compare_attacks(self, look: GameContext) -> None:
        try:
            check_no_take_back(Battle, look)
            check_turn(look, "action", attacking=True)
        except Refused:
            return
        field = board_state_of(look)
        pairs = [(key, target) for key in fighters(look) for target in look.state.things_of(other(look.side))]
        asked = {pair for pair in pairs if may_roll(field, *pair) and ruling(look, field, *pair)["dice"]}
        offered = list_offers(Battle, replace(look, greyed=False))
        assert {(offer.given["unit"], offer.given["target"]) for offer in offered} == asked
        self.attacks += len(asked)


@pytest.mark.parametrize("number", BATTLES)
def test_what_is_kept_or_left_out_changes_nothing(number: int) -> None:
    game = Watched(GAME, fuzz_opening(GAME, number), number, Report())
    game.run()
    assert game.moves > 50
    assert game.attacks >= 5
