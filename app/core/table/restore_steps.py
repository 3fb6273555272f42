"""Restore steps: what people put back on their table after a take-back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from app.core.engine.event import PUBLIC, Seat
from app.core.engine.visibility import redact
from app.core.messages.translator import Translator
from app.core.table import serialize
from app.core.table.seat_view import Table


class RestoreStep(NamedTuple):
    """One thing to put back: the game's message under `put-back`, with values."""

    word: str
    values: Mapping[str, Any]


def differing(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yield (key, old value or None, new value or None) where two dicts differ."""
    for key in dict.fromkeys([*before, *now]):
        if before.get(key) != now.get(key):
            yield key, before.get(key), now.get(key)


def to_put_back(table: Table, seat: Seat, said: Translator) -> list[str]:
    """Return the sentences of what to put back since entries were taken back.

    Empty if a move was made since. Games compare public states; without their function, the lines of the entries are
    used.
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
