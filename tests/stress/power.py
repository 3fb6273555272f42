"""The power goes: the server is killed, its disk keeps only what was synced, or is full."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from app.storage.backups import DATABASE
from tests.bench.phones import Game
from tests.server import FAILED_TO_ANSWER, Server, running, serving

PLAYERS = 3
SHIM = Path(__file__).with_name("synced.c")
LONGEST_EVENING = 1.5


@dataclass
class Found:
    """What became of presses over several evenings."""

    evenings: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    gaps: int = 0

    @property
    def holds(self) -> bool:
        return self.acknowledged > 0 and not (self.lost or self.doubled or self.gaps)

    def look_over(self, rows: Sequence[tuple[str, str, int]], acknowledged: Sequence[tuple[str, str]]) -> None:
        """Count what is kept (table, key, number) of what was acknowledged (table, key)."""
        kept = Counter((code, key) for code, key, _ in rows)
        for one in acknowledged:
            self.lost += kept[one] == 0
            self.doubled += kept[one] > 1
        numbers: dict[str, list[int]] = {}
        for code, _, seq in rows:
            numbers.setdefault(code, []).append(seq)
        self.gaps += sum(len(those) != max(those) + 1 for those in numbers.values())
        self.acknowledged += len(acknowledged)
        self.evenings += 1

    def __str__(self) -> str:
        told = f"{self.evenings} times, {self.acknowledged} commands acknowledged"
        return f"{told}: {self.lost} lost, {self.doubled} doubled, {self.gaps} gaps"


@dataclass
class Players:
    """Some who press at a table each until the server is gone, and know what was acknowledged."""

    server: Server
    seed: int
    acknowledged: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.threads = [threading.Thread(target=self.play, args=(number,)) for number in range(PLAYERS)]
        for thread in self.threads:
            thread.start()

    def play(self, number: int) -> None:
        """Press what is offered until nothing answers, or something else than the press is answered."""
        try:
            game = Game(self.server, random.Random(self.seed + number))
            while True:
                game.press()
                self.acknowledged.append((game.code, f"json-{game.pressed}"))
        except FAILED_TO_ANSWER:
            return

    def wait(self) -> None:
        for thread in self.threads:
            thread.join(30)


def looked_over(folder: Path, players: Players, found: Found) -> None:
    """Count what is in the file of what was acknowledged."""
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = database.execute("SELECT [table], key, seq FROM entries").fetchall()
    found.look_over(rows, players.acknowledged)


def killed(server: Server, players: Players, chance: random.Random) -> None:
    """Let them play for a while, then end the server at once."""
    time.sleep(chance.uniform(0.3, LONGEST_EVENING))
    server.process.kill()
    players.wait()


def kills(times: int) -> Found:
    """Kill the server while people press, and go on in the same folder."""
    found, chance = Found(), random.Random(9)
    with tempfile.TemporaryDirectory() as place:
        for number in range(times):
            with serving(Path(place)) as server:
                players = Players(server, 100 * number)
                killed(server, players, chance)
            looked_over(Path(place), players, found)
    return found


# -- the power is cut


def compiler() -> str | None:
    return shutil.which("cc") or shutil.which("gcc")


def shim_in(place: Path) -> Path:
    """The disk of `synced.c`, made."""
    shim = place / "synced.so"
    subprocess.run([str(compiler()), "-shared", "-fPIC", "-O1", "-o", shim, SHIM, "-ldl", "-lpthread"], check=True)
    return shim


@contextmanager
def a_slow_disk(milliseconds: int) -> Iterator[None]:
    """Each sync of what is started within takes so much longer."""
    with tempfile.TemporaryDirectory() as place:
        shim = shim_in(Path(place))
        with given_to_what_starts({"LD_PRELOAD": str(shim), "SLOW": str(1000 * milliseconds)}):
            yield


@contextmanager
def given_to_what_starts(given: Mapping[str, str]) -> Iterator[None]:
    """The environment of what is started within."""
    before = {name: os.environ.get(name) for name in given}
    os.environ.update(given)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.__setitem__(name, value)


def cuts(times: int) -> Found:
    """Cut the power while people press: nothing is left but what was synced."""
    found, chance = Found(), random.Random(7)
    with tempfile.TemporaryDirectory() as place:
        shim = shim_in(Path(place))
        folder = Path(place) / "0"
        folder.mkdir(mode=0o700)
        for number in range(times):
            after = Path(place) / str(number + 1)
            with a_disk_that_keeps_what_was_synced(shim, folder, after), serving(folder) as server:
                players = Players(server, 100 * number)
                killed(server, players, chance)
            looked_over(after, players, found)
            folder = after
    return found


@contextmanager
def a_disk_that_keeps_what_was_synced(shim: Path, folder: Path, after: Path) -> Iterator[None]:
    shutil.copytree(folder, after)
    with given_to_what_starts({"LD_PRELOAD": str(shim), "FROM": str(folder), "SYNCED": str(after)}):
        yield
    for left in after.glob("*.copying"):
        left.unlink()
    (after / f"{DATABASE}-shm").unlink(missing_ok=True)


# -- the disk is full


def full(times: int) -> Found:
    """Play until no file may grow, then with room again."""
    found = Found()
    for number in range(times):
        with tempfile.TemporaryDirectory() as place:
            most = 900_000 + 200_000 * number
            command = ["-m", "tests.stress.limited", str(most), *serve_in(Path(place))]
            with running(command) as server:
                opened = server.ask("POST", "/api/tables", {"game": "incursion"}).json
                players = Players(server, 100 * number)
                players.wait()
                check_shown(server, opened["code"], opened["seats"]["allied"])
            looked_over(Path(place), players, found)
            with serving(Path(place)) as server:
                game = Game(server, random.Random(1))
                game.press()
    return found


def check_shown(server: Server, code: str, token: str) -> None:
    for path in ("/", "/rules/incursion", "/new/incursion", f"/t/{code}/wall"):
        assert server.ask("GET", path).status == 200, path
    for path in ("", "/log", "/more", "/seats", "/do/rename", "/now", "/cannot", "/own-data", "/bell?for=0"):
        assert server.ask("GET", f"/t/{code}{path}", Cookie=f"seat-{code}={token}").status == 200, path
    for path in ("", "/log", "/own-data", "/bell?for=0"):
        assert server.ask("GET", f"/api/tables/{code}{path}", token=token).status == 200, path


def serve_in(folder: Path) -> Sequence[str]:
    """The command that serves a folder on loopback."""
    return ["serve", "--host", "127.0.0.1", "--port", "0", "--data", str(folder), "--backups", "none"]
