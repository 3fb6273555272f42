"""The table on a phone: the board of a seat, the forms of what it may do, taps, the log, the bell."""

from __future__ import annotations

import gzip
from collections import OrderedDict, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from typing import Annotated, Any

from flask import Blueprint, Response, current_app, g, jsonify, make_response, render_template, request, url_for
from markupsafe import Markup
from pydantic import Field

from app.core import log_lines
from app.core.book import check_answers
from app.core.dice import Face
from app.core.facts import Facts, parsed
from app.core.play import PUBLIC, Entry, Offer, Press, Seat
from app.core.refusals import Malformed, Refused, Stale
from app.core.seating import HabitSet, SeatLeft, SeatRenamed, SeatTaken
from app.core.table import Table, asked_for, shown_roll
from app.core.table_rulings import found, rules_the_table, tracked_paths
from app.keeping.tablefile import fingerprint
from app.web import api
from app.web.files.mission_shelf import sheet_of
from app.web.request import rights
from app.web.request.drawing import is_fragment, is_number, own_page_key, see_other
from app.web.request.guard import (
    ZIP_LEVEL,
    Halted,
    language,
    put_zipped,
    speech,
    store,
    takes_gzip,
    told,
)
from app.web.table import forms, fragments
from app.web.table.fragments import kept
from app.web.table.other_readings import READING, let_by_others, open_here, own_fields, readings_of

pages = Blueprint("play", __name__, url_prefix="/t/<code>")

OWN_FIELDS = ("seen", "key", "by", "sheet")
MEANWHILE_LINES = 8
LINES_WITHOUT_A_SIDE = 5


def seated(code: str) -> tuple[Table, Seat]:
    """The table of this address and the seat of this phone."""
    table = rights.table_at(code)
    g.code, g.game = table.code, table.game.key
    return table, rights.seat_by_cookie(table)


# -- what templates get


def sight(
    table: Table, seat: Seat, but: Collection[str] = (), readings: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Everything that a page shows, veiled; without the offers of the commands in `but`, by other `readings`."""
    with store().lock:
        offers = table.offers_for(seat, but=but, readings=readings)
        shown = table.game.shown(table, seat, offers)
        return {
            "code": table.code,
            "game": table.game.key,
            "seat": seat,
            "seq": table.seq(seat),
            "state": shown.get("state") or table.state_for(seat),
            "offers": offers,
            "may": defaultdict(list, by_command(offers)),
            "last": told_in_short(table, seat, newest(table, seat, 1 if seat.side else LINES_WITHOUT_A_SIDE)),
            "undo_text": strike_text(table, seat, offers),
            "next_code": store().next_of(table),
            "next_seat": store().seat_at_next(table, seat.name),
            "foreseeable": bool(store().row(table.code)[3]),
            **shown,
        }


def greyed(table: Table, seat: Seat, command: str) -> list[Offer]:
    """What a command offers but cannot do now, each with the reason."""
    return [offer for offer in table.offers_for(seat, greyed=True) if offer.command == command and offer.why_not]


def newest(table: Table, seat: Seat, count: int) -> list[Entry]:
    """The last standing presses that the seat has seen, in order, but for who sits where."""
    standing = (entry for entry in reversed(table.seen(seat)) if table.stands(entry) and is_news(entry))
    return [*islice(standing, count)][::-1]


def is_news(entry: Entry) -> bool:
    """Whether a press is about more than who sits where and how."""
    return not all(isinstance(event, SeatTaken | SeatRenamed | SeatLeft | HabitSet) for event in entry.events)


def by_command(offers: list[Offer]) -> dict[str, list[Offer]]:
    """Offers under the name of their command."""
    found: dict[str, list[Offer]] = {}
    for offer in offers:
        found.setdefault(offer.command, []).append(offer)
    return found


def told_in_short(table: Table, seat: Seat, entries: list[Entry]) -> list[str]:
    """One line for each press: what it began with, and what came of it."""
    return [kept((table.code, entry.seq, seat, language()), partial(in_short, table, entry, seat)) for entry in entries]


def in_short(table: Table, entry: Entry, seat: Seat) -> str:
    """A press in one line."""
    return " ".join(log_lines.told(table, entry, seat, speech())[:3])


def strike_text(table: Table, seat: Seat, offers: list[Offer]) -> dict[str, str]:
    """What an undo or redo would strike or bring back, in words."""
    seen = table.seen(seat)
    strikes = [offer for offer in offers if offer.command in ("undo", "redo")]
    return {
        offer.command: log_lines.told(table, seen[offer.given["press"] - 1], seat, speech())[0] for offer in strikes
    }


@dataclass
class Drawing:
    """The board of a seat in one language, drawn when the log had that many entries: several phones show it."""

    length: int
    seq: int
    marked: str

    def for_a_page(self) -> Markup:
        """The board with keys of its own."""
        return fragments.filled(self.marked, self.seq, own_page_key())

    @cached_property
    def for_scripts(self) -> Markup:
        """The board for phones with scripts: the same bytes, to whose keys each phone adds its own."""
        return fragments.filled(self.marked, self.seq, str(self.seq))

    @cached_property
    def zipped(self) -> bytes:
        """The board for phones with scripts as it goes out."""
        return gzip.compress(self.for_scripts.encode(), ZIP_LEVEL, mtime=0)


def drawn(table: Table, seat: Seat) -> Drawing:
    """The board of a seat, drawn once for each language and kept until the log grows."""
    boards: OrderedDict[Any, Drawing] = current_app.extensions["boards"]
    with store().lock:
        place = (table.code, seat, language())
        drawing = boards.pop(place, None)
        if drawing is None or drawing.length != len(table.entries):
            shown = sight(table, seat, NOT_ON_THE_BOARD)
            seq, shown["seq"] = shown["seq"], fragments.SEQ
            with fragments.marked():
                drawing = Drawing(len(table.entries), seq, render_template(f"{table.game.key}/board.html", **shown))
        boards[place] = drawing
        while len(boards) > BOARDS_KEPT:
            boards.popitem(last=False)
    return drawing


def board_page(table: Table, seat: Seat, status: int = 200, **more: Any) -> Response:
    """The board as a page, or as the parts that a script asks for."""
    shown = {"code": table.code, "game": table.game.key, "seat": seat, "parts": BOARD_PARTS, **more}
    drawing = drawn(table, seat)
    if not is_fragment():
        shown["board"] = drawing.for_a_page()
        return make_response(render_template("table/page.html", **shown), status)
    shown["board"] = drawing.for_scripts
    return make_response(render_template("table/parts.html", **shown), status)


def board_alone(table: Table, seat: Seat) -> Response:
    """Nothing but the board, for a script."""
    drawing = drawn(table, seat)
    if not takes_gzip():
        return make_response(drawing.for_scripts)
    response = make_response()
    put_zipped(response, drawing.zipped)
    return response


BOARDS_KEPT = 200
NOT_ON_THE_BOARD = frozenset({"house-ruling", "table-ruling", "rename", "set-habit", "leave"})
BOARD_PARTS = frozenset({"board", "notice", "meanwhile"})


# -- looking


@pages.get("")
def board(code: str) -> Response:
    """The board of this phone's seat; the public view for anybody else."""
    table, seat = seated(code)
    seen = request.args.get("seen", type=int)
    if is_fragment() and seen is not None:
        return caught_up(table, seat, seen)
    shown = result_of(table, seat, request.args.get("result", type=int))
    return board_page(table, seat, result=shown)


def caught_up(table: Table, seat: Seat, seen: int) -> Response:
    """The board for a phone that has seen so much; nothing if up to date. One that slept is told what it missed."""
    seq = table.seq(seat)
    if seen == seq:
        return make_response("", 204)
    if "missed" not in request.args:
        return board_alone(table, seat)
    missed = table.seen(seat)[max(0, seen) :][-MEANWHILE_LINES:]
    return board_page(table, seat, meanwhile=told_in_short(table, seat, missed), parts={"board", "meanwhile"})


@pages.get("/wall")
def wall(code: str) -> Response:
    """The public view, whatever seat this phone holds."""
    table, _ = seated(code)
    if is_fragment() and request.args.get("seen", type=int) == table.seq(PUBLIC):
        return make_response("", 204)
    if is_fragment():
        return board_alone(table, PUBLIC)
    return board_page(table, PUBLIC, view=url_for("play.wall", code=table.code))


@pages.get("/log")
def log(code: str) -> str:
    """Everything this seat has seen happen, by turn, with the workings."""
    table, seat = seated(code)
    presses = log_lines.log(table, seat, speech())
    return render_template("log.html", code=table.code, game=table.game.key, seat=seat, turns=by_turn(presses))


def by_turn(events: list[dict[str, Any]]) -> list[tuple[int, list[dict[str, Any]]]]:
    """The events under the number of their turn."""
    turns: list[tuple[int, list[dict[str, Any]]]] = [(0, [])]
    for event in events:
        if event["event"] == "turn-began" and not event["undone"]:
            turns.append((event["data"]["turn"], []))
        turns[-1][1].append(event)
    return turns


@pages.get("/bell")
def listen(code: str) -> Response:
    """The stream that tells this phone's board that the table moved."""
    return api.stream(*seated(code))


@pages.get("/more")
def more(code: str) -> str:
    """What is not needed every minute: the seat, the dice, the look, the table's own rulings."""
    table, seat = seated(code)
    about = {"host": rights.is_host(table.code), "house": house(table), "sheet": sheet_of(table)}
    return render_template("more.html", **{**sight(table, seat), **about})


def house(table: Table) -> dict[str, str]:
    """The table's edition and its own answers to open questions, as the pages of rulings take them."""
    asked = {key: question.default for key, question in table.game.questions.items()}
    own = {f"table_rulings.{key}": answer for key, answer in table.state.answers.items() if answer != asked.get(key)}
    return {"edition": table.state.edition, **own}


@pages.get("/export")
def export(code: str) -> Response:
    """The table as one file."""
    table, seat = seated(code)
    if seat == PUBLIC or not (table.state.over or seat.sees_all):
        raise Halted(403, "export-not-yet")
    response = jsonify(store().exported(table.code))
    response.headers["Content-Disposition"] = f"attachment; filename=adjutant-{table.code}.json"
    return response


# -- doing


@pages.get("/do/<command>")
def form(code: str, command: str) -> Response:
    """The forms of a command for this seat, as a page or in the sheet."""
    table, seat = seated(code)
    if command not in table.game.commands:
        raise Refused("unknown-command", field="command", command=command)
    readings = readings_of(request.args)
    check_answers(readings, table.game.questions, "reading")
    shown = sight(table, seat, readings=readings)
    offers = [offer for offer in shown["may"].get(command, []) if is_meant(offer)]
    if not offers:
        return not_offered(table, seat, command)
    parts = {"sheet", "notice"}
    template = "table/parts.html" if is_fragment() else "table/sheet_page.html"
    board = drawn(table, seat).for_a_page()
    asks = [] if readings else open_here(table, seat, command)
    meant = {name: request.args[name] for name in own_fields()}
    asked = {"readings": readings, "asks": asks, "meant": meant, **values_now(table, command, meant)}
    asked |= forms.sheet(offers, shown, speech())
    return make_response(render_template(template, **shown, **asked, board=board, forms=offers, parts=parts))


def values_now(table: Table, command: str, meant: Mapping[str, str]) -> dict[str, Any]:
    """For a house ruling: the values that the table keeps, by what they belong to; or the one that is meant."""
    if command != "house-ruling":
        return {}
    if "set" in meant:
        return {"now": value_at(table.state, meant["set"])}
    tracked: dict[str, dict[str, Any]] = {}
    for path in (*tracked_paths(table.state, "number"), *tracked_paths(table.state, "flag")):
        tracked.setdefault(path.split(".")[-2] if "." in path else "", {})[path] = value_at(table.state, path)
    return {"tracked": tracked}


def value_at(state: Any, path: str) -> Any:
    """A tracked value, which is nobody's secret."""
    *records, name = path.split(".")
    return getattr(found(state, records), name)


def is_meant(offer: Offer) -> bool:
    """Whether the address asks for this offer: it names what the offer gives, or a value it lets choose."""
    for name in own_fields():
        value, choice = request.args[name], offer.choose.get(name)
        if not (str(offer.given.get(name)) == value or (isinstance(choice, list) and value in choice)):
            return False
    return True


def not_offered(table: Table, seat: Seat, command: str) -> Response:
    """Why a command cannot be given now, and the other readings that would let it be."""
    error = why_not(table, seat, command)
    return refused_page(table, seat, error, asks=let_by_others(table, seat, command), command=command)


def overruled_by(table: Table, seat: Seat) -> str | None:
    """Who may overrule the notebook, as this seat sees it: itself ("me"), the referee, or nobody any more."""
    if seat == PUBLIC or table.state.over:
        return None
    return "me" if rules_the_table(table.look(seat)) else "referee"


def refused_page(table: Table, seat: Seat, error: Exception, **more: Any) -> Response:
    """A "no" as a page; a phone with scripts gets it as a notice."""
    status, refused = told(error)
    about = {"game": table.game.key, "code": table.code, "overruled_by": overruled_by(table, seat)}
    shown = {**about, "refused": refused, "message": speech().refusal(refused)}
    template = "parts/notice.html" if is_fragment() else "refused.html"
    return make_response(render_template(template, **shown, **more), status)


def why_not(table: Table, seat: Seat, command: str) -> Refused:
    """The reason that this command is not offered now."""
    reasons = greyed(table, seat, command)
    refused = reasons[-1].why_not if reasons else None
    return refused or Refused("not-your-command", field="command")


@pages.post("/do/<command>")
def do(code: str, command: str) -> Response:
    """A tap."""
    table, seat = seated(code)
    if seat == PUBLIC:
        raise Halted(401, "no-token")
    try:
        entry = tapped(table, seat, command)
    except (Refused, Malformed, Stale) as error:
        return refused_tap(table.code, seat, error)
    return answered(table.code, seat, entry, command)


class Tap(Facts):
    """What every form carries beside its command's own fields."""

    key: Annotated[str, Field(min_length=1, max_length=200)]
    seen: Annotated[int, Field(ge=0, le=1_000_000_000)]


def tapped(table: Table, seat: Seat, command: str) -> Entry:
    """The press that the form asks for. Raises Malformed, Refused, Stale."""
    given = request.form
    envelope = parsed(Tap, {name: given[name] for name in ("key", "seen") if name in given}, typed=False)
    dice = typed_dice(given) if given.get("by") == "hand" else None
    own = [name for name in given if name not in OWN_FIELDS and not name.startswith(READING)]
    fields = asked_for(table.game, command, {name: given.getlist(name) for name in own if not is_die(name)})
    readings = readings_of(given)
    press = Press(command, fields, dice, envelope.seen, readings, typed=False)
    body = fingerprint({"command": command, "fields": fields, "dice": dice, "readings": readings})
    entry, _ = api.pressed(table, seat, press, envelope.key, body)
    return entry


def is_die(name: str) -> bool:
    return name[:1] == "d" and is_number(name[1:])


def typed_dice(given: Mapping[str, str]) -> list[Face]:
    """The faces of the pad, in order: numbers where they are, else names. Raises Malformed."""
    names = sorted((name for name in given if is_die(name)), key=lambda name: int(name[1:]))
    faces = [given[name] for name in names]
    if not all(faces):
        raise Malformed("wrong-type", field="dice")
    return [int(face) if is_number(face) else face for face in faces]


def answered(code: str, seat: Seat, entry: Entry, command: str) -> Response:
    """The board after a tap; after a roll, its result on top."""
    table = store().table(code)
    rolled = any(shown_roll(event, seat) for event in entry.events)
    number = table.seq_at(seat, entry.seq)
    if command == "leave":
        response = see_other(url_for("tables.seats", code=code))
        rights.take_cookie(response, code)
        return response
    if not is_fragment():
        return see_other(url_for("play.board", code=code, result=number if rolled else None))
    parts = BOARD_PARTS | ({"sheet"} if rolled or "sheet" in request.form else set())
    return board_page(table, seat, parts=parts, result=result_of(table, seat, number) if rolled else None)


def refused_tap(code: str, seat: Seat, error: Exception) -> Response:
    """Why nothing happened, beside the board as it is now."""
    table = store().table(code)
    first = getattr(g, "stale", {}).get("first")
    if not is_fragment():
        return refused_page(table, seat, error, first=first)
    status, refused = told(error)
    message = speech().refusal(refused)
    shown = {"refused": refused, "message": message, "first": first, "overruled_by": overruled_by(table, seat)}
    return board_page(table, seat, status, **shown)


def result_of(table: Table, seat: Seat, number: int | None) -> dict[str, Any] | None:
    """A press that the seat has seen, with its dice and what they did."""
    seen = table.seen(seat)
    if number is None or not 1 <= number <= len(seen):
        return None
    entry = seen[number - 1]
    events = log_lines.events(table, entry, seat, speech())
    rolls = [roll for event in entry.events if (roll := shown_roll(event, seat))]
    roll = rolls[0] if rolls else None
    dice = forms.dice_of(events, roll.faces) if roll else []
    return {"number": number, "events": forms.until_next_turn(events), "roll": roll, "dice": dice}
