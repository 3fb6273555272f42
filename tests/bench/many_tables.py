"""Many tables at one server, or at several of one database: how many commands they answer, and when others see them."""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median
from unittest.mock import patch

from app.storage.database import ADDRESS
from tests import postgresql as pg
from tests.bench.phones import SEATS, Game, Line, Phone, megabytes_of, percentile
from tests.server import Server, serving

UNWANTED = {"drop-model", "leave-board", "nudge", "limit-reaction", "ask-for-all", "act-together", "concede"}
"""Corrections, what could be given for ever, and the one choice by rows."""
TABLES, RATE, SECONDS, ROUNDS = 50, 20.0, 4.0, 3
"""Tables; commands a second at all of them, where the rate is fixed; seconds of a round; rounds."""


def processor_seconds(pid: int) -> float:
    """Processor seconds of a process so far, with those of its children that have ended."""
    parts = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(") ")[2].split()
    return sum(map(int, parts[11:15])) / os.sysconf("SC_CLK_TCK")


@dataclass
class Played:
    """Commands at many tables; `answers`, `notified` and `shown` in milliseconds."""

    commands: int = 0
    """With those that set up a table which takes the place of one that has ended."""
    seconds: float = 0.0
    answers: list[float] = field(default_factory=list)
    notified: list[float] = field(default_factory=list)
    """Until each other phone of the table heard of it."""
    shown: list[float] = field(default_factory=list)
    """Until each other phone had its new board."""
    servers: float = 0.0
    database: float = 0.0
    """Processor seconds."""
    repeated: int = 0
    """Commands that a busy server refused (503)."""

    @property
    def rate(self) -> float:
        return self.commands / self.seconds


@dataclass
class Site:
    """Servers that keep the same tables."""

    servers: Sequence[Server]
    database: pg.Server | None = None
    schema: str = ""

    def megabytes(self) -> float:
        return sum(map(megabytes_of, self.servers))

    def processor(self) -> tuple[float, float]:
        """Processor seconds of the servers and of the database so far."""
        ours = sum(processor_seconds(server.process.pid) for server in self.servers)
        if self.database is None:
            return ours, 0.0
        return ours, sum(map(processor_seconds, [self.database.pid, *pg.children_of(self.database.pid)]))


@contextmanager
def site(servers: int, database: pg.Server | None = None) -> Iterator[Site]:
    """So many servers on an empty schema of a database, or one on a file."""
    with ExitStack() as stack:
        address = database.address() if database else ""
        started = []
        for _ in range(servers):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            with patch.dict(os.environ, {ADDRESS: address} if address else {}):
                started.append(stack.enter_context(serving(folder, *([] if address else ["--backups", "none"]))))
        yield Site(started, database, database.schema_of(address) if database else "")


class Table:
    """A table with phones at one server or spread over several; when its game has ended, the next one begins."""

    def __init__(self, servers: Sequence[Server], number: int) -> None:
        self.servers, self.chance, self.ended = servers, random.Random(number), 0
        self.open()

    def open(self) -> None:
        self.game = Game(self.servers[0], self.chance, unwanted=UNWANTED)
        self.game.until_action()

    @property
    def commands(self) -> int:
        return self.ended + self.game.pressed

    def next_game(self) -> None:
        self.ended = self.commands
        self.open()

    def server_of(self, place: int) -> Server:
        return self.servers[place % len(self.servers)]

    @contextmanager
    def phones(self) -> Iterator[list[Phone]]:
        """Phones of all seats that listen, and fetch their board at each notification."""
        with ExitStack() as stack:
            board = f"/t/{self.game.code}"
            phones = []
            for place, seat in enumerate(SEATS):
                view = f"{board}?seen={{seen}}"
                phones.append(Phone(self.server_of(place), f"{board}/bell", view, self.game.cookie(seat)))
                stack.callback(phones[-1].close)
            yield phones

    @contextmanager
    def lines(self) -> Iterator[list[Line]]:
        """Connections on which the phones send commands."""
        with ExitStack() as stack:
            lines = [Line(self.server_of(place)) for place in range(len(SEATS))]
            for line in lines:
                stack.callback(line.close)
            yield lines

    def play(self, begins: float, between: float, ends: float, played: Played) -> None:
        """Give commands until the end, so many seconds apart while all phones listen, or else as fast as answered."""
        due = begins
        while due < ends:
            with self.lines() as lines, self.phones() if between else ExitStack() as phones:
                while due < ends and not self.game.over:
                    time.sleep(max(due - time.monotonic(), 0.0))
                    self.tap(lines, phones if between else [], played)
                    due = due + between if between else time.monotonic()
            if self.game.over:
                self.next_game()

    def tap(self, lines: Sequence[Line], phones: Sequence[Phone], played: Played) -> None:
        """Give one command, and wait until every phone shows it. Raise TimeoutError."""
        numbers = [phone.seen + 1 for phone in phones]
        self.game.pass_on()
        places = [place for place, seat in enumerate(SEATS) if seat == self.game.seat]
        place = places[self.game.pressed % len(places)]
        if phones:
            phones[place].own = numbers[place]
        sent, repeated = time.perf_counter(), self.game.repeated
        self.game.press(lines[place].post)
        played.answers.append(1000 * (time.perf_counter() - sent))
        played.repeated += self.game.repeated - repeated
        for at, (phone, number) in enumerate(zip(phones, numbers, strict=True)):
            had = phone.wait(number)
            if at != place:
                played.notified.append(1000 * (phone.rung[number] - sent))
                played.shown.append(1000 * (had - sent))


def opened(site: Site, tables: int, *, spread: bool = False) -> list[Table]:
    """Tables in the middle of a game; each sticks to one server, or its phones are spread over all."""
    places = [site.servers if spread else [site.servers[at % len(site.servers)]] for at in range(tables)]
    with ThreadPoolExecutor(2 * len(site.servers)) as pool:
        return [*pool.map(Table, places, count())]


def play(site: Site, tables: Sequence[Table], seconds: float, rate: float | None = None) -> Played:
    """Play at all tables for so long; `rate`: so many commands a second at all of them, and every phone listens."""
    played = Played()
    between = len(tables) / rate if rate else 0.0
    before, began, commands = site.processor(), time.monotonic(), sum(table.commands for table in tables)
    with ThreadPoolExecutor(len(tables)) as pool:
        running = [
            pool.submit(table.play, began + between * at / len(tables), between, began + seconds, played)
            for at, table in enumerate(tables)
        ]
        for one in running:
            one.result()
    played.seconds = time.monotonic() - began
    played.servers, played.database = (now - then for now, then in zip(site.processor(), before, strict=True))
    played.commands = sum(table.commands for table in tables) - commands
    return played


# -- rows of the bench

SQLITE, ONE, STICKY, SPREAD = "SQLite", "one on PostgreSQL", "two, a table sticks", "two, phones spread"
SERVERS = {SQLITE: 1, ONE: 1, STICKY: 2, SPREAD: 2}


@dataclass
class Measured:
    """One arrangement: rounds as fast as answered and at the fixed rate, and megabytes at the end."""

    fast: list[Played] = field(default_factory=list)
    steady: list[Played] = field(default_factory=list)
    megabytes: float = 0.0

    @property
    def rate(self) -> float:
        """Commands a second, the middle one of the rounds."""
        return median(one.rate for one in self.fast)

    @property
    def notified(self) -> tuple[float, float]:
        """Milliseconds until another phone heard of it, p50 and p95."""
        every = [one for played in self.steady for one in played.notified]
        return percentile(every, 50), percentile(every, 95)


def measured(
    tables: int = TABLES, seconds: float = SECONDS, rounds: int = ROUNDS, rate: float = RATE
) -> dict[str, Measured]:
    """Every arrangement that this computer has, by turns: all have its good and bad moments."""
    with ExitStack() as stack:
        database = stack.enter_context(pg.running(durable=True)) if pg.programs() else None
        sites = {
            name: stack.enter_context(site(servers, None if name == SQLITE else database))
            for name, servers in SERVERS.items()
            if name == SQLITE or database
        }
        at = {name: opened(one, tables, spread=name == SPREAD) for name, one in sites.items()}
        found = {name: Measured() for name in sites}
        for _ in range(rounds):
            for name, one in sites.items():
                found[name].fast.append(play(one, at[name], seconds))
                found[name].steady.append(play(one, at[name], seconds, rate))
                found[name].megabytes = one.megabytes()
        return found


def show(row: Callable[..., None]) -> None:
    """Rows of the table, as ratios to SQLite; the measure of two servers is one of PostgreSQL."""
    row(f"{TABLES} tables × {len(SEATS)} phones", "Adjutant", "goal", SQLITE)
    found = measured()
    least, one_server = found[SQLITE], found.get(ONE)
    for name in SERVERS:
        if (one := found.get(name)) is None:
            row(name, "no PostgreSQL")
            continue
        row(
            f"{name}, as fast as answered",
            f"{one.rate:.0f} taps/s",
            "",
            f"{least.rate:.0f} taps/s",
            one.rate / least.rate,
        )
        (half, late), (least_half, least_late) = one.notified, least.notified
        row(
            f"{name}, {RATE:.0f} taps/s → others, p50 / p95",
            f"{half:.1f} / {late:.1f} ms",
            "",
            f"{least_half:.1f} / {least_late:.1f} ms",
            half / least_half,
        )
        row(
            f"{name}, memory",
            f"{one.megabytes:.0f} MB",
            "",
            f"{least.megabytes:.0f} MB",
            one.megabytes / least.megabytes,
        )
    if one_server:
        row(f"{STICKY}: of one on PostgreSQL", f"{found[STICKY].rate / one_server.rate:.2f}×", "≥ 1.25×")
