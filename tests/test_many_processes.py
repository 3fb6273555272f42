"""Two servers on one PostgreSQL: what one stores the other shows, whatever is killed, frozen, stopped or deleted."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from app.storage.postgresql_notifications import LONGEST_SILENCE
from tests import postgresql as pg
from tests.server import FAILED_TO_ANSWER, Server, send
from tests.stress import two_servers
from tests.stress.two_servers import Found, Two
from tests.test_postgresql import Phone

AT_ONCE = 1.0
"""Seconds in which a message comes: without one, a phone would look by itself after four at the earliest."""
NOTICED = LONGEST_SILENCE + 1.5
"""Seconds within which a server knows that it hears nothing: it looks once a second."""


@pytest.fixture(scope="module")
def pair() -> Iterator[Two]:
    """Two servers of the same tables, on a PostgreSQL that a test may stop."""
    with pg.running() as cluster, two_servers.two_servers(cluster) as pair:
        pair.tables = 3
        yield pair


@pytest.fixture
def two(pair: Two) -> list[Server]:
    return pair.servers


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


def test_a_command_at_one_process_is_heard_at_the_other(two: list[Server]) -> None:
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


@pytest.mark.parametrize(
    "attack",
    [
        lambda pair: two_servers.kills(pair, 1),
        lambda pair: two_servers.stops(pair, 2, 0.5),
        lambda pair: two_servers.freezes(pair, 2, 2.0),
        lambda pair: two_servers.deletions(pair, 2),
        lambda pair: two_servers.storm(pair, 60, 10),
    ],
    ids=["killed", "stopped", "frozen", "deleted", "storm"],
)
def test_nothing_acknowledged_by_two_servers_is_lost(pair: Two, attack: Callable[[Two], Found]) -> None:
    found = attack(pair)
    assert found.holds, str(found)


def test_a_full_disk_of_the_database_loses_nothing() -> None:
    found = two_servers.alone(two_servers.full, 1, megabytes=64)
    assert found.holds, str(found)
    assert found.statuses[507], str(found)


def test_a_server_that_hears_no_other_asks_the_log_and_connects_again(pair: Two) -> None:
    one, deaf = pair.servers
    phone = Phone(one)
    moved, stream = through(deaf, phone), Stream(phone, deaf)
    seq = moved.look().json["seq"]
    stream.wait_for(seq)
    with pair.networks[1].frozen(only_listening=True):
        until = time.monotonic() + NOTICED
        while deaf.ask("GET", "/health").status == 200:
            assert time.monotonic() < until
            time.sleep(0.05)
        for number in range(5):
            assert phone.rename(f"Ada {number}").status == 200
            assert moved.name() == f"Ada {number}", "it asks at each look"
        assert phone.rename("Bea").status == 200
    stream.wait_for(seq + 6, NOTICED)
    assert deaf.ask("GET", "/health").status == 200


def test_a_phone_that_changes_servers_sees_no_older_table(pair: Two) -> None:
    """Nothing told the other server of the entry that this phone has seen already."""
    phone = Phone(pair.servers[0])
    moved = through(pair.servers[1], phone)
    with pair.networks[1].frozen(only_listening=True):
        for number in range(10):
            moved.look()
            assert phone.rename(f"Ada {number}").status == 200
            seen = phone.look().json["seq"]
            is_older = moved.look().json["seq"] < seen
            table = moved.timed("GET", f"/api/tables/{phone.code}?seen={seen}").json
            assert (table["seq"], table["state"]["seats"]["allied"]["name"]) == (seen, f"Ada {number}")
            if is_older:
                return
    pytest.fail("it always knew")


def test_a_command_whose_answer_is_lost_counts_once(pair: Two) -> None:
    phone = Phone(pair.servers[0])
    seq = phone.look().json["seq"]
    network = pair.networks[0]
    network.lose_answer_to(b"the-lost-one")
    assert phone.rename("Ada", "the-lost-one").status == 200
    assert network.loses == b"", "its connection was cut once it was kept"
    assert [key for code, key, _ in pair.rows() if code == phone.code].count("the-lost-one") == 1
    for server in pair.servers:
        moved = through(server, phone)
        assert moved.rename("Ada", "the-lost-one").status == 200
        assert moved.timed("GET", f"/api/tables/{phone.code}?seen={seq + 1}").json["seq"] == seq + 1
