"""How long a table of many presses keeps a phone waiting: an undo, and a tap that somebody else came before."""

from __future__ import annotations

import secrets
import statistics
import time
from collections.abc import Callable
from typing import Any, Protocol
from urllib.parse import urlencode

PRESSES, TIMES = 5000, 30
REFEREE = "referee"


class Played(Protocol):
    """A game that goes on at a server."""

    code: str
    seat: str
    pressed: int
    shown: Any

    def look(self) -> None: ...
    def next(self) -> tuple[str, dict[str, Any]]: ...
    def press(self) -> None: ...
    def cookie(self, seat: str) -> str: ...


class Asking(Protocol):
    """A kept connection."""

    def ask(self, method: str, path: str, cookie: str = "", form: str = "") -> int: ...


def tapped(game: Played, line: Asking, cookie: str, command: str, fields: Any, seen: int) -> tuple[int, float]:
    """The status of a tap by form, and its milliseconds to the board."""
    form = urlencode({**fields, "by": "table", "seen": seen, "key": secrets.token_urlsafe(6)}, doseq=True)
    began = time.perf_counter()
    status = line.ask("POST", f"/t/{game.code}/do/{command}", cookie, form)
    return status, 1000 * (time.perf_counter() - began)


def undone(game: Played, line: Asking) -> list[float]:
    """Milliseconds of the referee's undos, each of the newest press and brought back by a redo."""
    took, cookie = [], game.cookie(REFEREE)
    game.seat = REFEREE
    for number in range(2 * TIMES):
        command = "redo" if number % 2 else "undo"
        game.look()
        offer = next(one for one in game.shown["offers"] if one["command"] == command)
        status, ms = tapped(game, line, cookie, command, offer["given"], game.shown["seq"])
        assert status == 200, status
        took.append(ms)
    return took[::2]


def overtaken(game: Played, line: Asking) -> list[float]:
    """Milliseconds of taps that were allowed at what the phone had seen, and are not any more."""
    took: list[float] = []
    for _ in range(20 * TIMES):
        game.look()
        command, fields = game.next()
        cookie, seen = game.cookie(game.seat), game.shown["seq"]
        assert tapped(game, line, cookie, command, fields, seen)[0] == 200
        status, ms = tapped(game, line, cookie, command, fields, seen)
        if status == 409:
            took.append(ms)
        if len(took) == TIMES:
            return took
    raise AssertionError(f"only {len(took)} taps were overtaken")


def show(row: Callable[..., None], game: Played, connect: Callable[[], Asking]) -> None:
    """Rows of the table: play until so many presses are kept, then measure on a connection that has not waited."""
    while game.pressed < PRESSES:
        game.press()
    line = connect()
    for name, goal, took in (("a stale tap", 20, overtaken(game, line)), ("an undo", 10, undone(game, line))):
        middle, most = statistics.median(took), max(took)
        row(f"{name} behind {PRESSES} presses, p50 / most", f"{middle:.1f} / {most:.1f} ms", f"≤ {goal} ms")
