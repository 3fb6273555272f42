"""Answers that grow with a table: made aside, so that no tap waits for them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Response, current_app

from app.core.own_data import own_data
from app.core.play import Seat
from app.core.table import Table
from app.storage.rows import file_of
from app.web.request.aside import aside, aside_on_copy, in_turn
from app.web.request.guard import store
from app.web.request.speech import speech


def exported(table: Table) -> Response:
    """The whole table as one file."""
    with in_turn():
        text, rows = writer(), store().give_out(table.code)
    return as_json(aside(lambda: text(file_of(*rows))))


def own_data_of(table: Table, seat: Seat) -> Response:
    """Everything that is kept of whoever holds a seat, as one file."""
    text, said = writer(), speech(table)
    return as_json(aside_on_copy(lambda copy: text(own_data(copy, seat, said)), table))


def writer() -> Callable[[Any], str]:
    """What writes JSON as the app does, and needs no request."""
    return partial(current_app.json.dumps, separators=(",", ":"))


def as_json(text: str) -> Response:
    """An answer of JSON that was written already."""
    return Response(f"{text}\n", mimetype="application/json")
