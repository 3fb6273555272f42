"""What a seat cannot do now, each with the reason and the rule behind it."""

from __future__ import annotations

from flask import Blueprint, render_template

from app.core.play import Seat
from app.core.refusals import Refused
from app.core.table import Table
from app.web.request.guard import speech, store
from app.web.table.board import seated, sight

pages = Blueprint("cannot", __name__, url_prefix="/t/<code>")
NOT_YET = "not-time-for-"
"""How the codes of answers begin that nobody asked for."""


@pages.get("/cannot")
def cannot(code: str) -> str:
    """Every command of play that is refused now, by the reason."""
    table, seat = seated(code)
    return render_template("cannot.html", **sight(table, seat), refused=refused_now(table, seat))


def refused_now(table: Table, seat: Seat) -> list[tuple[Refused, list[str]]]:
    """(reason, commands) of what is refused now; what a model or mission simply has not is left out."""
    with store().lock:
        offers = table.offers_for(seat, greyed=True)
    offered = {offer.command for offer in offers if offer.why_not is None}
    found: dict[str, tuple[Refused, list[str]]] = {}
    for offer in offers:
        no = offer.why_not
        if no and offer.command not in offered and no.code not in table.game.absences and not is_not_asked(no):
            commands = found.setdefault(speech().refusal(no), (no, []))[1]
            commands += [offer.command] if offer.command not in commands else []
    return list(found.values())


def is_not_asked(no: Refused) -> bool:
    """Whether this is an answer that nobody asked for."""
    return no.code.startswith(NOT_YET)
