"""Which seats are taken, as rows."""

from __future__ import annotations

from collections.abc import Callable

from app.storage.database import Database
from app.storage.errors import SeatTakenAlready, Taken

TABLE = "used"
BY_TOKEN, CLAIMED, CAME_ALONG = range(3)
"""How somebody came to act for a seat: by the token that came with the table, by sitting down before that was used, or
because the game went on from another table where it was taken."""


class SeatRows:
    """Every seat for which somebody acts, of all tables."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def taken(self, code: str) -> dict[str, bool | None]:
        """The taken seats of a table. Of each whether somebody sat down before the token that came with the table was
        used; None if that is not known.
        """
        with self.database.reading() as tables:
            rows = tables.table(TABLE).rows_where("[table] = ?", [code])
            return {row["seat"]: None if row["claimed"] is None else bool(row["claimed"]) for row in rows}

    def came_along(self, code: str, seat: str) -> bool:
        """Whether a seat is held by whoever held it at the table from which the game went on."""
        with self.database.reading() as tables:
            where = "[table] = ? AND seat = ? AND claimed = ?"
            return bool(tables.table(TABLE).count_where(where, [code, seat, CAME_ALONG]))

    def use(self, code: str, seat: str) -> None:
        """Somebody acts for this seat, by the token that came with the table. Raises StorageError."""
        with self.database.writing() as tables:
            tables.table(TABLE).insert({"table": code, "seat": seat, "claimed": BY_TOKEN}, ignore=True)

    def claim(self, code: str, seat: str, how: int = CLAIMED) -> None:
        """Take a free seat. Raises SeatTakenAlready, StorageError."""
        try:
            with self.database.writing() as tables:
                tables.table(TABLE).insert({"table": code, "seat": seat, "claimed": how})
        except Taken:
            raise SeatTakenAlready(seat) from None

    def free(self, code: str, seat: str) -> None:
        """Somebody else may take this seat. Raises StorageError."""
        with self.database.writing() as tables:
            tables.table(TABLE).delete_where("[table] = ? AND seat = ?", [code, seat])

    def go_on(self, before: str, code: str, moved: Callable[[str], str]) -> None:
        """Take at another table the seats that are taken at this one; `moved`: a seat here → the seat there."""
        with self.database.writing() as tables:
            tables.table(TABLE).insert_all(
                {"table": code, "seat": moved(seat), "claimed": CAME_ALONG} for seat in self.taken(before)
            )
