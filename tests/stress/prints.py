"""Prints as large as they may be, and larger: the memory that they take, and how long a phone waits meanwhile."""

from __future__ import annotations

import random
import re
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from printables.order import MOST, MOST_PIECES
from printables.shops import shop_of
from tests.bench.phones import Game, Line
from tests.server import Server, serving

LARGE = {
    "incursion": ("model-cards", "battle-cards", "counters"),
    "mobile-infantry": ("counters", "boats", "tracks"),
    "memoir-44": ("terrain-cards", "hexes", "badges", "evening"),
}
"""Game → the products of a print that is as large as it may be."""
SIZES = {"pdf": MOST_PIECES, "svg": MOST_PIECES, "png": 140}
"""Kind → so many pieces: pictures of as many as there may be take minutes."""
BEAT = 0.02
TOO_LONG = 900.0
"""Seconds."""


@dataclass(frozen=True)
class Prints:
    """What became of them."""

    made: int
    refused: int
    pieces: int
    megabytes: float
    """The most that one process held that printed."""
    waited: float
    """Milliseconds: the longest that another phone waited for its board."""

    def __str__(self) -> str:
        told = f"{self.made} prints of at most {self.pieces} pieces made, {self.refused} larger ones refused"
        most = f"a print held at most {self.megabytes:.0f} MB, another phone waited at most {self.waited:.0f} ms"
        return f"{told} before they began: {most}"


def prints(sizes: Mapping[str, int] = SIZES) -> Prints:
    """Of every game a print of each kind and one that is too large, while a phone looks at its table."""
    with tempfile.TemporaryDirectory() as place, serving(Path(place), "--backups", "none") as server:
        looking = Looking(server)
        looking.start()
        asked = [f"{address}&as={kind}" for kind, pieces in sizes.items() for address in large(pieces)]
        held = [printed(server, address) for address in asked]
        refused = [is_refused(server, address) for address in too_large()]
        looking.stop()
        return Prints(len(held), sum(refused), max(sizes.values()), max(held), max(looking.times))


def large(pieces: int) -> Iterator[str]:
    """Of every game the address of a print of so many pieces, as many of each thing; sheets a few."""
    for game, products in LARGE.items():
        needs = needs_of(game)
        things = [f"n.{product}.{thing}" for product in products for thing in needs[product]]
        each, more = divmod(pieces, len(things))
        counts = {name: min(each + (place < more), MOST) for place, name in enumerate(things)}
        yield f"/print/{game}/made?{urlencode([*(('what', one) for one in products), *counts.items()])}"


def too_large() -> Iterator[str]:
    """Of every game the address of a print of as many as there can be of each thing."""
    for game, products in LARGE.items():
        needs = needs_of(game)
        counts = {f"n.{product}.{thing}": MOST for product in products for thing in needs[product]}
        yield f"/print/{game}/made?{urlencode([*(('what', one) for one in products), *counts.items()])}"


def needs_of(game: str) -> dict[str, dict[str, int]]:
    shop = shop_of(game)
    assert shop is not None
    needs: dict[str, dict[str, int]] = shop.needs(shop.plain_source("en", {}, ""))
    return needs


def printed(server: Server, address: str) -> float:
    """Print an order. Returns the megabytes that its process held at the most."""
    here = server.ask("GET", address).headers["location"].replace(server.url, "")
    held, until = 0.0, time.monotonic() + TOO_LONG
    while (answer := server.ask("GET", here, HX_Request="true")).status == 200:
        held = max([held, *(map(held_by, pressmen(server)))])
        assert time.monotonic() < until, here
        time.sleep(BEAT)
    assert answer.status == 204, answer.status
    assert b'id="download"' in server.ask("GET", here).body, here
    return held


def is_refused(server: Server, address: str) -> bool:
    before = {*pressmen(server)}
    answer = server.ask("GET", address)
    return "/made" not in answer.headers["location"] and before >= {*pressmen(server)}


def pressmen(server: Server) -> list[Path]:
    children = Path(f"/proc/{server.process.pid}/task")
    listed = " ".join(text_of(file) for file in children.glob("*/children"))
    return [Path(f"/proc/{number}/status") for number in listed.split()]


def held_by(status: Path) -> float:
    """The megabytes that a process held at the most, 0 for one that has ended."""
    found = re.search(r"VmHWM:\s+(\d+) kB", text_of(status))
    return int(found[1]) / 1024 if found else 0.0


def text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return ""


class Looking(threading.Thread):
    """A phone that looks at its table again and again, and how long each look took."""

    def __init__(self, server: Server) -> None:
        super().__init__(daemon=True)
        game = Game(server, random.Random(1))
        self.line, self.path, self.cookie = Line(server), f"/t/{game.code}", game.cookie("allied")
        self.times: list[float] = []
        self.done = threading.Event()

    def run(self) -> None:
        """Look until it is enough."""
        while not self.done.wait(BEAT):
            began = time.monotonic()
            assert self.line.ask("GET", self.path, self.cookie) == 200
            self.times.append(1000 * (time.monotonic() - began))

    def stop(self) -> None:
        """Look no more."""
        self.done.set()
        self.join()
        self.line.close()
        assert self.times
