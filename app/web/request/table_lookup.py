"""Lookup of table and seat for pages and JSON, the event stream, and whole-table downloads."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from functools import partial, wraps
from typing import Any

from flask import Response, current_app, request, url_for

from app.core.engine.event import PUBLIC, Seat
from app.core.errors import Malformed
from app.core.messages.slugs import code_in
from app.core.table.personal_data import own_data
from app.core.table.seat_view import Table
from app.storage.rows import file_of
from app.web.request import error_pages, seat_tokens
from app.web.request.background import aside, aside_on_copy, in_turn
from app.web.request.guard import LOOKS, RequestRejected, acts, address, store
from app.web.request.language import speech
from app.web.request.rendering import redirect_after_post


def with_table(who: Callable[[Table], Seat]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Pass the URL's table and the requesting seat to a page; refusals use the table's words."""

    def seated(page: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(page)
        def looked_up(code: str, **parts: Any) -> Any:
            with store().turn_for_request(code_in(code)):
                return in_its_turn(code, **parts)

        def in_its_turn(code: str, **parts: Any) -> Any:
            table = seat_tokens.table_at(code)
            if code != table.code and request.method in LOOKS and not request.path.startswith("/api/"):
                # cookies are bound to the canonical code
                there, query = url_for(str(request.endpoint), code=table.code, **parts), request.query_string.decode()
                return redirect_after_post(f"{there}?{query}" if query else there)
            try:
                seat = up_to_date(table, who)
                if seat != PUBLIC:
                    acts().note_people(table, address())
                return page(table, seat, **parts)
            except Exception as error:
                return error_pages.answer(error, table)

        return looked_up

    return seated


def up_to_date(table: Table, who: Callable[[Table], Seat]) -> Seat:
    """Return the seat, with the table as new as this phone has seen it, maybe by another process."""
    try:
        seat = who(table)
    except RequestRejected:
        if not store().has_news(table):
            raise
        return who(table)
    return who(table) if store().shared and table.seq(seat) < seen() and store().has_news(table) else seat


def seen() -> int:
    """Return the number up to which this phone says it has seen the table, or -1; commands have their own."""
    told = (request.args.get("seen"), request.args.get("result"), request.headers.get("Last-Event-ID"))
    return max((int(text) for text in told if text and text.isdecimal() and len(text) < 10), default=-1)


STREAM_ENDS = (80.0, 95.0)


def stream(table: Table, seat: Seat, phone: str) -> Response:
    """Stream the seat's number at once, then each newer one, until its phone leaves it.

    Raise Malformed.
    """
    numbers = acts().numbers(table, seat, stream_length(), phone)
    response = Response(rung(numbers), mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    return response


def rung(numbers: Iterator[int]) -> Iterator[str]:
    yield f"retry: 100\n{event(next(numbers))}"
    yield from map(event, numbers)


def event(number: int) -> str:
    return f'id: {number}\ndata: {{"seq": {number}}}\n\n'


def stream_length() -> float:
    """Return the seconds until the stream ends: the query's `for`, up to the usual length.

    Raise Malformed.
    """
    text = request.args.get("for")
    try:
        seconds = random.uniform(*STREAM_ENDS) if text is None else float(text)
    except ValueError:
        raise Malformed("wrong-type", field="for") from None
    if math.isnan(seconds):
        raise Malformed("wrong-type", field="for")
    return min(max(seconds, 0.0), STREAM_ENDS[1])


def exported(table: Table) -> Response:
    with in_turn():
        text, rows = writer(), store().give_out(table.code)
    return as_json(aside(lambda: text(file_of(*rows))))


def own_data_of(table: Table, seat: Seat) -> Response:
    text, said = writer(), speech(table)
    return as_json(aside_on_copy(lambda copy: text(own_data(copy, seat, said)), table))


def writer() -> Callable[[Any], str]:
    return partial(current_app.json.dumps, separators=(",", ":"))


def as_json(text: str) -> Response:
    return Response(f"{text}\n", mimetype="application/json")
