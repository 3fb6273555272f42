"""Phones on kept sockets, and games that go on, for whoever measures a server."""

from __future__ import annotations

import gzip
import json
import random
import re
import select
import socket
import statistics
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.server import Server

PATIENCE, BUSY = 10.0, 0.3
"""Seconds until a phone gives up, and until it repeats what a busy server has refused."""
SEATS = ("allied", "german", "referee", "allied")
"""Of the phones at a table."""
WISHES = {"game": "incursion", "mission": 1, "referee": True}
UNWANTED = {"drop-model", "fire", "melee", "assault", "leave-board", "concede", "nudge"}
"""Commands that end a game, and a nudge, which could be given for ever."""


# -- phones on sockets


@dataclass
class Line:
    """One kept connection, read by hand: what is timed is the server, not a client library."""

    server: Server
    heard: int = 0
    """Bytes that came, headers included."""
    sent: int = 0

    def __post_init__(self) -> None:
        self.connect()

    def connect(self) -> None:
        address = urlsplit(self.server.url)
        self.host = address.netloc
        self.socket = socket.create_connection((address.hostname, address.port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.socket.makefile("rb")

    def connect_again(self) -> None:
        """Connect anew if the server has ended what was idle for too long, as browsers do."""
        ready = select.poll()  # select() knows no more than 1,024 files
        ready.register(self.socket, select.POLLIN)
        if ready.poll(0):
            self.file.close()
            self.socket.close()
            self.connect()

    def send(self, method: str, path: str, cookie: str = "", form: str = "") -> None:
        """Send what a phone's script would."""
        head = [f"{method} {path} HTTP/1.1", f"Host: {self.host}", f"Origin: http://{self.host}"]
        head += ["Accept-Encoding: gzip", "Accept-Language: en", "HX-Request: true", f"Cookie: {cookie}"]
        if method == "POST":
            head += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(form)}"]
        self._send(head, form)

    def _send(self, head: Sequence[str], body: str) -> None:
        data = "\r\n".join([*head, "", body]).encode()
        self.sent += len(data)
        self.socket.sendall(data)

    def head(self) -> tuple[int, dict[str, str]]:
        """The status and the headers of an answer."""
        status = int(self.line().split()[1])
        headers = {}
        while text := self.line().strip():
            name, _, value = text.partition(":")
            headers[name.lower()] = value.strip()
        return status, headers

    def line(self) -> str:
        """One line of what comes. Raises ConnectionError at the end."""
        data = self.file.readline()
        if not data:
            raise ConnectionError(f"{self.host} hung up")
        self.heard += len(data)
        return data.decode()

    def ask(self, method: str, path: str, cookie: str = "", form: str = "") -> int:
        """A request and its whole answer. Returns the status."""
        self.connect_again()
        self.send(method, path, cookie, form)
        return self.answer()[0]

    def post(self, path: str, body: Any, token: str) -> tuple[int, Any]:
        """A request by JSON, as tables of the API have it, and its answer."""
        text = json.dumps(body)  # ASCII: as many bytes as letters
        head = [f"POST {path} HTTP/1.1", f"Host: {self.host}", "Accept-Encoding: gzip"]
        head += ["Content-Type: application/json", f"Authorization: Bearer {token}", f"Content-Length: {len(text)}"]
        self.connect_again()
        self._send(head, text)
        status, found = self.answer()
        return status, json.loads(found)

    def answer(self) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        status, headers = self.head()
        body = self.file.read(int(headers.get("content-length", 0)))
        self.heard += len(body)
        return status, gzip.decompress(body) if headers.get("content-encoding") == "gzip" else body

    def close(self) -> None:
        # a thread that reads lets go of the file only when nothing more can come
        with suppress(OSError):  # the server has ended it
            self.socket.shutdown(socket.SHUT_RDWR)
        self.file.close()
        self.socket.close()


@dataclass
class Phone:
    """A phone that hears the bell and then fetches what it shows."""

    server: Server
    bell_path: str
    view_path: str
    cookie: str = ""
    rung: dict[int, float] = field(default_factory=dict)
    had: dict[int, float] = field(default_factory=dict)
    """Number → seconds of `perf_counter` when it was heard, and when the new view was there."""
    own: int = -1
    """The number of its own tap, whose answer is the new view."""

    def __post_init__(self) -> None:
        self.bell, self.view = Line(self.server), Line(self.server)
        self.bell.send("GET", self.bell_path, self.cookie)
        assert self.bell.head()[0] == 200
        self.seen = self.hear()
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def hear(self) -> int:
        """The next number of the bell."""
        while not (told := re.match(r"id: (\d+)", self.bell.line())):
            pass
        return int(told[1])

    def listen(self) -> None:
        """Fetch at each new number, until the line is closed."""
        try:
            while True:
                number = self.hear()
                if number != self.seen:
                    self.rung[number] = time.perf_counter()
                    if number != self.own:
                        status = self.view.ask("GET", self.view_path.format(seen=self.seen), self.cookie)
                        assert status == 200, status
                    self.seen, self.had[number] = number, time.perf_counter()
        except (OSError, ValueError):
            return

    def wait(self, number: int) -> float:
        """Wait for the view of that number; return when it was there. Raise TimeoutError."""
        deadline = time.monotonic() + PATIENCE
        while number not in self.had:
            if time.monotonic() > deadline:
                raise TimeoutError(f"no view for {number}")
            time.sleep(0.0005)
        return self.had[number]

    def close(self) -> None:
        for line in (self.bell, self.view):
            line.close()
        self.thread.join(PATIENCE)


# -- a game that goes on


@dataclass
class Game:
    """A table whose seats press whatever is offered and which never comes to an end."""

    server: Server
    chance: random.Random
    seat: str = "allied"
    """It acts until nothing is offered to it."""
    pressed: int = 0
    wishes: Mapping[str, Any] = field(default_factory=lambda: WISHES)
    unwanted: Collection[str] = frozenset(UNWANTED)
    begins: str = "action"
    """The phase in which the phones sit down."""
    repeated: int = 0
    """Requests sent again after a 503."""

    def __post_init__(self) -> None:
        opened = self.answered(lambda: self.ask("POST", "/api/tables", dict(self.wishes)))
        self.code, self.tokens, self.shown = opened["code"], opened["seats"], {}
        self.look()

    def look(self) -> None:
        # a server that has not heard of the newest command yet must not show an older table
        path = f"/api/tables/{self.code}?seen={self.shown['seq']}" if self.shown else f"/api/tables/{self.code}"
        self.shown = self.answered(lambda: self.ask("GET", path, token=self.tokens[self.seat]))

    def offered(self) -> list[dict[str, Any]]:
        offers = [one for one in self.shown["offers"] if one["group"] == "play" and one["command"] not in self.unwanted]
        return [one for one in offers if one["command"] == "add-model"] or offers

    def pass_on(self) -> None:
        """Let the next seat act where this one has nothing to do."""
        players = [seat for seat in self.tokens if seat != "referee"]
        for _ in players:
            if self.offered():
                break
            self.seat = players[(players.index(self.seat) + 1) % len(players)]
            self.look()

    def next(self) -> tuple[str, dict[str, Any]]:
        """A command and its fields, from all that is offered to the seat that is to act."""
        self.pass_on()
        offer = self.chance.choice(self.offered())
        cheapest = offer["command"] == "add-model"
        chosen = {name: choice[0] if cheapest else self.picked(choice) for name, choice in offer["choose"].items()}
        return offer["command"], {**offer["given"], **chosen}

    def picked(self, choice: Any) -> Any:
        """Something allowed: one value, all of several, the least of a span."""
        if isinstance(choice, list):
            return self.chance.choice(choice)
        return choice["some"][: choice["max"]] if "some" in choice else choice["min"]

    def press(self, post: Callable[[str, Any, str], tuple[int, Any]] | None = None) -> None:
        """One press by JSON, on a connection of its own unless there is a way to post."""
        command, fields = self.next()
        self.pressed += 1
        body = {"command": command, **fields, "seen": self.shown["seq"], "key": f"json-{self.pressed}"}
        path, token = f"/api/tables/{self.code}/commands", self.tokens[self.seat]
        self.shown = self.answered(lambda: post(path, body, token) if post else self.ask("POST", path, body, token))

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> tuple[int, Any]:
        answer = self.server.ask(method, path, body, token)
        return answer.status, answer.json

    def answered(self, ask: Callable[[], tuple[int, Any]]) -> Any:
        """Ask, again after a 503 until `PATIENCE` is over; return the answer."""
        deadline = time.monotonic() + PATIENCE
        status, found = ask()
        while status == 503 and time.monotonic() < deadline:
            self.repeated += 1
            time.sleep(BUSY)
            status, found = ask()
        assert status in {200, 201}, found
        return found

    @property
    def over(self) -> bool:
        return bool(self.shown["state"]["phase"] == "over")

    def until_action(self) -> None:
        """All that comes before: forces, bids, deployment; cards and orders."""
        while self.shown["state"]["phase"] != self.begins:
            self.press()

    def cookie(self, seat: str) -> str:
        """The cookie of a phone that holds the seat."""
        return f"seat-{self.code}={self.tokens[seat]}"


def percentile(figures: Sequence[float], percent: int) -> float:
    """The figure below which so many percent lie."""
    return statistics.quantiles(figures, n=100, method="inclusive")[percent - 1]


def megabytes_of(server: Server) -> float:
    status = Path(f"/proc/{server.process.pid}/status")
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else 0.0
