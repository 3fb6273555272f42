"""After a take-back: what people put back on their table, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from app.core.engine.event import PUBLIC, Seat
from app.core.engine.visibility import redact
from app.core.messages.translator import Translator
from app.core.table import serialize
from app.core.table.seat_view import Table


class RestoreStep(NamedTuple):
    """One thing to put back: the word of the game under `put-back`, and what it names."""

    word: str
    values: Mapping[str, Any]


def differing(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """(key, what was there or None, what is there now or None) of two dicts of records, where they differ."""
    for key in dict.fromkeys([*before, *now]):
        if before.get(key) != now.get(key):
            yield key, before.get(key), now.get(key)


def to_put_back(table: Table, seat: Seat, said: Translator) -> list[str]:
    """Return what is to be put back since presses were taken back and nothing was played; nothing where nothing was.

    A game compares what everybody sees; one that does not say how has the lines of the presses.
    """
    if table.stood is None:
        return []
    if table.game.views.restore_steps is None:
        undone = [entry for entry in table.undone_entries() if table.sees(seat, entry)]
        return [line for entry in undone for line in serialize.entry_lines(table, entry, seat, said)]
    steps: Iterable[RestoreStep] = table.game.views.restore_steps(
        redact(table.stood, PUBLIC), redact(table.state, PUBLIC)
    )
    return [said.translate(f"put-back.{step.word}", **step.values) for step in steps]
