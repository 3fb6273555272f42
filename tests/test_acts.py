"""What happens at a table, without a page: two processes on one folder, keys of presses, the bell."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.core.engine.command import CommandRequest
from app.core.engine.event import Entry, Event, Seat
from app.core.engine.visibility import to_jsonable
from app.core.errors import Refused, Stale
from app.core.table.seat_view import Table
from app.core.table_commands.seating import SeatTaken
from app.games import REGISTRY
from app.notifier import Notifier
from app.service import TableService
from app.storage import rows
from app.storage.errors import Taken
from app.storage.rows import EntryRow
from app.storage.store import Store
from tests.toy_game.events import MothRested
from tests.toy_game.game import GAME
from tests.toy_game.playing import GREY, Evening
from tests.toy_game.state import LAMPS, MOTHS, State

MOTH, LAMP = Seat("grey-moth", MOTHS), Seat("lamp", LAMPS)


@pytest.fixture
def processes(tmp_path: Path) -> list[TableService]:
    """Two on one folder."""
    return [TableService(Store(tmp_path), Notifier()) for _ in range(2)]


@pytest.fixture
def tables(processes: list[TableService]) -> list[Table]:
    """A table as each of them has it, before anybody pressed."""
    code = processes[0].open_table(GAME, GAME.options(game=GAME.key)).code
    return [acts.store.table(code) for acts in processes]


def renamed(acts: TableService, table: Table, name: str, key: str, seat: Seat = MOTH) -> Any:
    return acts.submit(table, seat, CommandRequest("rename", {"name": name}), key, name)


def test_a_press_that_another_process_kept_meanwhile_is_an_echo(
    processes: list[TableService], tables: list[Table]
) -> None:
    one, other = processes
    first = renamed(one, tables[0], "Ana", "k")
    assert renamed(other, tables[1], "Ana", "k") == first
    assert len(tables[1].entries) == 2
    renamed(one, tables[0], "Bea", "l")
    with pytest.raises(Refused, match="key-reused"):
        renamed(other, tables[1], "Cleo", "l")


def test_a_press_is_judged_again_when_another_process_came_first(
    processes: list[TableService], tables: list[Table]
) -> None:
    one, other = processes
    for number, table in enumerate([*tables, *tables]):
        renamed(processes[number % 2], table, f"no {number}", f"k{number}", (MOTH, LAMP)[number // 2])
    assert [entry.key for entry in one.store.table(tables[0].code).entries[1:]] == ["k0", "k1", "k2", "k3"]
    assert other.store.table(tables[0].code).state == one.store.table(tables[0].code).state


def test_an_overtaken_press_carries_the_entry_that_came_first(
    processes: list[TableService], tables: list[Table]
) -> None:
    (acts, _), (table, _) = processes, tables
    seen = table.seq(LAMP)

    def seal(window: str) -> None:
        acts.submit(table, LAMP, CommandRequest("choose-window", {"window": window}, seen=seen), window, "")

    seal("north")
    with pytest.raises(Stale) as stale:
        seal("east")
    assert stale.value.first == table.entries[1]


def test_a_key_like_that_of_a_note_stops_no_note(processes: list[TableService], tables: list[Table]) -> None:
    (acts, _), (table, _) = processes, tables
    for number in range(2, 6):
        renamed(acts, table, f"no {number}", f"#{number + 3}")
    acts.store.append_event(table, "grey-moth", SeatTaken("grey-moth", "Ana"))
    assert table.state.seats["grey-moth"].name == "Ana"


@pytest.mark.parametrize("act", ["press", "note", "go on"])
def test_what_can_never_be_kept_is_tried_once(evening: Evening, monkeypatch: pytest.MonkeyPatch, act: str) -> None:
    """A row that is refused although nothing newer came first."""
    store, acts = evening.client.application.extensions["store"], evening.client.application.extensions["acts"]
    table = evening.night().kept()
    entries, tried = list(table.entries), []
    same = table.entries[1]

    def row_of(entry: Entry) -> EntryRow:
        tried.append(entry)
        if len(tried) > 5:
            raise AssertionError("tried for ever")
        return rows.entry_to_row(replace(entry, seat=same.seat, key=same.key) if entry.seq else entry)

    monkeypatch.setattr("app.storage.store.entry_to_row", row_of)
    acting = {
        "press": lambda: renamed(acts, table, "Ana", "new"),
        "note": lambda: store.append_event(table, GREY, SeatTaken(GREY, "Ana")),
        "go on": lambda: acts.start_next_table(table, MOTH, "same"),
    }
    with pytest.raises(Taken):
        acting[act]()
    assert (store.codes(), table.entries) == ([evening.code], entries)


def test_going_on_opens_one_table_whatever_the_new_one_says_of_the_old(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    acts, store = evening.client.application.extensions["acts"], evening.client.application.extensions["store"]
    table = evening.night().kept()
    monkeypatch.setattr("app.service.came_from", lambda *_: "OTHERS")
    assert acts.start_next_table(table, MOTH, "same")[1]
    assert len(store.codes()) == 2


def test_what_is_kept_is_what_was_folded(processes: list[TableService], tables: list[Table]) -> None:
    acts, (table, _) = processes[0], tables
    acts.submit(table, LAMP, CommandRequest("choose-window", {"window": "north"}), "k", "body")
    assert Store(acts.store.folder).table(table.code).entries == table.entries


def test_a_listener_is_told_each_number_once(processes: list[TableService], tables: list[Table]) -> None:
    (acts, other), (table, _) = processes, tables
    numbers = acts.numbers(table, LAMP, 5.0)
    assert next(numbers) == 0
    renamed(acts, table, "Ana", "a")
    assert next(numbers) == 1
    renamed(acts, table, "Bea", "b")
    renamed(acts, table, "Cleo", "c")
    assert next(numbers) == 3
    looked_up = other.store.table(table.code)
    assert list(other.numbers(looked_up, LAMP, 0.0)) == [3]


def test_a_stream_looks_its_table_up_once_before_its_first_number(
    client: FlaskClient, app: Flask, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, looked_up = app.extensions["store"], []
    find = store.table
    monkeypatch.setattr(store, "table", lambda code: looked_up.append(code) or find(code))
    assert client.get(f"/t/{evening.code}/bell?for=0").text.count("data:") == 1
    assert looked_up == [evening.code]


def refused_by_the_program(evening: Evening, seat: str, command: str) -> None:
    """A press that breaks the program leaves no row, and the table as it was, here and for every other process."""
    table = evening.kept()
    entries, state = list(table.entries), to_jsonable(table.state)
    answer = evening.post(seat, command=command, key="broken", seen=table.seq(table.seat(seat)))
    assert (answer.status_code, answer.json["error"]["code"]) == (500, "internal")
    folder = evening.client.application.extensions["store"].folder
    for kept in (table, evening.kept(), Store(folder).table(evening.code)):
        assert (kept.entries, to_jsonable(kept.state)) == (entries, state)


def test_a_press_that_cannot_be_read_again_is_not_kept(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.windows()
    with monkeypatch.context() as without:
        without.delitem(dict_of(REGISTRY["hello"].events), "moth-rested")
        refused_by_the_program(evening, GREY, "rest")
    evening.press(GREY, "rest")
    assert evening.state()["moths"][GREY]["resting"] is True


def test_a_press_that_cannot_be_folded_is_not_kept(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.windows()
    judged: list[MothRested] = []

    def apply(event: MothRested, state: State) -> None:
        state.moths[event.seat].resting = True
        judged.append(event)
        if len(judged) > 1:
            raise LookupError("no candle")

    with monkeypatch.context() as breaking:
        breaking.setattr(MothRested, "apply", apply)
        refused_by_the_program(evening, GREY, "rest")
    assert len(judged) == 2, "once on a copy, once on what is kept"
    evening.press(GREY, "rest")
    assert evening.state()["moths"][GREY]["resting"] is True


def test_a_next_table_is_not_opened_where_this_one_cannot_say_so(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, store = evening.night().kept(), evening.client.application.extensions["store"]
    entries = list(table.entries)
    with monkeypatch.context() as without:
        without.delitem(dict_of(REGISTRY["hello"].events), "played-again")
        answer = evening.client.post(
            f"/api/tables/{evening.code}/next", json={"again": "same"}, headers=evening.headers(GREY)
        )
    assert answer.status_code == 500
    assert (store.codes(), table.entries) == ([evening.code], entries)


def dict_of(events: Mapping[str, type[Event]]) -> dict[str, type[Event]]:
    """The events of a game, to be changed for a test."""
    assert isinstance(events, dict)
    return events


def test_a_bell_that_is_held_rings_when_it_is_let_go_and_not_before() -> None:
    bell = Notifier(held=True)
    for code in ("ONE", "TWO", "ONE"):
        bell.notify(code)
    assert (bell.rings("ONE"), bell.wait("ONE", 0, 0.01)) == (0, 0)
    bell.flush_notices()
    assert (bell.rings("ONE"), bell.rings("TWO")) == (2, 1)
    bell.flush_notices()
    assert (bell.rings("ONE"), bell.rings("TWO")) == (2, 1)


def test_hearers_of_one_seat_are_told_together_those_of_who_pressed_first(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    class Waited(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            self.seat = waiting[-1]
            return True

        def set(self) -> None:
            told.append(self.seat)

    monkeypatch.setattr("app.notifier.threading.Event", Waited)
    bell, waiting = Notifier(), ["moth"]
    for waiting[-1] in ("moth", "lamp", "", "moth", "lamp"):
        bell.wait("ONE", 0, 1.0, waiting[-1])
    bell.notify("ONE", "lamp")
    assert told == ["lamp", "moth", ""]
    assert bell.wait("ONE", 0, 1.0, "moth") == 1
    bell.notify("ONE")
    assert told == ["lamp", "moth", ""]
