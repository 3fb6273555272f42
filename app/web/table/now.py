"""What a newcomer does now, in two sentences, and the button itself."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from app.core.advice import Advice, advice
from app.core.offers import Offer
from app.core.play import Seat
from app.core.table import Table
from app.core.words import AsGiven, Speech
from app.web.request import rights
from app.web.request.at_table import at_table
from app.web.request.speech import speech
from app.web.table.sight import sight
from app.web.table.taps import dialog_page

pages = Blueprint("now", __name__, url_prefix="/t/<code>")


@pages.get("/now")
@at_table(rights.by_cookie)
def now(table: Table, seat: Seat) -> Response:
    """What this phone's seat does now, as a page or as a dialog."""
    said = speech(table)
    shown = sight(table, seat, said)
    found = advice(table.game, shown["state"], seat, shown["offers"])
    shown_advice = {"text": text_of(found, shown, said), "button": button_of(found.offers, said)}
    return dialog_page(table, seat, said, {**shown, "advice": shown_advice})


def text_of(found: Advice, shown: dict[str, Any], said: Speech) -> str:
    """Two sentences."""
    who = [AsGiven(line) for line in shown["happened"].owed] or [name for name in (shown["state"].active,) if name]
    command = said.label(found.offers[0]) if found.offers else ""
    return said.say(f"now.{found.word}", command=AsGiven(command), who=who)


def button_of(offers: tuple[Offer, ...], said: Speech) -> dict[str, Any] | None:
    """One tap where there is nothing to choose, else a link to the form of all of them."""
    if not offers:
        return None
    one = offers[0]
    if len(offers) > 1:
        return {"offer": Offer(one.command, one.group), "text": said.say(f"command.{one.command}"), "opens": True}
    return {"offer": one, "text": said.label(one), "opens": bool(one.choose or one.dice)}
