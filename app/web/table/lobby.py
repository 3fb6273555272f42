"""The lobby: opening a table, its seats, and the codes by which phones join."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import segno
from flask import Blueprint, Response, current_app, make_response, request, url_for
from markupsafe import Markup

from app.acts import Claim
from app.core.facts import parsed
from app.core.game import REFEREE
from app.core.play import PUBLIC, Seat
from app.core.refusals import Malformed, Refused
from app.core.table import Table
from app.games import SHELF, on_shelf
from app.keeping.store import CODE_LENGTH
from app.web.request import rights
from app.web.request.at_table import at_table
from app.web.request.drawing import draw, is_fragment, see_other
from app.web.request.guard import Halted, acts, store, wrong_try
from app.web.request.speech import speech
from app.web.table.hotseat import second_seat
from app.web.table.new_table import Typed, form_shown, options_in
from app.web.table.sight import sight

pages = Blueprint("tables", __name__)


@pages.get("/")
def home() -> str:
    """The tables of this phone, the games on the shelf, and the field for a code."""
    return home_page()


def home_page(typed: str = "", no: Refused | None = None) -> str:
    """The same with a code that somebody typed, and what is wrong with it."""
    games = [(game, speech(game)) for game in SHELF.values()]
    practised = [(game, said) for game, said in games if game.practice]
    shown = {"games": games, "practised": practised, "my_tables": my_tables(), "typed": typed}
    return draw("home.html", speech(), **shown, faults={"code": speech().refusal(no)} if no else {})


def my_tables() -> list[tuple[str, str]]:
    """(code, game) of the tables at which this phone sat down last and that are still kept."""
    kept = [code for code in rights.tables_here() if store().has(code)]
    return [(code, game) for code in kept if (game := store().row(code).game) in SHELF]


@pages.get("/new/<game>")
def new(game: str) -> str:
    """Everything a table needs, already chosen."""
    said = speech(on_shelf(game))
    chosen = Typed({name: request.args.get(name, "") for name in ("mission", "card_set")})
    return draw("new.html", said, **form_shown(on_shelf(game), chosen, said))


@pages.post("/new/<game>")
def open_table(game: str) -> Response:
    """Open the table; this browser may show its seats' codes. What is wrong stands beside its field, with all that was
    typed."""
    shelved = on_shelf(game)
    try:
        with rights.opening():
            table = acts().open_table(*options_in(request.form, shelved))
    except (Refused, Malformed) as no:
        said = speech(shelved)
        return make_response(draw("new.html", said, **form_shown(shelved, Typed(request.form), said, no)), 422)
    response = see_other(url_for("tables.seats", code=table.code))
    rights.give_cookie(response, table, rights.HOST)
    return response


@pages.get("/join")
def join_by_code() -> Response:
    """From a typed code to the seats of its table; what is wrong with it stands beside its field."""
    typed = request.args.get("code", "")[: CODE_LENGTH * 2]
    if not typed.strip():
        return make_response(home_page(no=Refused("no-code")), 422)
    try:
        table = rights.table_at("".join(typed.split()).upper())
    except Halted as halted:
        return make_response(home_page(typed, halted.refused), halted.status)
    return see_other(url_for("tables.seats", code=table.code))


@pages.get("/t/<code>/seats")
@at_table(rights.by_cookie)
def seats(table: Table, seat: Seat) -> Response:
    """The seats of a table: who sits where, and the QR by which the next phone joins."""
    if is_fragment() and request.args.get("seen", type=int) == table.seq(seat):
        return make_response("", 204)
    said = speech(table)
    shown = {
        **sight(table, seat, said),
        "chairs": [chair(table, name, seat.name) for name in table.seats],
        "addresses": addresses(),
        "may_delete": rights.is_host(table),
        "view": url_for("tables.seats", code=table.code),
        "wall_qr": qr(f"{addresses()[0]}{url_for('play.wall', code=table.code)}"),
    }
    return make_response(draw("seats.html", said, **shown))


def chair(table: Table, name: str, mine: str) -> dict[str, Any]:
    """A seat as the lobby shows it; its code is for the host, that of a taken one also for who holds it: `again`, for a
    phone that lost it, it is shown only where somebody asks."""
    sitting = table.state.seats[name]
    taken = store().used(table.code, name)
    hosts = rights.is_host(table)
    shows_code = name == mine or hosts
    path = url_for("tables.join", code=table.code, token=rights.token_for(table, name))
    links = [(address, qr(address + path), address + path) for address in addresses()] if shows_code else []
    about = {"name": name, "side": table.seats[name] or name, "sitting": sitting.name, "phones": sitting.phones}
    may_free = taken and name != mine and (hosts or mine == REFEREE)
    again = taken and name != mine
    return {**about, "taken": taken, "mine": name == mine, "links": links, "may_free": may_free, "again": again}


def addresses() -> list[str]:
    """The addresses under which phones reach this server; the one that was asked, where none is known."""
    known: list[str] = list(current_app.config.get("ADDRESSES", ()))
    return known or [request.host_url.rstrip("/")]


@lru_cache(maxsize=64)
def qr(text: str) -> Markup:
    """A QR code as SVG."""
    drawn = segno.make(text, error="m", micro=False)
    return Markup(drawn.svg_inline(scale=4, border=3, svgclass="qr", lineclass=None, omitsize=True))


@pages.get("/t/<code>/join/<token>")
@at_table(rights.by_nobody)
def join(table: Table, _: Seat, token: str) -> Response:
    """A scanned QR: this phone holds the seat."""
    name, here = rights.seat_in(token, table), rights.seats_here(table)
    if here and here[0] != name and table.seat(name) != PUBLIC:
        return second_seat(table, name, here)
    response = see_other(url_for("play.board", code=table.code))
    if name not in here and table.seat(name) != PUBLIC:
        acts().sit_down(table, name)
        rights.give_cookie(response, table, name)
    return response


@pages.post("/t/<code>/sit")
@at_table(rights.by_nobody)
def sit(table: Table, _: Seat) -> Response:
    """Take a free seat by the table's code."""
    claim = parsed(Claim, {"seat": request.form.get("seat", ""), "name": request.form.get("name", "").strip(" ")[:40]})
    if rights.seats_here(table) and not store().used(table.code, claim.seat):
        return see_other(url_for("tables.join", code=table.code, token=rights.token_for(table, claim.seat)))
    acts().claim_seat(table, claim)
    response = see_other(url_for("play.board", code=table.code))
    rights.give_cookie(response, table, claim.seat)
    return response


@pages.post("/t/<code>/free")
@at_table(rights.by_cookie)
def free(table: Table, seat: Seat) -> Response:
    """Free a seat whose phone is lost: the host and the referee may."""
    if not (rights.is_host(table) or seat.name == REFEREE):
        raise Halted(403, "not-the-host")
    acts().free_seat(table, request.form.get("seat", ""))
    return see_other(url_for("tables.seats", code=table.code))


@pages.get("/host/<token>")
def become_host(token: str) -> Response:
    """The host's own address: this browser may free seats at every table and delete what the house keeps."""
    if rights.signed().read(token) != rights.Right("", rights.HOST):
        raise wrong_try(401, "false-token")
    response = see_other(url_for("tables.home"))
    rights.put_cookie(response, rights.HOUSE, token, "/")
    return response
