"""One phone for several seats, with a cover page that names who may look."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response, make_response, request, url_for

from app.core.engine.event import PUBLIC, Seat
from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.core.table.seat_view import Table
from app.web.request import seat_tokens
from app.web.request.language import speech
from app.web.request.rendering import redirect_after_post, render_page
from app.web.request.table_lookup import with_table

pages = Blueprint("hotseat", __name__, url_prefix="/t/<code>")


def second_seat(table: Table, name: str, here: Sequence[str]) -> Response:
    shown = {"code": table.code, "game": table.game.key, "seat": PUBLIC, "second": name, "here": here}
    return make_response(render_page("second_seat.html", speech(table), **shown))


def behind_curtain(table: Table, name: str, here: Sequence[str]) -> Response:
    response = redirect_after_post(url_for("hotseat.curtain", code=table.code))
    seat_tokens.give_cookie(response, table, *first(name, here), curtained=True)
    return response


def first(name: str, here: Sequence[str]) -> list[str]:
    return [name, *(one for one in here if one != name)]


@pages.get("/curtain")
@with_table(seat_tokens.public_seat)
def curtain(table: Table, _: Seat) -> Response:
    """Show the cover page, or redirect to the board if this phone holds no seat."""
    here = seat_tokens.seats_here(table)
    if not here:
        return redirect_after_post(url_for("play.board", code=table.code))
    shown = {"code": table.code, "game": table.game.key, "seat": PUBLIC, "here": here}
    return make_response(render_page("curtain.html", speech(table), **shown))


@pages.post("/pass")
@with_table(seat_tokens.public_seat)
def hand_over(table: Table, _: Seat) -> Response:
    """Cover the board and make another seat of this phone the next one."""
    return behind_curtain(table, own_seat(table), seat_tokens.seats_here(table))


@pages.post("/look")
@with_table(seat_tokens.public_seat)
def look(table: Table, _: Seat) -> Response:
    response = redirect_after_post(url_for("play.board", code=table.code))
    seat_tokens.give_cookie(response, table, *first(own_seat(table), seat_tokens.seats_here(table)))
    return response


def own_seat(table: Table) -> str:
    name, here = request.form.get("seat", ""), seat_tokens.seats_here(table)
    if name not in here:
        raise Refused("not-allowed", field="seat", allowed=Verbatim(", ".join(here)))
    return name
