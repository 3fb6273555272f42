"""Refused commands with their reasons, who may overrule them, and effects of other answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import nullcontext

from flask import Blueprint

from app.core.engine.command import CommandRequest
from app.core.engine.event import PUBLIC, Seat
from app.core.engine.offers import Offer
from app.core.errors import Malformed, Refused
from app.core.messages.translator import Translator
from app.core.rules.book import effective_answers
from app.core.table.execute import run_command
from app.core.table.seat_view import Table
from app.core.table.what_if import DICE, questions_that_allow, relevant_questions
from app.core.table_commands.house_rulings import may_set_any, rules_the_table
from app.web.request import seat_tokens
from app.web.request.background import aside_on_copy, one_trial
from app.web.request.guard import store
from app.web.request.language import speech
from app.web.request.rendering import render_page
from app.web.request.table_lookup import with_table
from app.web.table.aiming import Find
from app.web.table.page_context import sight

pages = Blueprint("why_not", __name__, url_prefix="/t/<code>")
NOT_YET = "not-time-for-"
"""Prefix of the refusal codes of answers that no question waits for."""


@pages.get("/cannot")
@with_table(seat_tokens.seat_from_cookie)
def why_not(table: Table, seat: Seat) -> str:
    said = speech(table)
    shown = {**sight(table, seat, said), "refused": refused_now(table, seat, said), "tutorial": table.step is not None}
    return render_page("why_not.html", said, **shown, overruled_by=overruled_by(table, seat))


def refused_now(table: Table, seat: Seat, said: Translator) -> list[tuple[Refused, list[str]]]:
    offers = greyed(table, seat)
    offered = {offer.command for offer in offers if offer.why_not is None}
    found: dict[str, tuple[Refused, list[str]]] = {}
    for offer in offers:
        no = offer.why_not
        if (
            no
            and offer.command not in offered
            and no.code not in table.game.rules.silent_refusals
            and not is_not_asked(no)
        ):
            commands = found.setdefault(said.refusal(no), (no, []))[1]
            commands += [offer.command] if offer.command not in commands else []
    return sorted(found.values(), key=lambda refused: -everyday(table.game.views.advice_order, refused[1]))


def everyday(order: Sequence[str], commands: Collection[str]) -> int:
    """Return the latest place of these commands in the order of advice, which ends with what every turn is made of."""
    return max((order.index(command) for command in commands if command in order), default=-1)


def greyed(table: Table, seat: Seat) -> list[Offer]:
    with store().turn(table.code):
        return table.offers_for(seat, greyed=True)


def is_not_asked(no: Refused) -> bool:
    return no.code.startswith(NOT_YET)


def reason(table: Table, seat: Seat, press: CommandRequest) -> Refused:
    if told := would_be_told(table, seat, press):
        return told
    reasons = [offer.why_not for offer in greyed(table, seat) if offer.command == press.command and offer.why_not]
    return reasons[-1] if reasons else Refused("not-offered-now")


def would_be_told(table: Table, seat: Seat, press: CommandRequest) -> Refused | None:
    with store().turn(table.code):
        try:
            run_command(table, seat, press, DICE)
        except Refused as refused:
            return refused
        except Malformed:
            return None
    return None


def overruled_by(table: Table, seat: Seat, no: Refused | Malformed | None = None) -> str | None:
    """Return "me" or "referee", the one who may overrule the app, or None if nobody may.

    The rules of undo and seats (`table.…`) forbid what no corrected value would allow. Nor can one mend a wrong entry
    that no rule forbids.
    """
    if no is not None and no.code != "not-offered-now" and (no.rule or "table.").startswith("table."):
        return None
    if seat == PUBLIC or table.state.over or table.step is not None or not may_set_any(table.state):
        return None
    return "me" if rules_the_table(table.look(seat)) else "referee"


@pages.get("/readings")
@with_table(seat_tokens.seat_from_cookie)
def readings(table: Table, seat: Seat) -> str:
    said = speech(table)
    shown = sight(table, seat, said)
    offered = {offer.command for offer in shown["offers"]}
    now = effective_answers(table.game.rules.questions, table.state.answers)
    return render_page("readings.html", said, **shown, questions=tried_aside(table, seat, offered), now=now)


def tried_aside(table: Table, seat: Seat, offered: Collection[str]) -> dict[str, dict[str, list[str]]]:
    """Try every command under every answer in the background, for one page at a time."""
    asked = {True: relevant_questions, False: questions_that_allow}
    of_play = [key for key, command in table.game.commands.items() if command.group == "play" and seat != PUBLIC]
    find = {key: asked[key in offered] for key in of_play}
    look, known = table.look(seat), ("readings", seat)
    with nullcontext() if known in look.known else one_trial():
        return look.cached(known, lambda: aside_on_copy(changing, table, seat, find))


def changing(table: Table, seat: Seat, asked: Mapping[str, Find]) -> dict[str, dict[str, list[str]]]:
    """Return question → other answer → the commands it affects, each found by its own function."""
    found: dict[str, dict[str, list[str]]] = {}
    for command, find in asked.items():
        for bearing in find(table, seat, command):
            for answer in bearing.others:
                found.setdefault(bearing.question, {}).setdefault(answer, []).append(command)
    return found
