"""From a game that is over to the next table: the next mission of a campaign and its history, or the same again."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request, url_for

from app.core.facts import parsed
from app.core.next_table import NextTable
from app.core.play import PUBLIC
from app.web import api
from app.web.request import rights
from app.web.request.drawing import see_other
from app.web.request.guard import Halted, store
from app.web.table.board import seated

pages = Blueprint("campaign", __name__, url_prefix="/t/<code>")


@pages.get("/campaign")
def history(code: str) -> str:
    """The missions of a campaign and who won them, what comes next, who has Experience Cards, and what was lost."""
    table, seat = seated(code)
    if table.game.history(table) is None:
        raise Halted(404, "not-a-campaign")
    about = {"code": table.code, "game": table.game.key, "seat": seat, **table.game.shown(table, seat, [])}
    shown = {**about, "is_kept": store().has, "next_code": store().next_of(table)}
    return render_template(f"{table.game.key}/campaign.html", **shown)


@pages.post("/next")
def go_on(code: str) -> Response:
    """On to the next table: this phone sits down there on its side, and the host's stays the host's."""
    table, seat = seated(code)
    if seat == PUBLIC:
        raise Halted(401, "no-token")
    wish = parsed(NextTable, dict(request.form), typed=False)
    following, sits, _ = api.went_on(table, seat, wish.again)
    token = rights.token_for(following, sits)
    response = see_other(url_for("tables.join", code=following, token=token))
    if rights.is_host(table.code):
        rights.give_cookie(response, following, rights.HOST)
    return response
