"""From a game that is over to the next table: the next mission of a campaign and its history, or the same again."""

from __future__ import annotations

from flask import Blueprint, Response, request, url_for

from app.acts import seat_at
from app.core.facts import parsed
from app.core.next_table import NextTable
from app.core.play import Seat
from app.core.table import Table
from app.web.request import rights
from app.web.request.at_table import at_table
from app.web.request.drawing import draw, see_other
from app.web.request.guard import Halted, acts
from app.web.request.speech import speech
from app.web.table.sight import next_of

pages = Blueprint("campaign", __name__, url_prefix="/t/<code>")


@pages.get("/campaign")
@at_table(rights.by_cookie)
def history(table: Table, seat: Seat) -> str:
    """The missions of a campaign and who won them, what comes next, who has what, and what was lost."""
    if table.game.history(table) is None:
        raise Halted(404, "not-a-campaign")
    about = {"code": table.code, "game": table.game.key, "seat": seat, **table.game.shown(table, seat, [])}
    shown = {**about, **next_of(table, seat), "kept": {one.code for one in (table, *acts().earlier(table))}}
    return draw(f"{table.game.key}/campaign.html", speech(table), **shown)


@pages.post("/next")
@at_table(rights.by_cookie_alone)
def go_on(table: Table, seat: Seat) -> Response:
    """On to the next table: this phone sits down there on its side, and the host's stays the host's."""
    wish = parsed(NextTable, dict(request.form), typed=False)
    with rights.opening(is_new=acts().next_of(table) is None):
        after = acts().go_on(table, seat, wish.again)
    response = see_other(url_for("play.board", code=after.table.code))
    others = [seat_at(after.table, table.seat(name)) for name in rights.seats_here(table)[1:]]
    for name in (after.seat, *others):
        if after.table.code not in rights.tables_here() or not after.table.state.seats[name].phones:
            acts().sit_down(after.table, name)
    rights.give_cookie(response, after.table, after.seat, *others)
    if rights.is_host(table):
        rights.give_cookie(response, after.table, rights.HOST)
    return response
