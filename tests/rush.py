"""`python -m tests.rush FOLDER`: requests rush at one table on PostgreSQL, and each query lets all others run.

Prints as JSON what came of it; `test_every_query_yields.py` says what must.
"""

from __future__ import annotations

import json
import re
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

SEATS, ROUNDS = ("allied", "german"), 12


def main(folder: str) -> None:
    from gevent import monkey

    monkey.patch_all()
    from app import create_app
    from app.storage.postgresql import PostgresDatabase
    from app.storage.seat_store import SeatStore
    from app.storage.table_rows import TableRows

    let_others_run_at(PostgresDatabase)
    SeatStore.taken = lambda store, code: store._seats.taken(code)  # not cached: a page asks for each seat
    app = create_app(Path(folder))
    store, rush = app.extensions["store"], Rush(app)
    rush.together(
        *(partial(act, seat) for seat in SEATS for act in (rush.acts, rush.acts, rush.looks)),
        *(partial(rush.lobby, seat) for seat in SEATS),
        *(rush.joins for _ in range(4)),
    )
    kept = [(entry.seat, entry.key) for entry in store.table(rush.code).entries]
    log = [json.loads(row.events) for row in TableRows(store.database).entries(rush.code)]
    rush.together(*(partial(rush.acts, seat, "late") for seat in SEATS), rush.deletes)
    left = [rush.stored(), store.has(rush.code)]
    store.close()
    print(json.dumps({"kept": kept, "log": log, "left": left, **rush.found}))


def let_others_run_at(database: Any) -> None:
    import gevent

    execute = database.execute

    def yielding(*given: Any, **how: Any) -> Any:
        gevent.sleep(0)
        try:
            return execute(*given, **how)
        finally:
            gevent.sleep(0)

    database.execute = yielding


def asked(send: Callable[[], Any]) -> Any:
    """Return the answer to a request, sent again as phones do while the server is busy."""
    while True:
        time.sleep(0)  # as a socket does, it lets those run that wait for the turn
        if (answer := send()).status_code != 503:
            return answer


class Rush:
    """A table and what its phones were answered."""

    def __init__(self, app: Any) -> None:
        self.app = app
        opened = app.test_client().post("/api/tables", json={"game": "incursion", "referee": True}).json
        self.code, self.tokens = opened["code"], opened["seats"]
        self.found: dict[str, list[Any]] = {"acts": [], "looks": [], "joins": [], "late": [], "deleted": []}

    def stored(self) -> int:
        """Return how many entries of the table are in the database."""
        with self.app.extensions["store"].database.reading() as tables:
            count: int = tables.table("entries").count_where('"table" = ?', [self.code])
            return count

    def together(self, *acts: Callable[[], None]) -> None:
        threads = [threading.Thread(target=act) for act in acts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def ask(self, method: str, path: str, body: Any = None, seat: str = "") -> Any:
        token = {"Authorization": f"Bearer {self.tokens[seat]}"} if seat else {}
        address = f"/api/tables/{self.code}{path}"
        return asked(lambda: self.app.test_client().open(address, method=method, json=body, headers=token))

    def acts(self, seat: str, kind: str = "acts") -> None:
        """Give each command twice, since two of these run for each seat."""
        for number in range(ROUNDS):
            name = f"{kind} {seat} {number}"
            press = {"command": "rename", "name": name, "key": name, "seen": 0}
            answer = self.ask("POST", "/commands", press, seat)
            seq = answer.json["seq"] if answer.status_code == 200 else None
            self.found[kind].append([answer.status_code, seat, name, seq])

    def looks(self, seat: str) -> None:
        for _ in range(2 * ROUNDS):
            answer = self.ask("GET", "", seat=seat)
            names = {name: chair["name"] for name, chair in answer.json["state"]["seats"].items()}
            self.found["looks"].append([answer.json["seq"], names, self.stored()])

    def lobby(self, seat: str) -> None:
        """Look at the seats of the table, a page that asks the database several times."""
        phone = self.app.test_client()
        phone.set_cookie(f"seat-{self.code}", self.tokens[seat], path=f"/t/{self.code}")
        for _ in range(ROUNDS):
            page = asked(lambda: phone.get(f"/t/{self.code}/seats")).text
            (seq,) = re.findall(r'data-seq="(\d+)"', page)
            chairs = re.findall(r'id="chair-(\w+)-who">\s*(?:Free|Taken(?:: ([^<]*\w))?)\s*<', page)
            names = {name: who.strip() for name, who in chairs}
            self.found["looks"].append([int(seq), names, self.stored()])

    def joins(self) -> None:
        answer = self.ask("POST", "/seats", {"seat": "referee", "name": "Ada"})
        self.found["joins"].append(answer.status_code)

    def deletes(self) -> None:
        self.tokens["host"] = self.app.extensions["signed"].token("", "host")
        while not self.found["late"]:
            time.sleep(0.001)
        self.found["deleted"].append(self.ask("POST", "/delete", {"code": self.code}, "host").status_code)


if __name__ == "__main__":
    main(*sys.argv[1:])
