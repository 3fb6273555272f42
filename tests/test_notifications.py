"""Messages between the processes of one database."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.storage.notifications import GONE, TABLE, TRIES, Notifications
from app.storage.postgresql import PostgresDatabase
from tests import postgresql as pg

SOON = 10.0


@pytest.fixture
def address(postgresql: pg.Server) -> str:
    return postgresql.address()


def until(holds: Callable[[], object]) -> None:
    ends = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < ends
        time.sleep(0.01)


@pytest.fixture
def listening(address: str) -> Iterator[Callable[[], PostgresDatabase]]:
    """Opens the database as a server does: `listening()`."""
    databases: list[PostgresDatabase] = []

    def opened() -> PostgresDatabase:
        databases.append(database := PostgresDatabase(address))
        for loop in database.notifications.loops():
            threading.Thread(target=loop, daemon=True).start()
        until(lambda: database.notifications.hears)
        return database

    yield opened
    for database in databases:
        database.close()


def test_a_message_reaches_every_other_process(address: str, listening: Callable[[], PostgresDatabase]) -> None:
    heard: list[str] = []
    one, other = listening(), listening()
    for kind in (TRIES, GONE):
        one.notifications.on[kind] = other.notifications.on[kind] = heard.append
    before = other.notifications.heard("AAAAAA")
    one.notifications.send(TRIES, "192.0.2.1")
    PostgresDatabase(address).notifications.send(GONE, "BBBBBB")  # a command line, which does not listen
    one.notifications.send(TABLE, "AAAAAA")
    until(lambda: len(heard) == 3 and other.notifications.heard("AAAAAA") != before)
    assert sorted(heard) == ["192.0.2.1", "BBBBBB", "BBBBBB"]
    assert one.notifications.heard("AAAAAA") == before, "its own"


def test_one_process_alone_sends_nothing(tmp_path: Path) -> None:
    Notifications().send(TABLE, "AAAAAA")
    assert Notifications().loops() == ()
