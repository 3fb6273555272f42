"""An act is named in few words where it is to be undone or was: up to its dice, which its own line tells."""

from __future__ import annotations

import re

import pytest

from app.core.messages.translator import LANGUAGES
from app.core.table.serialize import act_of, name_of_act
from app.fuzz.player import Report, played_on
from app.fuzz.runner import fuzz_opening
from app.games import REGISTRY

GAMES = 3
LEFT_OVER = re.compile(r"(\b(die|dice|rolls|dados?|tira|saca|sacan)|[\s,:;(–])$|\x00")
"""The beginning of what tells dice, without them."""


@pytest.mark.parametrize("game", [*REGISTRY])
def test_an_act_is_named_up_to_its_dice(game: str) -> None:
    named = {}
    for number in range(GAMES):
        for table in played_on(REGISTRY[game], fuzz_opening(REGISTRY[game], number), number, Report()):
            for entry in table.entries[1:]:
                act = act_of(entry.events)
                for language in LANGUAGES if act.rolled and act.visible_to(seat := table.seat(entry.seat)) else ():
                    named[language, act.key] = name_of_act(table, act, seat, table.get_translator(language))
    assert named
    assert [name for name in named.values() if LEFT_OVER.search(name)] == []
