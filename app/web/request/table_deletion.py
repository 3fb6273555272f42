"""Permanent deletion of tables, for pages and JSON, with their traces on disk."""

from __future__ import annotations

from flask import Response, current_app, make_response

from app.core.errors import Refused
from app.core.table.seat_view import Table
from app.web.request import guard
from app.web.request.background import aside
from app.web.request.guard import RequestRejected, acts, store
from app.web.request.language import speech
from app.web.request.rendering import redirect_after_post, render_page


def remove_table(table: Table, said: str) -> None:
    acts().remove_table(table, said)
    forget_boards(table.code)


def wipe_traces() -> Refused | None:
    """Remove deleted data from the write-ahead log of SQLite.

    Return the refusal if that is left to do, by the server itself.
    """
    wiping = store().wiping
    try:
        if wiping is not None:
            aside(wiping.empty_log)
    except Refused as no:
        return no
    return None


def after_deletion(place: str) -> Response:
    """Wipe traces, and go to a place, or show a page that says that this is left to do."""
    if (no := wipe_traces()) is None:
        return redirect_after_post(place)
    return make_response(render_page("house/deleted.html", speech(), message=speech().refusal(no), place=place))


def forget_boards(code: str) -> None:
    boards = current_app.extensions["boards"]
    for place in [place for place in boards if place[0] == code]:
        del boards[place]


def check_room() -> None:
    """Raise RequestRejected if the maximum number of tables is stored and none may be dropped."""
    if store().count() >= guard.MOST_TABLES and store().first_to_go() is None:
        raise RequestRejected(429, "too-many-tables")


def make_room() -> None:
    if store().count() > guard.MOST_TABLES and (code := acts().remove_first_to_go()) is not None:
        forget_boards(code)
