"""The open questions that bear on what a seat may do now, on one page."""

from __future__ import annotations

from flask import Blueprint, render_template

from app.core.play import PUBLIC, Offer, Seat
from app.core.readings import Bite
from app.core.table import Table
from app.web.play import seated, sight
from app.web.readings import open_here

pages = Blueprint("open_questions", __name__, url_prefix="/t/<code>")


@pages.get("/readings")
def readings(code: str) -> str:
    """Each question that would change what may be done now, with the commands that it touches."""
    table, seat = seated(code)
    shown = sight(table, seat)
    return render_template("readings.html", **shown, touched=touched(table, seat, shown["offers"]))


def touched(table: Table, seat: Seat, offers: list[Offer]) -> list[tuple[Bite, list[str]]]:
    """(question, commands) of what is offered now."""
    if seat == PUBLIC:
        return []
    found: dict[str, tuple[Bite, list[str]]] = {}
    for command in dict.fromkeys(offer.command for offer in offers if offer.group == "play"):
        for bite in open_here(table, seat, command, {}):
            found.setdefault(bite.question, (bite, []))[1].append(command)
    return list(found.values())
