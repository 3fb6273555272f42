"""Two server processes on one PostgreSQL: what one stores the other shows; killed, frozen, deleted under commands."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.storage.database import ADDRESS
from tests import postgresql as pg
from tests.server import FAILED_TO_ANSWER, Server, send, serving
from tests.test_postgresql import Phone

AT_ONCE = 1.0
"""Seconds in which a message comes: without one, a phone would look by itself after four at the earliest."""


@pytest.fixture
def two(address: str, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two servers of the same tables."""
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir(mode=0o700)
    with serving(one) as first:
        shutil.copytree(one, other, ignore=shutil.ignore_patterns("lock*"))
        with serving(other) as second:
            yield first, second


class Stream:
    """A stream of notifications, read beside the test."""

    def __init__(self, phone: Phone, app: Server) -> None:
        self.connection = app.connection()
        send(self.connection, "GET", f"/api/tables/{phone.code}/bell", token=phone.token)
        self.response = self.connection.getresponse()
        self.number, self.at = -1, 0.0
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        try:
            while line := self.response.readline():
                if line.startswith(b"id: "):
                    self.number, self.at = int(line[4:]), time.monotonic()
        except FAILED_TO_ANSWER:
            return

    def wait_for(self, number: int, seconds: float = 20.0) -> float:
        """Return the time at which the number came (`time.monotonic`)."""
        ends = time.monotonic() + seconds
        while self.number < number:
            assert time.monotonic() < ends, (self.number, number)
            time.sleep(0.002)
        return self.at


def through(app: Server, phone: Phone) -> Phone:
    """The same phone, asking another server."""
    moved = object.__new__(Phone)
    moved.__dict__.update(phone.__dict__, app=app)
    return moved


def test_a_command_at_one_process_is_heard_at_the_other(two: tuple[Server, Server]) -> None:
    phone = Phone(two[0])
    moved, stream = through(two[1], phone), Stream(phone, two[1])
    seq = moved.look().json["seq"]
    stream.wait_for(seq)
    for number in range(5):
        began = time.monotonic()
        assert phone.rename(f"Ada {number}").status == 200
        assert stream.wait_for(seq + number + 1) - began < AT_ONCE
        assert moved.name() == f"Ada {number}"
    assert two[1].ask("GET", "/").status == 200


def test_commands_at_both_go_on_when_one_is_killed(two: tuple[Server, Server], postgresql: pg.Server) -> None:
    """Nothing acknowledged is lost or stored twice, and no number is left out."""
    phones = [Phone(two[0]) for _ in range(2)]
    acknowledged: list[tuple[str, str]] = []
    ends = time.monotonic() + 2.5

    def acts(phone: Phone, app: Server, name: str) -> None:
        moved, number = through(app, phone), 0
        while time.monotonic() < ends:
            number += 1
            try:
                if moved.rename(f"{name}{number}", f"{name}{number}").status == 200:
                    acknowledged.append((phone.code, f"{name}{number}"))
            except FAILED_TO_ANSWER:
                return

    threads = [
        threading.Thread(target=acts, args=(phone, app, f"p{place}-"))
        for place, app in enumerate(two)
        for phone in phones
    ]
    for thread in threads:
        thread.start()
    time.sleep(1.2)
    two[0].process.kill()
    for thread in threads:
        thread.join()
    schema = os.environ[ADDRESS].rpartition("%3D")[2]
    rows = postgresql.sql(f'SELECT "table", key, seq FROM {schema}.entries ORDER BY "table", seq').splitlines()
    kept = [tuple(row.split("|")) for row in rows]
    keys = Counter((code, key) for code, key, _ in kept)
    assert len(acknowledged) > 20
    assert {name[:2] for _, name in acknowledged} == {"p0", "p1"}
    assert [one for one in acknowledged if keys[one] != 1] == []
    for phone in phones:
        numbers = [int(seq) for code, _, seq in kept if code == phone.code]
        assert numbers == [*range(len(numbers))]
        assert through(two[1], phone).look().json["seq"] == len(numbers) - 1


def test_a_deletion_at_one_is_told_by_the_other(two: tuple[Server, Server]) -> None:
    phone = Phone(two[0])
    moved = through(two[1], phone)
    assert moved.rename("Ada").status == 200
    key = two[0].host_path.rpartition("/")[2]
    statuses: list[int] = []

    def acts() -> None:
        for number in range(200):
            statuses.append(moved.rename(f"Bea {number}", f"b{number}").status)
            if statuses[-1] != 200:
                return

    thread = threading.Thread(target=acts)
    thread.start()
    time.sleep(0.2)
    deleted = two[0].ask("POST", f"/api/tables/{phone.code}/delete", {"code": phone.code}, key)
    thread.join()
    assert deleted.status == 200, deleted.body
    assert (statuses[-1], {*statuses[:-1]}) == (404, {200})
    assert moved.look().status == 404
