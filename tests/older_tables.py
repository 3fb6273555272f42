"""Tables as they were before the house was built anew: their exports, and what every seat saw of them."""

from __future__ import annotations

import json
import lzma
import random
import secrets
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from app.core import log_lines
from app.core.play import PUBLIC
from app.core.table import Table
from app.core.words import LANGUAGES, Speech
from app.games.incursion.turn import sequence

KEPT = Path(__file__).parent / "exports" / "before.jsonl.xz"
"""A line of JSON for each table: its `name`, its `code`, the exported `file`, and by seat what was `seen`."""
FORESEEN = "5e"
NEWER = frozenset(
    {
        *("ap_handled", "aside", "blazes", "chances_stand", "dropped_from", "for_anybody", "holds", "interrupted"),
        *("deploys_next", "last", "late", "let_act", "model", "needs", "nudges", "out", "price", "real_counters"),
        *("removed", "take_back", "untold"),
    }
)
"""Fields of states and events that tables of today have besides."""


@cache
def older_tables() -> Mapping[str, Mapping[str, Any]]:
    """Every kept table by its name: `NAME.0` is the first of a chain, `random-N.0` a random game."""
    lines = lzma.decompress(KEPT.read_bytes()).decode().splitlines()
    return {kept["name"]: kept for kept in map(json.loads, lines)}


def chain(name: str) -> Iterator[Mapping[str, Any]]:
    """The tables of that name, in the order in which they were opened."""
    number = 0
    while (found := older_tables().get(f"{name}.{number}")) is not None:
        yield found
        number += 1


def foreseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seeds, salts and codes as they were when the tables were kept, when no last chance was skipped."""
    monkeypatch.setattr(sequence, "last_chance_is_empty", lambda look, side: False)
    monkeypatch.setattr(secrets, "token_hex", lambda n=32: FORESEEN * n)
    monkeypatch.setattr(secrets, "choice", random.Random(1).choice)


def without_newer(now: Any, kept: Any) -> Any:
    """What is seen now without the fields that there were not when the table was kept."""
    if isinstance(now, dict) and isinstance(kept, dict):
        shared = {key: value for key, value in now.items() if key in kept or key not in NEWER}
        return {key: without_newer(value, kept.get(key)) for key, value in shared.items()}
    if isinstance(now, list) and isinstance(kept, list) and len(now) == len(kept):
        return [without_newer(one, other) for one, other in zip(now, kept, strict=True)]
    return now


def seen_at(table: Table) -> dict[str, Any]:
    """By seat the state, the log as the interface tells it in English, and its lines in Spanish."""
    seen = {}
    for seat in [*(table.seat(name) for name in table.opening["seats"]), PUBLIC]:
        english, spanish = (log_lines.log(table, seat, Speech(table.words, language)) for language in LANGUAGES)
        seen[seat.name] = {
            "state": log_lines.state(table, seat),
            "log": english,
            "text-es": [event["text"] for event in spanish],
        }
    return json.loads(json.dumps(seen))  # type: ignore[no-any-return]
