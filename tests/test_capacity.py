"""`make simulate` in seconds, its arithmetic by hand, and the page that it fills."""

from __future__ import annotations

import re
from itertools import pairwise

from tests.bench import simulate
from tests.bench.simulate import MARK, PAGE, PLANNED, Measured, plan, table_of

SIXTEEN = Measured(
    server=16.0, database=1.2, process_mb=90, table_kb=100, phone_kb=25, entry_bytes=1500, dump_bytes=300
)


def test_a_thousand_tables_are_planned_as_by_hand() -> None:
    found = plan(1000, SIXTEEN)
    assert found.taps == 150
    assert found.processes == 4  # 150 × 0.016 s = 2.4 cores, of each 0.6
    assert found.cells == found.database_cores == 1  # 150 × 0.0012 s = 0.18 cores
    assert found.process_mb == 90 + 250 * (100 + 4 * 25) / 1024
    assert found.evening_gb == 0.45  # 1000 × 300 × 1500 bytes
    assert found.dump_gb == 0.09


def test_a_hundred_thousand_tables_are_cells_of_twenty_processes() -> None:
    found = plan(100_000, SIXTEEN)
    assert found.taps == 15_000
    assert (found.processes, found.cells) == (400, 20)  # 240 cores of the servers
    assert found.database_cores == 2  # 750 × 0.0012 s = 0.9 cores of each cell, of each 0.6
    assert found.evening_gb == 45


def test_a_cell_in_small_is_played_and_told() -> None:
    found, lines = simulate.measured(2, 1.0, 8.0)
    assert found.server > found.database >= 0  # of few commands it may be less than a tick of the clock
    assert found.process_mb > 30
    assert found.entry_bytes > found.dump_bytes > 50
    assert lines[-len(PLANNED) :] == [*table_of(found)][2:]
    numbers = [plan(tables, found).processes for tables in PLANNED]
    assert all(fewer <= more for fewer, more in pairwise(numbers))


def test_the_page_has_the_figures_of_the_command() -> None:
    figures = PAGE.read_text(encoding="utf-8").split(f"{MARK}\n")[1]
    assert figures.startswith("`make simulate TABLES=")
    rows = [line.split(" | ")[0] for line in figures.splitlines() if re.match(r"\| \d", line)]
    assert rows == [f"| {tables:,}" for tables in PLANNED]
