"""The end of a game on a page of its own: how it was won, what is counted of each side, how long it took."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, current_app

from app.core import log_lines
from app.core.play import Entry, Seat
from app.core.summary import Summary, summary_of
from app.core.table import Table
from app.web.request import rights
from app.web.request.aside import aside_on_copy, in_turn
from app.web.request.at_table import at_table
from app.web.request.drawing import draw
from app.web.request.speech import speech
from app.web.table.fragments import kept
from app.web.table.sight import sight

pages = Blueprint("ending", __name__, url_prefix="/t/<code>")


@pages.get("/end")
@at_table(rights.by_cookie)
def ending(table: Table, seat: Seat) -> str:
    """How the game went, as this seat may know it; before its end, that it goes on."""
    said = speech(table)
    summary = summary_kept(table, seat) if table.state.over else None
    with in_turn():
        told = log_lines.lines_of(table, up_to_the_end(summary.end), seat, said) if summary else []
        return draw("end.html", said, **sight(table, seat, said), summary=summary, told=told, sides=table.game.sides)


def summary_kept(table: Table, seat: Seat) -> Summary | None:
    """How the game went, worked out aside, once until the log grows."""
    place = ("summary", table.code, len(table.entries), seat)
    return kept(current_app.jinja_env, place, lambda: aside_on_copy(summary_of, table, seat))


def up_to_the_end(entry: Entry) -> Entry:
    """The press with which a game ended, without what follows from its end: seals that are opened."""
    ends = next(place for place, event in enumerate(entry.events, start=1) if event.ends_game)
    return replace(entry, events=entry.events[:ends])
