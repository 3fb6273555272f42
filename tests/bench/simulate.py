"""`make simulate TABLES=100`: one cell in small on this computer, and the plan of docs/hosting/capacity.md from it.

PostgreSQL in a temporary folder and two servers, each table at one of them with four phones that listen. First a part
of an evening, pressed together: commands as fast as they are answered. Then the planned rate. `--write` keeps figures.
"""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests import postgresql as pg
from tests.bench import many_tables
from tests.bench.phones import SEATS, percentile

PAGE = Path(__file__).parents[2] / "docs" / "hosting" / "capacity.md"
MARK = "<!-- simulate -->"
SERVERS, PRESSED_TOGETHER, STEADY = 2, 20.0, 40.0
"""How many servers; seconds as fast as answered, and at the planned rate."""
RATE = 0.15
"""Taps a second of a table, as planned: one in seven seconds."""
BUSY = 0.6
"""The share of a core that a process may use, so that a burst does not wait."""
EVENING = 300
"""Commands of a table in an evening."""
LISTENERS = 20
"""Processes of one PostgreSQL: it wakes each of them for every notification."""
PLANNED = (10, 100, 350, 800, 5_000, 15_000, 100_000)


@dataclass(frozen=True)
class Measured:
    """What a cell in small does; times in milliseconds, `server` and `database` processor time of a tap."""

    server: float
    database: float
    process_mb: float
    """A server after its start."""
    table_kb: float
    phone_kb: float
    entry_bytes: float
    """A command in the database with its indexes."""
    dump_bytes: float


@dataclass(frozen=True)
class Plan:
    """What so many tables at once need."""

    tables: int
    taps: float
    """A second."""
    processes: int
    cells: int
    database_cores: int
    """Of the PostgreSQL of one cell."""
    process_mb: float
    """A process with its tables and phones."""
    evening_gb: float
    dump_gb: float


def plan(tables: int, found: Measured) -> Plan:
    taps = tables * RATE
    processes = math.ceil(taps * found.server / 1000 / BUSY)
    cells = math.ceil(processes / LISTENERS)
    each = tables / processes * (found.table_kb + len(SEATS) * found.phone_kb) / 1024
    return Plan(
        tables,
        taps,
        processes,
        cells,
        math.ceil(taps / cells * found.database / 1000 / BUSY),
        found.process_mb + each,
        tables * EVENING * found.entry_bytes / 1e9,
        tables * EVENING * found.dump_bytes / 1e9,
    )


def table_of(found: Measured) -> Iterator[str]:
    """Yield the lines of the plan."""
    yield "| tables at once | taps/s | processes | cells | PostgreSQL, cores | a process | an evening | its dump |"
    yield "|---|---|---|---|---|---|---|---|"
    for one in (plan(tables, found) for tables in PLANNED):
        cells = (
            f"{one.tables:,}",
            f"{one.taps:,.0f}",
            str(one.processes),
            str(one.cells),
            str(one.database_cores),
            f"{one.process_mb:.0f} MB",
            f"{one.evening_gb:.1f} GB",
            f"{one.dump_gb:.2f} GB",
        )
        yield f"| {' | '.join(cells)} |"


def measured(
    tables: int, pressed_together: float = PRESSED_TOGETHER, steady: float = STEADY
) -> tuple[Measured, list[str]]:
    """The figures of one cell, and lines that tell them."""
    with ExitStack() as stack:
        database = stack.enter_context(pg.running(durable=True))
        cell = stack.enter_context(many_tables.site(SERVERS, database))
        fresh = cell.megabytes()
        at = many_tables.opened(cell, tables)
        fast = many_tables.play(cell, at, pressed_together)
        played = cell.megabytes()
        with ExitStack() as listening:
            for one in at:
                listening.enter_context(one.phones())
            phones = cell.megabytes()
        rated = many_tables.play(cell, at, steady, tables * RATE)
        bytes_of = f"pg_total_relation_size('{cell.schema}.entries')"
        size, count = map(int, database.sql(f"SELECT {bytes_of}, count(*) FROM {cell.schema}.entries").split("|"))
        dump = database.dump(cell.schema)
    found = Measured(
        1000 * rated.servers / rated.commands,
        1000 * rated.database / rated.commands,
        fresh / SERVERS,
        1024 * (played - fresh) / tables,
        1024 * (phones - played) / tables / len(SEATS),
        size / count,
        dump / count,
    )
    return found, [*told(tables, found, fast, rated, count)]


def told(
    tables: int, found: Measured, fast: many_tables.Played, rated: many_tables.Played, count: int
) -> Iterator[str]:
    half, late = percentile(rated.notified, 50), percentile(rated.notified, 95)
    board, late_board = percentile(rated.shown, 50), percentile(rated.shown, 95)
    yield f"`make simulate TABLES={tables}`, {time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, load"
    yield f"{os.getloadavg()[0]:.1f} at the end; {SERVERS} servers, PostgreSQL and all phones on the same computer."
    yield ""
    yield f"- As fast as answered, nobody listening: {fast.rate:.0f} taps/s,"
    yield f"  {1000 * fast.servers / fast.commands:.1f} ms of a server's processor a tap."
    yield f"- {tables} tables × {len(SEATS)} phones, {tables * RATE:.0f} taps/s due: {rated.rate:.1f} taps/s,"
    yield f"  {rated.repeated} repeated. Another phone hears of a tap after {half:.1f} ms (p50), {late:.1f} ms (p95),"
    yield f"  and shows its new board after {board:.1f} and {late_board:.1f} ms."
    yield f"- Processor a tap with the boards of three other phones: {found.server:.1f} ms of a server,"
    yield f"  {found.database:.2f} ms of PostgreSQL."
    yield f"- Memory: {found.process_mb:.0f} MB a server after its start, {found.table_kb:.0f} KB a table,"
    yield f"  {found.phone_kb:.0f} KB a phone that listens."
    yield f"- {found.entry_bytes:.0f} bytes of database a command with its indexes ({count:,} commands),"
    yield f"  {found.dump_bytes:.0f} in a dump."
    yield ""
    yield from table_of(found)


def main(given: Sequence[str]) -> None:
    """Simulate so many tables and print, or also keep, what was measured. Raise SystemExit without PostgreSQL."""
    if pg.programs() is None:
        raise SystemExit(pg.NEEDED)
    sys.setswitchinterval(0.0005)
    (tables,) = [int(one) for one in given if not one.startswith("--")]
    _, lines = measured(tables)
    print("\n".join(lines))
    if "--write" in given:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(f"{MARK}\n")
        after = rest.partition(MARK)[2]
        PAGE.write_text(f"{before}{MARK}\n" + "\n".join(lines) + f"\n{MARK}{after}", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
