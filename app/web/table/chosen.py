"""The board with something on it chosen: what a seat can do with it, shown where it lies."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, url_for

from app.core.play import Seat
from app.core.table import Table
from app.web.request import rights
from app.web.request.at_table import at_table
from app.web.request.drawing import draw, filled, is_fragment, marked, own_page_key, see_other
from app.web.request.guard import Halted, store
from app.web.request.speech import speech
from app.web.table.board import BOARD_PARTS, NOT_ON_THE_BOARD
from app.web.table.sight import sight

pages = Blueprint("chosen", __name__, url_prefix="/t/<code>")


@pages.get("/at/<thing>")
@at_table(rights.by_cookie)
def at(table: Table, seat: Seat, thing: str) -> Response:
    """The board with a thing on it chosen; for a script, which has the board, only what that changes."""
    chosen_by, said = table.game.chosen, speech(table)
    if chosen_by is None:
        raise Halted(404, "no-such-page")
    with store().lock:
        offers = table.offers_for(seat, but=NOT_ON_THE_BOARD)
        chosen = chosen_by(table, seat, offers, thing)
    if not chosen:
        return see_other(url_for("play.board", code=table.code))
    about = {"code": table.code, "game": table.game.key, "seat": seat}
    if is_fragment():
        return make_response(draw(f"{table.game.key}/chosen.html", said, **about, seq=table.seq(seat), **chosen))
    shown = {**sight(table, seat, said, NOT_ON_THE_BOARD), **chosen}
    whole = marked(f"{table.game.key}/board.html", said, **shown)
    board = filled(whole, table.seq(seat), own_page_key())
    return make_response(draw("table/page.html", said, **about, board=board, parts=BOARD_PARTS))
