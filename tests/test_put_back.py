"""What is put back on the table after a take-back: in every game, of any press, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from app.core.engine.event import PUBLIC, deep_copy
from app.core.engine.visibility import redact
from app.core.game.definition import Game
from app.core.messages.translator import LANGUAGES
from app.core.table.restore_steps import RestoreStep
from app.core.table.seat_view import Table
from app.fuzz.player import Report, played_on
from app.fuzz.runner import fuzz_opening
from app.games import REGISTRY

SHIPPED = [REGISTRY[key] for key in ("incursion", "memoir-44", "mobile-infantry")]
ENOUGH = {"incursion": 12, "memoir-44": 8, "mobile-infantry": 10}
"""Kinds of steps that a few random games meet."""


def steps_of(game: Game, table: Table) -> Iterator[RestoreStep]:
    """The steps back over each press of a table, one after the other."""
    replayed = Table(table.code, game, table.entries[:1])
    assert game.views.restore_steps is not None
    for entry in table.entries[1:]:
        before = deep_copy(replayed.state)
        replayed.append(entry)
        yield from game.views.restore_steps(redact(replayed.state, PUBLIC), redact(before, PUBLIC))


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.key)
def test_every_press_is_put_back_in_sentences_of_both_languages(game: Game) -> None:
    met: set[str] = set()
    for number in range(3):
        for table in played_on(game, fuzz_opening(game, number), number, Report()):
            for step in steps_of(game, table):
                met.add(step.word)
                for language in LANGUAGES:
                    line = table.get_translator(language).translate(f"put-back.{step.word}", **step.values)
                    assert not unsaid(table, language, step.values), line
    assert len(met) >= ENOUGH[game.key], met


def unsaid(table: Table, language: str, values: Any) -> list[str]:
    """Keys of things that a step names and nobody has a word for; places of a board say themselves."""
    said = table.get_translator(language)
    named = [one for value in values.values() for one in (value if isinstance(value, list) else [value])]
    return [one for one in named if isinstance(one, str) and "-" in one and said.name(one) == one]
