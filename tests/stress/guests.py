"""Guests with a seat: keys of a practice script, and answers as long as a table may be."""

from __future__ import annotations

import json
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.core.table_commands.tutorial import TutorialStep
from app.games import REGISTRY
from app.web.request.guard import IMPORT_LIMIT
from tests.server import Answer, Server, serving
from tests.web.test_api import sealed_again

GAME, PUPIL, GUEST = "incursion", "allied", "german"
TAP_EVERY = 0.02
"""Seconds between two taps of the phone that waits."""


@dataclass(frozen=True)
class Practice:
    """A practice table with a guest on its free seat."""

    sent: int
    steps: int
    told: int

    def __str__(self) -> str:
        return f"{self.sent} keys sent at the free seat: {self.told} of {self.steps} steps played"


def practice() -> Practice:
    """A guest sends every key that a script could use; whoever practises goes on to its end."""
    script = REGISTRY[GAME].practice
    assert script is not None
    with tempfile.TemporaryDirectory() as place, serving(Path(place), "--backups", "none") as server:
        connection = server.connection()
        connection.request("POST", f"/practice/{GAME}", headers={"Origin": server.url})
        opened = connection.getresponse()
        cookies = "; ".join(cookie.split(";")[0] for cookie in opened.headers.get_all("Set-Cookie") or ())
        code = opened.headers["Location"].rpartition("/")[2]
        connection.close()
        token = server.ask("POST", f"/api/tables/{code}/seats", {"seat": GUEST}).json["token"]
        keys = [f"{begin}{number}" for begin in ("practice-", "#") for number in range(len(script.steps) + 2)]
        for key in keys:
            body = {"command": "rename", "name": "Eve", "seen": 0, "key": key}
            assert server.ask("POST", f"/api/tables/{code}/commands", body, token).status == 200, key
        own = [step for step in script.steps if step.seat == PUPIL]
        pupil = next(part.partition("=")[2] for part in cookies.split("; ") if part.startswith("seat-"))
        told = sum(presses(server, code, pupil, step, place) for place, step in enumerate(own))
        return Practice(len(keys), len(own), told)


def presses(server: Server, code: str, token: str, step: TutorialStep, place: int) -> bool:
    body = {"command": step.command, **step.fields, "seen": 0, "key": f"step-{place}"}
    body |= {"dice": step.dice} if step.dice else {}
    return server.ask("POST", f"/api/tables/{code}/commands", body, token).status == 200


@dataclass(frozen=True)
class Long:
    """Many requests for long answers, and a phone that taps at another table."""

    asked: int
    size: int
    seconds: float
    taps: Sequence[float]
    """Milliseconds of each tap."""

    @property
    def longest(self) -> float:
        """Milliseconds of the tap that waited longest."""
        return max(self.taps)

    def __str__(self) -> str:
        told = f"{self.asked} requests at a table of {self.size / 1024:.0f} KiB in {self.seconds:.1f} s"
        return f"{told}: another phone waited {self.longest:.0f} ms at the longest, of {len(self.taps)} taps"


def long(at_once: int, size: int = IMPORT_LIMIT) -> Long:
    """So many ask at a time for whatever grows with a table, while a phone taps elsewhere."""
    with tempfile.TemporaryDirectory() as place, serving(Path(place), "--backups", "none") as server:
        file = long_file(server, size)
        made = server.ask("POST", "/api/tables/import", file)
        assert made.status == 201, made.body
        code, tokens = made.json["code"], made.json["seats"]
        api = [f"/api/tables/{code}{path}" for path in ("/log", "/own-data", "/export")]
        pages = [f"/t/{code}{path}" for path in ("/log", "/end", "")]
        asked = [(path, tokens["referee"]) for path in (*api, *pages) for _ in range(at_once)]
        answers: list[Answer] = []
        threads = [
            threading.Thread(target=lambda path=path, token=token: answers.append(look(server, path, token)))
            for path, token in asked
        ]
        taps = Taps(server)
        for path, token in [(path.replace(code, taps.code), taps.token) for path, _ in asked[::at_once]]:
            look(server, path, token)  # what is read once by whoever comes first
        began = time.perf_counter()
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            taps.tap()
            time.sleep(TAP_EVERY)
        assert [answer.status for answer in answers] == [200] * len(asked)
        return Long(len(asked), len(json.dumps(file)), time.perf_counter() - began, taps.times)


def look(server: Server, path: str, token: str) -> Answer:
    """One look, zipped as a phone asks for it."""
    return server.ask("GET", path, token=token, Accept_Encoding="gzip")


def long_file(server: Server, size: int) -> dict[str, Any]:
    """The file of a table that is as long as a file may be: a fifth of it short presses, the rest long ones."""
    opened = server.ask("POST", "/api/tables", {"game": GAME, "referee": True, "referee_sees": "all"}).json
    file = server.ask("GET", f"/api/tables/{opened['code']}/export", token=opened["seats"]["referee"]).json
    named = {"event": "seat-renamed", "seat": "referee", "name": "Ada"}
    held = len(json.dumps(file))
    while held < size - 2000:
        seq = len(file["log"])
        many = 20 if held > size // 5 else 1
        row = {"seq": seq, "seat": "referee", "key": f"k{seq}", "body": "", "at": 1.0}
        file["log"].append({**row, "events": json.dumps([named] * many)})
        held += len(json.dumps(file["log"][-1])) + 2
    return sealed_again(file)


class Taps:
    """A phone at a table of its own."""

    def __init__(self, server: Server) -> None:
        self.server, self.times = server, list[float]()
        opened = server.ask("POST", "/api/tables", {"game": GAME}).json
        self.code, self.token = opened["code"], opened["seats"][PUPIL]

    def tap(self) -> None:
        """One tap, and how long it took."""
        body = {"command": "rename", "name": "Ada", "seen": 0, "key": f"tap-{len(self.times)}"}
        began = time.perf_counter()
        assert self.server.ask("POST", f"/api/tables/{self.code}/commands", body, self.token).status == 200
        self.times.append(1000 * (time.perf_counter() - began))
