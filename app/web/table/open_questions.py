"""The open questions that bear on what a seat may do now, on one page."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import Blueprint

from app.core.book import answered
from app.core.other_readings import Bearing
from app.core.play import Seat
from app.core.table import Table
from app.web.request import rights
from app.web.request.at_table import at_table
from app.web.request.drawing import draw
from app.web.request.speech import speech
from app.web.table.other_readings import let_by_others, open_here
from app.web.table.sight import sight

Find = Callable[[Table, Seat, str], list[Bearing]]

pages = Blueprint("open_questions", __name__, url_prefix="/t/<code>")


@pages.get("/readings")
@at_table(rights.by_cookie)
def readings(table: Table, seat: Seat) -> str:
    """Each question that would change what may be done now or let more be done, with the commands that it touches."""
    said = speech(table)
    shown = sight(table, seat, said)
    offered = {offer.command for offer in shown["offers"]}
    asked = {True: open_here, False: let_by_others}
    found = changing(table, seat, {key: asked[key in offered] for key in table.game.commands})
    now = answered(table.game.questions, table.state.answers)
    return draw("readings.html", said, **shown, questions=found, now=now)


def changing(table: Table, seat: Seat, asked: Mapping[str, Find]) -> dict[str, dict[str, list[str]]]:
    """question → another answer → the commands it makes a difference to, each command asked about in its way."""
    found: dict[str, dict[str, list[str]]] = {}
    for command, find in asked.items():
        for bearing in find(table, seat, command):
            for answer in bearing.others:
                found.setdefault(bearing.question, {}).setdefault(answer, []).append(command)
    return found
