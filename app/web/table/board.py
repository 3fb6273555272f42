"""The board of a seat, its log, and pages of details."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, current_app, make_response, request, url_for
from markupsafe import Markup

from app.core.engine.event import PUBLIC, Entry, Seat
from app.core.messages.translator import Translator
from app.core.table import serialize
from app.core.table.seat_view import Table
from app.core.table.serialize import event_data
from app.web.files.uploads_view import download
from app.web.request import seat_tokens
from app.web.request.background import one_by_one, others_meanwhile
from app.web.request.guard import RequestRejected, store
from app.web.request.language import speech
from app.web.request.rendering import (
    fill_marks,
    is_fragment,
    own_page_key,
    redirect_after_post,
    render_marked,
    render_page,
)
from app.web.request.table_lookup import exported, own_data_of, stream, with_table
from app.web.table import fragments
from app.web.table.notices import asked_of, summarize_entries
from app.web.table.page_context import keepsakes, may_correct, sight
from app.web.table.results import result_of

pages = Blueprint("play", __name__, url_prefix="/t/<code>")

MEANWHILE_LINES = 8

# -- rendering


@dataclass
class RenderedBoard:
    """A seat's board in one language at a log length; several phones may share it."""

    length: int
    seq: int
    marked: bytes
    title: str

    def for_a_page(self) -> Markup:
        return fill_marks(self.marked.decode(), self.seq, own_page_key())

    def for_scripts(self) -> Markup:
        return fill_marks(self.marked.decode(), self.seq, str(self.seq))


def drawn(table: Table, seat: Seat, said: Translator) -> RenderedBoard:
    boards = boards_kept()
    with store().turn(table.code):
        place = place_of(table, seat, said)
        drawing = boards.pop(place, None)
        if drawing is None or drawing.length != len(table.entries):
            shown = sight(table, seat, said, table.game.commands_off_boards, reckoned=False)
            html = render_marked(f"{table.game.key}/board.html", said, **shown)
            drawing = RenderedBoard(len(table.entries), shown["seq"], html.encode(), shown["happened"].title)
        boards[place] = drawing
        while len(boards) > BOARDS_KEPT:
            boards.popitem(last=False)
    return drawing


def is_drawn(table: Table, seat: Seat, said: Translator) -> bool:
    drawing = boards_kept().get(place_of(table, seat, said))
    return drawing is not None and drawing.length == len(table.entries)


def boards_kept() -> OrderedDict[Hashable, RenderedBoard]:
    boards: OrderedDict[Hashable, RenderedBoard] = current_app.extensions["boards"]
    return boards


def place_of(table: Table, seat: Seat, said: Translator) -> Hashable:
    return table.code, table.exported, seat, said.language


def board_page(table: Table, seat: Seat, status: int = 200, **more: Any) -> Response:
    said = speech(table)
    drawing = drawn(table, seat, said)
    shown = {"code": table.code, "game": table.game.key, "seat": seat, "parts": BOARD_PARTS, **more}
    if is_fragment():
        return make_response(render_page("table/parts.html", said, **shown, board=drawing.for_scripts()), status)
    if "view" not in more:
        shown["others"] = [name for name in seat_tokens.seats_here(table) if name != seat.name]
    shown |= {"title": drawing.title, "board": drawing.for_a_page()}
    shown["correcting"] = may_correct(table, seat, table.state_for(seat))
    return make_response(render_page("table/page.html", said, **shown), status)


BOARDS_KEPT = 200
BOARD_PARTS = frozenset({"board", "notice", "meanwhile"})


# -- pages


@pages.get("")
@with_table(seat_tokens.seat_from_cookie)
def board(table: Table, seat: Seat) -> Response:
    seen = request.args.get("seen", type=int)
    if is_fragment() and seen is not None:
        return caught_up(table, seat, seen)
    result = result_of(table, seat, request.args.get("result", type=int), speech(table))
    response = board_page(table, seat, result=result)
    if seat != PUBLIC:
        seat_tokens.remember_again(response, table.code)
    return response


def caught_up(table: Table, seat: Seat, seen: int) -> Response:
    seq = table.seq(seat)
    if seen == seq:
        return make_response("", 204)
    if "missed" not in request.args:
        said = speech(table)
        if not is_drawn(table, seat, said):
            with others_meanwhile():
                time.sleep(0)  # serve cached boards first; meanwhile the table may be deleted or the seat freed
            table = seat_tokens.table_at(table.code)
            seat, said = seat_tokens.seat_from_cookie(table), speech(table)
        return make_response(drawn(table, seat, said).for_scripts())
    missed = summarize_entries(table, seat, table.seen(seat)[max(0, seen) :][-MEANWHILE_LINES:], speech(table))
    return board_page(table, seat, meanwhile=missed, parts={"board", "meanwhile"})


@pages.get("/wall")
@with_table(seat_tokens.seat_from_cookie)
def wall(table: Table, _: Seat) -> Response:
    """Show the public view, whatever seat this phone holds."""
    if is_fragment() and request.args.get("seen", type=int) == table.seq(PUBLIC):
        return make_response("", 204)
    if is_fragment():
        return make_response(drawn(table, PUBLIC, speech(table)).for_scripts())
    return board_page(table, PUBLIC, view=url_for("play.wall", code=table.code))


@pages.get("/picture.svg")
@with_table(seat_tokens.seat_from_cookie)
def picture(table: Table, _: Seat) -> Response:
    """Return the constant part of a board, rendered once and cached by clients."""
    drawn_by, view = table.game.views.board_svg, request.args.get("view", "")
    if drawn_by is None or view not in ("", *table.game.views.viewpoints):
        raise RequestRejected(404, "no-such-page")
    svg = fragments.kept(current_app.jinja_env, (table.code, "picture", view), lambda: drawn_by(table.opening, view))
    response = Response(svg, mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return response


@pages.get("/places")
@with_table(seat_tokens.seat_from_cookie)
def places(table: Table, seat: Seat) -> str:
    """Show everything on a map as text, place by place."""
    told_by = table.game.views.board_as_text
    if told_by is None:
        raise RequestRejected(404, "no-such-page")
    shown = {"code": table.code, "game": table.game.key, "seat": seat, **told_by(table, seat)}
    return render_page(f"{table.game.key}/places.html", speech(table), **shown)


@pages.get("/log")
@with_table(seat_tokens.seat_from_cookie)
@one_by_one
def log(table: Table, seat: Seat) -> str:
    """Show the events that this seat has seen, by turn, newest first, with rulings.

    A page holds as many entries as fit: the last ones, or those up to `until`.
    """
    said, seen = speech(table), table.seen(seat)
    until = max(0, min(request.args.get("until", len(seen), type=int), len(seen)))
    since = until - on_a_page(seen[:until][::-1])
    told = [event for entry in seen[since:until] for event in serialize.events(table, entry, seat, said)]
    turns = newest_first(by_turn(table, told, turn_after(table, seat, seen[:since])))
    links = {"older": since or None, "newer": until + on_a_page(seen[until:]) if until < len(seen) else None}
    numbers = {table.seq_at(seat, entry.seq): serialize.public_seq(table, entry.seq) for entry in seen[since:until]}
    shown = {"code": table.code, "game": table.game.key, "seat": seat, "turns": turns, "numbers": numbers}
    return render_page("log.html", said, **shown, **links)


PRESSES_ON_A_PAGE = 100


def on_a_page(entries: list[Entry]) -> int:
    return serialize.fitting(entries[:PRESSES_ON_A_PAGE])


Line = tuple[dict[str, Any], int | None]
"""An event, and the number of its entry if it is the entry's first event."""


def by_turn(table: Table, events: Sequence[dict[str, Any]], turn: int = 0) -> list[tuple[int, list[Line]]]:
    turns: list[tuple[int, list[Line]]] = [(turn, [])]
    last = None
    for event in events:
        if table.game.events[event["event"]].begins_turn and not event["undone"]:
            turns.append((event["data"]["turn"], []))
        turns[-1][1].append((event, event["seq"] if event["seq"] != last else None))
        last = event["seq"]
    return [(turn, lines) for turn, lines in turns if lines]


def newest_first(turns: Sequence[tuple[int, list[Line]]]) -> list[tuple[int, list[Line]]]:
    found: list[tuple[int, list[Line]]] = []
    for turn, lines in reversed(turns):
        presses: list[list[Line]] = []
        for event, number in lines:
            if number is not None or not presses:
                presses.append([])
            presses[-1].append((event, number))
        found.append((turn, [line for press in reversed(presses) for line in press]))
    return found


def turn_after(table: Table, seat: Seat, entries: Sequence[Entry]) -> int:
    for entry in reversed(entries):
        for event in reversed(entry.events):
            if event.begins_turn and event.visible_to(seat) and table.is_active(entry):
                return int(event_data(table, event, seat)["turn"])
    return 0


@pages.get("/to-do")
@with_table(seat_tokens.seat_from_cookie)
def to_do(table: Table, seat: Seat) -> str:
    said = speech(table)
    return render_page("to_do.html", said, **sight(table, seat, said, reckoned=False))


@pages.get("/bell")
@with_table(seat_tokens.seat_from_cookie)
def listen(table: Table, seat: Seat) -> Response:
    return stream(table, seat, seat_tokens.mark_by_cookie(table))


@pages.get("/more")
@with_table(seat_tokens.seat_from_cookie)
def more(table: Table, seat: Seat) -> str:
    said = speech(table)
    about = {"played": table.game, "own_answers": own_answers(table), "campaign": table.game.history(table)}
    shown = sight(table, seat, said)
    kept = {"keepsakes": keepsakes(table, seat), "asked_of_me": asked_of(table, seat, shown["state"], said)}
    return render_page("more.html", said, **{**shown, **about, **kept})


def own_answers(table: Table) -> dict[str, str]:
    asked, answers = table.game.questions_in(table.state.edition), table.state.answers
    changed = {key: answers[key] for key, one in asked.items() if answers.get(key, one.default) != one.default}
    own = {f"table_rulings.{key}": answer for key, answer in changed.items()}
    return {"edition": table.state.edition, **own}


@pages.get("/keep/<thing>")
@with_table(seat_tokens.seat_from_cookie)
def keep(table: Table, seat: Seat, thing: str) -> Response:
    kept = keepsakes(table, seat)
    if thing not in kept:
        raise RequestRejected(404, "nothing-to-keep")
    return download(kept[thing].text.encode(), "application/toml", f"adjutant-{table.code}-{thing}.toml")


@pages.get("/own-data")
@with_table(seat_tokens.by_cookie_alone)
def own(table: Table, seat: Seat) -> Response:
    response = own_data_of(table, seat)
    response.headers["Content-Disposition"] = f"attachment; filename=adjutant-{table.code}-{seat.name}.json"
    return response


@pages.get("/export")
@with_table(seat_tokens.seat_from_cookie)
def export(table: Table, seat: Seat) -> Response:
    if seat == PUBLIC or not (table.state.over or seat.sees_all):
        raise RequestRejected(403, "export-not-yet")
    response = exported(table)
    response.headers["Content-Disposition"] = f"attachment; filename=adjutant-{table.code}.json"
    return response


@pages.get("/at/<thing>")
@with_table(seat_tokens.seat_from_cookie)
def at(table: Table, seat: Seat, thing: str) -> Response:
    """Show the board with a thing selected; scripts get only the changed parts."""
    chosen_by, said = table.game.views.selection_view, speech(table)
    if chosen_by is None:
        raise RequestRejected(404, "no-such-page")
    with store().turn(table.code):
        offers = table.offers_for(seat, but=table.game.commands_off_boards)
        chosen = chosen_by(table, seat, offers, thing)
    if not chosen:
        return redirect_after_post(url_for("play.board", code=table.code))
    about = {"code": table.code, "game": table.game.key, "seat": seat}
    if is_fragment():
        return make_response(render_page(f"{table.game.key}/chosen.html", said, **about, seq=table.seq(seat), **chosen))
    shown = {**sight(table, seat, said, table.game.commands_off_boards), **chosen}
    whole = render_marked(f"{table.game.key}/board.html", said, **shown)
    board = fill_marks(whole, table.seq(seat), own_page_key())
    return make_response(render_page("table/page.html", said, **about, board=board, parts=BOARD_PARTS))
