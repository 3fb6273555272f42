"""The retrieval boats on a board: state, timing and actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.core.engine.buttons import Button
from app.games.mobile_infantry.board_view.buttons import SeatOffers
from app.games.mobile_infantry.book import Book
from app.games.mobile_infantry.state import Boat, State

CALL = "call-boats"
IN_FLIGHT = ("inbound", "outbound")


class BoatRow(NamedTuple):
    """A boat: its men of so many seats.

    `due`: the turn in which it comes or is back (0: not known); `left`: turns to it of those that a `lift` takes.
    """

    key: str
    state: str
    load: int
    seats: int
    due: int
    left: int
    lift: int
    taps: tuple[Button, ...]

    @property
    def clock(self) -> tuple[int, int]:
        """Return the elapsed part of its clock, and the whole."""
        return max(0, self.lift - self.left), self.lift


class Fleet(NamedTuple):
    idle: int
    boats: tuple[BoatRow, ...]
    calls: tuple[Button, ...]


def fleet(state: State, book: Book, may: SeatOffers, *, calls: bool) -> Fleet | None:
    if not state.boats:
        return None
    busy = [(key, boat) for key, boat in state.boats.items() if boat.state != "standby"]
    boats = tuple(row(state, book, may, key, boat) for key, boat in busy)
    return Fleet(
        len(state.boats) - len(busy),
        boats,
        (
            *(call(state, book, may) if calls else ()),
            *may.buttons("tile", "roll-for-boats", "land-boats", "embark-all"),
        ),
    )


def call(state: State, book: Book, may: SeatOffers) -> Iterator[Button]:
    if isinstance(state.mission, int) and not book.missions[state.mission].overflown:
        yield from list(may.buttons("tile", CALL)) or [Button(CALL, CALL, f"command.{CALL}", look="tile", greyed=True)]


def row(state: State, book: Book, may: SeatOffers, key: str, boat: Boat) -> BoatRow:
    due = boat.due_turn or 0
    left = max(0, due - state.turn) if boat.state in IN_FLIGHT else 0
    return BoatRow(key, boat.state, boat.load, book.boats.seats, due, left, book.boats.lift, tuple(taps(may, key)))


def taps(may: SeatOffers, key: str) -> Iterator[Button]:
    for offer in may.choosing("boat", key, "take-off"):
        yield may.button(offer, f"take-off-{key}", boat=key)
    for offer in may.choosing("boat", key, "attack-boat"):
        yield may.button(offer, f"attack-{key}", boat=key)._replace(opens=True)
    for offer in may.choosing("boat", key, "lose-boat"):
        yield may.button(offer, f"lose-{key}", boat=key)._replace(opens=True)
