"""Lobby: open a table, list its seats, join by code or QR."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import segno
from flask import Blueprint, Response, make_response, request, url_for
from markupsafe import Markup

from app.core.engine.event import PUBLIC, Seat
from app.core.errors import Malformed, Refused
from app.core.game.definition import REFEREE
from app.core.rules.inputs import parse
from app.core.table.seat_view import Table
from app.games import REGISTRY, on_shelf
from app.service import InvitationUsed, SeatClaim
from app.web.request import seat_tokens
from app.web.request.guard import RequestRejected, acts, addresses, store, wrong_try
from app.web.request.language import speech
from app.web.request.rendering import is_fragment, redirect_after_post, render_page
from app.web.request.table_lookup import with_table
from app.web.table.hotseat import behind_curtain, second_seat
from app.web.table.new_table import FormValues, form_shown, options_in
from app.web.table.page_context import sight

pages = Blueprint("tables", __name__)

LONGEST_TYPED = 40
"""Maximum letters of a typed code, with blanks and hyphens."""


@pages.get("/")
def home() -> str:
    return home_page()


def home_page(typed: str = "", no: Refused | None = None) -> str:
    tables = my_tables()
    last = tables[0][1] if tables else ""
    games = [(game, speech(game)) for game in sorted(REGISTRY.values(), key=lambda game: game.key != last)]
    shown = {"games": games, "my_tables": tables, "typed": typed, "deleted": "deleted" in request.args}
    return render_page("home.html", speech(), **shown, faults={"code": speech().refusal(no)} if no else {})


def my_tables() -> list[tuple[str, str]]:
    kept = [code for code in seat_tokens.tables_here() if store().has(code)]
    return [(code, game) for code in kept if (game := store().row(code).game) in {*REGISTRY, *REGISTRY.left_out}]


@pages.get("/new/<game>")
def new(game: str) -> str:
    said = speech(on_shelf(game))
    chosen = FormValues({name: request.args.get(name, "") for name in ("mission", "card_set")})
    return render_page("new.html", said, **form_shown(on_shelf(game), chosen, said))


@pages.post("/new/<game>")
def open_table(game: str) -> Response:
    shelved = on_shelf(game)
    try:
        with seat_tokens.opening():
            table = acts().open_table(*options_in(request.form, shelved))
            alone = only_seat(table)
            if alone is not None:
                acts().claim_seat(table, alone)
    except (Refused, Malformed) as no:
        said = speech(shelved)
        return make_response(
            render_page("new.html", said, **form_shown(shelved, FormValues(request.form), said, no)), 422
        )
    response = redirect_after_post(url_for("play.board" if alone else "tables.seats", code=table.code))
    if alone is not None:
        seat_tokens.give_cookie(response, table, alone)
    seat_tokens.give_cookie(response, table, seat_tokens.HOST)
    return response


def only_seat(table: Table) -> str | None:
    """Return the only seat left to people where the app plays all others, or None."""
    left = [name for name, side in table.seats.items() if side is not None and table.state.seats[name].app is None]
    return left[0] if table.opening.get("opponents") and len(left) == 1 else None


@pages.get("/join")
def join_by_code() -> Response:
    """Redirect from a typed code to the seats of its table; show an error beside the field."""
    typed = request.args.get("code", "")[:LONGEST_TYPED]
    if not typed.strip():
        return make_response(home_page(no=Refused("no-code")), 422)
    try:
        table = seat_tokens.table_at(typed)
    except RequestRejected as halted:
        return make_response(home_page(typed, halted.refused), halted.status)
    return redirect_after_post(url_for("tables.seats", code=table.code))


@pages.get("/t/<code>/seats")
@with_table(seat_tokens.seat_from_cookie)
def seats(table: Table, seat: Seat) -> Response:
    if is_fragment() and request.args.get("seen", type=int) == table.seq(seat):
        return make_response("", 204)
    said = speech(table)
    shown = {
        **sight(table, seat, said),
        "chairs": [chair(table, name, seat.name) for name in table.seats],
        "addresses": addresses(),
        "may_delete": seat_tokens.is_host(table),
        "view": url_for("tables.seats", code=table.code),
        "wall_qr": qr(f"{addresses()[0]}{url_for('play.wall', code=table.code)}"),
    }
    response = make_response(render_page("seats.html", said, **shown))
    if seat != PUBLIC:
        seat_tokens.remember_again(response, table.code)
    return response


def chair(table: Table, name: str, mine: str) -> dict[str, Any]:
    """Return a seat as the lobby shows it.

    The host sees the code of a free seat. The code of a taken one is made for the host or its holder on request
    (`may_invite`).
    """
    sitting = table.state.seats[name]
    taken = store().used(table.code, name)
    hosts, is_mine = seat_tokens.is_host(table), name == mine
    invited_by = table.seating[name].invited_by
    shows_code = (is_mine and invited_by == mine) or (hosts and (not taken or invited_by == ""))
    level = sitting.app.level if sitting.app is not None else ""
    about = {
        "app_level": level,
        "name": name,
        "side": table.seats[name] or name,
        "sitting": sitting.name,
        "phones": sitting.phones,
    }
    return {
        **about,
        "taken": taken,
        "mine": is_mine,
        "links": links_to(table, name) if shows_code else [],
        "may_free": taken and not is_mine and (hosts or mine == REFEREE),
        "may_invite": taken and (hosts or is_mine),
        "by_program": sitting.phones > 0 and seat_tokens.is_by_program(table, name),
    }


def links_to(table: Table, name: str) -> list[tuple[Markup, str]]:
    path = url_for("tables.join", code=table.code, token=seat_tokens.invitation_to(table, name))
    return [(qr(address + path), address + path) for address in addresses()]


@lru_cache(maxsize=64)
def qr(text: str) -> Markup:
    drawn = segno.make(text, error="m", micro=False)
    return Markup(drawn.svg_inline(scale=4, border=3, svgclass="qr", lineclass=None, omitsize=True))


@pages.get("/t/<code>/join/<token>")
@with_table(seat_tokens.public_seat)
def join(table: Table, _: Seat, token: str) -> Response:
    """Show a page that takes the seat by itself, since a GET must change nothing.

    Redirect the seat's holder to its board.
    """
    invitation, here = seat_tokens.invitation_in(token, table), seat_tokens.seats_here(table)
    if here[:1] == [invitation.seat]:
        return redirect_after_post(url_for("play.board", code=table.code))
    if invitation.seat not in here and not acts().is_open(table, invitation):
        raise InvitationUsed(table.code)
    if here and invitation.seat not in here:
        return second_seat(table, invitation.seat, here)
    shown = {"code": table.code, "game": table.game.key, "seat": PUBLIC, "invited": invitation.seat}
    shown["taken"] = store().used(table.code, invitation.seat)
    return make_response(render_page("join.html", speech(table), **shown))


@pages.post("/t/<code>/join/<token>")
@with_table(seat_tokens.public_seat)
def accept(table: Table, _: Seat, token: str) -> Response:
    """Take a seat by invitation; if the phone holds another, ask what to do with it."""
    invitation, tokens = seat_tokens.invitation_in(token, table), seat_tokens.tokens_here(table)
    name, here = invitation.seat, [*tokens]
    if name not in here:
        if here and "hold" not in request.form:
            return second_seat(table, name, here)
        acts().accept(table, invitation)
    if here and (name in here or request.form["hold"] == "both"):
        return behind_curtain(table, name, here)
    for left in here:
        acts().leave_seat(table, left, seat_tokens.mark_of(tokens[left]))
    response = redirect_after_post(url_for("play.board", code=table.code))
    seat_tokens.give_cookie(response, table, name)
    return response


@pages.post("/t/<code>/invite")
@with_table(seat_tokens.seat_from_cookie)
def invite(table: Table, seat: Seat) -> Response:
    """Make a new code for a taken seat and notify it (its holder and the host only)."""
    name = request.form.get("seat", "")
    if not (seat_tokens.is_host(table) or seat.name == name):
        raise RequestRejected(403, "not-the-host")
    acts().invite(table, name, seat.name if seat.name == name else "")
    return redirect_after_post(url_for("tables.seats", code=table.code, _anchor=f"chair-{name}"))


@pages.post("/t/<code>/sit")
@with_table(seat_tokens.public_seat)
def sit(table: Table, _: Seat) -> Response:
    """Take a free seat by the table's code; if the phone holds another, ask what to do with it."""
    seat, here = request.form.get("seat", ""), seat_tokens.seats_here(table)
    claim = parse(SeatClaim, {"seat": seat, "name": request.form.get("name", "").strip(" ")[:40]})
    if here and seat in table.seats and not store().used(table.code, seat):
        return redirect_after_post(
            url_for("tables.join", code=table.code, token=seat_tokens.invitation_to(table, seat))
        )
    acts().claim_seat(table, seat, claim.name)
    response = redirect_after_post(url_for("play.board", code=table.code))
    seat_tokens.give_cookie(response, table, seat)
    return response


@pages.post("/t/<code>/free")
@with_table(seat_tokens.seat_from_cookie)
def free(table: Table, seat: Seat) -> Response:
    """Free a seat whose phone is lost (host and referee only)."""
    if not (seat_tokens.is_host(table) or seat.name == REFEREE):
        raise RequestRejected(403, "not-the-host")
    acts().free_seat(table, request.form.get("seat", ""))
    return redirect_after_post(url_for("tables.seats", code=table.code))


@pages.get("/host/<token>")
def become_host(token: str) -> Response:
    """Make this browser the host's: it may free seats at every table and delete stored files."""
    if seat_tokens.signed().read(token) != seat_tokens.SeatToken("", seat_tokens.HOST):
        raise wrong_try(401, "false-token")
    response = redirect_after_post(url_for("tables.home"))
    seat_tokens.put_cookie(response, seat_tokens.HOUSE, token, "/")
    return response
