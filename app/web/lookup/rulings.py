"""Quick pages: a question to the referee without a table, asked by tapping. The answer is the page's own address."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Response, make_response, request

from app.core.ask_ruling import judge, watching
from app.core.game import Game
from app.core.refusals import Malformed, Refused
from app.core.ruling import Answer
from app.web.lookup import answers
from app.web.lookup.fact_form import Fact, facts_of, places, read, start, without_dice
from app.web.request.drawing import draw
from app.web.request.refusals import status_and_no
from app.web.request.speech import language, speech
from app.web.table.lobby import on_shelf

pages = Blueprint("rulings", __name__, url_prefix="/rulings/<game>")
ANSWER = "table_rulings."


@dataclass
class Sheet:
    """A ruling being asked: its facts as they stand, what is known before the dice, and after them."""

    game: Game
    name: str
    edition: str
    facts: tuple[Fact, ...]
    given: dict[str, Any]
    answers: dict[str, str]
    asked: bool
    before: Answer | None = None
    after: Answer | None = None
    refused: Refused | Malformed | None = None
    concerns: set[str] = field(default_factory=set)

    @property
    def questions(self) -> list[str]:
        """The open questions that this answer looked up or the reader has answered, in their order."""
        return [key for key in self.game.questions if key in self.concerns or key in self.answers]

    def says(self, question: str) -> str:
        """The answer in force to an open question."""
        return self.answers.get(question) or str(self.game.questions[question].default)


@pages.get("")
def index(game: str) -> str:
    """Every ruling of a game."""
    shelved = on_shelf(game)
    return draw("rulings.html", speech(shelved), game=game, rulings=list(shelved.rulings), carried=carried())


def carried() -> dict[str, str]:
    """The edition and the answers to open questions that go from one page to the next."""
    return {name: text for name, text in request.args.items() if name == "edition" or name.startswith(ANSWER)}


@pages.get("/<ruling>")
def ask(game: str, ruling: str) -> Response:
    """One ruling: its facts to tap, and its answer where it was asked."""
    sheet = opened(on_shelf(game), ruling)
    if sheet.asked:
        fill(sheet)
    status = status_and_no(sheet.refused)[0] if sheet.refused else 200
    return make_response(draw("ruling.html", speech(sheet.game), game=game, sheet=sheet, **shown(sheet)), status)


def opened(game: Game, name: str) -> Sheet:
    """The sheet as the query fills it in. Raises Refused (404) for a ruling that the game does not have."""
    if name not in game.rulings:
        raise Refused("unknown-ruling", ruling=name)
    edition = request.args.get("edition") or usual_edition(game)
    known = edition if edition in game.editions else game.editions[0]
    facts = facts_of(game.rulings[name][0], game.edition_book(known, {}))
    whole = "whole" in request.args
    given = read(facts, request.args, whole=whole)
    given = with_rows(facts, given if whole else {**start(facts), **given})
    if request.args.get("by") != "hand":
        given = without_dice(facts, given)
    chosen = {key.removeprefix(ANSWER): text for key, text in carried().items() if key != "edition"}
    return Sheet(game, name, edition, facts, given, chosen, "by" in request.args or all(fact.rolled for fact in facts))


def usual_edition(game: Game) -> str:
    """The edition in the reader's language, where there is one."""
    own = [edition for edition in game.editions if edition.startswith(language())]
    return (own or list(game.editions))[0]


def with_rows(facts: tuple[Fact, ...], given: dict[str, Any]) -> dict[str, Any]:
    """The rows as the buttons "one more" and "take away" leave them."""
    for fact in facts:
        rows = given.get(fact.name, []) if fact.kind == "rows" else None
        if rows is None:
            continue
        away = request.args.get("drop", "").removeprefix(f"{fact.name}.")
        rows = [row for number, row in enumerate(rows) if str(number) != away]
        if request.args.get("more") == fact.name:
            rows.append(start(fact.fields, next_name(rows)))
        given[fact.name] = rows
    return given


def next_name(rows: list[dict[str, Any]]) -> int:
    """The first number by which no row goes."""
    taken = {str(value) for row in rows for value in row.values()}
    return next(number for number in range(1, len(rows) + 2) if str(number) not in taken)


def fill(sheet: Sheet) -> None:
    """Ask what is needed, and where dice were entered what they do; a "no" stands on the sheet."""
    game = watching(sheet.game, sheet.concerns)
    always: dict[str, Any] = {"edition": sheet.edition, "table_rulings": sheet.answers}
    bare = without_dice(sheet.facts, sheet.given)
    try:
        sheet.before = judge(game, sheet.name, {**bare, **always})
        if request.args.get("by") == "hand":
            sheet.after = judge(game, sheet.name, {**sheet.given, **always})
    except (Refused, Malformed) as refused:
        sheet.refused = refused


def shown(sheet: Sheet) -> dict[str, Any]:
    """What the page shows of a sheet, in words."""
    said = speech(sheet.game)
    pads = answers.pads(sheet.facts, sheet.given, sheet.before, sheet.after)
    return {
        "answers": answers,
        "carried": carried(),
        "pads": pads,
        "fault": fault_of(sheet, {pad.place for pad in pads}),
        "brief": answers.brief(sheet.name, sheet.facts, sheet.given, said),
        **(told_of(sheet, sheet.before) if sheet.before else {}),
    }


def told_of(sheet: Sheet, before: Answer) -> dict[str, Any]:
    """What the page says of an answer: what is asked while dice are missing, else what came of it; and why."""
    said, latest = speech(sheet.game), sheet.after or before
    told: dict[str, Any] = {"workings": answers.workings(latest, said)}
    if sheet.after is None and answers.waits(before):
        return {**told, "needed": answers.needed(before, said), "odds": answers.odds(before, said)}
    fallen = answers.fallen(sheet.facts, sheet.given, before) if sheet.after else []
    return {**told, "result": answers.result(latest, said), "dice": fallen}


@dataclass(frozen=True)
class Fault:
    """A "no": the place on the page that it is about (none: the whole), in words, with its rule."""

    place: str | None
    message: str
    rule: str | None


def fault_of(sheet: Sheet, pads: set[str]) -> Fault | None:
    """The "no" of a sheet beside the field that caused it, if that is on the page."""
    refused = sheet.refused
    if refused is None:
        return None
    fields = {at: fact for at, fact in places(sheet.facts, sheet.given) if not fact.rolled or at in pads}
    known = {*fields, "edition", *(ANSWER + key for key in sheet.questions)}
    named = refused.field or ""
    place = next((at for at in _upwards(named) if at in known), None)
    said = speech(sheet.game)
    label = answers.label(sheet.name, named, said)
    return Fault(place, answers.refusal(refused, label, said), refused.rule)


def _upwards(field: str) -> list[str]:
    parts = field.split(".")
    return [".".join(parts[:length]) for length in range(len(parts), 0, -1)]
