"""Missions: look at them, copy, edit as text, delete, bring in and take out as files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, make_response, request, url_for

from app.core.game import Game
from app.core.missions import MissionData
from app.core.play import Seat
from app.core.refusals import Refused, Stale
from app.core.table import Table
from app.core.toml_files import FILE_LIMIT, text_in
from app.core.words import LANGUAGES
from app.keeping.missions import add_mission, change_mission, read_mission, renamed
from app.web.files.card_sets import file_of
from app.web.files.card_shelf import No, refused, seen, told_to, version_in
from app.web.files.mission_shelf import (
    ShownMission,
    box,
    drawn,
    edition_asked,
    game_with_missions,
    own_mission,
    sets_of,
    sheet_of,
    shelf_of,
    shown,
    speech_of,
)
from app.web.request import rights
from app.web.request.at_table import at_table
from app.web.request.drawing import see_other
from app.web.request.speech import speech

pages = Blueprint("mission_files", __name__)

# -- looking


@pages.get("/missions/<game>")
def shelf(game: str) -> str:
    """Every mission of a game."""
    played = game_with_missions(game)
    return drawn("shelf", played, missions=shelf_of(played))


@pages.get("/missions/<game>/file/<mission>")
def page(game: str, mission: str) -> str:
    """One mission: forces, set-up, special rules, ends and points."""
    return mission_page(shown(game_with_missions(game), mission))


def mission_page(one: ShownMission, fault: Exception | None = None) -> str:
    """A mission, and what could not be done with it."""
    said = speech_of(one.game, one.data)
    message = told_to(said, fault) if fault else said.refusal(one.fault) if one.fault else None
    edition = edition_asked(one.game)
    sheet = None if one.fault else one.sheet(edition)
    return drawn("mission", one.game, said=said, one=one, sheet=sheet, edition=edition, message=message)


@pages.get("/t/<code>/mission")
@at_table(rights.by_nobody)
def of_table(table: Table, _: Seat) -> str:
    """The mission that a table copied when it opened, by its own edition."""
    game_with_missions(table.game.key)
    about = {"sheet": sheet_of(table), "code": table.code, "mission": table.state.mission}
    return drawn("table", table.game, speech(table), **about)


# -- changes


@pages.post("/missions/<game>/file/<mission>/duplicate")
def duplicate(game: str, mission: str) -> Response:
    """A copy of one's own, ready to be edited."""
    found = shown(game_with_missions(game), mission)
    text = copied(found)
    key = add_mission(box(), found.game, text, read_mission(text, found.game, sets_of(found.game)))
    return see_other(url_for("mission_files.edit", game=game, mission=key))


def copied(one: ShownMission) -> str:
    """The text of a mission under a free key and free names. Raises Refused where it cannot be read."""
    if one.fault:
        raise one.fault
    key, names = str(one.data["key"])[:36], one.data["name"]
    taken = {kept.key for kept in box().files(one.game)} | box().names_taken(one.game)
    free = next(n for n in range(2, len(taken) + 3) if not _copies(key, names, n) & taken)
    return renamed(one.game, one.text, f"{key}-{free}", {said: numbered(names[said], free) for said in LANGUAGES})


def _copies(key: str, names: Mapping[str, str], number: int) -> set[str]:
    """The key and the names of a copy with this number, in small letters."""
    return {f"{key}-{number}", *(numbered(name, number).casefold() for name in names.values())}


def numbered(name: str, number: int) -> str:
    """A name with a number behind it, not longer than names may be."""
    return f"{name[:56]} {number}"


@pages.route("/missions/<game>/file/<mission>/edit", methods=["GET", "POST"])
def edit(game: str, mission: str) -> Response:
    """The text of an own mission; a fault is shown at its line, and what was typed stays."""
    found = own_mission(game, mission)
    if request.method == "GET":
        return make_response(editor(found, found.text))
    typed = request.form.get("text", "").replace("\r\n", "\n")
    try:
        keep(found, typed)
    except No as error:
        return refused(error, editor(found, typed, error))
    return see_other(url_for("mission_files.page", game=game, mission=mission))


def keep(one: ShownMission, typed: str) -> None:
    """Put this text in the place of the version that was seen. Raises Refused, Malformed, Stale."""
    text = text_in(typed.encode())
    data = read_mission(text, one.game, sets_of(one.game))
    change_mission(box(), one.game, one.key, seen(), text, data)


def editor(one: ShownMission, typed: str, error: Exception | None = None) -> str:
    """The editor, the lines about a fault shown beside it; where it was overtaken, what stands there now."""
    message = told_to(speech_of(one.game), error) if error else None
    around = excerpt(typed, error.words.get("line", 0)) if isinstance(error, Refused) else []
    overtaken = one.text if isinstance(error, Stale) else None
    about: dict[str, Any] = {"message": message, "around": around, "overtaken": overtaken, "limit": FILE_LIMIT}
    return drawn("edit", one.game, one=one, typed=typed, **about)


def excerpt(text: str, line: int) -> list[tuple[int, str, bool]]:
    """(number, text, whether it is meant) of a line and those beside it."""
    numbered = list(enumerate(text.splitlines(), start=1))
    return [(number, said, number == line) for number, said in numbered if line and abs(number - line) <= 1]


@pages.route("/missions/<game>/file/<mission>/delete", methods=["GET", "POST"])
def delete(game: str, mission: str) -> Response:
    """Ask, then delete an own mission."""
    found = own_mission(game, mission)
    if request.method == "GET":
        return make_response(drawn("delete", found.game, one=found))
    try:
        box().remove(found.game, found.key, seen())
    except No as error:
        return refused(error, mission_page(found, error))
    return see_other(url_for("mission_files.shelf", game=game))


# -- files


@pages.get("/missions/<game>/file/<mission>/export.toml")
def export(game: str, mission: str) -> Response:
    """A mission as a file; one of the rulebook as it would be as an own one."""
    found = shown(game_with_missions(game), mission)
    name = found.data.get("key", found.key)
    return file_of(found.text.encode(), "application/toml", f"{name}.toml")


@pages.route("/missions/<game>/import", methods=["GET", "POST"])
def bring(game: str) -> Response:
    """A file as a new mission, or in the place of an own one; a file with a fault changes nothing."""
    played = game_with_missions(game)
    own = box().files(played)
    try:
        key = brought(played) if request.method == "POST" else None
    except No as error:
        message = told_to(speech(played), error)
        return refused(error, drawn("import", played, own=own, given=request.form, message=message))
    if key is None:
        return make_response(drawn("import", played, own=own, given={}, message=None))
    return see_other(url_for("mission_files.page", game=game, mission=key))


def brought(game: Game) -> str:
    """The key of the mission that the uploaded file became. Raises Refused, Malformed, Stale."""
    file = request.files.get("file")
    if file is None or not file.filename:
        raise Refused("no-file", field="file")
    text = text_in(file.read())
    data: MissionData = read_mission(text, game, sets_of(game))
    key, _, version = request.form.get("into", "").partition(":")
    if not key:
        return add_mission(box(), game, text, data)
    change_mission(box(), game, key, version_in(version, "into"), text, data)
    return key
