"""A finished game as a play for BG Stats: the record that its page for other programs takes.

Its reader for Android takes no record without `highestWins`, `noPoints`, `winner` and `startPlayer`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from app.core.engine.event import PUBLIC
from app.core.messages.translator import Translator
from app.core.table import serialize
from app.core.table.course import Course
from app.core.table.seat_view import Table
from app.core.table.summary import Summary
from app.core.table_commands.seating import has_played

PAGE = "https://app.bgstatsapp.com/createPlay.html"
LONGEST_COMMENT = 400
"""Letters of a comment: the whole record travels in an address."""


def play_of(table: Table, summary: Summary, course: Course, said: Translator) -> dict[str, Any]:
    scored = next((what for what in table.game.views.course if what in summary.counts and what != "lost"), "")
    play: dict[str, Any] = {
        "sourceName": "Adjutant",
        "sourcePlayId": f"{table.code}-{summary.end.seq}",
        "playDate": time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(summary.end.at)),
        "comments": " ".join(how_it_ended(table, summary, said))[:LONGEST_COMMENT],
        "game": {
            "name": said.name(table.game.key),
            "sourceGameId": table.game.key,
            "highestWins": True,
            "noPoints": not scored,
        },
        "players": [*players_of(table, summary, course, scored, said)],
    }
    if minutes := int(summary.seconds) // 60:
        play["durationMin"] = minutes
    if board := mission_of(table, said):
        play["board"] = board
    return play


def address_of(play: dict[str, Any]) -> str:
    """Return the address that hands a play to BG Stats on the same device."""
    return f"{PAGE}?data={quote(json.dumps(play, ensure_ascii=False, separators=(',', ':')), safe='')}"


def how_it_ended(table: Table, summary: Summary, said: Translator) -> list[str]:
    """Return the line of the event just before the end if that explains it, then the line of the end."""
    seen = [event for event in summary.end.events if event.visible_to(PUBLIC)]
    end = next(place for place, event in enumerate(seen) if event.ends_game)
    ends = [event for event in seen[max(end - 1, 0) : end + 1] if event.explains_end or event.ends_game]
    data = [(event, serialize.event_data(table, event, PUBLIC)) for event in ends]
    return [serialize.line(table, event, fields, PUBLIC, said) for event, fields in data]


def mission_of(table: Table, said: Translator) -> str:
    key = f"mission.{table.state.mission}"
    return said.translate(key) if table.state.mission is not None and said.has(key) else ""


def players_of(
    table: Table, summary: Summary, course: Course, scored: str, said: Translator
) -> Iterator[dict[str, Any]]:
    """Yield the seats of each side that somebody holds; all of a side that nobody holds."""
    names = [table.state.seats[name].name for name, side in table.seats.items() if side is not None]
    namesakes = {name for name in names if name and names.count(name) > 1}
    for side in table.game.sides:
        seats = [name for name, of in table.seats.items() if of == side]
        held = [name for name in seats if table.state.seats[name].name or has_played(table.look(PUBLIC), name)]
        for name in held or seats:
            person = table.state.seats[name].name
            player = {
                "name": person or said.name(name),
                "sourcePlayerId": f"{person} ({name})" if person in namesakes else person or name,
                "winner": table.state.winner == side,
                "startPlayer": course.first == side,
                "role": said.name(side),
            }
            if len(held or seats) > 1:
                player["team"] = said.name(side)
            if scored and side in summary.counts[scored]:
                player["score"] = summary.counts[scored][side].number
            yield player
