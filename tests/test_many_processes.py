"""Two server processes on one PostgreSQL: what one stores the other shows; killed, frozen, deleted under commands."""

from __future__ import annotations

import shutil
import threading
import time
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
def address(postgresql: pg.Server, monkeypatch: pytest.MonkeyPatch) -> str:
    """An empty schema, where every process of this test keeps its tables."""
    place = postgresql.address()
    monkeypatch.setenv(ADDRESS, place)
    return place


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
        """When the number came. Fails if it does not come in time."""
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
