"""End of a game: the result, and the next table of a campaign or rematch."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, current_app, request, url_for

from app.core.engine.event import PUBLIC, Entry, Seat
from app.core.messages.translator import Translator
from app.core.rules.inputs import parse
from app.core.table import serialize
from app.core.table.course import Course, course_of
from app.core.table.next_table import NextTable
from app.core.table.play_log import address_of, how_it_ended, mission_of, play_of
from app.core.table.seat_view import Table
from app.core.table.summary import Summary, summary_of
from app.service import seat_at
from app.storage.errors import SeatOccupied
from app.web.files.uploads_view import download
from app.web.request import seat_tokens
from app.web.request.background import aside_on_copy, in_turn
from app.web.request.guard import RequestRejected, acts
from app.web.request.language import speech
from app.web.request.rendering import redirect_after_post, render_page
from app.web.request.table_lookup import with_table
from app.web.request.template_loader import style_of_kept_page
from app.web.table.course_view import fallen_of, luck_of, picture_of, rulings_of
from app.web.table.fragments import kept
from app.web.table.page_context import next_of, sight

pages = Blueprint("game_over", __name__, url_prefix="/t/<code>")


@pages.get("/end")
@with_table(seat_tokens.seat_from_cookie)
def ending(table: Table, seat: Seat) -> str:
    said = speech(table)
    found = ended_kept(table, seat)
    with in_turn():
        shown = sight(table, seat, said)
        if found is None:
            return render_page("end.html", said, **shown, summary=None)
        record = address_of(play_of(table, *found, said))
        return render_page("end.html", said, **shown | shown_of(table, seat, *found, said), to_bg_stats=record)


@pages.get("/end/page")
@with_table(seat_tokens.seat_from_cookie)
def kept_page(table: Table, _: Seat) -> Response:
    """Download the result, as anybody may know it, as one page that needs no server."""
    said = speech(table)
    found = ended(table)
    shown = {"state": table.state_for(PUBLIC), "style": style_of_kept_page(table.game)}
    with in_turn():
        page = render_page("kept.html", said, **shown, **shown_of(table, PUBLIC, *found, said))
    return download(page.encode(), "text/html", f"adjutant-{table.code}.html")


@pages.get("/end/bg-stats")
@with_table(seat_tokens.seat_from_cookie)
def play_log(table: Table, _: Seat) -> Response:
    play = play_of(table, *ended(table), speech(table))
    text = current_app.json.dumps(play, indent=2)
    return download(text.encode(), "application/json", f"adjutant-{table.code}-bg-stats.json")


def ended(table: Table) -> tuple[Summary, Course]:
    """Return how a finished game went as anybody may know it.

    Raise RequestRejected before its end.
    """
    found = ended_kept(table, PUBLIC)
    if found is None:
        raise RequestRejected(403, "summary-not-yet")
    return found


def ended_kept(table: Table, seat: Seat) -> tuple[Summary, Course] | None:
    if not table.state.over:
        return None
    place = ("ended", table.code, len(table.entries), seat)
    return kept(current_app.jinja_env, place, lambda: aside_on_copy(ended_for, table, seat))


def ended_for(table: Table, seat: Seat) -> tuple[Summary, Course] | None:
    summary, course = summary_of(table, seat), course_of(table)
    return None if summary is None or course is None else (summary, course)


def shown_of(table: Table, seat: Seat, summary: Summary, course: Course, said: Translator) -> dict[str, Any]:
    people = {side: named(table, side) for side in table.game.sides}
    return {
        "played": table.game,
        "mission": mission_of(table, said),
        "players": {side: names for side, names in people.items() if names},
        "sides": table.game.sides,
        "summary": summary,
        "told": serialize.entry_lines(table, up_to_the_end(summary.end), seat, said),
        "how_ended": how_it_ended(table, summary, said)[:1],
        "picture": picture_of(course),
        "luck": luck_of(summary.counts, table.game.sides),
        "fallen": fallen_of(table, course, said),
        "rulings": rulings_of(table, course, said),
    }


def named(table: Table, side: str) -> list[str]:
    seats = [name for name, of in table.seats.items() if of == side]
    return [
        table.state.seats[name].name for name in seats if name in table.state.seats and table.state.seats[name].name
    ]


def up_to_the_end(entry: Entry) -> Entry:
    ends = next(place for place, event in enumerate(entry.events, start=1) if event.ends_game)
    return replace(entry, events=entry.events[:ends])


@pages.get("/campaign")
@with_table(seat_tokens.seat_from_cookie)
def history(table: Table, seat: Seat) -> str:
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
    sits, held = following.code not in seat_tokens.tables_here(), dict[str, str]()
    for name, before in seat_tokens.tokens_here(table).items():
        there = table.seat(name)
        token = seat_tokens.token_along(before, following, seat_at(following, there))
        with suppress(SeatOccupied):  # somebody else has taken the seat
            held[acts().come_along(table, there, following, seat_tokens.mark_of(token), sits)] = token
    response = redirect_after_post(url_for("play.board" if held else "tables.seats", code=following.code))
    if held:
        seat_tokens.give_cookie(response, following, *held, known=held)
    if seat_tokens.is_host(table):
        seat_tokens.give_cookie(response, following, seat_tokens.HOST)
    return response
