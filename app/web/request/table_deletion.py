"""Permanent deletion of tables, for pages and JSON, with their traces on disk."""

from __future__ import annotations

from flask import current_app

from app.core.table.seat_view import Table
from app.storage.backups import DATABASE
from app.storage.database import vacuum
from app.web.request import guard
from app.web.request.background import aside
from app.web.request.guard import RequestRejected, acts, store


def remove_table(table: Table, said: str) -> None:
    """Delete a table and every trace of it if its code was repeated. Raise Refused."""
    acts().remove_table(table, said)
    forget_boards(table.code)
    wipe_traces()


def wipe_traces() -> None:
    """Remove traces of deleted rows from the database file. Raise Refused."""
    aside(vacuum, store().folder / DATABASE)


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
