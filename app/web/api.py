"""The JSON interface: a public promise, see /api/openapi.json. It has no rules of its own."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from flask import Blueprint, Response, current_app, g, jsonify, request
from pydantic import Field
from werkzeug.exceptions import BadRequest

from app.bell import Bell
from app.core import log_lines
from app.core.ask_ruling import fields_of, judge
from app.core.book import check_answers
from app.core.card_files.fields import SetData
from app.core.facts import PRINTABLE, Facts, parsed
from app.core.game import Game
from app.core.missions import MissionData
from app.core.next_table import Again, NextTable
from app.core.opening import opening_of, options_of
from app.core.options import Options
from app.core.play import Entry, Press, Seat
from app.core.refusals import Malformed, Refused, Stale
from app.core.seating import SeatTaken
from app.core.table import Table
from app.games import SHELF
from app.keeping.card_sets import sound_sets
from app.keeping.missions import sound_missions
from app.keeping.tablefile import fingerprint
from app.web.openapi import document
from app.web.request import rights
from app.web.request.guard import Halted, json_error, speech, store

pages = Blueprint("api", __name__, url_prefix="/api")
pages.register_error_handler(Exception, json_error)

HEARTBEAT = (4.0, 7.0)
STREAM_ENDS = (80.0, 95.0)


def body() -> Any:
    """The JSON of a request. Raises Malformed."""
    try:
        return request.get_json(force=True)
    except (BadRequest, RecursionError):
        raise Malformed("not-json") from None


def game_named(name: str) -> Game:
    """A game on the shelf. Raises Refused (404)."""
    if name not in SHELF:
        raise Refused("unknown-game", game=name)
    return SHELF[name]


# -- rulings and rules


@pages.get("/rulings")
def list_rulings() -> Response:
    """Games and rulings with their fields."""
    return jsonify({key: {name: fields_of(game, name) for name in game.rulings} for key, game in SHELF.items()})


@pages.post("/rulings/<game>/<ruling>")
def rule(game: str, ruling: str) -> Response:
    """A ruling on facts, with its working."""
    answer = judge(game_named(game), ruling, body())
    said = speech()
    also = {name: log_lines.reasons(other.reasons, said) for name, other in answer.also.items()}
    working = log_lines.reasons(answer.working.reasons, said)
    odds = dict(answer.odds) if answer.odds is not None else None
    return jsonify({"result": dict(answer.result), "working": working, "also": also, "odds": odds})


@pages.get("/rules/<game>/<path:rule_id>")
def show_rule(game: str, rule_id: str) -> Response:
    """A rule in our own words, with its sources."""
    rules = game_named(game).rules
    if rule_id not in rules:
        raise Refused("unknown-rule", rule_id=rule_id)
    return jsonify(rules[rule_id])


@pages.get("/games")
def list_games() -> Response:
    """What can be played here."""
    return jsonify({"games": [described(game) for game in SHELF.values()]})


def described(game: Game) -> dict[str, Any]:
    """A game as a creator of tables needs to know it."""
    said = speech()
    questions = [
        {"key": key, "text": said.say(f"question.{key}"), "values": list(question.answers), "default": question.default}
        for key, question in game.questions.items()
    ]
    return {
        "key": game.key,
        "name": said.name(game.key),
        "editions": list(game.editions),
        "missions": [*game.missions, *own_missions(game)],
        "seats": [*game.seats_for(game.options(game=game.key, referee=True))],
        "card_sets": [*game.card_sets, *own_sets(game)],
        "open_questions": questions,
    }


@pages.get("/openapi.json")
def openapi() -> Response:
    """The description of this interface."""
    return jsonify(document(current_app))


# -- tables


class Claim(Facts):
    """A free seat to take."""

    seat: str
    name: Annotated[str, Field(max_length=40, pattern=PRINTABLE)] = ""


@pages.post("/tables")
def open_table() -> tuple[Response, int]:
    """A new table with a token for each seat."""
    code = opened(*options_of(SHELF, body()))
    return jsonify({**welcome(code), "seed_commitment": store().seed_commitment(code)}), 201


def opened(game: Game, options: Options) -> str:
    """Open a table as asked for. Returns its code. Raises Refused, naming the field."""
    opening = opening_of(game, options, own_sets(game), own_missions(game))
    return store().open(game, opening, options.seed.lower() if options.seed else None)


def own_sets(game: Game) -> Mapping[str, SetData]:
    """The host's own card sets that a table can be opened with."""
    return sound_sets(store().card_sets, game) if game.cards else {}


def own_missions(game: Game) -> Mapping[str, MissionData]:
    """The host's own missions that a table can be opened with."""
    return sound_missions(store().missions, store().card_sets, game) if game.mission_files else {}


def welcome(code: str) -> dict[str, Any]:
    """The code of a table and the tokens of its seats."""
    seats = store().table(code).opening["seats"]
    return {"code": code, "seats": {seat: rights.token_for(code, seat) for seat in seats}}


@pages.post("/tables/import")
def import_table() -> tuple[Response, int]:
    """A table from an exported file."""
    return jsonify(welcome(store().imported(body()))), 201


@pages.post("/tables/<code>/seats")
def take_seat(code: str) -> tuple[Response, int]:
    """The token of a seat that nobody has used."""
    table = rights.table_at(code)
    claim = parsed(Claim, body())
    seat = claimed(table, claim)
    return jsonify({"token": rights.token_for(table.code, seat)}), 201


def claimed(table: Table, claim: Claim) -> str:
    """Sit down on a free seat. Raises Refused, SeatTakenAlready."""
    seats = table.opening["seats"]
    if claim.seat not in seats:
        raise Refused("not-allowed", field="seat", allowed=", ".join(seats), limit=", ".join(seats))
    store().claim(table.code, claim.seat)
    sit_down(table.code, claim.seat, claim.name)
    return claim.seat


def sit_down(code: str, seat: str, name: str = "") -> None:
    """One more phone holds the seat."""
    store().note(code, seat, SeatTaken(seat, name))
    bell().ring(code)


@pages.get("/tables/<code>")
def show_table(code: str) -> Response:
    """The state as this seat may see it, and what it may do."""
    table = rights.table_at(code)
    seat = rights.seat_by_bearer(table)
    greyed = request.args.get("greyed") == "1"
    return jsonify({**sight(table, seat, greyed=greyed), **facts_of(table, seat)})


def sight(table: Table, seat: Seat, *, greyed: bool = False) -> dict[str, Any]:
    """seq, state and offers."""
    with store().lock:
        return {
            "seq": table.seq(seat),
            "state": log_lines.state(table, seat),
            "offers": log_lines.offers(table, seat, speech(), greyed=greyed),
        }


def facts_of(table: Table, seat: Seat) -> dict[str, Any]:
    """What does not change while a table is played."""
    foreseeable = bool(store().row(table.code)[3])
    commitment = store().seed_commitment(table.code)
    about = {"code": table.code, "game": table.game.key, "seat": seat.name}
    return {**about, "seed_commitment": commitment, "foreseeable_dice": foreseeable}


MINIMAL = "return=minimal"


class Envelope(Facts):
    """What every press carries beside its command's own fields."""

    command: str
    key: Annotated[str, Field(min_length=1, max_length=200)]
    seen: Annotated[int, Field(ge=0, le=1_000_000_000)]
    dice: list[int | str] | None = None
    table_rulings: dict[str, str] = Field(default_factory=dict)


@pages.post("/tables/<code>/commands")
def give_command(code: str) -> Response:
    """A press, and what followed; with `Prefer: return=minimal` without state and offers."""
    table = rights.table_at(code)
    seat = rights.seat_by_bearer(table, needed=True)
    given = body()
    if not isinstance(given, dict):
        raise Malformed("not-an-object")
    envelope = parsed(Envelope, {name: given[name] for name in Envelope.model_fields if name in given})
    fields = {name: value for name, value in given.items() if name not in Envelope.model_fields}
    if envelope.command == "table-ruling":
        fields.setdefault("question", envelope.key)
    press = Press(envelope.command, fields, envelope.dice, envelope.seen, envelope.table_rulings)
    entry, _ = pressed(table, seat, press, envelope.key, fingerprint(given))
    with store().lock:
        after = store().table(table.code).at(entry.seq + 1)
        happened = log_lines.events(after, entry, seat, speech())
        if MINIMAL in request.headers.get("Prefer", ""):
            return minimal({"seq": after.seq(seat), "events": happened})
        return jsonify({"events": happened, **sight(after, seat)})


def minimal(told: Mapping[str, Any]) -> Response:
    """An answer without state and offers, for whoever asked for that (RFC 7240)."""
    response = jsonify(told)
    response.headers["Preference-Applied"] = MINIMAL
    return response


def pressed(table: Table, seat: Seat, press: Press, key: str, mark: str) -> tuple[Entry, bool]:
    """Append a press and ring the bell; the same key again does nothing. Raises Malformed, Refused, Stale."""
    check_answers(press.readings, table.game.questions)
    try:
        entry, echo = store().press(table.code, seat, press, key, mark)
    except Stale as stale:
        g.stale = {"first": first_after(table.code, seat, stale.seen)}
        raise
    if not echo:
        if press.command == "leave" and not store().table(table.code).state.seats[seat.name].phones:
            store().free(table.code, seat.name)
        bell().ring(table.code)
    return entry, echo


def first_after(code: str, seat: Seat, seen: int) -> dict[str, Any]:
    """The event that came first, as the seat may see it."""
    return log_lines.log(store().table(code), seat, speech(), seen)[0]


@pages.get("/tables/<code>/log")
def show_log(code: str) -> Response:
    """Everything that happened after `since`, as this seat may see it."""
    table = rights.table_at(code)
    seat = rights.seat_by_bearer(table)
    with store().lock:
        return jsonify({"events": log_lines.log(table, seat, speech(), since())})


def since() -> int:
    """The query's `since`, 0 where absent. Raises Malformed, Refused."""
    text = request.args.get("since", "0")
    try:
        number = int(text)
    except ValueError:
        raise Malformed("wrong-type", field="since") from None
    if number < 0:
        raise Refused("too-small", field="since", limit=0)
    return number


@pages.post("/tables/<code>/next")
def go_on(code: str) -> tuple[Response, int]:
    """The next mission of a campaign, or the same mission again: its table, opened now if nobody did, and a token."""
    table = rights.table_at(code)
    seat = rights.seat_by_bearer(table, needed=True)
    wish = parsed(NextTable, body() if request.get_data() else {})
    following, sits, new = went_on(table, seat, wish.again)
    token = rights.token_for(following, sits)
    return jsonify({"code": following, "seat": sits, "token": token}), 201 if new else 200


def went_on(table: Table, seat: Seat, again: Again | None) -> tuple[str, str, bool]:
    """The next table, this seat's there, and whether this press opened it; those of the old one are told.

    Raises Refused.
    """
    following, new = store().go_on(table.code, seat.name, again)
    if new:
        bell().ring(table.code)
    return following, store().seat_at_next(store().table(table.code), seat.name), new


@pages.get("/tables/<code>/export")
def export_table(code: str) -> Response:
    """The whole table as one file."""
    table = rights.table_at(code)
    seat = rights.seat_by_bearer(table, needed=True)
    if not table.state.over and not seat.sees_all:
        raise Halted(403, "export-not-yet")
    return jsonify(store().exported(table.code))


# -- the bell


def bell() -> Bell:
    """The bell of this app."""
    kept: Bell = current_app.extensions["bell"]
    return kept


@pages.get("/tables/<code>/bell")
def listen(code: str) -> Response:
    """A stream that carries the seat's seq and nothing else."""
    table = rights.table_at(code)
    return stream(table, rights.seat_by_bearer(table))


def stream_length() -> float:
    """Seconds until the stream ends: the query's `for`, at most the usual length. Raises Malformed."""
    text = request.args.get("for")
    try:
        seconds = random.uniform(*STREAM_ENDS) if text is None else float(text)
    except ValueError:
        raise Malformed("wrong-type", field="for") from None
    if math.isnan(seconds):
        raise Malformed("wrong-type", field="for")
    return min(max(seconds, 0.0), STREAM_ENDS[1])


def stream(table: Table, seat: Seat) -> Response:
    """The bell as server-sent events: the current number at once, then each newer one, and now and then the same."""
    kept, rope = store(), bell()
    seconds = stream_length()

    def ringing() -> Iterator[str]:
        ends = time.monotonic() + seconds
        heard = rope.rings(table.code)
        told = kept.table(table.code).seq(seat)
        yield f'retry: 100\nid: {told}\ndata: {{"seq": {told}}}\n\n'
        beat = time.monotonic() + random.uniform(*HEARTBEAT)
        while (now := time.monotonic()) < ends:
            heard = rope.wait(table.code, heard, max(0.0, min(beat, ends) - now))
            seq = kept.table(table.code).seq(seat)
            if seq != told or time.monotonic() >= beat:
                told, beat = seq, time.monotonic() + random.uniform(*HEARTBEAT)
                yield f'id: {told}\ndata: {{"seq": {told}}}\n\n'

    response = Response(ringing(), mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    return response
