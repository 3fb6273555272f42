"""The board of an own mission, changed by tapping: a brush, then places."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response, make_response, request, url_for

from app.core.painting import Painter
from app.core.refusals import Refused
from app.keeping.missions import change_mission, read_mission, rules_of
from app.web.files.mission_shelf import MissionOnShelf, own_mission, own_missions, sets_of, speech_of
from app.web.files.own_files import reason, refusals_on, version_seen
from app.web.request.aside import aside
from app.web.request.drawing import draw, see_other
from app.web.request.guard import Halted

pages = Blueprint("painting", __name__)


@pages.route("/missions/<game>/file/<mission>/paint", methods=["GET", "POST"])
def paint(game: str, mission: str) -> Response:
    """Paint the board of an own mission; what the game refuses changes nothing."""
    found = own_mission(game, mission)
    painter = found.game.painter
    if painter is None:
        raise Halted(404, "no-such-page")
    if found.fault:
        return see_other(url_for("mission_files.edit", game=game, mission=mission))
    if request.method == "GET":
        return make_response(page(painter, found))
    with refusals_on(partial(page, painter, found)):
        keep(painter, found)
    return see_other(url_for("painting.paint", game=game, mission=mission, brush=request.form["brush"]) + "#map")


def keep(painter: Painter, one: MissionOnShelf) -> None:
    """Put the mission as it is painted in the place of the version that was seen. Raises Refused, Malformed, Stale."""
    brush = request.form.get("brush", "")
    if not painter.knows(brush):
        raise Refused("no-brush", field="brush")
    data = painter.painted(one.data, brush, request.form.get("at", ""))
    text = rules_of(one.game).written(data)
    checked = aside(read_mission, text, one.game, sets_of(one.game))
    change_mission(own_missions(), one.game, one.key, version_seen(), text, checked)


def page(painter: Painter, one: MissionOnShelf, error: Exception | None = None) -> str:
    """The board with its brushes, and what could not be painted."""
    said = speech_of(one.game, one.data)
    chosen = request.values.get("brush", "")
    shown = {
        "one": one,
        "game": one.game,
        "brushes": painter.brushes,
        "chosen": chosen if painter.knows(chosen) else next(iter(next(iter(painter.brushes.values())))),
        "message": reason(said, error) if error else None,
    }
    return draw("missions/paint.html", said, **shown, **painter.shown(one.data))
