"""Tutorial tables: opened with one tap, explained step by step, each step with its button."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Blueprint, Response, url_for

from app.core.engine.buttons import Button, form_link
from app.core.engine.event import Seat
from app.core.errors import Malformed, Refused
from app.core.game.setup import options_of
from app.core.messages.translator import Translator
from app.core.rules.dice import SeededDice
from app.core.table.execute import run_command
from app.core.table.seat_view import Table
from app.core.table_commands.tutorial import Tutorial
from app.games import REGISTRY, on_shelf
from app.web.request import seat_tokens
from app.web.request.guard import acts, missing_as_404
from app.web.request.language import speech
from app.web.request.rendering import redirect_after_post
from app.web.table.new_table import playing_seats, usual_edition

pages = Blueprint("practice", __name__)


class TutorialView(NamedTuple):
    """The current tutorial text and its command.

    There is no command at the end, or if the script no longer fits the game.
    """

    text: str
    number: int
    of: int
    command: str = ""
    label: str = ""
    fields: tuple[tuple[str, Any], ...] = ()
    types: Button | None = None
    """The link to the form in which its dice are typed."""
    stopped: bool = False
    tapped: bool = False
    """True if it is tapped on the board; its button is a help."""


@pages.post("/practice/<game>")
def begin(game: str) -> Response:
    with seat_tokens.opening(), missing_as_404():
        table = acts().open_practice(on_shelf(game))
    response = redirect_after_post(url_for("play.board", code=table.code))
    script = table.practice
    assert script is not None
    seat_tokens.give_cookie(response, table, script.seat)
    seat_tokens.give_cookie(response, table, seat_tokens.HOST)
    return response


@pages.post("/practice/<game>/app")
def begin_against_app(game: str) -> Response:
    played = on_shelf(game)
    if played.opponent is None and not played.first_battle:
        raise Refused("not-in-this-game", field="opponents")
    against = played.first_battle or {"opponents": {playing_seats(played)[-1]: 1}}
    said = speech(played)
    common = {"game": game, "edition": usual_edition(played, said), "language": said.language, **against}
    of_game, options = options_of(REGISTRY, {**played.options_in({}, common), **against})
    seat = next(name for name, side in played.seats_for(options).items() if side is not None)
    with seat_tokens.opening():
        table = acts().open_table(of_game, options)
        acts().claim_seat(table, seat)
    response = redirect_after_post(url_for("play.board", code=table.code))
    seat_tokens.give_cookie(response, table, seat)
    seat_tokens.give_cookie(response, table, seat_tokens.HOST)
    return response


def lesson(table: Table, seat: Seat, said: Translator) -> TutorialView | None:
    script = table.practice
    if script is None or seat.name != script.seat:
        return None
    own = [number for number, step in enumerate(script.steps) if step.seat == script.seat]
    done = table.step[0] if table.step else len(script.steps)
    number = next((at for at in own if at >= done), None)
    if number is None:
        return TutorialView(said.translate("practice.end"), len(own), len(own))
    place = own.index(number) + 1
    if not fits(table, script):
        return TutorialView(said.translate("now.practice-stopped"), place, len(own), stopped=True)
    step = script.steps[number]
    told = [at for at in own if at <= number and script.steps[at].tell]
    offers = [offer for offer in table.offers_for(seat) if step.does(seat.name, offer)]
    label = said.label(offers[0]) if offers else said.translate(f"command.{step.command}")
    if step.button:
        label = said.translate(f"practice-do.{number}")
    text = said.translate(f"practice.{told[-1]}") if told else ""
    types = form_link(offers[0], "practice-go", "main strong") if step.dice and offers else None
    fields = tuple(sent(step.fields))
    return TutorialView(text, place, len(own), step.command, label, fields, types, tapped=step.tapped)


def fits(table: Table, script: Tutorial) -> bool:
    if table.step is None:
        return True
    step = table.step[1]
    try:
        run_command(table, table.seat(step.seat), step.request, SeededDice(bytes.fromhex(script.seed)))
    except (Refused, Malformed):
        return False
    return True


def sent(fields: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in fields.items():
        for one in value if isinstance(value, list) else [value]:
            yield name, str(one).lower() if isinstance(one, bool) else one
