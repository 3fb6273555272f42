"""The end of a game on a page of its own: how it was won, what is counted of each side, how long it took."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint

from app.core import log_lines
from app.core.play import Entry, Seat
from app.core.summary import summary_of
from app.core.table import Table
from app.web.request import rights
from app.web.request.at_table import at_table
from app.web.request.drawing import draw
from app.web.request.guard import store
from app.web.request.speech import speech
from app.web.table.sight import sight

pages = Blueprint("ending", __name__, url_prefix="/t/<code>")


@pages.get("/end")
@at_table(rights.by_cookie)
def ending(table: Table, seat: Seat) -> str:
    """How the game went, as this seat may know it; before its end, that it goes on."""
    said = speech(table)
    with store().lock:
        summary = summary_of(table, seat)
        told = log_lines.lines_of(table, up_to_the_end(summary.end), seat, said) if summary else []
    return draw("end.html", said, **sight(table, seat, said), summary=summary, told=told, sides=table.game.sides)


def up_to_the_end(entry: Entry) -> Entry:
    """The press with which a game ended, without what follows from its end: seals that are opened."""
    ends = next(place for place, event in enumerate(entry.events, start=1) if event.ends_game)
    return replace(entry, events=entry.events[:ends])
