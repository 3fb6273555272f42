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

TABLES_A_PAGE = 1000


@pages.get("/house")
def care() -> str:
    seat_tokens.check_host_of_house()
    shelf = backups()
    fault = speech().refusal(shelf.fault) if shelf.fault else ""
    about = {"place": shelf.place, "files": shelf.files(), "fault": fault, "folder": store().folder}
    return render_page("house/care.html", speech(), **about, **tables_on(request.args.get("page", 1, type=int)))


def tables_on(page: int) -> dict[str, Any]:
    """Return the tables of a page, newest first; a number beyond the ends is that of the nearest page."""
    count = store().count()
    last = max(1, -(-count // TABLES_A_PAGE))
    page = min(max(page, 1), last)
    names = {key: speech(game).name(key) for key, game in REGISTRY.items()}
    rows = store().newest(TABLES_A_PAGE, (page - 1) * TABLES_A_PAGE)
    listed = [{"code": row.code, "name": names.get(row.game, row.game), "at": row.at} for row in rows]
    return {"tables": listed, "count": count, "newer": page - 1, "older": page + 1 if page < last else 0}


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
    response = after_deletion(url_for("tables.home", deleted="yes"))
    seat_tokens.forget(response)
    return response


def shown(table: Table, seat: Seat, no: Refused | None = None) -> dict[str, object]:
    sitting = [chair.name for chair in table.state.seats.values() if chair.name]
    opened = speech(table).date(store().row(table.code).at, to="day")
    about = {"code": table.code, "game": table.game.key, "seat": seat, "opened": opened, "sitting": sitting}
    about |= {"typed": request.form.get("typed", ""), "faults": {"typed": speech(table).refusal(no)} if no else {}}
    return {**about, "presses": len(table.entries), "backups": len(backups().files())}
