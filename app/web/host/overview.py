"""Host overview: every table, the backups, and deleting a table for good."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, make_response, request, url_for

from app.core.engine.event import Seat
from app.core.errors import Refused
from app.core.table.seat_view import Table
from app.games import REGISTRY
from app.web.request import seat_tokens
from app.web.request.background import aside, backups
from app.web.request.guard import RequestRejected, store
from app.web.request.language import speech
from app.web.request.rendering import redirect_after_post, render_page
from app.web.request.table_deletion import after_deletion, remove_table
from app.web.request.table_lookup import with_table

pages = Blueprint("house", __name__)

MOST_LISTED = 200
"""Maximum number of tables listed, newest first."""


@pages.get("/house")
def care() -> str:
    seat_tokens.check_host_of_house()
    shelf = backups()
    fault = speech().refusal(shelf.fault) if shelf.fault else ""
    listed = [line_of(code) for code in store().codes(MOST_LISTED)]
    about = {"place": shelf.place, "files": shelf.files(), "fault": fault, "folder": store().folder}
    return render_page("house/care.html", speech(), tables=listed, count=store().count(), **about)


def line_of(code: str) -> dict[str, Any]:
    row = store().row(code)
    name = speech(REGISTRY[row.game]).name(row.game) if row.game in REGISTRY else row.game
    return {"code": code, "name": name, "at": row.at}


@pages.post("/house/backup")
def back_up() -> Response:
    seat_tokens.check_host_of_house()
    aside(backups().make, "asked")
    return redirect_after_post(url_for("house.care"))


@pages.route("/t/<code>/delete", methods=["GET", "POST"])
@with_table(seat_tokens.seat_from_cookie)
def delete(table: Table, seat: Seat) -> Response:
    """Ask for the code again, then delete the table (the table's host only).

    Raise RequestRejected or Refused.
    """
    if not seat_tokens.is_host(table):
        raise RequestRejected(403, "not-the-host")
    if request.method == "GET":
        return make_response(render_page("house/delete.html", speech(table), **shown(table, seat)))
    try:
        remove_table(table, request.form.get("typed", ""))
    except Refused as no:
        if no.code != "code-not-typed":
            raise
        asked_again = render_page("house/delete.html", speech(table), **shown(table, seat, no))
        return make_response(asked_again, 422)
    response = after_deletion(url_for("tables.home"))
    seat_tokens.forget(response)
    return response


def shown(table: Table, seat: Seat, no: Refused | None = None) -> dict[str, object]:
    sitting = [chair.name for chair in table.state.seats.values() if chair.name]
    opened = speech(table).date(store().row(table.code).at, to="day")
    about = {"code": table.code, "game": table.game.key, "seat": seat, "opened": opened, "sitting": sitting}
    about |= {"typed": request.form.get("typed", ""), "faults": {"typed": speech(table).refusal(no)} if no else {}}
    return {**about, "presses": len(table.entries), "backups": len(backups().files())}
