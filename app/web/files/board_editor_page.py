"""Board editor page of a custom mission: choose a brush, then hexes."""

from __future__ import annotations

from copy import deepcopy
from functools import partial

from flask import Blueprint, Response, make_response, request, url_for

from app.core.content.missions import BoardEditor
from app.core.errors import Refused
from app.core.game.definition import Game
from app.core.messages.slugs import free_key, make_slug
from app.core.messages.translator import LANGUAGES
from app.storage.host_files import FileName, tidy_name
from app.storage.missions import add_mission, read_mission, rules_of
from app.web.files.mission_catalog import (
    MissionListing,
    game_with_missions,
    mission_to_write,
    own_missions,
    sets_of,
    speech_of,
)
from app.web.files.mission_form import by_group, put
from app.web.files.uploads_view import reason, refusals_on
from app.web.request.background import aside
from app.web.request.guard import RequestRejected
from app.web.request.language import speech
from app.web.request.rendering import redirect_after_post, render_page

pages = Blueprint("painting", __name__)


@pages.route("/missions/<game>/file/<mission>/paint", methods=["GET", "POST"])
def paint(game: str, mission: str) -> Response:
    """Paint the board of a custom mission; a refused change changes nothing."""
    found = mission_to_write(game, mission)
    painter = found.game.files.board_editor
    if painter is None:
        raise RequestRejected(404, "no-such-page")
    if found.fault:
        return redirect_after_post(url_for("mission_files.edit", game=game, mission=mission))
    if request.method == "GET":
        return make_response(page(painter, found))
    with refusals_on(partial(page, painter, found)):
        if "settings" in request.form:
            put(found, painter.set(deepcopy(found.data), request.form))
            return redirect_after_post(url_for("painting.paint", game=game, mission=mission))
        keep(painter, found)
    return redirect_after_post(
        url_for("painting.paint", game=game, mission=mission, brush=request.form["brush"]) + "#map"
    )


@pages.route("/missions/<game>/new", methods=["GET", "POST"])
def new(game: str) -> Response:
    played = game_with_missions(game)
    painter = played.files.board_editor
    if painter is None:
        raise RequestRejected(404, "no-such-page")
    if request.method == "GET":
        return make_response(new_page(played, painter))
    with refusals_on(partial(new_page, played, painter)):
        key = begin(played, painter)
    return redirect_after_post(url_for("painting.paint", game=game, mission=key))


def begin(game: Game, painter: BoardEditor) -> str:
    name = tidy_name(request.form.get("name", ""), FileName)
    key = free_key(make_slug(name), own_missions().keys_taken(game))
    data = painter.blank(key, dict.fromkeys(LANGUAGES, name), request.form.get("size", ""))
    text = rules_of(game).written(data)
    return add_mission(own_missions(), game, text, aside(read_mission, text, game, sets_of(game)))


def new_page(game: Game, painter: BoardEditor, error: Exception | None = None) -> str:
    said = speech(game)
    message = reason(said, error) if error else None
    shown = {"game": game, "sizes": painter.sizes, "typed": request.form, "message": message}
    return render_page("missions/new.html", said, **shown)


def keep(painter: BoardEditor, one: MissionListing) -> None:
    brush = request.form.get("brush", "")
    if not painter.knows(brush):
        raise Refused("no-brush", field="brush")
    put(one, painter.painted(deepcopy(one.data), brush, request.form.get("at", "")))


def page(painter: BoardEditor, one: MissionListing, error: Exception | None = None) -> str:
    said = speech_of(one.game, one.data)
    chosen = request.values.get("brush", "")
    shown = {
        "one": one,
        "game": one.game,
        "brushes": painter.brushes,
        "pictures": painter.pictures(),
        "settings": by_group(painter.settings(one.data)),
        "chosen": chosen if painter.knows(chosen) else next(iter(next(iter(painter.brushes.values())))),
        "message": reason(said, error) if error else None,
    }
    return render_page("missions/paint.html", said, **shown, **painter.shown(one.data))
