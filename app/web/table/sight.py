"""What every page of a table shows, as a seat may see it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import partial
from itertools import islice
from typing import Any

from app.acts import seat_at
from app.core import log_lines
from app.core.game import Keepsake
from app.core.next_table import counterparts
from app.core.offers import Offer
from app.core.play import Entry, Seat
from app.core.seating import HabitSet, SeatLeft, SeatRenamed, SeatTaken
from app.core.table import Table
from app.core.words import Speech
from app.web.request.guard import acts, store
from app.web.table.fragments import kept

LINES_WITHOUT_A_SIDE = 5


def sight(
    table: Table, seat: Seat, said: Speech, but: Collection[str] = (), readings: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The frame of a page and what its game shows, veiled; without the offers of `but`, by other `readings`."""
    with store().lock:
        offers = table.offers_for(seat, but=but, readings=readings)
        foreseeable = bool(store().row(table.code).foreseeable)
        return frame(table, seat, offers, said, foreseeable, **next_of(table, seat))


def frame(
    table: Table, seat: Seat, offers: list[Offer], said: Speech, foreseeable: bool = False, **more: str | None
) -> dict[str, Any]:
    """The frame of a page and what its game shows, made of a table and what the host knows of it: `more`, too."""
    shown = table.game.shown(table, seat, offers)
    state = shown.get("state") or table.state_for(seat)
    return {
        "code": table.code,
        "game": table.game.key,
        "seat": seat,
        "seq": table.seq(seat),
        "state": state,
        "acts": seat.side is not None and (state.active == seat.side or state.awaits(seat)),
        "offers": offers,
        "may": by_command(offers),
        "last": in_short(table, seat, newest(table, seat, 1 if seat.side else LINES_WITHOUT_A_SIDE), said),
        "undo_text": strike_text(table, seat, offers, said),
        "foreseeable": foreseeable,
        "may_swap": counterparts(table.seats) is not None,
        "keepsakes": keepsakes(table, seat) if table.state.over else {},
        "next_code": None,
        "next_seat": seat.name,
        **more,
        **shown,
    }


def keepsakes(table: Table, seat: Seat) -> Mapping[str, Keepsake]:
    """What a seat may keep of a table for another one."""
    return table.game.keepsakes(table.state_for(seat), seat)


def next_of(table: Table, seat: Seat) -> dict[str, str | None]:
    """The code of the table where the game went on, and this seat's there; without one, none and the seat."""
    following = acts().next_of(table)
    there = seat_at(following, seat) if following else seat.name
    return {"next_code": following.code if following else None, "next_seat": there}


def newest(table: Table, seat: Seat, count: int) -> list[Entry]:
    """The last standing presses that the seat has seen, in order, but for who sits where."""
    standing = (entry for entry in reversed(table.seen(seat)) if table.stands(entry) and is_news(entry))
    return [*islice(standing, count)][::-1]


def is_news(entry: Entry) -> bool:
    """Whether a press is about more than who sits where and how."""
    return not all(isinstance(event, SeatTaken | SeatRenamed | SeatLeft | HabitSet) for event in entry.events)


def by_command(offers: list[Offer]) -> defaultdict[str, list[Offer]]:
    """Offers under the name of their command; none under any other."""
    found: defaultdict[str, list[Offer]] = defaultdict(list)
    for offer in offers:
        found[offer.command].append(offer)
    return found


def in_short(table: Table, seat: Seat, entries: list[Entry], said: Speech) -> list[str]:
    """One line for each press: what it began with, and what came of it."""
    return [kept((table.code, entry.seq, seat, said), partial(line_of, table, entry, seat, said)) for entry in entries]


def line_of(table: Table, entry: Entry, seat: Seat, said: Speech) -> str:
    """A press in one line."""
    return " ".join(log_lines.lines_of(table, entry, seat, said, most=3))


def strike_text(table: Table, seat: Seat, offers: list[Offer], said: Speech) -> dict[str, str]:
    """What an undo or redo would strike or bring back, in words."""
    seen = table.seen(seat)
    strikes = {offer.command: seen[offer.given["press"] - 1] for offer in offers if offer.command in ("undo", "redo")}
    return {command: log_lines.lines_of(table, entry, seat, said)[0] for command, entry in strikes.items()}
