"""Mission pages: show, copy, edit as text, delete, import and export."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, Response, make_response, request, url_for

from app.core.content.missions import ExternalFile
from app.core.content.toml_source import FILE_LIMIT, FILE_NAME_LIMIT, in_utf_8, text_in
from app.core.engine.event import Seat
from app.core.errors import Refused, Stale
from app.core.game.definition import Game
from app.core.messages.translator import LANGUAGES, Translator
from app.core.table.seat_view import Table
from app.storage.external_files import add_foreign, answers_for, put_foreign, read_foreign, reads
from app.storage.host_files import numbered
from app.storage.missions import add_mission, bring_in, change_mission, check_new_file, read_mission, renamed, rules_of
from app.web.files.mission_catalog import (
    MissionListing,
    briefing_of,
    edition_asked,
    game_with_missions,
    mission_at,
    mission_to_write,
    own_mission,
    own_missions,
    sets_of,
    shelf_of,
    speech_of,
)
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
from app.web.request.background import aside
from app.web.request.guard import BODY_LIMIT, RequestRejected, store
from app.web.request.language import speech
from app.web.request.rendering import redirect_after_post, render_page
from app.web.request.table_deletion import after_deletion
from app.web.request.table_lookup import with_table
from app.web.wording import Choice

pages = Blueprint("mission_files", __name__)


def mission_page(template: str, game: Game, said: Translator, **shown: Any) -> str:
    return render_page(f"missions/{template}.html", said, game=game, **shown)


# -- pages


@pages.get("/missions/<game>")
def shelf(game: str) -> str:
    played = game_with_missions(game)
    said = speech(played)
    rows = [(one, "" if one.fault else one.listed_text(said)) for one in shelf_of(played)]
    return mission_page("shelf", played, said, missions=rows)


@pages.get("/missions/<game>/file/<mission>")
def page(game: str, mission: str) -> str:
    return page_of(mission_at(game_with_missions(game), mission))


def page_of(one: MissionListing, error: Exception | None = None) -> str:
    said, edition = speech_of(one.game, one.data), edition_asked(one.game)
    error = error or one.fault
    shown = {
        "one": one,
        "briefing": None if one.fault else one.briefing(edition),
        "glance": None if one.fault else one.overview(edition),
        "edition": edition,
        "other_editions": [] if one.fault else [other for other in one.game.editions if other != edition],
        "message": reason(said, error) if error else None,
        "endings": [] if one.fault else list(rules_of(one.game).writers),
    }
    return mission_page("mission", one.game, said, **shown)


@pages.get("/t/<code>/mission")
@with_table(seat_tokens.public_seat)
def of_table(table: Table, _: Seat) -> str:
    game, said = game_with_missions(table.game.key), speech(table)
    title = said.translate(f"mission.{table.state.mission}")
    return mission_page("table", game, said, briefing=briefing_of(table), code=table.code, title=title)


# -- changes


@pages.post("/missions/<game>/file/<mission>/duplicate")
def duplicate(game: str, mission: str) -> Response:
    found = mission_at(game_with_missions(game), mission)
    text = copied_text(found)
    key = add_mission(own_missions(), found.game, text, aside(read_mission, text, found.game, sets_of(found.game)))
    return redirect_after_post(url_for(editor_of(found.game), game=game, mission=key))


def editor_of(game: Game) -> str:
    """Return the page on which a new mission is changed: its board, its form, else its text."""
    if game.files.board_editor is not None:
        return "painting.paint"
    return "mission_form.form" if rules_of(game).form is not None else "mission_files.edit"


def copied_text(one: MissionListing) -> str:
    """Return the text of a mission under a free key and free names.

    Raise Refused if it cannot be read.
    """
    if one.fault:
        raise one.fault
    key, names = str(one.data["key"])[:36], one.data["name"]
    taken = {kept.key for kept in own_missions().files(one.game)} | own_missions().names_taken(one.game)
    free = next(n for n in range(2, len(taken) + 3) if not _copies(key, names, n) & taken)
    free_names = {said: numbered(names[said], free) for said in LANGUAGES}
    return aside(renamed, one.game, one.text, f"{key}-{free}", free_names)


def _copies(key: str, names: Mapping[str, str], number: int) -> set[str]:
    return {f"{key}-{number}", *(numbered(name, number).casefold() for name in names.values())}


@pages.route("/missions/<game>/file/<mission>/edit", methods=["GET", "POST"])
def edit(game: str, mission: str) -> Response:
    """Edit the text of a custom mission; show an error at its line and keep what was typed."""
    found = mission_to_write(game, mission)
    if request.method == "GET":
        return make_response(editor(found, found.text))
    typed = request.form.get("text", "").replace("\r\n", "\n")
    with refusals_on(partial(editor, found, typed)):
        keep(found, typed)
    return go_to_mission(game, mission)


def go_to_mission(game: str, mission: str) -> Response:
    return redirect_after_post(url_for("mission_files.page", game=game, mission=mission))


def keep(one: MissionListing, typed: str) -> None:
    text = text_in(typed.encode())
    data = aside(read_mission, text, one.game, sets_of(one.game))
    change_mission(own_missions(), one.game, one.key, version_seen(), text, data)


def editor(one: MissionListing, typed: str, error: Exception | None = None) -> str:
    said = speech_of(one.game)
    shown = {
        "one": one,
        "typed": typed,
        "message": reason(said, error) if error else None,
        "around": excerpt(typed, error.words.get("line", 0)) if isinstance(error, Refused) else [],
        "overtaken": one.text if isinstance(error, Stale) else None,
        "limit": FILE_LIMIT,
    }
    return mission_page("edit", one.game, said, **shown)


@dataclass(frozen=True)
class FileLine:
    number: int
    text: str
    faulty: bool


def excerpt(text: str, line: int) -> list[FileLine]:
    lines = enumerate(text.split("\n"), start=1)
    return [FileLine(number, said, number == line) for number, said in lines if line and abs(number - line) <= 1]


@pages.route("/missions/<game>/file/<mission>/delete", methods=["GET", "POST"])
def delete(game: str, mission: str) -> Response:
    """Ask for confirmation, then delete a custom mission (host only). Raise RequestRejected."""
    found = own_mission(game, mission)
    seat_tokens.check_host_of_house()
    if request.method == "GET":
        return make_response(mission_page("delete", found.game, speech(found.game), one=found))
    with refusals_on(partial(page_of, found)):
        own_missions().remove(found.game, found.key, version_seen())
    return after_deletion(url_for("mission_files.shelf", game=game))


# -- files


@pages.get("/missions/<game>/file/<mission>/export.toml")
def export(game: str, mission: str) -> Response:
    """Export a mission as a file; a rulebook mission in the format of a custom one."""
    found = mission_at(game_with_missions(game), mission)
    name = found.data.get("key", found.key)
    return download(found.text.encode(), "application/toml", f"{name}.toml")


@pages.get("/missions/<game>/file/<mission>/export.<ending>")
def export_as(game: str, mission: str, ending: str) -> Response:
    found = mission_at(game_with_missions(game), mission)
    writer = rules_of(found.game).writers.get(ending)
    if writer is None:
        raise RequestRejected(404, "no-such-page")
    if found.fault:
        raise found.fault
    return download(aside(writer, found.data), "application/json", f"{found.data.get('key', found.key)}.{ending}")


@pages.route("/missions/<game>/import", methods=["GET", "POST"])
def import_mission(game: str) -> Response:
    """Import a file as a new mission or in place of a custom one; a faulty file changes nothing."""
    played = game_with_missions(game)
    if request.method == "GET":
        return make_response(import_page(played))
    request.max_form_memory_size = BODY_LIMIT
    with refusals_on(partial(import_page, played)):
        name, content = content_sent()
        foreign = reads(played, content, name)
        if not request.form.get("into"):
            check_new_file(own_missions(), played, content)
        sent = ForeignSent(name, content, aside(read_foreign, played, content, name)) if foreign else None
        if sent is not None and sent.read.asked and ANSWERED not in request.form:
            return make_response(asked_page(played, sent))
        key = import_answered(played, sent) if sent is not None else import_file(played, content)
    return go_to_mission(game, key)


def import_page(game: Game, error: Exception | None = None) -> str:
    said = speech(game)
    given, readers = {"into": request.form.get("into", "")}, rules_of(game).readers
    known = [taken for one in readers for taken in (one.ending, *one.accepted)]
    shown = {
        "own": replaceable(own_missions(), game),
        "given": given,
        "message": reason(said, error) if error else None,
        "endings": [one.ending for one in readers],
        "accepted": accepted(".toml", "application/toml", *known),
    }
    return mission_page("import", game, said, **shown)


def import_file(game: Game, content: bytes) -> str:
    text = text_in(content)
    data = aside(read_mission, text, game, sets_of(game))
    old = replaced()
    if old is None:
        return bring_in(own_missions(), game, text, data, content, do=aside)
    change_mission(own_missions(), game, *old, text, data)
    return old.key


# -- files of other programs


ANSWERED = "content"
"""The field that returns the file together with the answers to its questions."""


@dataclass(frozen=True)
class ForeignSent:
    name: str
    content: bytes
    read: ExternalFile


def content_sent() -> tuple[str, bytes]:
    """Return name and content of the file, uploaded or sent back with answers. Raise Refused."""
    if ANSWERED in request.form:
        return request.form.get("name", "")[-FILE_NAME_LIMIT:], request.form[ANSWERED].encode()
    return file_sent()


ASKED_AT_MOST = 100
"""Maximum number of questions about a file; later ones take their default answers."""
AS_PROPOSED = "proposed"
"""The button that takes every answer as proposed."""
ANSWER = "answer-"
"""Prefix of answer fields."""


@dataclass(frozen=True)
class Question:
    field: str
    about: str
    count: int
    answers: list[Choice]
    chosen: str
    picture: str


def questions_of(sent: ForeignSent, game: Game, said: Translator) -> list[Question]:
    kept = answers_for(sent.read, remembered(game), {})
    return [
        Question(
            f"{ANSWER}{number}",
            one.about.said(said),
            one.count,
            [Choice(answer, line.said(said)) for answer, line in one.choices.items()],
            request.form.get(f"{ANSWER}{number}") or kept.get(one.key) or one.usual or "",
            one.picture,
        )
        for number, one in enumerate(sent.read.asked[:ASKED_AT_MOST])
    ]


def import_answered(game: Game, sent: ForeignSent) -> str:
    if not sent.read.asked:
        return import_foreign(game, sent)
    with refusals_on(partial(asked_page, game, sent)):
        return import_foreign(game, sent)


def asked_page(game: Game, sent: ForeignSent, error: Exception | None = None) -> str:
    mission = aside(sent.read.mission, proposed(sent, game))
    seen, said = rules_of(game).overview, speech_of(game, mission)
    asked = questions_of(sent, game, said)
    shown = {
        "glance": seen(mission, game.rules.edition_book(edition_asked(game), {})) if seen else None,
        "proposed": all(one.chosen for one in asked),
        "message": reason(said, error) if error else None,
        "sent": sent,
        "content": in_utf_8(sent.content).decode("utf-8-sig"),
        "into": request.form.get("into", ""),
        "title": sent.read.title,
        "questions": asked,
        "more": max(0, len(sent.read.asked) - ASKED_AT_MOST),
        "notes": [line.said(said) for line in sent.read.notes],
    }
    return mission_page("asked", game, said, **shown)


def remembered(game: Game) -> dict[str, str]:
    return store().file_answers.answers(game, own_missions().writer)


def proposed(sent: ForeignSent, game: Game) -> dict[str, str]:
    """Return an answer to every question: as for an earlier file, as proposed, else the first."""
    kept = answers_for(sent.read, remembered(game), {})
    return {one.key: kept.get(one.key) or one.usual or next(iter(one.choices)) for one in sent.read.asked}


def import_foreign(game: Game, sent: ForeignSent) -> str:
    """Store the imported mission and remember the answers for the writer's next file.

    Return its key.

    Raise Refused, Malformed or Stale.
    """
    asked = {one.key: one for one in sent.read.asked}
    given = {
        one.key: answer
        for number, one in enumerate(sent.read.asked[:ASKED_AT_MOST])
        if (answer := request.form.get(f"{ANSWER}{number}")) and not (AS_PROPOSED in request.form and one.usual)
    }
    answers = answers_for(sent.read, remembered(game), given)
    mission = aside(sent.read.mission, answers)
    old = replaced()
    key = (
        put_foreign(own_missions(), game, mission, old, aside)
        if old
        else add_foreign(own_missions(), game, mission, sent.content, do=aside)
    )
    store().file_answers.keep(game, asked, given, own_missions().writer)
    return key
