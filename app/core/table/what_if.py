"""Open questions that matter now: another answer would change offers or consequences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, takewhile, zip_longest
from typing import Any

from app.core.engine.command import Command, CommandRequest, GameContext, list_offers
from app.core.engine.event import Seat
from app.core.engine.offers import FileChoice, MultiChoice, NumberChoice, Offer, RowChoice, TextChoice
from app.core.engine.visibility import redact, to_jsonable
from app.core.errors import Malformed, Refused
from app.core.game.evaluate import RecordingAnswers
from app.core.rules.book import answer_in_force
from app.core.rules.dice import SeededDice
from app.core.table.execute import begin_draft, decide, parsed_command
from app.core.table.seat_view import Table

TRIES = 6
"""The maximum number of trial commands under one answer."""
MOST_NAMED = 12
"""The maximum number of things that a trial command names where several may be chosen: more of them show no more."""
SALT = "00" * 16
"""The salt of trials: constant, so that results differ only by the answers."""
DICE = SeededDice(bytes(32))
"""The dice of trials: never those of the table, which must stay secret."""


@dataclass(frozen=True)
class QuestionImpact:
    question: str
    now: str
    others: list[str] = field(default_factory=list)


def relevant_questions(table: Table, seat: Seat, key: str) -> list[QuestionImpact]:
    """Return the open questions that affect this command for this seat now, in book order.

    Tries each answer to each question that is read. Questions that only people can judge are declared in the data.
    """
    asked: set[str] = set()
    before = [*consequences(table, seat, key, {}, asked)]
    found = [impact_of(table, question) for question in table.game.questions_in(table.state.edition)]
    return [
        bearing
        for bearing in found
        if key in table.game.rules.questions[bearing.question].at
        or (bearing.question in asked and changes(table, seat, key, bearing, before))
    ]


def impact_of(table: Table, question: str) -> QuestionImpact:
    now = answer_to(table, question)
    return QuestionImpact(
        question, now, [answer for answer in table.game.rules.questions[question].answers if answer != now]
    )


def questions_that_allow(table: Table, seat: Seat, key: str) -> list[QuestionImpact]:
    asked: set[str] = set()
    if offered(table, seat, key, {}, asked):
        return []
    here = table.game.questions_in(table.state.edition)
    found = (impact_of(table, question) for question in sorted(asked) if question in here)
    let = [
        QuestionImpact(bearing.question, bearing.now, answers_that_allow(table, seat, key, bearing))
        for bearing in found
    ]
    return [bearing for bearing in let if bearing.others]


def answers_that_allow(table: Table, seat: Seat, key: str, bearing: QuestionImpact) -> list[str]:
    return [answer for answer in bearing.others if offered(table, seat, key, {bearing.question: answer}, set())]


def offered(table: Table, seat: Seat, key: str, readings: Mapping[str, str], asked: set[str]) -> bool:
    offers = list_offers(table.game.commands[key], recording_context(table, seat, readings, asked))
    return any(offer.why_not is None for offer in offers)


def recording_context(table: Table, seat: Seat, readings: Mapping[str, str], asked: set[str]) -> GameContext:
    book = table.book(readings)
    return GameContext(
        table.state, book.model_copy(update={"answers": RecordingAnswers(book.answers, asked)}), seat, table
    )


def answer_to(table: Table, question: str) -> str:
    return answer_in_force(table.game.rules.questions, table.state.answers, question)


def changes(table: Table, seat: Seat, key: str, bearing: QuestionImpact, before: list[Any]) -> bool:
    return any(differs(table, seat, key, {bearing.question: answer}, before) for answer in bearing.others)


def differs(table: Table, seat: Seat, key: str, readings: Mapping[str, str], before: list[Any]) -> bool:
    return any(now != was for now, was in zip_longest(consequences(table, seat, key, readings, set()), before))


def consequences(table: Table, seat: Seat, key: str, readings: Mapping[str, str], asked: set[str]) -> Iterator[Any]:
    """Yield what is offered, then the outcome of each try."""
    command = table.game.commands[key]
    look = recording_context(table, seat, readings, asked)
    offers = list_offers(command, look)
    yield [compared(offer) for offer in offers]
    presses = (press for offer in offers if offer.why_not is None for press in presses_of(offer, command))
    yield from (outcome(table, seat, press, look.book) for press in islice(presses, TRIES))


def compared(offer: Offer) -> Any:
    shown = (offer.preview.result, offer.preview.odds) if offer.preview else None
    why_not = offer.why_not.code if offer.why_not else None
    return offer.given, to_jsonable(dict(offer.choose)), offer.dice, offer.label, offer.own, shown, why_not


def presses_of(offer: Offer, command: type[Command]) -> Iterator[CommandRequest]:
    if any(isinstance(choice, list) and not choice for choice in offer.choose.values()):
        return
    fixed = {name: first(choice) for name, choice in offer.choose.items()}
    lists = [[{name: value} for value in choice] for name, choice in offer.choose.items() if isinstance(choice, list)]
    for picked in lists[0] if lists else [{}]:
        chosen = {**offer.given, **fixed, **picked}
        faces = (offer.dice.faces[0], offer.dice.faces[-1]) if offer.dice else (None,)
        for face in faces:
            thrown = [face] * offer.dice.count if offer.dice and face is not None else None
            yield CommandRequest(command.key, chosen, thrown)


def first(choice: Any) -> Any:
    if isinstance(choice, NumberChoice):
        return choice.max
    if isinstance(choice, MultiChoice):
        return choice.some[: max(choice.min, min(choice.max, MOST_NAMED))]
    if isinstance(choice, RowChoice):
        return {}
    return "." if isinstance(choice, TextChoice | FileChoice) else choice[0]


def outcome(table: Table, seat: Seat, press: CommandRequest, book: Any) -> Any:
    """Return a command's consequences as the seat would see them, or its refusal.

    It ends where something is revealed: answers must not differ by what the seat cannot know yet.
    """
    try:
        command, draft = parsed_command(table.game, press), begin_draft(table, seat, press, book)
    except (Refused, Malformed) as no:
        return no.code
    draft.dice, draft.salt = DICE, lambda: SALT
    try:
        decide(table, command, press, draft)
    except (Refused, Malformed) as no:
        if not any(event.reveals for event in draft.events):
            return no.code
    known = takewhile(lambda event: not event.reveals, draft.events)
    return [(event.key, to_jsonable(redact(event, seat))) for event in known if event.visible_to(seat)]
