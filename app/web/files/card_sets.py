"""Card sets: look at them, compare, copy, rename, delete, bring in and take out as files."""

from __future__ import annotations

from pathlib import PurePath

from flask import Blueprint, Response, make_response, request, url_for

from app.core.card_files.compare import differences
from app.core.card_files.csv import as_sheet
from app.core.card_files.fields import SetData
from app.core.card_files.uploads import read_card_file
from app.core.game import Game
from app.core.play import Seat
from app.core.refusals import Refused
from app.core.table import Table
from app.keeping.card_sets import data_or_fault
from app.web.files.card_shelf import (
    No,
    ShownSet,
    box,
    drawn,
    game_with_cards,
    own_set,
    refused,
    rules_of,
    seen,
    shelf_of,
    shown,
    told_to,
    version_in,
)
from app.web.request import rights
from app.web.request.at_table import at_table
from app.web.request.drawing import see_other
from app.web.request.guard import Halted
from app.web.request.speech import language, speech

pages = Blueprint("card_sets", __name__)

# -- looking


@pages.get("/cards/<game>")
def shelf(game: str) -> str:
    """Every card set of a game."""
    played = game_with_cards(game)
    return drawn("shelf", played, sets=shelf_of(played))


@pages.get("/cards/<game>/set/<set_key>")
def card_set(game: str, set_key: str) -> str:
    """One set: each card with its values, each value with where it is from."""
    return set_page(shown(game_with_cards(game), set_key))


def set_page(one_set: ShownSet, fault: Exception | None = None) -> str:
    """A set, and what could not be done with it."""
    data = data_or_fault(one_set.game, one_set.text)
    unread = data if isinstance(data, Refused) else None
    said = speech(one_set.game)
    message = told_to(said, fault) if fault else said.refusal(unread) if unread else None
    cards: SetData = {} if isinstance(data, Refused) else data
    return drawn("set", one_set.game, cards, set=one_set, data=cards, message=message)


@pages.get("/t/<code>/cards")
@at_table(rights.by_nobody)
def of_table(table: Table, _: Seat) -> str:
    """The cards that a table copied when it opened: nobody changes them any more."""
    game_with_cards(table.game.key)
    data = table.opening["cards"]
    return drawn("table", table.game, data, data=data, code=table.code)


@pages.get("/cards/<game>/compare")
def compare(game: str) -> str:
    """What differs between two sets, value by value."""
    played = game_with_cards(game)
    keys = [request.args.get(side, "") for side in ("a", "b")]
    chosen = [shown(played, key) for key in keys if key]
    found = None
    if len(chosen) == 2:
        found = list(differences(chosen[0].data, chosen[1].data, rules_of(played)))
    data = [one_set.data for one_set in chosen]
    return drawn("compare", played, *data, sets=shelf_of(played), keys=keys, chosen=chosen, found=found)


# -- whole sets


@pages.post("/cards/<game>/set/<set_key>/duplicate")
def duplicate(game: str, set_key: str) -> Response:
    """A copy of one's own, ready to be edited."""
    found = shown(game_with_cards(game), set_key)
    key = box().add(found.game, box().free_name(found.game, found.name), found.text)
    return see_other(url_for("card_sets.card_set", game=game, set_key=key))


@pages.post("/cards/<game>/set/<set_key>/rename")
def rename(game: str, set_key: str) -> Response:
    """Another name for an own set."""
    found = own_set(game, set_key)
    try:
        box().change(found.game, found.key, seen(), name=request.form.get("name", ""))
    except No as error:
        return refused(error, set_page(found, error))
    return see_other(url_for("card_sets.card_set", game=game, set_key=set_key))


@pages.route("/cards/<game>/set/<set_key>/delete", methods=["GET", "POST"])
def delete(game: str, set_key: str) -> Response:
    """Ask, then delete an own set."""
    found = own_set(game, set_key)
    if request.method == "GET":
        return make_response(drawn("delete", found.game, set=found))
    try:
        box().remove(found.game, found.key, seen())
    except No as error:
        return refused(error, set_page(found, error))
    return see_other(url_for("card_sets.shelf", game=game))


# -- files


@pages.get("/cards/<game>/set/<set_key>/export.<ending>")
def export(game: str, set_key: str, ending: str) -> Response:
    """A set as a file: TOML, or a sheet with the separator of the reader's country."""
    found = shown(game_with_cards(game), set_key)
    if ending == "toml":
        return file_of(found.text.encode(), "application/toml", f"{found.key}.toml")
    if ending == "csv":
        sheet = as_sheet(found.data, found.rules, ";" if language() == "es" else ",")
        return file_of(sheet, "text/csv", f"{found.key}.csv")
    raise Halted(404, "no-such-page")


def file_of(content: bytes, kind: str, name: str) -> Response:
    """A file to be kept."""
    response = Response(content, content_type=f"{kind}; charset=utf-8")
    response.headers["Content-Disposition"] = f"attachment; filename={name}"
    return response


@pages.route("/cards/<game>/import", methods=["GET", "POST"])
def bring(game: str) -> Response:
    """A file as a new set, or in the place of an own one; a file with a fault changes nothing."""
    played = game_with_cards(game)
    try:
        key = brought(played) if request.method == "POST" else None
    except No as error:
        message = told_to(speech(played), error)
        return refused(error, drawn("import", played, sets=box().files(played), given=request.form, message=message))
    if key is None:
        return make_response(drawn("import", played, sets=box().files(played), given={}, message=None))
    return see_other(url_for("card_sets.card_set", game=game, set_key=key))


def brought(game: Game) -> str:
    """The key of the set that the uploaded file became. Raises Refused, Malformed, Stale."""
    file = request.files.get("file")
    if file is None or not file.filename:
        raise Refused("no-file", field="file")
    text = read_card_file(file.filename, file.read(), rules_of(game))
    key, _, version = request.form.get("into", "").partition(":")
    name = request.form.get("name", "").strip()
    if not key:
        return box().add(game, name or box().free_name(game, PurePath(file.filename).stem[:60]), text)
    box().change(game, key, version_in(version, "into"), text=text, name=name or None)
    return key
