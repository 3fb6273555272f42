"""End of a game: the result, and the next table of a campaign or rematch."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from flask import Blueprint, Response, current_app, request, url_for

from app.core.engine.event import Entry, Seat
from app.core.rules.inputs import parse
from app.core.table import serialize
from app.core.table.next_table import NextTable
from app.core.table.seat_view import Table
from app.core.table.summary import Summary, summary_of
from app.storage.errors import SeatOccupied
from app.web.request import seat_tokens
from app.web.request.background import aside_on_copy, in_turn
from app.web.request.guard import RequestRejected, acts
from app.web.request.language import speech
from app.web.request.rendering import redirect_after_post, render_page
from app.web.request.table_lookup import with_table
from app.web.table.fragments import kept
from app.web.table.page_context import next_of, sight

pages = Blueprint("game_over", __name__, url_prefix="/t/<code>")


@pages.get("/end")
@with_table(seat_tokens.seat_from_cookie)
def ending(table: Table, seat: Seat) -> str:
    """Show the result as this seat may know it; before the end, say that the game goes on."""
    said = speech(table)
    summary = summary_kept(table, seat) if table.state.over else None
    with in_turn():
        told = serialize.entry_lines(table, up_to_the_end(summary.end), seat, said) if summary else []
        return render_page(
            "end.html", said, **sight(table, seat, said), summary=summary, told=told, sides=table.game.sides
        )


def summary_kept(table: Table, seat: Seat) -> Summary | None:
    place = ("summary", table.code, len(table.entries), seat)
    return kept(current_app.jinja_env, place, lambda: aside_on_copy(summary_of, table, seat))


def up_to_the_end(entry: Entry) -> Entry:
    ends = next(place for place, event in enumerate(entry.events, start=1) if event.ends_game)
    return replace(entry, events=entry.events[:ends])


@pages.get("/campaign")
@with_table(seat_tokens.seat_from_cookie)
def history(table: Table, seat: Seat) -> str:
    """Show the campaign: missions and winners, the next one, who has what, and losses."""
    if table.game.history(table) is None:
        raise RequestRejected(404, "not-a-campaign")
    about = {"code": table.code, "game": table.game.key, "seat": seat, **table.game.views.board_view(table, seat, [])}
    shown = {**about, **next_of(table, seat), "kept": {one.code for one in (table, *acts().earlier(table))}}
    return render_page(f"{table.game.key}/campaign.html", speech(table), **shown)


@pages.post("/next")
@with_table(seat_tokens.by_cookie_alone)
def go_on(table: Table, seat: Seat) -> Response:
    """Open the next table and seat this phone on its side; the host stays host."""
    wish = parse(NextTable, dict(request.form), typed=False)
    with seat_tokens.opening(is_new=acts().next_of(table) is None):
        following, _ = acts().start_next_table(table, seat, wish.again)
    sits, held = following.code not in seat_tokens.tables_here(), []
    for name in seat_tokens.seats_here(table):
        with suppress(SeatOccupied):  # somebody else has taken the seat
            held.append(acts().come_along(table, table.seat(name), following, sits))
    response = redirect_after_post(url_for("play.board" if held else "tables.seats", code=following.code))
    if held:
        seat_tokens.give_cookie(response, following, *held)
    if seat_tokens.is_host(table):
        seat_tokens.give_cookie(response, following, seat_tokens.HOST)
    return response
