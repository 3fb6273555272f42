"""Ruling pages without a table: the page's URL holds all answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, make_response, request
from werkzeug.datastructures import MultiDict

from app.core.errors import Malformed, Refused
from app.core.game.definition import Game
from app.core.game.evaluate import ask_ruling, record_questions
from app.core.messages.translator import Translator
from app.core.rules.ruling import RulingResult
from app.games import on_shelf
from app.web.lookup import ruling_view
from app.web.lookup.controls import Fault, OpenQuestion, controls, seldom_controls, seldom_open
from app.web.lookup.ruling_form import Fact, facts_of, first_values, places, values_in, without_dice
from app.web.lookup.ruling_view import Form, Pad
from app.web.request.error_pages import status_and_no
from app.web.request.language import language, speech
from app.web.request.rendering import render_page
from app.web.wording import choices_of

pages = Blueprint("rulings", __name__, url_prefix="/rulings/<game>")
ANSWER = "table_rulings."


@dataclass
class AskedRuling:
    game: Game
    edition: str
    form: Form
    answers: dict[str, str]
    to_answer: bool
    before: RulingResult | None = None
    after: RulingResult | None = None
    refused: Refused | Malformed | None = None
    concerns: set[str] = field(default_factory=set)

    @property
    def questions(self) -> list[str]:
        """The open questions that the ruling consulted or the reader answered, in order."""
        return [key for key in self.game.questions_in(self.edition) if key in self.concerns or key in self.answers]

    def answer_to(self, question: str) -> str:
        return self.answers.get(question) or str(self.game.rules.questions[question].default)


@pages.get("")
def index(game: str) -> str:
    shelved = on_shelf(game)
    return render_page(
        "rulings.html", speech(shelved), game=game, rulings=list(shelved.rules.rulings), carried=carried()
    )


def carried() -> dict[str, str]:
    return {name: text for name, text in request.args.items() if name == "edition" or name.startswith(ANSWER)}


@pages.get("/<ruling>")
def ask(game: str, ruling: str) -> Response:
    asked = asked_ruling(on_shelf(game), ruling)
    if asked.to_answer:
        ask_referee(asked)
    status, said = status_and_no(asked.refused)[0] if asked.refused else 200, speech(asked.game)
    response = make_response(render_page("ruling.html", said, **page_of(asked, said)), status)
    if asked.before is not None:
        remember(asked, response)
    return response


REMEMBERED, LONGEST, DAYS = "asked", 2000, 30


def remember(asked: AskedRuling, response: Response) -> None:
    """Store the facts, except dice and `anew` ones, on the phone as defaults of the next ruling."""
    left_out = {"by", *(fact.name for fact in asked.form.facts if fact.rolled or fact.anew)}
    kept = [(name, text) for name, text in query_asked().items(multi=True) if name.partition(".")[0] not in left_out]
    if len(query := urlencode(kept)) <= LONGEST:
        age = timedelta(days=DAYS)
        response.set_cookie(REMEMBERED, query, max_age=age, path=request.path, httponly=True, samesite="Lax")


def query_asked() -> MultiDict[str, str]:
    if request.args:
        place, says, value = request.args.get("by", "").partition("=")
        return MultiDict({**request.args.to_dict(flat=False), **({place: [value]} if says else {})})
    return MultiDict(parse_qsl(request.cookies.get(REMEMBERED, "")[:LONGEST]))


# -- parsing the query


def asked_ruling(game: Game, name: str) -> AskedRuling:
    if name not in game.rules.rulings:
        raise Refused("unknown-ruling", ruling=name)
    edition = request.args.get("edition") or usual_edition(game)
    known = edition if edition in game.editions else game.editions[0]
    facts = facts_of(game.rules.rulings[name][0], game.rules.edition_book(known, {}))
    chosen = {key.removeprefix(ANSWER): text for key, text in carried().items() if key != "edition"}
    to_answer = "by" in request.args or all(fact.rolled for fact in facts)
    return AskedRuling(game, edition, Form(name, facts, given_facts(facts)), chosen, to_answer)


def given_facts(facts: tuple[Fact, ...]) -> dict[str, Any]:
    asked = query_asked()
    whole = "whole" in asked
    given = values_in(asked, tuple(fact for fact in facts if request.args or not fact.anew), whole=whole)
    given = with_rows(facts, given if whole and request.args else {**first_values(facts), **given})
    return given if request.args.get("by") == "hand" else without_dice(facts, given)


def usual_edition(game: Game) -> str:
    own = [edition for edition in game.editions if edition.startswith(language())]
    return (own or list(game.editions))[0]


def with_rows(facts: tuple[Fact, ...], given: dict[str, Any]) -> dict[str, Any]:
    for fact in facts:
        rows = given.get(fact.name, []) if fact.kind in ("rows", "series") else None
        if rows is None:
            continue
        away = request.args.get("drop", "").removeprefix(f"{fact.name}.")
        rows = [row for number, row in enumerate(rows) if str(number) != away]
        if request.args.get("more") == fact.name:
            rows.append(fact.values[0] if fact.kind == "series" else first_values(fact.fields, next_name(rows)))
        given[fact.name] = rows
    return given


def next_name(rows: list[dict[str, Any]]) -> int:
    taken = {str(value) for row in rows for value in row.values()}
    return next(number for number in range(1, len(rows) + 2) if str(number) not in taken)


def ask_referee(asked: AskedRuling) -> None:
    game, form = record_questions(asked.game, asked.concerns), asked.form
    always: dict[str, Any] = {"edition": asked.edition, "table_rulings": asked.answers}
    try:
        asked.before = ask_ruling(game, form.ruling, {**without_dice(form.facts, form.given), **always})
        if request.args.get("by") == "hand":
            asked.after = ask_ruling(game, form.ruling, {**form.given, **always})
    except (Refused, Malformed) as refused:
        asked.refused = refused


# -- page content


def page_of(asked: AskedRuling, said: Translator) -> dict[str, Any]:
    form, name = asked.form, asked.form.ruling
    pads = ruling_view.pads(form, asked.before, asked.after, said)
    fault = fault_of(asked, {pad.place for pad in pads}, said)
    sentence = said.translate(f"asks.{name}")
    brief = f"{ruling_view.summary(form, said) or sentence} · {said.name(asked.edition)}"
    return {
        "game": asked.game.key,
        "ruling": name,
        "title": said.translate(f"ruling.{name}"),
        "carried": carried(),
        "brief": brief if asked.to_answer else None,
        "sentence": sentence,
        "fault": fault,
        "facts_open": not asked.to_answer or not pads or (fault is not None and fault.place is not None),
        "controls": controls(form, said),
        "seldom": seldom_controls(form, said),
        "seldom_open": seldom_open(form, fault),
        "editions": choices_of(asked.game.editions, said.name, [asked.edition]),
        "questions": [open_question(asked, question, said) for question in asked.questions],
        "some_answered": bool(asked.answers),
        **dice_of(asked, pads),
        **(answer_of(asked, asked.before, said) if asked.before else {}),
    }


def dice_of(asked: AskedRuling, pads: list[Pad]) -> dict[str, Any]:
    kept = [pad for pad in pads if asked.after and pad.full]
    return {"dice_kept": kept, "dice_asked": [pad for pad in pads if pad not in kept]}


def answer_of(asked: AskedRuling, before: RulingResult, said: Translator) -> dict[str, Any]:
    form, latest = asked.form, asked.after or before
    why: dict[str, Any] = {"workings": ruling_view.workings(latest, said)}
    if asked.after is None:
        why["odds"] = ruling_view.odds(before, said)
        if ruling_view.waits(before):
            return {**why, "needed": ruling_view.needed_lines(before, form.facts, said)}
    dice = ruling_view.first_dice(form, before) if asked.after else []
    faces = said.name([die.face for die in dice])
    return {**why, "result": ruling_view.result_lines(latest, form.facts, said), "dice": dice, "faces": faces}


def open_question(asked: AskedRuling, question: str, said: Translator) -> OpenQuestion:
    values = asked.game.rules.questions[question].answers
    choices = choices_of(values, lambda answer: said.translate(f"answer.{answer}"), [asked.answer_to(question)])
    return OpenQuestion(ANSWER + question, said.translate(f"question.{question}"), choices)


def fault_of(asked: AskedRuling, pads: set[str], said: Translator) -> Fault | None:
    refused, form = asked.refused, asked.form
    if refused is None:
        return None
    fields = {at: fact for at, fact in places(form.facts, form.given) if not fact.rolled or at in pads}
    known = {*fields, "edition", *(ANSWER + key for key in asked.questions)}
    named = refused.field or ""
    place = next((at for at in _upwards(named) if at in known), None)
    return Fault(place, ruling_view.refusal(refused, ruling_view.label(form.ruling, named, said), said), refused.rule)


def _upwards(field: str) -> list[str]:
    parts = field.split(".")
    return [".".join(parts[:length]) for length in range(len(parts), 0, -1)]
