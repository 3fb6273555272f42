"""Earlier versions of a card set or mission: list, download, restore."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from flask import Blueprint, Response, make_response, request, url_for

from app.core.game.definition import Game
from app.storage.host_files import HostFiles
from app.web.files import card_catalog, mission_catalog
from app.web.files.uploads_view import FileListing, download, reason, refusals_on, version_in, version_seen
from app.web.request.guard import missing_as_404
from app.web.request.language import speech
from app.web.request.makers import check_may_write
from app.web.request.rendering import redirect_after_post, render_page

pages = Blueprint("versions", __name__)


@pages.route("/cards/<game>/set/<set_key>/versions", methods=["GET", "POST"])
def of_set(game: str, set_key: str) -> Response:
    way = url_for("card_sets.card_set", game=game, set_key=set_key)
    return versions(card_catalog.own_set(game, set_key), card_catalog.own_sets(), way)


@pages.route("/missions/<game>/file/<mission>/versions", methods=["GET", "POST"])
def of_mission(game: str, mission: str) -> Response:
    way = url_for("mission_files.page", game=game, mission=mission)
    return versions(mission_catalog.own_mission(game, mission), mission_catalog.own_missions(), way)


def versions(one: FileListing, files: HostFiles, way: str) -> Response:
    """Show the versions, or redirect to the file after restoring one. Raise RequestRejected."""
    if request.method == "GET":
        return make_response(page_of(one, files, way))
    check_may_write(one.maker, one.name)
    with refusals_on(partial(page_of, one, files, way)):
        back = version_in(request.form.get("back", ""), "back")
        files.bring_back(one.game, one.key, version_seen(), back)
    return redirect_after_post(way)


def page_of(one: FileListing, files: HostFiles, way: str, error: Exception | None = None) -> str:
    said = speech(one.game)
    kept = files.earlier(one.game, one.key)
    earlier = [FileListing(one.game, one.key, old.name, old.text, True, old.version) for old in kept]
    shown = {"one": one, "way": way, "earlier": earlier, "message": reason(said, error) if error else None}
    return render_page("versions.html", said, game=one.game, **shown)


# -- as files


@pages.get("/cards/<game>/set/<set_key>/versions/<int:number>.toml")
def file_of_set(game: str, set_key: str, number: int) -> Response:
    return file_of(card_catalog.game_with_cards, card_catalog.own_sets(), game, set_key, number)


@pages.get("/missions/<game>/file/<mission>/versions/<int:number>.toml")
def file_of_mission(game: str, mission: str, number: int) -> Response:
    return file_of(mission_catalog.game_with_missions, mission_catalog.own_missions(), game, mission, number)


def file_of(game_of: Callable[[str], Game], files: HostFiles, game: str, key: str, number: int) -> Response:
    played = game_of(game)
    with missing_as_404():
        old = files.earlier_one(played, key, number)
    return download(old.text.encode(), "application/toml", f"{key}-{number}.toml")
