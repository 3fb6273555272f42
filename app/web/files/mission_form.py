"""The form of a custom mission: its common parts as fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import partial

from flask import Blueprint, Response, make_response, request, url_for

from app.core.content.missions import EditorSetting, MissionData, MissionForm
from app.core.errors import Refused
from app.core.messages.translator import Translator
from app.storage.missions import change_mission, read_mission, rules_of
from app.web.files.mission_catalog import MissionListing, mission_to_write, own_missions, sets_of, speech_of
from app.web.files.uploads_view import refusals_on, version_seen
from app.web.request.background import aside
from app.web.request.error_pages import status_and_no
from app.web.request.guard import RequestRejected
from app.web.request.rendering import redirect_after_post, render_page

pages = Blueprint("mission_form", __name__)


@pages.route("/missions/<game>/file/<mission>/form", methods=["GET", "POST"])
def form(game: str, mission: str) -> Response:
    """Change the common parts of a custom mission; a refused change changes nothing."""
    found = mission_to_write(game, mission)
    fields = rules_of(found.game).form
    if fields is None:
        raise RequestRejected(404, "no-such-page")
    if found.fault:
        return redirect_after_post(url_for("mission_files.edit", game=game, mission=mission))
    if request.method == "GET":
        return make_response(page(fields, found))
    with refusals_on(partial(page, fields, found)):
        put(found, fields.set(deepcopy(found.data), request.form, speech_of(found.game, found.data)))
    to = "mission_form.form" if "again" in request.form else "mission_files.page"
    return redirect_after_post(url_for(to, game=game, mission=mission))


def put(one: MissionListing, data: MissionData) -> None:
    """Replace the version the page was made for by this mission.

    Raise Refused, Malformed or Stale.
    """
    text = rules_of(one.game).written(data)
    checked = aside(read_mission, text, one.game, sets_of(one.game))
    change_mission(own_missions(), one.game, one.key, version_seen(), text, checked)


def by_group(settings: Sequence[EditorSetting]) -> Mapping[str, Sequence[EditorSetting]]:
    found: dict[str, list[EditorSetting]] = {}
    for setting in settings:
        found.setdefault(setting.group, []).append(setting)
    return found


def page(fields: MissionForm, one: MissionListing, error: Exception | None = None) -> str:
    said = speech_of(one.game, one.data)
    settings = [replace(one, value=request.form.get(one.name, one.value)) for one in fields.settings(one.data, said)]
    if isinstance(error, Refused) and error.code == "in-file":
        error = error.words["why"]  # whoever fills in a form sees no lines of a file
    shown = {"one": one, "game": one.game, "settings": by_group(settings)}
    return render_page("missions/form.html", said, **shown, message=fault(said, settings, error) if error else None)


def fault(said: Translator, settings: Sequence[EditorSetting], error: Exception) -> str:
    """Return why a form was refused; a part of the file is called as its field is."""
    no = status_and_no(error)[1]
    at = (no.field or "").replace(".", "-")
    labels = (said.translate(one.word, side=one.about) for one in settings if one.name == at)
    return said.refusal(no, next(labels, no.field))
