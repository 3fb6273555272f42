"""Presses in one line each, made once and kept."""

from __future__ import annotations

from functools import partial
from itertools import islice

from flask import current_app

from app.core import log_lines
from app.core.play import Entry, Seat
from app.core.seating import HabitSet, SeatLeft, SeatRenamed, SeatTaken
from app.core.table import Table
from app.core.ticking import TickedOff
from app.core.veil import veil
from app.core.words import Speech
from app.web.table.fragments import kept

MOST_LINES = 3
"""Of a press told in short."""
QUIET = SeatTaken | SeatRenamed | SeatLeft | HabitSet | TickedOff
"""What nobody is told as news."""


def newest(table: Table, seat: Seat, count: int) -> list[Entry]:
    """The last standing presses that the seat has seen, in order, but for who sits where and what was ticked off."""
    standing = (entry for entry in reversed(table.seen(seat)) if table.stands(entry) and is_news(entry))
    return [*islice(standing, count)][::-1]


def is_news(entry: Entry) -> bool:
    """Whether a press is about more than who sits where and how, or what was ticked off."""
    return not all(isinstance(event, QUIET) for event in entry.events)


def in_short(table: Table, seat: Seat, entries: list[Entry], said: Speech) -> list[str]:
    """Each press in short: what it began with, and what came of it; several things that sum up a line each."""
    return [("\n" if is_of_several(entry) else " ").join(first_lines(table, seat, entry, said)) for entry in entries]


def is_of_several(entry: Entry) -> bool:
    """Whether a press holds several things that sum up, of which none is left out."""
    return sum(type(event).sums_up for event in entry.events) > 1


def headline(table: Table, seat: Seat, entry: Entry, said: Speech) -> str:
    """A press in one line: of several things what they came to."""
    return in_short(table, seat, [entry], said)[0].rpartition("\n")[2]


def first_lines(table: Table, seat: Seat, entry: Entry, said: Speech) -> list[str]:
    """The first lines of a press, made once for all who see the whole of it."""
    first = partial(log_lines.lines_of, table, entry, seat, said, most=MOST_LINES)
    of_whom = None if sees_whole(table, entry, seat) else seat
    return kept(current_app.jinja_env, (table.code, entry.seq, of_whom, said), first)


def sees_whole(table: Table, entry: Entry, seat: Seat) -> bool:
    """Whether a seat may know all that a press tells, of a press that it names, too."""
    named = [table.entries[vars(event)["press"]] for event in entry.events if type(event).names_press]
    events = [event for one in (entry, *named) for event in one.events]
    return all(event.seen_by(seat) and veil(event, seat) is event for event in events)
