"""Recorded tables as they play today: what every seat sees of each is kept whole, and compared whole.

`make recorded` writes it anew where a correction of rules or words changes a table, and says what has changed;
`ARGS="-k twitcher"` does so for some of them.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask

from app.core.engine.event import PUBLIC
from app.core.messages.translator import LANGUAGES, Translator
from app.core.table import serialize
from app.core.table.seat_view import Table

KEPT = Path(__file__).parent / "exports" / "recorded.jsonl.xz"
"""A line of JSON for each table: its `name`, its `code`, and by seat what was `seen`."""
ABSENT = "absent"
SHOWN = 12
"""Differences that are told of one table."""

Kept = Mapping[str, Any]


def seen_at(table: Table) -> dict[str, Any]:
    """By seat the state, the log as the interface tells it in English, and its lines in Spanish."""
    seen = {}
    for seat in [*(table.seat(name) for name in table.opening["seats"]), PUBLIC]:
        english, spanish = (serialize.log(table, seat, Translator(table.words, language)) for language in LANGUAGES)
        seen[seat.name] = {
            "state": serialize.state(table, seat),
            "log": english,
            "text-es": [event["text"] for event in spanish],
        }
    return json.loads(json.dumps(seen))  # type: ignore[no-any-return]


def opened_at(app: Flask) -> Iterator[Table]:
    """The tables of an app in the order in which they were opened: several where a campaign goes on."""
    store = app.extensions["store"]
    yield from (store.table(code) for code in reversed(store.codes()))


def read(file: Path) -> dict[str, Kept]:
    """Kept tables by their name: `NAME.0` is the first of a chain."""
    lines = lzma.decompress(file.read_bytes()).decode().splitlines()
    return {kept["name"]: kept for kept in map(json.loads, lines)}


@cache
def recorded_before() -> Mapping[str, Kept]:
    """Every recorded table as it was when it was kept."""
    return read(KEPT)


def of_chain(tables: Mapping[str, Kept], name: str) -> dict[str, Kept]:
    """The tables of one chain among others."""
    return {key: kept for key, kept in tables.items() if key.rpartition(".")[0] == name}


def played(app: Flask, name: str) -> dict[str, Kept]:
    """The tables that were just played, as they are kept."""
    tables = enumerate(opened_at(app))
    return {f"{name}.{at}": {"name": f"{name}.{at}", "code": one.code, "seen": seen_at(one)} for at, one in tables}


def differences(now: Any, then: Any, place: str = "") -> Iterator[str]:
    if isinstance(now, dict) and isinstance(then, dict):
        for key in now | then:
            yield from differences(now.get(key, ABSENT), then.get(key, ABSENT), f"{place}/{key}")
    elif isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        for number, (one, other) in enumerate(zip(now, then, strict=True)):
            yield from differences(one, other, f"{place}/{number}")
    elif now.__class__ is not then.__class__ or now != then:
        yield f"{place}: {str(now)[:200]}, before: {str(then)[:200]}"


class Keeper:
    """Compares recorded tables with what is kept of them or, `anew`, keeps what they are now."""

    def __init__(self, anew: bool) -> None:
        self.anew, self._now = anew, dict[str, Kept]()

    def compare(self, now: Mapping[str, Kept], name: str) -> None:
        """Every seat sees at each table of the chain what it saw when that was kept."""
        if self.anew:
            self._now |= now
        else:
            found = list(differences(now, of_chain(recorded_before(), name)))
            assert found[:SHOWN] == [], f"{len(found)} differences; where they are meant: make recorded"

    def write(self, names: Sequence[str], say: Callable[[str], None]) -> None:
        """Keep what was played beside what else is kept of recorded tables, and say what has changed."""
        before = read(KEPT) if KEPT.exists() else {}
        others = {key: kept for key, kept in before.items() if key.rpartition(".")[0] in {*names} - self.chains()}
        for name in sorted(self.chains()):
            for line in list(differences(of_chain(self._now, name), of_chain(before, name)))[:SHOWN]:
                say(line)
        tables = sorted({**others, **self._now}.items())
        lines = [json.dumps(kept, ensure_ascii=False, sort_keys=True, separators=(",", ":")) for _, kept in tables]
        KEPT.write_bytes(lzma.compress("\n".join(lines).encode(), preset=lzma.PRESET_EXTREME | 9))

    def chains(self) -> set[str]:
        """The names of what was played."""
        return {key.rpartition(".")[0] for key in self._now}
