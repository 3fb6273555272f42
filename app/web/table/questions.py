"""The open questions that bear on what a seat may do now, on one page."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import Blueprint, render_template

from app.core.other_readings import Bite
from app.core.play import Seat
from app.core.table import Table
from app.web.table.board import seated, sight
from app.web.table.other_readings import let_by_others, open_here

Find = Callable[[Table, Seat, str], list[Bite]]

pages = Blueprint("open_questions", __name__, url_prefix="/t/<code>")


@pages.get("/readings")
def readings(code: str) -> str:
    """Each question that would change what may be done now or let more be done, with the commands that it touches."""
    table, seat = seated(code)
    shown = sight(table, seat)
    offered = {offer.command for offer in shown["offers"]}
    asked = {True: open_here, False: let_by_others}
    found = touched(table, seat, {key: asked[key in offered] for key in table.game.commands})
    return render_template("readings.html", **shown, touched=found)


def touched(table: Table, seat: Seat, asked: Mapping[str, Find]) -> dict[str, dict[str, list[str]]]:
    """question → another answer → the commands it makes a difference to, each command asked about in its way."""
    found: dict[str, dict[str, list[str]]] = {}
    for command, find in asked.items():
        for bite in find(table, seat, command):
            for answer in bite.others:
                found.setdefault(bite.question, {}).setdefault(answer, []).append(command)
    return found
