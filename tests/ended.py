"""Games played by chance to their end, for tests of what is counted then."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from typing import Any

from app.core.engine.event import PUBLIC, Event
from app.core.game.definition import Game
from app.core.table.seat_view import Table
from app.core.table.summary import Summary, played_to_its_end, summary_of
from app.fuzz.player import RandomGame, Report
from app.fuzz.runner import fuzz_opening
from app.games import REGISTRY

NUMBERS = range(4)
"""Which games are played."""


@cache
def played(key: str, number: int) -> Table:
    """A game played by chance to its end."""
    game: Game = REGISTRY[key]
    return RandomGame(game, fuzz_opening(game, number), number, Report()).run()


def told(table: Table) -> Summary:
    found = summary_of(table, PUBLIC)
    assert found
    return found


def events_of(table: Table) -> list[Event]:
    """Everything that happened at presses that stand, up to the end."""
    seat = table.seat("referee")
    return [event for entry in played_to_its_end(table, seat) for event in entry.events]


def of_kind(events: list[Event]) -> defaultdict[str, list[Any]]:
    """Events under their key; none under any other."""
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for event in events:
        found[event.key].append(event)
    return found


def numbers(table: Table, what: str) -> Counter[str]:
    return Counter({side: one.number for side, one in told(table).counts.get(what, {}).items()})
