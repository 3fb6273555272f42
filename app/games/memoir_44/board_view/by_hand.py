"""Pieces placed, moved and removed by hand: choose the piece, then tap a hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from app.core.engine.command import list_offers
from app.core.engine.event import Seat
from app.core.engine.offers import Offer
from app.core.table.seat_view import Table
from app.core.table_commands.house_rulings import rules_the_table
from app.games.memoir_44.board_view.selectable import HexForm, HexTarget, corner, spot
from app.games.memoir_44.turn.by_hand import (
    MINE,
    MINES,
    STARS,
    UNITS,
    ByHand,
    MovePiece,
    PlacePiece,
    Rooms,
    obstacles,
    rooms,
)

HAND = "hand"
ON, MOVE, PLACE = "on", "move", "place"
"""Choices by hand: a hex, a piece there, one from the box."""


class Piece(NamedTuple):
    at: str
    name: str
    number: int | None = None


class Hand(NamedTuple):
    """The state of a choice by hand.

    Nothing yet, a hex, or a piece; the contents of that hex, and the pieces in the box for it.
    """

    what: str
    at: str | None = None
    piece: Piece | None = None
    lying: tuple[Piece, ...] = ()
    box: tuple[tuple[str, tuple[str, ...]], ...] = ()


def by_hand(table: Table, seat: Seat, thing: str) -> Mapping[str, Any]:
    """Return the board context of a choice by hand.

    Empty for whoever may not rule, or if there is no such thing.
    """
    kind, *chosen = thing.split(".")
    if kind != HAND or not may_rule(table, seat):
        return {}
    look = table.look(seat)
    room = rooms(look)
    if not chosen:
        box = tuple((group, tuple(names)) for group, names in kinds(obstacles(look)))
        return only(Hand(ON, box=box), **pieces(room))
    what, *named = chosen
    if what == ON and len(named) == 1:
        return of_hex(room, look, named[0])
    if what == PLACE and len(named) == 1:
        piece = Piece("", named[0])
        return to_tap(room, Hand(PLACE, piece=piece), PlacePiece, list_offers(PlacePiece, look), piece, "at")
    if what == MOVE and len(named) == 2 and named[0] in room.pieces_on(named[1]):
        piece = Piece(named[1], named[0], number_at(room, named[0], named[1]))
        return to_tap(room, Hand(MOVE, named[1], piece), MovePiece, list_offers(MovePiece, look), piece, "to")
    return {}


def may_rule(table: Table, seat: Seat) -> bool:
    return not table.state.over and rules_the_table(table.look(seat))


def kinds(every_obstacle: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    yield from (("units", [*UNITS]), ("obstacles", every_obstacle), ("mines", [*MINES]), ("stars", STARS))


def only(placing: Hand, **more: Any) -> Mapping[str, Any]:
    return {"placing": placing, "chosen": None, "ordering": None, "ways": (), "aims": (), "begins": None, **more}


def pieces(room: Rooms) -> Mapping[str, Any]:
    found = ((at, tuple(room.pieces_on(at))) for at in room.hexes)
    lit = tuple((spot(room.field, at), names) for at, names in found if names)
    return {"pieces": lit, "begins": begins(room, [at for at, _ in lit])}


def begins(room: Rooms, lit: Sequence[HexTarget]) -> tuple[int, int] | None:
    return corner(room.field.edge(room.side) if room.side else "bottom", lit)


def of_hex(room: Rooms, look: Any, at: str) -> Mapping[str, Any]:
    if at not in room.hexes:
        return {}
    lying = tuple(Piece(at, name, number_at(room, name, at)) for name in room.pieces_on(at))
    free = {
        str(name)
        for offer in list_offers(PlacePiece, look)
        if at in (offer.given.get("at"), *offer.values("at"))
        for name in offer.values("piece")
    }
    groups = ((group, tuple(name for name in names if name in free)) for group, names in kinds(obstacles(look)))
    box = tuple((group, names) for group, names in groups if names)
    return only(Hand(ON, at, lying=lying, box=box), here=spot(room.field, at), **pieces(room))


def number_at(room: Rooms, name: str, at: str) -> int | None:
    mine = room.state.mines.get(at) if name == MINE else None
    return mine.shown if mine else None


def to_tap(
    room: Rooms, placing: Hand, command: type[ByHand], offers: Sequence[Offer], piece: Piece, field: str
) -> Mapping[str, Any]:
    hexes = list(dict.fromkeys(at for offer in offers if is_for(offer, piece) for at in hexes_of(offer, field)))
    if not hexes:
        return {}
    sent = {"piece": piece.name, **({"at": piece.at} if piece.at else {})}
    lit = tuple(spot(room.field, at) for at in hexes)
    way = HexForm(command.key, "lit-0", f"command.{command.key}", field, tuple(sent.items()), lit)
    here = {"here": spot(room.field, piece.at)} if piece.at else {}
    return {**only(placing), "ways": (way,), "begins": begins(room, lit), **here}


def is_for(offer: Offer, piece: Piece) -> bool:
    named = offer.given.get("piece") == piece.name or piece.name in offer.values("piece")
    there = not piece.at or "at" not in offer.choose or piece.at in offer.values("at")
    return named and there


def hexes_of(offer: Offer, field: str) -> list[str]:
    return [str(offer.given[field])] if field in offer.given else offer.values(field)
