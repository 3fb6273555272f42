"""Proxies that the host names: believed about whom they ask for, and without a limit of connections."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.cli import connections
from app.core.errors import Refused
from app.web.request.proxies import KEY, Proxies, is_from_proxy
from tests.seated import link_to
from tests.server import Server, serving

PROXY, GUEST = "127.0.0.2", "127.0.0.3"


@pytest.mark.parametrize(
    ("named", "address", "believed"),
    [
        ((), "127.0.0.1", True),
        ((), "::1", True),
        ((), "127.0.0.2", False),
        (("10.0.0.5",), "127.0.0.1", True),
        (("10.0.0.5",), "10.0.0.5", True),
        (("10.0.0.5",), "::ffff:10.0.0.5", True),
        (("10.0.0.5",), "10.0.0.6", False),
        (("10.1.2.3/24", "fd00::/64"), "10.1.2.200", True),
        (("10.1.2.3/24", "fd00::/64"), "fd00::7%eth0", True),
        (("10.1.2.3/24", "fd00::/64"), "10.1.3.1", False),
        (("10.1.2.3/24",), "", False),
        (("10.1.2.3/24",), "unix:", False),
    ],
)
def test_this_computer_and_named_addresses_and_networks_are_proxies(
    named: tuple[str, ...], address: str, believed: bool
) -> None:
    assert (address in Proxies(named)) is believed
    assert is_from_proxy({"REMOTE_ADDR": address, KEY: Proxies(named)}) is believed


@pytest.mark.parametrize("named", ["proxy.example.org", "10.0.0.0/33", "10.0.0.5:8080", ""])
def test_what_is_no_address_is_refused(named: str) -> None:
    with pytest.raises(Refused, match="no-proxy-address"):
        Proxies([named])


def test_a_named_proxy_says_for_whom_it_asks_and_how(client: FlaskClient, app: Flask) -> None:
    def look(guest: str, peer: str) -> int:
        environ = {"REMOTE_ADDR": peer, KEY: Proxies(["10.0.0.5"])}
        headers = {"X-Forwarded-For": f"9.9.9.9, {guest}"}
        return client.get("/api/tables/QQQQQQ", headers=headers, environ_base=environ).status_code

    assert [look("203.0.113.5", "10.0.0.5") for _ in range(12)] == [404] * 10 + [429] * 2
    assert look("203.0.113.6", "10.0.0.5") == 404
    assert [look(f"203.0.113.{number}", "10.0.0.6") for number in range(12)][-1] == 429
    table = client.post("/api/tables", json={"game": "hello"}).json["code"]
    forwarded = {"X-Forwarded-Proto": "https", "Origin": "http://localhost"}
    for peer, secure in (("10.0.0.5", True), ("10.0.0.7", False)):
        environ = {"REMOTE_ADDR": peer, KEY: Proxies(["10.0.0.5"])}
        seat = "grey-moth" if secure else "white-moth"
        answer = app.test_client().post(link_to(app, table, seat), headers=forwarded, environ_base=environ)
        assert ("; Secure" in answer.headers["Set-Cookie"]) is secure


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("proxied"), "--proxy", PROXY) as running:
        yield running


def asked_on(connection: socket.socket, more: str = "", path: str = "/api/games") -> int:
    """The status of an answer on a connection, or 0 if it was closed."""
    try:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n".encode())
        return int(connection.recv(65536)[9:12] or b"0")
    except OSError:
        return 0


def test_a_named_proxy_has_any_number_of_connections(server: Server) -> None:
    place = urlsplit(server.url)
    with ExitStack() as stack:
        for peer, status in ((PROXY, 200), (GUEST, 0)):
            for number in range(connections.MOST_CONNECTIONS + 1):
                connection = socket.create_connection(
                    (place.hostname or "", place.port or 0), timeout=10, source_address=(peer, 0)
                )
                stack.enter_context(connection)
                if number == 0:
                    assert asked_on(connection) == 200
            assert asked_on(connection) == status


def test_a_server_believes_a_named_proxy_alone(server: Server, tmp_path: Path) -> None:
    place = urlsplit(server.url)

    def look(peer: str, guest: str) -> int:
        connection = socket.create_connection(
            (place.hostname or "", place.port or 0), timeout=10, source_address=(peer, 0)
        )
        with connection:
            return asked_on(connection, f"X-Forwarded-For: {guest}\r\n", "/api/tables/QQQQQQ")

    assert [look(PROXY, f"203.0.113.{number}") for number in range(12)] == [404] * 12
    assert [look(GUEST, f"203.0.113.{number}") for number in range(12)][-1] == 429
