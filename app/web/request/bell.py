"""The bell of a table as server-sent events."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from flask import Response, request

from app.core.play import Seat
from app.core.refusals import Malformed
from app.core.table import Table
from app.web.request.guard import acts

STREAM_ENDS = (80.0, 95.0)


def stream(table: Table, seat: Seat) -> Response:
    """The seat's number at once, then each newer one. Raises Malformed."""
    numbers = acts().numbers(table, seat, stream_length())
    response = Response(rung(numbers), mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    return response


def rung(numbers: Iterator[int]) -> Iterator[str]:
    """Each number as an event; the first one says how soon to call again."""
    yield f"retry: 100\n{event(next(numbers))}"
    yield from map(event, numbers)


def event(number: int) -> str:
    """A number as an event."""
    return f'id: {number}\ndata: {{"seq": {number}}}\n\n'


def stream_length() -> float:
    """Seconds until the stream ends: the query's `for`, at most the usual length. Raises Malformed."""
    text = request.args.get("for")
    try:
        seconds = random.uniform(*STREAM_ENDS) if text is None else float(text)
    except ValueError:
        raise Malformed("wrong-type", field="for") from None
    if math.isnan(seconds):
        raise Malformed("wrong-type", field="for")
    return min(max(seconds, 0.0), STREAM_ENDS[1])
