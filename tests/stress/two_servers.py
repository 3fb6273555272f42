"""Two servers of one PostgreSQL, killed, cut off, deaf or with a full disk, while phones ask either of them."""

from __future__ import annotations

import os
import random
import re
import shutil
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any
from unittest.mock import patch

from app.storage.database import ADDRESS
from app.storage.table_rows import OF_A_TABLE
from tests import postgresql as pg
from tests.bench.phones import SEATS, WISHES, Game
from tests.relay import to_postgresql
from tests.server import Answer, Server, serving
from tests.stress import crowds, power

TABLES = 8
BETWEEN, BEFORE_A_RETRY = 0.1, 0.1
"""Seconds between two commands of a phone, and until one that failed is sent again."""
OUTAGE = 12.0
PATIENCE = 30.0


class Two:
    """Two servers with data folders of their own, each with a network of its own to the database."""

    def __init__(self, cluster: pg.Server, place: Path, stack: ExitStack) -> None:
        self.cluster, self.place, self._stack, self.tables = cluster, place, stack, TABLES
        self.schema = cluster.schema_of(cluster.address())
        self.networks = [to_postgresql(cluster.socket) for _ in range(2)]
        for network in self.networks:
            stack.callback(network.close)
        self.servers: list[Server] = []
        (place / "0").mkdir(mode=0o700)
        self.servers.append(self._started(0))
        shutil.copytree(place / "0" / "templates", place / "1" / "templates")  # seconds, where each compiled its own
        self.servers.append(self._started(1))

    def _started(self, number: int) -> Server:
        address = f"postgresql://{pg.USER}@127.0.0.1:{self.networks[number].port}/{pg.USER}"
        with patch.dict(os.environ, {ADDRESS: f"{address}?options=-c%20search_path%3D{self.schema}"}):
            return self._stack.enter_context(serving(self.place / str(number)))

    def start(self, number: int) -> None:
        """Start a server again that was killed."""
        self.servers[number] = self._started(number)

    @property
    def host_key(self) -> str:
        return self.servers[0].host_path.rpartition("/")[2]

    def rows(self) -> list[tuple[str, str, int]]:
        """Return table, key and number of every entry; of a new name the name itself, however it was stored."""
        told = self.cluster.sql(f'SELECT "table", key, seq, events FROM {self.schema}.entries').splitlines()
        found = []
        for code, key, seq, events in (line.split("|", 3) for line in told):
            name = re.search(r'"(name-\d+)"', events)
            found.append((code, name[1] if name else key, int(seq)))
        return found

    def left_of(self, code: str) -> int:
        """Return the number of rows that name a table."""
        counts = (
            f"(SELECT count(*) FROM {self.schema}.{of} WHERE \"{at}\" = '{code}')" for of, at in OF_A_TABLE.items()
        )
        return int(self.cluster.sql(f"SELECT {' + '.join(counts)}"))


@contextmanager
def two_servers(cluster: pg.Server) -> Iterator[Two]:
    with tempfile.TemporaryDirectory() as place, ExitStack() as stack:
        yield Two(cluster, Path(place), stack)


class Behind(Exception):
    """A command that is not allowed any more, or not yet where this server has not heard of the one before."""


class Gone(Exception):
    """A table that was deleted."""


@dataclass
class Found(power.Found):
    """What became of commands at either server."""

    statuses: Counter[int] = field(default_factory=Counter)
    unlike: int = 0
    """Tables that the servers show or export differently, or of which a deletion left rows."""
    untold: int = 0
    """Refusals without Retry-After."""
    longest: float = 0.0
    """Seconds of the longest wait for a refusal."""
    again: list[float] = field(default_factory=list)
    """Seconds after each attack until every phone had a command acknowledged."""
    more: str = ""

    @property
    def faults(self) -> int:
        return sum(count for status, count in self.statuses.items() if status >= 500 and status not in (503, 507))

    @property
    def holds(self) -> bool:
        return super().holds and not (self.unlike or self.untold or self.faults)

    def __str__(self) -> str:
        refused = ", ".join(f"{self.statuses[status]} × {status}" for status in (503, 507) if self.statuses[status])
        refused = f"{refused} refused within {self.longest:.1f} s" if refused else "nothing refused"
        alike = f"{self.unlike} tables unlike" if self.unlike else "both servers alike"
        told = f"{super().__str__()}, {self.faults} × 500; {alike}; {refused}"
        told += f", {self.untold} of it without Retry-After" if self.untold else ""
        return f"{told}; all phones went on within {max(self.again):.1f} s{self.more}"


class Phones:
    """Two phones at each table: one plays, one changes a name, each time at either server until it is answered."""

    def __init__(self, two: Two) -> None:
        self.two, self.found, self.chance = two, Found(), random.Random(11)
        self.acknowledged: list[tuple[str, str]] = []
        self.times: dict[tuple[str, str], list[float]] = defaultdict(list)
        """Table and what the phone does → when its commands were acknowledged."""
        self.games: list[Game] = []
        self.deleted: set[str] = set()
        self.is_over = False
        self.threads: list[threading.Thread] = []
        for _ in range(two.tables):
            self.open()

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Answer:
        """Ask either server, again until one answers; a command keeps its key. Raise Behind, Gone."""
        until = time.monotonic() + PATIENCE
        while True:
            began = time.monotonic()
            try:
                answer = self.ask_at(self.chance.choice(self.two.servers), method, path, body, token)
            except (OSError, HTTPException):
                assert began < until, f"no answer to {method} {path}"
            else:
                self.found.statuses[answer.status] += 1
                if answer.status == 404:
                    raise Gone
                if answer.status in (409, 422):
                    raise Behind(answer.json)
                if answer.status < 500:
                    return answer
                self.found.longest = max(self.found.longest, time.monotonic() - began)
                self.found.untold += answer.status == 503 and "retry-after" not in answer.headers
                assert began < until, answer.body
            time.sleep(BEFORE_A_RETRY)

    def ask_at(self, server: Server, method: str, path: str, body: Any = None, token: str | None = None) -> Answer:
        """Ask from some address: at one alone, looking for tables that were deleted would count as guessing."""
        guest = f"10.{self.chance.randrange(256)}.{self.chance.randrange(256)}.1"
        return server.ask(method, path, body, token, X_Forwarded_For=guest)

    def open(self) -> str:
        """Open a table with its two phones; return its code."""
        wishes = {**WISHES, "referee_sees": "all"}  # and so can export the table while it is played
        game = Game(self, random.Random(len(self.games)), wishes=wishes)  # type: ignore[arg-type]  # it only asks
        self.games.append(game)
        numbers = iter(range(10**6))

        def rename() -> str:
            key = f"name-{next(numbers)}"
            press = {"command": "rename", "name": key, "key": key, "seen": 0}
            self.ask("POST", f"/api/tables/{game.code}/commands", press, game.tokens["referee"])
            return key

        def play() -> str:
            try:
                game.press()
            except (Behind, IndexError):  # the other server may not have heard yet, and then offers nothing
                game.look()
                raise Behind from None
            return f"json-{game.pressed}"

        for act in (rename, play):
            thread = threading.Thread(target=self.go_on, args=(game.code, act), daemon=True)
            self.threads.append(thread)
            thread.start()
        return game.code

    def go_on(self, code: str, act: Callable[[], str]) -> None:
        phone = (code, act.__name__)
        while not self.is_over:
            try:
                self.acknowledged.append((code, act()))
                self.times[phone].append(time.monotonic())
            except Behind:
                pass
            except Gone:
                assert code in self.deleted, code
                return
            time.sleep(BETWEEN)

    def note_attack(self) -> None:
        """From now on phones shall go on: wait until each has."""
        now = time.monotonic()
        phones = [(game.code, act) for game in self.games for act in ("rename", "play")]
        waiting = [phone for phone in phones if phone[0] not in self.deleted]
        while not all(self.times[phone] and self.times[phone][-1] > now for phone in waiting):
            assert time.monotonic() < now + PATIENCE, waiting
            time.sleep(0.01)
        self.found.again.append(time.monotonic() - now)

    def delete(self, code: str) -> None:
        """Delete a table at either server; afterwards neither has it."""
        self.deleted.add(code)
        answer = self.ask("POST", f"/api/tables/{code}/delete", {"code": code}, self.two.host_key)
        assert answer.status == 200, answer.body

    def end(self) -> None:
        """Stop playing, and compare what was acknowledged, what is kept, and what each server shows."""
        self.is_over = True
        for thread in self.threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()
        codes = {game.code for game in self.games}
        rows = [row for row in self.two.rows() if row[0] in codes]
        self.found.look_over(rows, [one for one in self.acknowledged if one[0] not in self.deleted])
        self.found.evenings = len(self.found.again)
        for game in self.games:
            if game.code in self.deleted:
                statuses = {
                    self.ask_at(server, "GET", f"/api/tables/{game.code}").status for server in self.two.servers
                }
                self.found.unlike += statuses != {404} or self.two.left_of(game.code) > 0
            else:
                self.found.unlike += not self.is_alike(game)

    def is_alike(self, game: Game) -> bool:
        """Return True if both servers show every seat the same, and export the same."""
        referee = game.tokens["referee"]
        files = [answer_of(server, f"/api/tables/{game.code}/export", referee) for server in self.two.servers]
        assert files[0].status == 200, files[0].body
        shown = [
            [answer_of(server, f"/api/tables/{game.code}?seen=99999", token).body for token in game.tokens.values()]
            for server in self.two.servers
        ]
        return files[0].body == files[1].body and shown[0] == shown[1]


def answer_of(server: Server, path: str, token: str) -> Answer:
    """What a server says once it has the database again: others may have gone on by the other server."""
    until = time.monotonic() + PATIENCE
    while (answer := server.ask("GET", path, token=token)).status == 503 and time.monotonic() < until:
        time.sleep(BEFORE_A_RETRY)
    return answer


@contextmanager
def playing(two: Two) -> Iterator[Phones]:
    """Phones play within; `found` is complete at the end."""
    phones = Phones(two)
    try:
        yield phones
    except BaseException:
        phones.is_over = True
        raise
    phones.end()


# -- attacks


def kills(two: Two, times: int) -> Found:
    """Kill one server, then the other."""
    with playing(two) as phones:
        for number in range(times):
            time.sleep(phones.chance.uniform(0.3, power.LONGEST_EVENING))
            two.servers[number % 2].process.kill()
            phones.note_attack()
            two.start(number % 2)
    return phones.found


def stops(two: Two, times: int, seconds: float = 2.0) -> Found:
    """Stop PostgreSQL for some seconds, by turns with its connections closed and at once."""
    with playing(two) as phones:
        for number in range(times):
            time.sleep(phones.chance.uniform(0.3, power.LONGEST_EVENING))
            two.cluster.stop(("fast", "immediate")[number % 2])
            time.sleep(seconds)
            two.cluster.start()
            phones.note_attack()
    return phones.found


def freezes(two: Two, times: int, seconds: float = OUTAGE) -> Found:
    """Freeze the network between database and both servers, one, or the other; then cut it."""
    with playing(two) as phones:
        for number in range(times):
            time.sleep(phones.chance.uniform(0.3, power.LONGEST_EVENING))
            with ExitStack() as frozen:
                for network in (two.networks, two.networks[:1], two.networks[1:])[number % 3]:
                    frozen.enter_context(network.frozen())
                time.sleep(seconds)
            phones.note_attack()
    return phones.found


def unheard(two: Two, times: int, seconds: float = OUTAGE) -> Found:
    """Freeze the connection alone by which one server hears of the other, and what it connects with anew."""
    latest: list[float] = []
    with playing(two) as phones:
        for number in range(times):
            time.sleep(phones.chance.uniform(0.3, power.LONGEST_EVENING))
            deaf, other = two.servers[number % 2], two.servers[1 - number % 2]
            with two.networks[number % 2].frozen(only_listening=True):
                until = time.monotonic() + seconds
                while time.monotonic() < until:
                    latest.append(shown_after(phones.games[number], other, deaf))
            phones.note_attack()
    phones.found.more = f"; the other server showed a command after {max(latest):.1f} s at the latest"
    return phones.found


def shown_after(game: Game, one: Server, other: Server) -> float:
    """Send a command to one server; return the seconds until the other shows it to who looks without a hint."""
    path, token, name = f"/api/tables/{game.code}", game.tokens["german"], f"x{time.monotonic_ns()}"
    press = {"command": "rename", "name": name, "key": name, "seen": 0}
    assert one.ask("POST", f"{path}/commands", press, token).status == 200
    began = time.monotonic()
    while other.ask("GET", path, token=token).json["state"]["seats"]["german"]["name"] != name:
        assert time.monotonic() < began + PATIENCE
        time.sleep(0.02)
    return time.monotonic() - began


def deletions(two: Two, times: int) -> Found:
    """Delete tables at one server while commands come in at either."""
    with playing(two) as phones:
        for _ in range(times):
            code = phones.open()
            time.sleep(phones.chance.uniform(0.3, 1.0))
            phones.delete(code)
            phones.note_attack()
    return phones.found


def storm(two: Two, listening: int, tables: int = 50) -> Found:
    """Let phones come back at once, half of them to each server, while others play."""
    with playing(two) as phones:
        games = [Game(phones, random.Random(number)) for number in range(min(tables, listening))]  # type: ignore[arg-type]
        seats = [(game.code, game.cookie(seat)) for game in games for seat in SEATS[:2]]
        took = crowds.heard_again([(two.servers[n % 2], *seats[n // 2 % len(seats)]) for n in range(listening)])
        phones.note_attack()
    phones.found.more = f"; {crowds.Storm(listening, *took)}"
    return phones.found


def full(two: Two, times: int) -> Found:
    """Fill the disk of PostgreSQL, then make room again, and start it again if it ended."""
    with playing(two) as phones:
        for _ in range(times):
            time.sleep(phones.chance.uniform(0.3, power.LONGEST_EVENING))
            with two.cluster.full():
                time.sleep(5)
            if not two.cluster.is_running:
                phones.found.more += "; PostgreSQL ended and was started again"
                two.cluster.start()
            phones.note_attack()
    return phones.found


def alone(attack: Callable[[Two, int], Found], times: int, megabytes: int = 0) -> Found:
    """Do an attack so many times on a PostgreSQL and two servers of its own."""
    with pg.running(megabytes) as cluster, two_servers(cluster) as two:
        return attack(two, times)
