"""The tables that addresses opened within the last hour, counted for all servers of one database."""

from __future__ import annotations

import time

from app.storage.database import Database
from app.storage.signing_keys import SigningKeys
from app.web.request.guard import AN_HOUR, TableRateLimit
from app.web.request.makers import address_mark

ROWS = "opened"
CLOCKS_APART = 60.0
"""Seconds by which the clock of another machine may be ahead; what is later still was noted by a wrong clock."""


class SharedRateLimit(TableRateLimit):
    """The limit by rows, which name no address: a mark of it, which only the keys can tell, for an hour."""

    def __init__(self, database: Database, keys: SigningKeys) -> None:
        super().__init__()
        self._database, self._keys = database, keys

    def opened_by(self, address: str) -> tuple[int, int]:
        with self._database.reading() as tables:
            rows = tables.table(ROWS)
            since, until = self._hour()
            within = rows.count_where("at > ? AND at < ?", [since, until])
            mine = rows.count_where("address = ? AND at > ? AND at < ?", [self._mark(address), since, until])
            return mine, within

    def count_opened(self, address: str) -> None:
        with self._database.writing() as tables:
            rows = tables.table(ROWS)
            rows.delete_where("at <= ? OR at >= ?", self._hour())
            rows.insert({"address": self._mark(address), "at": time.time()}, ignore=True)

    def _hour(self) -> tuple[float, float]:
        return time.time() - AN_HOUR, time.time() + CLOCKS_APART

    def _mark(self, address: str) -> str:
        return address_mark(f"opened {self._keys.all[0]}", address)
