"""Uploads that are refused or never end, and tables without end: what they fill, and whom they stop."""

from __future__ import annotations

import socket
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from app.web.request.guard import IMPORT_LIMIT
from tests.bench.phones import megabytes_of
from tests.server import Server, serving

FORM = 'multipart/form-data; boundary="x"'
UPLOAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="%s"\r\n\r\n%s\r\n--x--\r\n'
TAKEN = "0" * 64
"""The part of an upload that comes before whoever sends it says nothing more is all but so many bytes."""


@dataclass(frozen=True)
class Refusals:
    """What became of uploads that were refused."""

    statuses: Counter[int]
    sent: int
    logged: int
    """Bytes that were sent, and that the server wrote into its log meanwhile."""

    def __str__(self) -> str:
        each = ", ".join(f"{count} × {status}" for status, count in sorted(self.statuses.items()))
        return f"{self.sent / 1024:.0f} KiB sent ({each}): {self.logged} bytes of log"


def refused(size: int, times: int = 1) -> Refusals:
    """Send files of that size that are refused, each kind so many times."""
    with tempfile.TemporaryDirectory() as place, serving(Path(place), "--backups", "none") as server:
        before, statuses, sent = len(server.said()), Counter[int](), 0
        for path, kind, body in bad_files(size) * times:
            sent += len(body)
            statuses[post(server, path, kind, body)] += 1
        for head in bad_requests():
            sent += len(head)
            statuses[raw(server, head)] += 1
        assert server.ask("GET", "/").status == 200
        return Refusals(statuses, sent, len(server.said()) - before)


def bad_files(size: int) -> Sequence[tuple[str, str, bytes]]:
    cards = "".join(f"k{number} = {{ a = [1] }}\n" for number in range(size // 22))
    missions = "".join(f"[[k{number}]]\n" for number in range(size // 12))
    rows = "section;key\n" + "a;b;c\n" * (size // 6)
    toml = {"a.toml": cards, "b.toml": missions, "c.toml": "=" * size, "d.toml": "x = " + "9" * (size // 2)}
    texts = {**toml, "e.csv": rows, "f.csv": '"' * size, "g.toml": "\x00" * size, "h.m44": '{"a": ' + "[" * size}
    shelves = ("/cards/incursion/import", "/missions/incursion/import", "/missions/memoir-44/import")
    forms = [(shelf, FORM, (UPLOAD % named).encode()) for shelf in shelves for named in texts.items()]
    bad = ("[" * size, '{"log": [' + "{}," * (size // 3) + "{}]}", "x" * size, '"' + "\\ud800" * (size // 6) + '"')
    files = [("/api/tables/import", "application/json", text.encode()) for text in (*bad, as_table(size))]
    return [*forms, *files, ("/api/tables", "application/json", bad[1].encode())]


def as_table(size: int) -> str:
    """A file that names all that a table's file has, and nothing of it right."""
    log = "{}," * (size // 3)
    return f'{{"format": "adjutant-table", "version": "{"x" * 99}", "game": [], "log": [{log}{{}}]}}'


def bad_requests() -> Sequence[bytes]:
    host = b"Host: localhost\r\n"
    return [
        b"GET /%s HTTP/1.1\r\n%s\r\n" % (b"x" * 8000, b"x" * 8000),
        b"GET / HTTP/9.%s\r\n%s\r\n" % (b"9" * 4000, host),
        b"GET / HTTP/1.1\r\n%s%s\r\n" % (host, b"A: 1\r\n" * 200),
        b"POST / HTTP/1.1\r\n%sContent-Length: %s\r\n\r\n" % (host, b"x" * 8000),
        b"POST /api/tables HTTP/1.1\r\n%sTransfer-Encoding: chunked\r\n\r\n\r\n%s" % (host, b"x" * 8000),
        b"%s\r\n\r\n" % (b"\xff" * 8000),
    ]


def post(server: Server, path: str, kind: str, body: bytes) -> int:
    """The status of what is sent as a page of ours would."""
    connection = server.connection()
    try:
        connection.request("POST", path, body, {"Content-Type": kind, "Origin": server.url})
        return connection.getresponse().status
    finally:
        connection.close()


def connected(server: Server) -> socket.socket:
    """A connection on which anything can be said."""
    at = urlsplit(server.url)
    return socket.create_connection((at.hostname, at.port), timeout=30)


def raw(server: Server, said: bytes) -> int:
    """The status of what is said on a connection of its own; 0 where it is closed without one."""
    with connected(server) as connection:
        connection.sendall(said)
        answer = connection.recv(65536)
        return int(answer[9:12]) if answer else 0


# -- uploads that never end


@dataclass(frozen=True)
class Unfinished:
    """What a server holds while uploads do not end."""

    uploads: int
    sent: int
    """Bytes that each has sent."""
    before: float
    meanwhile: float
    """Megabytes of memory."""
    answered: float
    """Seconds until a phone was answered meanwhile, and a whole upload of another address."""

    def __str__(self) -> str:
        held = f"{self.uploads} of up to {self.sent / 1024:.0f} KiB each: {self.before:.0f} → {self.meanwhile:.0f} MB"
        return f"{held}, a whole upload of somebody else meanwhile in {self.answered:.2f} s"


def unfinished(uploads: int, size: int = IMPORT_LIMIT) -> Unfinished:
    """Send uploads without their last byte, then a whole one from elsewhere."""
    with tempfile.TemporaryDirectory() as place, serving(Path(place), "--backups", "none") as server:
        before = megabytes_of(server)
        open_ones = [begun(server, size) for _ in range(uploads)]
        began = time.perf_counter()
        body = b'{"a": "' + b"x" * 300_000 + b'"}'
        headers = {"Content-Type": "application/json", "X-Forwarded-For": "203.0.113.9"}
        connection = server.connection()
        connection.request("POST", "/api/tables/import", body, headers)
        assert connection.getresponse().status == 400
        answered = time.perf_counter() - began
        meanwhile = megabytes_of(server)
        for one in open_ones:
            one.close()
        return Unfinished(uploads, size, before, meanwhile, answered)


def begun(server: Server, size: int) -> socket.socket:
    """An upload of which as much has gone out as is taken, and never the last byte."""
    connection = connected(server)
    head = "POST /api/tables/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    connection.sendall(f"{head}X-Forwarded-For: 203.0.113.5\r\nContent-Length: {size}\r\n\r\n".encode())
    connection.settimeout(2.0)
    left = memoryview(b"x" * (size - 1))
    try:
        while left:
            left = left[connection.send(left) :]
    except TimeoutError:
        pass  # nobody reads on: it waits for its turn
    return connection


# -- tables without end


@dataclass(frozen=True)
class Flood:
    """Tables that many addresses opened, and what somebody else could do meanwhile."""

    addresses: int
    statuses: Counter[int]
    innocent: int
    """The status of the answer to an address that had opened none."""

    def __str__(self) -> str:
        each = ", ".join(f"{count} × {status}" for status, count in sorted(self.statuses.items()))
        asked = f"{self.statuses.total()} tables asked for by {self.addresses} addresses ({each})"
        return f"{asked}, then one by another: {self.innocent}"


def floods(addresses: int, each: int) -> Flood:
    """Open so many tables from each of many addresses, then one from another."""
    with tempfile.TemporaryDirectory() as place, serving(Path(place), "--backups", "none") as server:
        statuses = Counter(
            opened(server, f"203.0.{number // 200}.{number % 200}") for number in range(addresses) for _ in range(each)
        )
        return Flood(addresses, statuses, opened(server, "198.51.100.7"))


def opened(server: Server, address: str) -> int:
    """The status of the answer to who opens a table, as a proxy tells its address."""
    return server.ask("POST", "/api/tables", {"game": "incursion"}, X_Forwarded_For=address).status
