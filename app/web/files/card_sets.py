"""Card set pages: show, compare, copy, rename, delete, import and export."""

from __future__ import annotations

from functools import partial
from itertools import chain
from pathlib import PurePath

from flask import Blueprint, Response, make_response, request, url_for

from app.core.content.cards.csv_format import csv_of
from app.core.content.cards.fields import SetData
from app.core.content.cards.pictures import pictures_of
from app.core.content.cards.toml_format import read_card_file
from app.core.content.toml_source import LONGEST_NAME
from app.core.engine.event import Seat
from app.core.errors import Malformed, Refused
from app.core.game.definition import Game
from app.core.messages.translator import DECIMAL_COMMA
from app.core.table.seat_view import Table
from app.storage.picture_worker import PACK, Task, packed
from app.web.files.card_catalog import (
    CardSetListing,
    game_with_cards,
    own_set,
    own_sets,
    rules_of,
    set_at,
    set_to_write,
    shelf_of,
    speech_of,
)
from app.web.files.card_pictures import counters_in
from app.web.files.card_views import card_page, comparison_of, legend, sections_of, size_text
from app.web.files.uploads_view import (
    accepted,
    download,
    file_sent,
    reason,
    refusals_on,
    replaceable,
    replaced,
    version_seen,
)
from app.web.request import seat_tokens
from app.web.request.background import aside, between_answers, open_pictures
from app.web.request.guard import RequestRejected, store
from app.web.request.language import language, speech
from app.web.request.makers import writer
from app.web.request.rendering import redirect_after_post
from app.web.request.table_deletion import after_deletion
from app.web.request.table_lookup import with_table

pages = Blueprint("card_sets", __name__)

# -- pages


@pages.get("/cards/<game>")
def shelf(game: str) -> str:
    played = game_with_cards(game)
    said = speech(played)
    return card_page("shelf", played, said, sets=[(one, size_text(one, said)) for one in shelf_of(played)])


@pages.get("/cards/<game>/set/<set_key>")
def card_set(game: str, set_key: str) -> str:
    return set_page(set_at(game_with_cards(game), set_key))


def set_page(one: CardSetListing, error: Exception | None = None) -> str:
    error = error or (one.read if isinstance(one.read, Refused) else None)
    cards: SetData = {} if isinstance(one.read, Refused) else one.read
    said = speech_of(one.game, cards)
    sections = sections_of(cards, one.rules, said) if cards else []
    message = reason(said, error, "card-set") if error else None
    named = {"typed": request.form.get("name", one.name), "faults": faults_of_name(error, message)}
    more = {
        "has_pictures": bool(pictures_of(cards)),
        "counters": counters_in(one, said) if cards else [],
        "sections": sections,
        "legend": legend(said),
        "size": size_text(one, said),
        **named,
    }
    return card_page("set", one.game, said, set=one, message=None if named["faults"] else message, **more)


def faults_of_name(error: Exception | None, message: str | None) -> dict[str, str]:
    at_name = isinstance(error, Refused | Malformed) and error.field == "name"
    return {"name": message} if at_name and message else {}


@pages.get("/t/<code>/cards")
@with_table(seat_tokens.public_seat)
def of_table(table: Table, _: Seat) -> str:
    """Show the cards that a table copied when it was opened; nobody can change them."""
    game = game_with_cards(table.game.key)
    data, said = table.opening["cards"], speech(table)
    sections = sections_of(data, rules_of(game), said)
    return card_page("table", game, said, sections=sections, legend=legend(said), code=table.code)


@pages.get("/cards/<game>/compare")
def compare(game: str) -> str:
    played = game_with_cards(game)
    keys = request.args.get("a", ""), request.args.get("b", "")
    chosen = [set_at(played, key) for key in keys if key]
    said = speech(played)
    return card_page("compare", played, said, both=comparison_of(shelf_of(played), keys, chosen), legend=legend(said))


# -- changes


@pages.post("/cards/<game>/set/<set_key>/duplicate")
def duplicate(game: str, set_key: str) -> Response:
    found = set_at(game_with_cards(game), set_key)
    key = own_sets().add(found.game, own_sets().free_name(found.game, found.name), found.text)
    return go_to_set(game, key)


def go_to_set(game: str, key: str) -> Response:
    return redirect_after_post(url_for("card_sets.card_set", game=game, set_key=key))


@pages.post("/cards/<game>/set/<set_key>/rename")
def rename(game: str, set_key: str) -> Response:
    found = set_to_write(game, set_key)
    with refusals_on(partial(set_page, found)):
        own_sets().change(found.game, found.key, version_seen(), name=request.form.get("name", ""))
    return go_to_set(game, set_key)


@pages.route("/cards/<game>/set/<set_key>/delete", methods=["GET", "POST"])
def delete(game: str, set_key: str) -> Response:
    """Ask for confirmation, then delete a custom set (host only). Raise RequestRejected."""
    found = own_set(game, set_key)
    seat_tokens.check_host_of_house()
    if request.method == "GET":
        return make_response(card_page("delete", found.game, speech(found.game), set=found))
    with refusals_on(partial(set_page, found)):
        own_sets().remove(found.game, found.key, version_seen())
    return after_deletion(url_for("card_sets.shelf", game=game))


# -- files


@pages.get("/cards/<game>/set/<set_key>/export.<ending>")
def export(game: str, set_key: str, ending: str) -> Response:
    """Export a set as TOML, with pictures as ZIP, or as CSV with the reader's separator."""
    found = set_at(game_with_cards(game), set_key)
    if ending == "toml":
        return download(found.text.encode(), "application/toml", f"{found.key}.toml")
    if ending == "zip":
        pieces = packed(found.text, store().pictures.of_set(found.data), store().pictures.pieces)
        return download(between_answers(chain([aside(next, pieces)], pieces)), "application/zip", f"{found.key}.zip")
    if ending == "csv":
        content = csv_of(found.data, found.rules, ";" if language() in DECIMAL_COMMA else ",")
        return download(content, "text/csv", f"{found.key}.csv")
    raise RequestRejected(404, "no-such-page")


@pages.route("/cards/<game>/import", methods=["GET", "POST"])
def import_set(game: str) -> Response:
    """Import a file as a new set or in place of a custom one; a faulty file changes nothing."""
    played = game_with_cards(game)
    if request.method == "GET":
        return make_response(import_page(played))
    with refusals_on(partial(import_page, played)):
        key = import_file(played)
    return go_to_set(game, key)


def import_page(game: Game, error: Exception | None = None) -> str:
    said = speech(game)
    given = {name: request.form.get(name, "") for name in ("into", "name")}
    message = reason(said, error, "card-set") if error else None
    return card_page(
        "import", game, said, own=replaceable(own_sets(), game), given=given, message=message, accepted=ACCEPTED
    )


ACCEPTED = accepted(".toml", ".csv", ".zip", ".txt", "text/csv", "text/plain", "application/toml")


def tidy_stem(file_name: str) -> str:
    return PurePath(file_name).stem[: LONGEST_NAME - 10]


def import_file(game: Game) -> str:
    file_name, content = file_sent()
    toml, *pictures = open_pictures(Task(), content) if content.startswith(PACK) else [content]
    old, name = replaced(), request.form.get("name", "").strip()
    before = own_sets().kept(game, old.key).text if old else ""
    text = aside(read_card_file, file_name, toml, rules_of(game), before)
    with store().database.writing():
        store().pictures.add_named(text, pictures, writer())
        if old is None:
            return own_sets().add(game, name or own_sets().free_name(game, tidy_stem(file_name)), text)
        own_sets().change(game, *old, text=text, name=name or None)
    return old.key
