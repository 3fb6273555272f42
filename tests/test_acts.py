"""What happens at a table, without a page: two processes on one folder, keys of presses, the bell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.acts import Acts
from app.bell import Bell
from app.core.commands import Press
from app.core.play import Seat
from app.core.refusals import Refused, Stale
from app.core.seating import SeatTaken
from app.core.table import Table
from app.games import SHELF
from app.keeping.store import Store

ALLIED, GERMAN = Seat("allied", "allied"), Seat("german", "german")


@pytest.fixture
def processes(tmp_path: Path) -> list[Acts]:
    """Two on one folder."""
    return [Acts(Store(tmp_path), Bell()) for _ in range(2)]


@pytest.fixture
def tables(processes: list[Acts]) -> list[Table]:
    """A table as each of them has it, before anybody pressed."""
    game = SHELF["incursion"]
    code = processes[0].open_table(game, game.options(game=game.key)).code
    return [acts.store.table(code) for acts in processes]


def renamed(acts: Acts, table: Table, name: str, key: str, seat: Seat = ALLIED) -> Any:
    return acts.press(table, seat, Press("rename", {"name": name}), key, name)


def test_a_press_that_another_process_kept_meanwhile_is_an_echo(processes: list[Acts], tables: list[Table]) -> None:
    one, other = processes
    first = renamed(one, tables[0], "Ana", "k")
    assert renamed(other, tables[1], "Ana", "k") == first
    assert len(tables[1].entries) == 2
    renamed(one, tables[0], "Bea", "l")
    with pytest.raises(Refused, match="key-reused"):
        renamed(other, tables[1], "Cleo", "l")


def test_a_press_is_judged_again_when_another_process_came_first(processes: list[Acts], tables: list[Table]) -> None:
    one, other = processes
    for number, table in enumerate([*tables, *tables]):
        renamed(processes[number % 2], table, f"no {number}", f"k{number}", (ALLIED, GERMAN)[number // 2])
    assert [entry.key for entry in one.store.table(tables[0].code).entries[1:]] == ["k0", "k1", "k2", "k3"]
    assert other.store.table(tables[0].code).state == one.store.table(tables[0].code).state


def test_an_overtaken_press_carries_the_entry_that_came_first(processes: list[Acts], tables: list[Table]) -> None:
    (acts, _), (table, _) = processes, tables
    seen = table.seq(ALLIED)

    def spend_all() -> None:
        for number in range(10):
            acts.press(table, ALLIED, Press("add-model", {"card": "grunt-ape"}, seen=seen), f"card {number}", "")

    with pytest.raises(Stale) as stale:
        spend_all()
    assert stale.value.first == table.entries[1]


def test_a_key_like_that_of_a_note_stops_no_note(processes: list[Acts], tables: list[Table]) -> None:
    (acts, _), (table, _) = processes, tables
    for number in range(2, 6):
        renamed(acts, table, f"no {number}", f"#{number + 3}")
    acts.store.note(table, "allied", SeatTaken("allied", "Ana"))
    assert table.state.seats["allied"].name == "Ana"


def test_what_is_kept_is_what_was_folded(processes: list[Acts], tables: list[Table]) -> None:
    acts, (table, _) = processes[0], tables
    acts.press(table, ALLIED, Press("add-model", {"card": "grunt-ape"}), "k", "body")
    assert Store(acts.store.folder).table(table.code).entries == table.entries


def test_a_listener_is_told_each_number_once(processes: list[Acts], tables: list[Table]) -> None:
    (acts, other), (table, _) = processes, tables
    numbers = acts.numbers(table, GERMAN, 5.0)
    assert next(numbers) == 0
    renamed(acts, table, "Ana", "a")
    assert next(numbers) == 1
    renamed(acts, table, "Bea", "b")
    renamed(acts, table, "Cleo", "c")
    assert next(numbers) == 3
    assert list(other.numbers(tables[1], GERMAN, 0.0)) == [3]
