"""Many at a time: taps at many tables, phones that all come back at once, and hours in minutes."""

from __future__ import annotations

import random
import secrets
import selectors
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from tests.bench.phones import SEATS, Game, Line, megabytes_of, percentile
from tests.server import Server, serving


@dataclass(frozen=True)
class Load:
    """Taps at many tables by all their phones."""

    tables: int
    seconds: float
    times: Sequence[float]
    """Milliseconds from when each tap was due to its board."""
    rate: float | None
    """How many taps a second were due; None where each came as soon as the one before was answered."""

    def __str__(self) -> str:
        due = f"{self.rate:.0f} a second due" if self.rate else "as many as are answered"
        phones = f"{self.tables} tables × {len(SEATS)} phones, {due}, {len(self.times)} in {self.seconds:.0f} s"
        half, most = statistics.median(self.times), percentile(self.times, 95)
        return f"{phones}: {len(self.times) / self.seconds:.0f} taps/s, median {half:.0f} ms, p95 {most:.0f} ms"


def load(tables: int, seconds: float, rate: float | None = None, *options: str) -> Load:
    """Tap at many tables at a time; each tap is a press by form, answered with the board."""
    with tempfile.TemporaryDirectory() as place, serving(Path(place), "--backups", "none", *options) as server:
        games = [Game(server, random.Random(number)) for number in range(tables)]
        times: list[float] = []
        between = tables / rate if rate else 0.0
        began = time.monotonic()
        threads = [
            threading.Thread(
                target=tap, args=(server, game, began + between * number / tables, between, seconds, times)
            )
            for number, game in enumerate(games)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return Load(tables, time.monotonic() - began, times, rate)


def tap(server: Server, game: Game, begins: float, between: float, seconds: float, times: list[float]) -> None:
    """Tap by each phone of a table in turn, so many seconds apart; one that is due waits for the one before it."""
    phones = [(Line(server), game.cookie(seat)) for seat in SEATS]
    number, due = 0, begins
    while due < begins + seconds:
        time.sleep(max(due - time.monotonic(), 0.0))
        line, cookie = phones[number % len(phones)]
        number += 1
        form = urlencode({"name": f"Ada {number}", "seen": 0, "key": secrets.token_urlsafe(6)})
        status = line.ask("POST", f"/t/{game.code}/do/rename", cookie, form)
        assert status == 200, status
        now = time.monotonic()
        times.append(1000 * (now - due))
        due = due + between if between else now
    for line, _ in phones:
        line.close()


@dataclass(frozen=True)
class Storm:
    """Phones that all come back at once."""

    phones: int
    seconds: float
    refused: int = 0

    def __str__(self) -> str:
        told = f"{self.phones} phones listening again within {self.seconds:.2f} s"
        return f"{told}, {self.refused} × 503 meanwhile" if self.refused else told


def storm(phones: int, tables: int = 50) -> Storm:
    """The bell was cut: how long until every phone has heard its number again."""
    with tempfile.TemporaryDirectory() as place, serving(Path(place), "--backups", "none") as server:
        games = [Game(server, random.Random(number)) for number in range(min(tables, phones))]
        cookies = [(game.code, game.cookie(seat)) for game in games for seat in SEATS[:2]]
        asked = [(server, *cookies[number % len(cookies)]) for number in range(phones)]
        return Storm(phones, *heard_again(asked))


def heard_again(asked: Sequence[tuple[Server, str, str]]) -> tuple[float, int]:
    """Seconds until all have heard who ask at once, each a server by the code and cookie of a table.

    Also how many were refused meanwhile (503) and asked again after a second, as they were told.
    """
    waiting = selectors.DefaultSelector()
    began, refused = time.perf_counter(), list[tuple[float, tuple[Server, str, str]]]()

    def ask(one: tuple[Server, str, str]) -> None:
        server, code, cookie = one
        at = urlsplit(server.url)
        phone = socket.create_connection((at.hostname, at.port), timeout=30)
        phone.sendall(f"GET /t/{code}/bell HTTP/1.1\r\nHost: {at.netloc}\r\nCookie: {cookie}\r\n\r\n".encode())
        waiting.register(phone, selectors.EVENT_READ, (one, bytearray()))

    for one in asked:
        ask(one)
    left, again = len(asked), 0
    while left:
        while again < len(refused) and refused[again][0] < time.perf_counter() - 1:
            ask(refused[again][1])
            again += 1
        ready = waiting.select(30 if again == len(refused) else 0.1)
        assert ready or again < len(refused), f"{left} of {len(asked)} heard nothing"
        for key, _ in ready:
            assert isinstance(key.fileobj, socket.socket)
            one, data = key.data
            data.extend(key.fileobj.recv(65536))
            is_refused = data.startswith(b"HTTP/1.1 503")
            if is_refused or b'{"seq"' in data:
                waiting.unregister(key.fileobj)
                key.fileobj.close()
                if is_refused:
                    refused.append((time.perf_counter(), one))
                else:
                    left -= 1
    took = time.perf_counter() - began
    waiting.close()
    return took, len(refused)


@dataclass(frozen=True)
class Soak:
    """Memory of a server that is played on all the time."""

    presses: int
    seconds: float
    megabytes: Sequence[float]

    @property
    def grows(self) -> float:
        """By how much it grew in its second half."""
        return self.megabytes[-1] - self.megabytes[len(self.megabytes) // 2]

    def __str__(self) -> str:
        told = f"{self.presses} commands in {self.seconds:.0f} s at 20 tables"
        return f"{told}: {' → '.join(f'{one:.0f}' for one in self.megabytes)} MB"


def soak(seconds: float, tables: int = 20) -> Soak:
    """Play at some tables for so long, each replaced by a new one after some hundred presses."""
    with tempfile.TemporaryDirectory() as place, serving(Path(place), "--backups", "none") as server:
        games = [Game(server, random.Random(number)) for number in range(tables)]
        began, presses, held = time.monotonic(), 0, [megabytes_of(server)]
        for quarter in range(1, 5):
            while time.monotonic() - began < seconds * quarter / 4:
                place_of = presses % tables
                if games[place_of].pressed >= 300:
                    games[place_of] = Game(server, random.Random(presses))
                games[place_of].press()
                presses += 1
            held.append(megabytes_of(server))
        return Soak(presses, time.monotonic() - began, held)
