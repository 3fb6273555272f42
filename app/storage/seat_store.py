"""The seats of tables that somebody holds, as read from the database."""

from __future__ import annotations

from collections.abc import Mapping
from weakref import WeakValueDictionary

from app.core.table.seat_view import Table
from app.storage.database import Database
from app.storage.table_rows import BY_TOKEN, CAME_ALONG, CLAIMED, SeatRows


class SeatStore:
    """The part of the store that knows seats; a loaded table knows which are taken."""

    def __init__(self, database: Database) -> None:
        self.database, self._seats = database, SeatRows(database)
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._taken: dict[str, Mapping[str, int | None]] = {}
        """The taken seats of a table, and how each was taken, until one of them changes."""
        self._left: dict[str, set[str]] = {}

    def loaded(self) -> int:
        """Return how many tables are in memory."""
        return len(self._tables)

    def _read_seats(self, code: str) -> None:
        self._taken[code] = self._seats.taken(code)
        if (table := self._tables.get(code)) is not None:
            table.taken = self._taken[code].keys()

    def taken(self, code: str) -> Mapping[str, int | None]:
        """Return the seats of a table that somebody holds, and how each was taken (`table_rows`)."""
        if code not in self._taken:
            self._read_seats(code)
        return self._taken[code]

    def use(self, code: str, seat: str) -> None:
        if seat not in self.taken(code):
            self._seats.use(code, seat)
            self._read_seats(code)

    def used(self, code: str, seat: str) -> bool:
        return seat in self.taken(code)

    def claimed(self, code: str, seat: str) -> bool | None:
        """Return True if the seat was claimed before its first token was used; None if unknown."""
        how = self.taken(code).get(seat)
        return None if how is None else how != BY_TOKEN

    def came_along(self, code: str, seat: str) -> bool:
        return self.taken(code).get(seat) == CAME_ALONG

    def has_left(self, code: str, phone: str) -> bool:
        if code not in self._left:
            self._left[code] = self._seats.left(code)
        return phone in self._left[code]

    def free(self, code: str, seat: str) -> None:
        self._seats.free(code, seat)
        self._read_seats(code)

    def claim(self, code: str, seat: str, *, comes_along: bool = False) -> None:
        """Take a free seat, possibly for somebody from the previous table. Raise SeatOccupied."""
        self._seats.claim(code, seat, CAME_ALONG if comes_along else CLAIMED)
        self._read_seats(code)
