"""`make hard`: the attacks of docs/reliability.md at full length; ARGS names some, --write keeps the figures."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.stress import (
    crowds,
    damage,
    first_evening,
    guests,
    power,
    prints,
    rights,
    shelves,
    strangers,
    two_phones,
    two_servers,
    uploads,
)

PAGE = Path(__file__).parents[2] / "docs" / "reliability.md"
ATTACKS: dict[str, tuple[str, Callable[[], object]]] = {
    "kills": ("the server is killed (`kill -9`) while three players act", lambda: power.kills(25)),
    "cuts": ("the power is cut: nothing is left but what was synced", lambda: power.cuts(20)),
    "keys": ("the power is cut as soon as somebody sits down at a new server", lambda: first_evening.keys(10)),
    "full": ("the disk is full", lambda: power.full(5)),
    "damaged": ("files cut short, with noise, with holes", lambda: damage.damaged(300)),
    "load": ("everybody taps", lambda: crowds.load(50, 30.0, 150)),
    "most": ("everybody taps as fast as they can", lambda: crowds.load(50, 30.0)),
    "slow": ("everybody taps, and the disk takes 8 ms to sync", lambda: slow(100)),
    "storm": ("everybody comes back at once", lambda: crowds.storm(400)),
    "soak": ("played on and on", lambda: crowds.soak(600.0)),
    "fuzz": ("any JSON to any route", lambda: strangers.fuzz(20_000)),
    "schemathesis": (
        "all that the JSON interface describes, and what it forbids",
        lambda: strangers.schemathesis("--max-time", "120"),
    ),
    "prints": ("prints as large as they may be, and larger", prints.prints),
    "secrets": ("every secret is changed", strangers.secrets),
    "codes": ("codes of tables are guessed by every way there is", lambda: rights.codes(200)),
    "seats": ("whoever opened a table wants to see a seat that was taken", lambda: rights.seats(50)),
    "refused": ("files and requests that are refused", lambda: uploads.refused(475_000)),
    "unfinished": ("uploads that never end", lambda: uploads.unfinished(40)),
    "floods": ("many addresses open tables", lambda: uploads.floods(11, 280)),
    "practice": ("a guest sends the keys of a practice script", guests.practice),
    "long": ("many ask for whatever grows with a table, at the largest that is imported", lambda: guests.long(12)),
    "shelves": ("guests keep files until they are refused", lambda: shelves.shelves(7)),
    "mission": (
        "a mission by two phones at two servers of one PostgreSQL; one is killed in an attack",
        two_phones.mission,
    ),
    "two_kills": (
        "two servers of one PostgreSQL: one is killed (`kill -9`), then the other",
        partial(two_servers.alone, two_servers.kills, 8),
    ),
    "two_stops": (
        "their PostgreSQL is stopped for two seconds, fast and immediately by turns",
        partial(two_servers.alone, two_servers.stops, 6),
    ),
    "two_freezes": (
        "the network to PostgreSQL is frozen for 12 s, then cut: of both servers, of one, of the other",
        partial(two_servers.alone, two_servers.freezes, 3),
    ),
    "two_unheard": (
        "the connection alone by which one server hears of the other is frozen for 12 s",
        partial(two_servers.alone, two_servers.unheard, 4),
    ),
    "two_deletions": (
        "tables are deleted while commands for them come in at both servers",
        partial(two_servers.alone, two_servers.deletions, 20),
    ),
    "two_full": (
        "the disk of PostgreSQL is full for 5 s",
        partial(two_servers.alone, two_servers.full, 5, megabytes=64),
    ),
    "two_storm": (
        "everybody comes back at once, half of them to each of two servers",
        partial(two_servers.alone, two_servers.storm, 2000),
    ),
}
"""Name → what is done, in words, and how."""
NEEDS_COMPILER = ("cuts", "keys", "slow")


def slow(rate: float) -> crowds.Load:
    """So many taps a second on a disk that takes 8 ms more."""
    with power.a_slow_disk(8):
        return crowds.load(50, 30.0, rate)


def main(given: list[str]) -> None:
    """Do the attacks, one after the other, and print what became of each."""
    wanted = [name for name in given if not name.startswith("--")] or [*ATTACKS]
    lines = []
    for name in wanted:
        what, attack = ATTACKS[name]
        began = time.monotonic()
        try:
            if name in NEEDS_COMPILER and not power.compiler():
                pytest.skip("there is no C compiler here")
            told = str(attack())
        except pytest.skip.Exception as missing:
            told = f"not done: {missing.msg}"
        lines.append(f"| `{name}` | {what} | {told} |")
        print(f"{lines[-1]}  ({time.monotonic() - began:.0f} s)", flush=True)
    if "--write" in given:
        write(lines)


def write(lines: list[str]) -> None:
    """Put the figures into docs/reliability.md, those of other attacks left as they are."""
    text = PAGE.read_text(encoding="utf-8")
    for line in lines:
        (name,) = re.findall(r"^\| (`\w+`) ", line)
        text = re.sub(rf"^\| {name} .*$", lambda _, line=line: line, text, flags=re.MULTILINE)
    load = os.getloadavg()[0]
    measured = f"Measured on {time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, load {load:.1f}."
    PAGE.write_text(re.sub(r"^Measured on .*$", measured, text, flags=re.MULTILINE), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
