"""Personal data of a seat's holder: what they entered, did, and are named in."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from app.core.engine.event import Entry, Seat
from app.core.messages.translator import Translator
from app.core.table import serialize
from app.core.table.seat_view import Table
from app.core.table_commands.seating import SeatRenamed, SeatTaken

FORMAT, VERSION = "adjutant-own-data", 1


def own_data(table: Table, seat: Seat, speech: Translator) -> dict[str, Any]:
    """Return the personal data of a seat's holder as JSON, only of what the seat may see."""
    names = [*dict.fromkeys(names_of(table, seat))]
    lines = [(entry, written(table, entry, seat, speech)) for entry in table.seen(seat)]
    kept = table.game.files.carry_over_files(table.state_for(seat), seat)
    return {
        "format": FORMAT,
        "version": VERSION,
        "table": table.code,
        "game": table.game.key,
        "seat": seat.name,
        "side": seat.side,
        "names": names,
        "presses": [line for entry, line in lines if entry.seat == seat.name],
        "named_in": [line for entry, line in lines if entry.seat != seat.name and names_one(line, names)],
        "keepsakes": {thing: one.text for thing, one in kept.items()},
    }


def names_of(table: Table, seat: Seat) -> Iterator[str]:
    for entry in table.entries:
        for event in entry.events:
            if isinstance(event, SeatTaken | SeatRenamed) and event.seat == seat.name and event.name:
                yield event.name


def written(table: Table, entry: Entry, seat: Seat, speech: Translator) -> dict[str, Any]:
    at = datetime.fromtimestamp(entry.at, UTC).isoformat(timespec="seconds")
    return {"seq": table.seq_at(seat, entry.seq), "at": at, "events": serialize.events(table, entry, seat, speech)}


def names_one(line: dict[str, Any], names: list[str]) -> bool:
    return any(name.casefold() in event["text"].casefold() for event in line["events"] for name in names)


def seats_named(table: Table, name: str) -> list[Seat]:
    seats = [table.seat(seat) for seat in table.seats]
    return [seat for seat in seats if name.casefold() in (own.casefold() for own in names_of(table, seat))]
