"""What is to be done on people's table, in every game that says so: told in both languages, never too much of it."""

from __future__ import annotations

import pytest

from app.core.engine.event import PUBLIC
from app.core.game.definition import Game
from app.core.messages.translator import LANGUAGES
from app.core.table.seat_view import Table
from app.fuzz.player import Report, played_on
from app.fuzz.runner import fuzz_opening
from app.games import REGISTRY
from tests.test_put_back import unsaid

TELLING = [REGISTRY["mobile-infantry"]]
GAMES, KINDS, MOST = 6, 16, 40


@pytest.mark.parametrize("game", TELLING, ids=lambda game: game.key)
def test_every_order_is_told_in_sentences_of_both_languages_and_the_box_stays_short(game: Game) -> None:
    met: set[str] = set()
    longest = 0
    for number in range(0, 3 * GAMES, 3):
        for table in played_on(game, fuzz_opening(game, number), number, Report()):
            replayed = Table(table.code, game, table.entries[:1])
            for entry in table.entries[1:]:
                replayed.append(entry)
                orders = replayed.state_for(PUBLIC).on_table
                longest = max(longest, len(orders))
                for order in orders.values():
                    met.add(order.word)
                    for language in LANGUAGES:
                        line = replayed.get_translator(language).order(order.word, order.values)
                        assert not unsaid(replayed, language, order.values), line
            assert not table.state.on_table, "nothing is to be done once a game is over"
    assert len(met) >= KINDS, met
    assert longest <= MOST, longest
    print(sorted(met), longest)
