"""What is to be done on people's table, in every game: told in both languages, after take-backs too, never too much."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from app.core.engine.event import PUBLIC, Entry, TableOrder
from app.core.engine.visibility import redact
from app.core.game.definition import Game
from app.core.messages.translator import LANGUAGES
from app.core.table.seat_view import Table
from app.core.table_commands.ticking import TickedOff
from app.core.table_commands.undo import Redone, Undone
from app.fuzz.player import Report, played_on
from app.fuzz.runner import fuzz_opening
from app.games import REGISTRY
from app.storage.table_file import is_shown

TELLING = [REGISTRY[key] for key in ("incursion", "memoir-44", "mobile-infantry")]
ENOUGH = {"incursion": 10, "memoir-44": 6, "mobile-infantry": 16}
"""Kinds of orders and differences that a few random games meet."""
ENOUGH_BACK = {"incursion": 8, "memoir-44": 6, "mobile-infantry": 5}
"""Kinds of differences that follow from taking presses back."""
GAMES, MOST, EVERY = 4, 60, 7


def kinds_of(order: TableOrder) -> Iterator[str]:
    steps = order.values.get("steps")
    if steps is None:
        yield order.word
        return
    yield from (f"{step['what']} {'set' if step['now'] else 'gone'}" for step in steps)


def is_told(table: Table, order: TableOrder) -> None:
    """The line in each language, with nothing in it that has no word."""
    for language in LANGUAGES:
        line = table.get_translator(language).order(order.word, order.values)
        assert not unsaid(table, language, order.values), line
        assert "None" not in line, line


def unsaid(table: Table, language: str, values: Mapping[str, Any]) -> list[str]:
    """Keys of things that a line names and nobody has a word for; places of a board say themselves."""
    said = table.get_translator(language)
    told = [value for name, value in values.items() if name != "steps"]
    told += [step[name] for step in values.get("steps", ()) for name in ("before", "now")]
    named = [one for value in told for one in (value if isinstance(value, list) else [value])]
    return [one for one in named if isinstance(one, str) and "-" in one and said.name(one) == one]


def replays(game: Game, every: int) -> Iterator[Iterator[Table]]:
    """Random games of a game, each entry by entry."""
    for number in range(0, every * GAMES, every):
        for table in played_on(game, fuzz_opening(game, number), number, Report()):
            yield entry_by_entry(game, table)


def entry_by_entry(game: Game, table: Table) -> Iterator[Table]:
    replayed = Table(table.code, game, table.entries[:1])
    for entry in table.entries[1:]:
        replayed.append(entry)
        yield replayed


@pytest.mark.parametrize("game", TELLING, ids=lambda game: game.key)
def test_every_order_is_told_in_sentences_of_both_languages_and_the_box_stays_short(game: Game) -> None:
    met: set[str] = set()
    longest = 0
    for replayed in replays(game, 3):
        for table in replayed:
            public = redact(table.state, PUBLIC)
            assert game.rules.on_table(table.state) == game.rules.on_table(public) == table.physical.shown
            longest = max(longest, len(table.orders))
            for order in table.orders.values():
                met |= set(kinds_of(order))
                is_told(table, order)
        assert not table.orders, "nothing is to be done once a game is over"
    assert len(met) >= ENOUGH[game.key], met
    assert longest <= MOST, longest


def and_then(table: Table, *events: Any) -> Table:
    """The table after one more entry of its first seat."""
    length = len(table.entries)
    entry = Entry(length, next(iter(table.seats)), f"then-{length}", "", 0.0, events)
    return Table(table.code, table.game, [*table.entries, entry])


def ticked(table: Table) -> Table:
    """The table after somebody has done all that was to be done there."""
    return and_then(table, TickedOff("public", [*table.orders], [], table.settled(table.orders)))


@pytest.mark.parametrize("game", TELLING, ids=lambda game: game.key)
def test_every_press_is_taken_back_in_sentences_of_both_languages(game: Game) -> None:
    """A press that was taken back and stands again leaves nothing to do, unless people had restored the table."""
    met: set[str] = set()
    for replayed in replays(game, 6):
        for table in replayed:
            entry = table.entries[-1]
            if entry.seq % EVERY or not (table.is_play(entry) and table.is_active(entry)):
                continue
            done = ticked(table)
            assert not done.orders
            back = and_then(done, Undone(entry.seq, done.changed_by(entry)))
            for order in back.orders.values():
                met |= set(kinds_of(order))
                is_told(back, order)
            assert not ticked(back).orders
            again = and_then(back, Redone(entry.seq))
            assert not [one for key, one in again.orders.items() if key.startswith("change-")]
    assert len(met) >= ENOUGH_BACK[game.key], met


def test_a_number_is_shown_as_told_whether_it_was_written_whole_or_not() -> None:
    """Inches of an order are whole where it was given, and 1.0 where its log was read again."""
    assert is_shown([1.0, False, None], [1, False, None])
    assert not is_shown([1.5], [1])
    assert not is_shown([True], [1])
    assert is_shown(None, [])
