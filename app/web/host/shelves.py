"""Host page of stored card sets and missions: list them by maker, delete several at once."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from flask import Blueprint, Response, make_response, request, url_for

from app.core.errors import Malformed, Refused, Stale
from app.core.game.definition import Game
from app.games import REGISTRY
from app.storage.host_files import HostFiles, Seen
from app.storage.makers import HostFile
from app.web.files.uploads_view import reason, version_in
from app.web.request import seat_tokens
from app.web.request.error_pages import status_and_no
from app.web.request.guard import store
from app.web.request.language import speech
from app.web.request.rendering import render_page
from app.web.request.table_deletion import after_deletion

pages = Blueprint("shelves", __name__)

SHORT = 4
"""Letters of a browser id that distinguish its files from others."""
THE_HOST = "host"
"""The maker value that means the host."""


@dataclass(frozen=True)
class Listed:
    game: Game
    kind: str
    file: HostFile

    @property
    def value(self) -> str:
        """The form value that identifies the file and the version seen."""
        return f"{self.kind}:{self.game.key}:{self.file.key}:{self.file.version}"

    @property
    def maker(self) -> str:
        return self.file.maker or THE_HOST

    @property
    def game_name(self) -> str:
        return speech(self.game).name(self.game.key)

    @property
    def kind_name(self) -> str:
        return speech(self.game).translate("option.card_set" if self.kind == "card_sets" else "option.mission").lower()

    @property
    def changed(self) -> float:
        """Time of the last change, in seconds since 1970."""
        return self.file.version / 1e9

    @property
    def way(self) -> str:
        if self.kind == "card_sets":
            return url_for("card_sets.card_set", game=self.game.key, set_key=self.file.key)
        return url_for("mission_files.page", game=self.game.key, mission=self.file.key)


def boxes() -> dict[str, HostFiles]:
    return {"card_sets": store().card_sets, "missions": store().missions}


def every_file() -> list[Listed]:
    found = [
        Listed(game, kind, file)
        for kind, box in boxes().items()
        for game in REGISTRY.values()
        if (game.files.cards if kind == "card_sets" else game.files.mission_files)
        for file in box.files(game)
    ]
    return sorted(found, key=lambda one: one.file.version, reverse=True)


@pages.route("/house/files", methods=["GET", "POST"])
def files() -> Response:
    """List all files; ask for confirmation, then delete the ticked ones. Raise RequestRejected."""
    seat_tokens.check_host_of_house()
    if request.method == "GET":
        return make_response(list_page())
    ticked = request.form.getlist("file")
    try:
        if not ticked:
            raise Refused("nothing-ticked", field="file")
        if "sure" not in request.form:
            return make_response(asked_page(ticked))
        remove(ticked)
    except (Refused, Malformed, Stale) as no:
        return make_response(list_page(no), status_and_no(no)[0])
    return after_deletion(url_for("shelves.files"))


def list_page(error: Exception | None = None) -> str:
    said, by = speech(), request.args.get("by", "")
    every = every_file()
    shown = {
        "files": [one for one in every if by in ("", one.maker)],
        "by": by,
        "makers": Counter(one.maker for one in every),
        "short": SHORT,
        "ticked": request.form.getlist("file"),
        "message": reason(said, error) if error else None,
    }
    return render_page("house/files.html", said, **shown)


def asked_page(ticked: list[str]) -> str:
    found = [Listed(game, kind, boxes()[kind].kept(game, seen.key)) for kind, game, seen in map(named, ticked)]
    return render_page("house/delete_files.html", speech(), files=found, ticked=ticked)


def named(value: str) -> tuple[str, Game, Seen]:
    kind, game, key, version = (value.split(":") + [""] * 4)[:4]
    if kind not in boxes() or game not in REGISTRY:
        raise Malformed("wrong-type", field="file")
    return kind, REGISTRY[game], Seen(key, version_in(version, "file"))


def remove(ticked: list[str]) -> None:
    """Delete these files with their earlier versions, all or none.

    Raise Refused, Malformed, or Stale if one was changed.
    """
    found = [named(value) for value in dict.fromkeys(ticked)]
    for kind, game, seen in found:
        boxes()[kind].check_seen(game, *seen)
    for kind, box in boxes().items():
        box.remove_all([(game, seen) for one, game, seen in found if one == kind])
