"""A table is deleted for good: by its own host from a page that names it, by the house's host also as JSON."""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, Response, current_app, make_response, request, url_for

from app.core.play import Seat
from app.core.refusals import Refused
from app.core.table import Table
from app.core.words import AsGiven
from app.keeping.backups import DATABASE
from app.keeping.schema import wipe
from app.web.request import rights
from app.web.request.aside import aside, backups
from app.web.request.at_table import at_table
from app.web.request.drawing import draw, see_other
from app.web.request.guard import Halted, acts, store
from app.web.request.speech import speech

pages = Blueprint("deleting", __name__)


@pages.route("/t/<code>/delete", methods=["GET", "POST"])
@at_table(rights.by_cookie)
def delete(table: Table, seat: Seat) -> Response:
    """Ask for the code once more, then delete the table: its host may. Raises Halted, Refused."""
    if not rights.is_host(table):
        raise Halted(403, "not-the-host")
    if request.method == "GET":
        return make_response(draw("house/delete.html", speech(table), **shown(table, seat)))
    remove(table, request.form.get("typed", ""))
    response = see_other(url_for("tables.home"))
    rights.forget(response)
    return response


def shown(table: Table, seat: Seat) -> dict[str, object]:
    """What is said of a table before it is deleted."""
    sitting = [chair.name for chair in table.state.seats.values() if chair.name]
    opened = datetime.fromtimestamp(store().row(table.code).at).strftime("%Y-%m-%d")
    about = {"code": table.code, "game": table.game.key, "seat": seat, "opened": opened, "sitting": sitting}
    return {**about, "presses": len(table.entries), "backups": len(backups().files())}


def remove(table: Table, typed: str) -> None:
    """Delete a table whose code was typed, and what it leaves in the file. Raises Refused."""
    code = table.code
    if typed.strip().upper() != code:
        raise Refused("code-not-typed", field="code", table=AsGiven(code))
    acts().remove_table(table)
    boards = current_app.extensions["boards"]
    for place in [place for place in boards if place[0] == code]:
        del boards[place]
    store().settle()
    aside(wipe, store().folder / DATABASE)
