"""Database rows of tables and entries."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from typing import Any, NamedTuple

from pydantic_core import from_json

from app.core.engine.event import Entry
from app.core.game.definition import Game
from app.storage.table_file import decode_event, encode_event, written

OWN = "#"
"""The prefix of keys of the app's own entries; a client's key is escaped."""
as_text = json.JSONEncoder(ensure_ascii=False).encode
"""The JSON encoder of rows."""


class TableRow(NamedTuple):
    """A stored table; if `foreseeable`, somebody may know the seed of its dice."""

    code: str
    game: str
    seed: str
    foreseeable: bool
    at: float


class EntryRow(NamedTuple):
    """A stored entry; `events` is JSON text."""

    seq: int
    seat: str
    key: str
    body: str
    at: float
    events: str


def client_key(key: str) -> str:
    """Escape the key of a client, so that it never equals one of the app's own."""
    return OWN + key if key.startswith(OWN) else key


def entry_to_row(entry: Entry) -> EntryRow:
    events = as_text([encode_event(event) for event in entry.events])
    # random, since an imported log may contain any key
    key = entry.key or f"{OWN}{entry.seq}.{secrets.token_hex(8)}"
    return EntryRow(entry.seq, entry.seat, key, entry.body, entry.at, events)


def file_of(game: str, seed: str | None, foreseeable: bool, rows: Iterable[EntryRow]) -> dict[str, Any]:
    return written(game, seed, foreseeable, [row._asdict() for row in rows])


def row_to_entry(game: Game, row: EntryRow) -> Entry:
    # Intern strings: logs repeat few values.
    events = [decode_event(game, kept) for kept in from_json(row.events, cache_strings="all")]
    is_own = row.key.startswith(OWN) and not row.key.startswith(OWN * 2)
    return Entry(row.seq, row.seat, "" if is_own else row.key, row.body, row.at, events)
