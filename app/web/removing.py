"""What goes for good, a table or an own file, whether a page or JSON asks for it: with what it leaves on the disk."""

from __future__ import annotations

from flask import current_app

from app.core.table import Table
from app.keeping.backups import DATABASE
from app.keeping.schema import wipe
from app.web.request.aside import aside
from app.web.request.guard import acts, store


def remove_table(table: Table, said: str) -> None:
    """Delete a table whose code was said, and every trace of it. Raises Refused."""
    acts().remove_table(table, said)
    boards = current_app.extensions["boards"]
    for place in [place for place in boards if place[0] == table.code]:
        del boards[place]
    wipe_traces()


def wipe_traces() -> None:
    """What was deleted leaves nothing in the file of the tables. Raises Refused."""
    aside(wipe, store().folder / DATABASE)
