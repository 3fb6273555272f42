"""The public JSON interface; described by /api/openapi.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import copy
from typing import Annotated, Any

from flask import Blueprint, Response, current_app, jsonify, request
from pydantic import Field
from pydantic_core import from_json
from werkzeug.exceptions import BadRequest

from app.core.engine.command import CommandRequest
from app.core.engine.event import Entry, Seat
from app.core.errors import Malformed, Refused, Stale
from app.core.game.definition import Game
from app.core.game.evaluate import ask_ruling, fields_of
from app.core.game.setup import options_of
from app.core.rules.dice import MOST_DICE
from app.core.rules.inputs import MOST_THINGS, Facts, bounded, parse
from app.core.table import serialize
from app.core.table.next_table import NextTable
from app.core.table.seat_view import Table
from app.games import REGISTRY, on_shelf
from app.service import SeatClaim, seat_at
from app.storage.table_file import fingerprint
from app.web.openapi import document
from app.web.request import seat_tokens
from app.web.request.background import importer, in_turn, replayed
from app.web.request.error_pages import json_error
from app.web.request.guard import RequestRejected, acts, store
from app.web.request.language import speech
from app.web.request.table_deletion import remove_table, wipe_traces
from app.web.request.table_lookup import exported, own_data_of, stream, with_table

pages = Blueprint("api", __name__, url_prefix="/api")
pages.register_error_handler(Exception, json_error)
MOST_BRACKETS = 4 * MOST_THINGS
"""Opening brackets in a JSON body; a body with more is only parsed for validity, since texts may contain some."""


def body() -> Any:
    """Return the JSON of the request. Raise Malformed, Refused or RequestRejected."""
    check_is_json()
    if sum(map(request.get_data().count, (b"[", b"{"))) > MOST_BRACKETS:
        check_is_json_at_all(request.get_data())
        raise Refused("too-many-things", limit=MOST_THINGS)
    try:
        said = request.get_json()
        if b"\\ud" in request.get_data().lower():
            json.dumps(said, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Malformed("half-letters") from None
    except (BadRequest, RecursionError):
        raise Malformed("not-json") from None
    return bounded(said, MOST_THINGS)


def check_is_json_at_all(text: bytes) -> None:
    """Raise Malformed if the text is no JSON; keep nothing of it and use a fast parser."""
    try:
        from_json(text)
    except ValueError:
        raise Malformed("not-json") from None


def check_is_json() -> None:
    """Raise RequestRejected unless sent as JSON, which pages of other sites cannot send."""
    if request.mimetype != "application/json":
        raise RequestRejected(415, "not-as-json")


# -- rulings and rules


@pages.get("/rulings")
def list_rulings() -> Response:
    """Games and rulings with their fields."""
    return jsonify(
        {key: {name: fields_of(game, name) for name in game.rules.rulings} for key, game in REGISTRY.items()}
    )


@pages.post("/rulings/<game>/<ruling>")
def rule(game: str, ruling: str) -> Response:
    """A ruling on facts, with its working."""
    asked = on_shelf(game)
    answer, said = ask_ruling(asked, ruling, body()), speech(asked)
    also = {name: serialize.reasons(other.reasons, said) for name, other in answer.also.items()}
    working = serialize.reasons(answer.working.reasons, said)
    odds = dict(answer.odds) if answer.odds is not None else None
    return jsonify({"result": dict(answer.result), "working": working, "also": also, "odds": odds})


@pages.get("/rules/<game>/<path:rule_id>")
def show_rule(game: str, rule_id: str) -> Response:
    """A rule in our own words, with its sources."""
    rules = on_shelf(game).rule_catalogue
    if rule_id not in rules:
        raise Refused("unknown-rule", rule_id=rule_id)
    return jsonify(rules[rule_id])


@pages.get("/games")
def list_games() -> Response:
    """The games that can be played here."""
    return jsonify({"games": [described(game) for game in REGISTRY.values()]})


def described(game: Game) -> dict[str, Any]:
    said, house = speech(game), acts()
    questions = [
        {
            "key": key,
            "text": said.translate(f"question.{key}"),
            "values": list(question.answers),
            "default": question.default,
            "editions": question.editions or list(game.editions),
        }
        for key, question in game.rules.questions.items()
    ]
    return {
        "key": game.key,
        "name": said.name(game.key),
        "editions": list(game.editions),
        "missions": [*game.missions, *house.own_missions(game)],
        "seats": [*game.seats_for(game.options(game=game.key, referee=True))],
        "card_sets": [*game.card_sets, *house.own_sets(game)],
        "open_questions": questions,
    }


@pages.get("/openapi.json")
def openapi() -> Response:
    """The description of this interface."""
    return jsonify(document(current_app))


# -- tables


@pages.post("/tables")
def open_table() -> tuple[Response, int] | Response:
    """A new table with a token for each seat."""
    game, options = options_of(REGISTRY, body())
    try:
        with seat_tokens.opening():
            table = acts().open_table(game, options)
    except (Refused, Malformed) as no:
        return json_error(no, game)
    return jsonify(
        {**welcome(table.code, table.generations_of_people), "seed_commitment": store().seed_commitment(table.code)}
    ), 201


def welcome(code: str, seats: Mapping[str, int]) -> dict[str, Any]:
    signed = seat_tokens.signed()
    return {"code": code, "seats": {seat: signed.token(code, seat, freed) for seat, freed in seats.items()}}


@pages.post("/tables/import")
def import_table() -> tuple[Response, int] | Response:
    """A table from an exported file."""
    check_is_json()
    with seat_tokens.opening():
        found = importer()(request.get_data())
    if found.no is not None:
        return json_error(found.no, found.game)
    return jsonify(welcome(found.code, found.seats)), 201


@pages.post("/tables/<code>/seats")
@with_table(seat_tokens.public_seat)
def take_seat(table: Table, _: Seat) -> tuple[Response, int]:
    """The token of a seat that nobody has used, or that an invitation names."""
    claim = parse(SeatClaim, body())
    if claim.invitation is not None:
        invitation = seat_tokens.invitation_in(claim.invitation, table)
        acts().accept(table, invitation, claim.name)
        seat = invitation.seat
    elif claim.seat is None:
        raise Malformed("missing-field", field="seat")
    else:
        acts().claim_seat(table, seat := claim.seat, claim.name)
    return jsonify({"token": seat_tokens.phone_token(table, seat)}), 201


@pages.post("/tables/<code>/free-seat")
@with_table(seat_tokens.public_seat)
def free_seat(table: Table, _: Seat) -> Response:
    """With the host's key: nobody holds the seat any more, and its new token."""
    seat_tokens.check_host_of_house()
    seat = parse(Freed, body()).seat
    acts().free_seat(table, seat)
    return jsonify({"token": seat_tokens.token_for(table, seat)})


@pages.post("/tables/<code>/delete")
@with_table(seat_tokens.public_seat)
def delete_table(table: Table, _: Seat) -> Response:
    """With the host's key, and its code once more: the table is deleted for good."""
    seat_tokens.check_host_of_house()
    remove_table(table, parse(Deleted, body()).code)
    left = wipe_traces()
    return jsonify({"deleted": table.code} | ({"not_wiped": speech(table).refusal(left)} if left else {}))


@pages.get("/tables/<code>")
@with_table(seat_tokens.seat_from_token)
def show_table(table: Table, seat: Seat) -> Response:
    """The state as this seat may see it, and what it may do."""
    greyed = request.args.get("greyed") == "1"
    return jsonify({**sight(table, seat, greyed=greyed), **facts_of(table, seat)})


def sight(table: Table, seat: Seat, *, greyed: bool = False) -> dict[str, Any]:
    with store().turn(table.code):
        return {
            "seq": table.seq(seat),
            "state": serialize.state(table, seat),
            "offers": serialize.offers(table, seat, speech(table), greyed=greyed),
        }


def facts_of(table: Table, seat: Seat) -> dict[str, Any]:
    foreseeable = bool(store().row(table.code).foreseeable)
    commitment = store().seed_commitment(table.code)
    about = {"code": table.code, "game": table.game.key, "seat": seat.name}
    of_dice = {"foreseeable_dice": foreseeable, "unverified": not store().proven(table.code)}
    return {**about, "seed_commitment": commitment, **of_dice}


class Freed(Facts):
    """A seat to be freed."""

    seat: str


class Deleted(Facts):
    """The code of a table that is to be deleted, once more."""

    code: str


MINIMAL = "return=minimal"


class Envelope(Facts):
    """Fields that every command carries besides its own."""

    command: str
    key: Annotated[str, Field(min_length=1, max_length=200)]
    seen: Annotated[int, Field(ge=0, le=1_000_000_000)]
    dice: Annotated[list[int | str], Field(max_length=MOST_DICE)] | None = None
    table_rulings: dict[str, str] = Field(default_factory=dict)


@pages.post("/tables/<code>/commands")
@with_table(seat_tokens.by_bearer_alone)
def give_command(table: Table, seat: Seat) -> Response:
    """A press, and what followed; with `Prefer: return=minimal` without state and offers."""
    given = body()
    if not isinstance(given, dict):
        raise Malformed("not-an-object")
    envelope = parse(Envelope, {name: given[name] for name in Envelope.model_fields if name in given})
    press = press_of(envelope, given)
    try:
        entry = acts().submit(table, seat, press, envelope.key, fingerprint(given), seat_tokens.mark_by_bearer())
    except Stale as stale:
        return json_error(stale, table, first=serialize.events(table, stale.first, seat, speech(table))[0])
    with store().turn(table.code):  # others may have acted until it is held
        if len(table.entries) == entry.seq + 1:
            return what_followed(table, entry, seat)
    return what_followed(replayed(table, entry.seq + 1), entry, seat)


def what_followed(after: Table, entry: Entry, seat: Seat) -> Response:
    after = copy(after)
    after.taken = None  # it is told again for the same key, when others may hold seats: the log alone decides
    happened = serialize.events(after, entry, seat, speech(after))
    if MINIMAL in request.headers.get("Prefer", ""):
        return minimal({"seq": after.seq(seat), "events": happened})
    return jsonify({"events": happened, **sight(after, seat)})


def press_of(envelope: Envelope, given: Mapping[str, Any]) -> CommandRequest:
    fields = {name: value for name, value in given.items() if name not in Envelope.model_fields}
    if envelope.command == "table-ruling":
        fields.setdefault("question", envelope.key)
    return CommandRequest(envelope.command, fields, envelope.dice, envelope.seen, envelope.table_rulings)


def minimal(answer: Mapping[str, Any]) -> Response:
    response = jsonify(answer)
    response.headers["Preference-Applied"] = MINIMAL
    return response


@pages.get("/tables/<code>/log")
@with_table(seat_tokens.seat_from_token)
def show_log(table: Table, seat: Seat) -> Response:
    """The events after `since` that this seat may see, as many as fit."""
    with in_turn(), store().turn(table.code):
        events, more = serialize.log_part(table, seat, speech(table), since())
    return jsonify({"events": events, "more": more})


def since() -> int:
    text = request.args.get("since", "0")
    try:
        number = int(text)
    except ValueError:
        raise Malformed("wrong-type", field="since") from None
    if number < 0:
        raise Refused("too-small", field="since", limit=0)
    return number


@pages.post("/tables/<code>/next")
@with_table(seat_tokens.by_bearer_alone)
def go_on(table: Table, seat: Seat) -> tuple[Response, int]:
    """The table of the next mission, or of the same one again, opened if needed, and a token."""
    wish = parse(NextTable, body() if request.get_data() else {})
    with seat_tokens.opening(is_new=acts().next_of(table) is None):
        following, is_new = acts().start_next_table(table, seat, wish.again)
    token = seat_tokens.token_along(seat_tokens.bearer() or "", following, seat_at(following, seat))
    shared = table.state.seats[seat.name].phones > 1
    name = acts().come_along(table, seat, following, seat_tokens.mark_of(token), sits=shared)
    return jsonify({"code": following.code, "seat": name, "token": token}), 201 if is_new else 200


@pages.get("/tables/<code>/export")
@with_table(seat_tokens.by_bearer_alone)
def export_table(table: Table, seat: Seat) -> Response:
    """The whole table as one file."""
    if not table.state.over and not seat.sees_all:
        raise RequestRejected(403, "export-not-yet")
    return exported(table)


@pages.get("/tables/<code>/keepsakes")
@with_table(seat_tokens.seat_from_token)
def kept_of(table: Table, seat: Seat) -> Response:
    """The carry-over files of this seat for another table: text by name."""
    kept = table.game.files.carry_over_files(table.state_for(seat), seat)
    return jsonify({"keepsakes": {thing: one.text for thing, one in kept.items()}})


@pages.get("/tables/<code>/own-data")
@with_table(seat_tokens.by_bearer_alone)
def own(table: Table, seat: Seat) -> Response:
    """Everything that is kept of whoever holds the seat: names, presses, what names them."""
    return own_data_of(table, seat)


@pages.get("/tables/<code>/bell")
@with_table(seat_tokens.seat_from_token)
def listen(table: Table, seat: Seat) -> Response:
    """A stream that carries the seat's seq and nothing else."""
    return stream(table, seat, seat_tokens.mark_by_bearer())
