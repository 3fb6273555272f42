"""Page with the set-up list of a table: what to put on it, ticked by one phone for all."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from flask import Blueprint, Response, make_response, request, url_for
from markupsafe import Markup

from app.core.content.set_up import SetUpGroup, grouped
from app.core.engine.command import list_offers
from app.core.engine.event import PUBLIC, Seat
from app.core.engine.offers import Offer
from app.core.errors import Malformed, Refused, Stale
from app.core.rules.inputs import is_number
from app.core.table.seat_view import Table
from app.core.table_commands.setting_up import progress, set_up_items
from app.web.request import seat_tokens
from app.web.request.error_pages import status_and_no
from app.web.request.guard import RequestRejected, store
from app.web.request.language import speech
from app.web.request.rendering import is_fragment, redirect_after_post, render_page
from app.web.request.table_lookup import with_table
from app.web.table.command_forms import submit_form

pages = Blueprint("set_up", __name__, url_prefix="/t/<code>/set-up")
COMMAND = "tick-set-up"
OWN, EVERYBODYS = "set_up.own", "set_up.everybodys"
"""The page of a seat, with its own lines and those of nobody in particular, and that with all lines."""


@pages.get("", endpoint="own")
@pages.get("/all", endpoint="everybodys")
@with_table(seat_tokens.seat_from_cookie)
def show(table: Table, seat: Seat) -> Response:
    if is_fragment() and request.args.get("seen", type=int) == table.seq(seat):
        return make_response("", 204)
    return list_page(table, seat)


@pages.post("", endpoint="tick_own")
@pages.post("/all", endpoint="tick_everybodys")
@with_table(seat_tokens.by_cookie_alone)
def tick(table: Table, seat: Seat) -> Response:
    try:
        submit_form(table, seat, COMMAND, {"all": lambda number: ("done", left_in(table, seat, number))})
    except (Refused, Malformed, Stale) as error:
        status, no = status_and_no(error)
        return list_page(table, seat, status, refused=no, message=speech(table).refusal(no))
    if is_fragment():
        return list_page(table, seat)
    ticked = [f"tick-{key}" for name in ("done", "undone") for key in request.form.getlist(name)]
    return redirect_after_post(f"{request.path}#{next(iter(ticked), 'set-up-ticks')}")


def left_in(table: Table, seat: Seat, number: str) -> list[str]:
    groups = groups_of(table, seat)
    if not (is_number(number) and int(number) < len(groups)):
        raise Refused("no-such-line", "table.set-up", field="done")
    ticked = table.state.set_up_done
    return [item.key for item in groups[int(number)].items if item.key not in ticked]


def groups_of(table: Table, seat: Seat) -> list[SetUpGroup]:
    """Return the groups of this page: all, or those of the seat and of nobody in particular."""
    items = list(set_up_items(table.look(seat)))
    if seat.side is None or request.path.endswith("/all"):
        return grouped(items)
    return grouped(item for item in items if item.whose not in parts_of_others(table, seat))


def parts_of_others(table: Table, seat: Seat) -> set[str | None]:
    """Return the seats and sides whose part other people set up: not those of the app, which has no hands."""
    people = {name for name, side in table.seats.items() if side and table.state.seats[name].app is None}
    return {part for name in people - {seat.name} for part in (name, table.seats[name])} - {seat.side}


def list_page(table: Table, seat: Seat, status: int = 200, **more: Any) -> Response:
    """Return the list as a page, or its changed parts for scripts.

    Raise RequestRejected if the game has none.
    """
    if table.game.rules.set_up is None:
        raise RequestRejected(404, "no-such-page")
    said = speech(table)
    with store().turn(table.code):
        shown = {"code": table.code, "game": table.game.key, "seat": seat, "seq": table.seq(seat)}
        shown |= {**list_of(table, seat), "view": request.path}
        if not is_fragment():
            shown |= frame_of(table, seat)
    drawn = Markup(render_page("table/set_up_list.html", said, **shown))
    template = "table/parts.html" if is_fragment() else "table/set_up.html"
    return make_response(render_page(template, said, **shown, **more, board=drawn, parts={"board", "notice"}), status)


def list_of(table: Table, seat: Seat) -> dict[str, Any]:
    look = table.look(seat)
    groups, is_open = groups_of(table, seat), table.game.rules.is_setting_up(look.state)
    asked = {item.asks for group in groups for item in group.items if item.asks}
    return {
        "groups": groups,
        "sides": {name: side for name, side in table.seats.items() if side},
        "ticked": frozenset(look.state.set_up_done),
        "progress": progress(look),
        "may_tick": is_open and seat != PUBLIC,
        "may_count": {one.command for one in offers_of(table, seat, asked)},
        "is_open": is_open,
        "state": look.state,
    }


def offers_of(table: Table, seat: Seat, commands: Collection[str]) -> list[Offer]:
    found = [offer for key in commands for offer in list_offers(table.game.commands[key], table.look(seat))]
    return [offer for offer in found if offer.why_not is None and seat != PUBLIC]


def frame_of(table: Table, seat: Seat) -> dict[str, Any]:
    picture = table.game.views.set_up_picture
    both = ((OWN, "set-up-list.own"), (EVERYBODYS, "set-up-list.everybodys"))
    is_shared = seat.side and any(item.whose in parts_of_others(table, seat) for item in set_up_items(table.look(seat)))
    shares = [(url_for(page, code=table.code), text) for page, text in both] if is_shared else []
    return {"picture": picture(table, seat) if picture else None, "shares": shares}
