"""Hexes of the newest action, to which the map of a phone that waits is moved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.core.engine.event import Seat
from app.core.engine.visibility import redact
from app.core.table.seat_view import Table
from app.games.memoir_44.board_state import BoardState
from app.games.memoir_44.geometry import Hex, hex_named

THINGS, SEVERAL, PLACES = ("unit", "target"), "units", ("to", "hex", "on")
"""Fields of events that name a unit or train, several of them, and a hex."""
AS_FAR_BACK = 12


def lately(table: Table, seat: Seat, field: BoardState) -> tuple[Hex, ...]:
    """Return the hexes of the newest action that had some: of who acted, of whom it met, and where."""
    for entry in reversed(table.seen(seat)[-AS_FAR_BACK:]):
        told = (vars(redact(event, seat)) for event in entry.events if event.visible_to(seat))
        if table.is_active(entry) and (found := dict.fromkeys(at for fields in told for at in hexes_of(field, fields))):
            return tuple(found)
    return ()


def hexes_of(field: BoardState, fields: Mapping[str, Any]) -> Iterator[Hex]:
    several = fields.get(SEVERAL)
    for key in (*(several if isinstance(several, list | tuple) else ()), *map(fields.get, THINGS)):
        for things in field.things_of.values():
            yield from things.get(str(key), ())
    for name in PLACES:
        if isinstance(at := fields.get(name), str) and (place := hex_named(field.board, at)):
            yield place
