"""The app thinks for many tables: only where somebody is, and in an order that lets nobody starve."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from app.core.engine.command import CommandRequest
from app.core.game.setup import options_of
from app.core.table.seat_view import Table
from app.games import REGISTRY
from app.opponents import MOST_COUNTED, PRESENT, Opponents, Turns, commands_since_people
from tests.server import end, serving
from tests.toy_game.playing import GREY, LAMP, Evening


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def against_itself(app: Flask) -> Table:
    given = {"game": "memoir-44", "mission": "gull-cape", "deck": "app", "opponents": {"allied": 1, "axis": 1}}
    table: Table = app.extensions["acts"].open_table(*options_of(REGISTRY, given))
    return table


def with_nobody_after(clock: Clock, seconds: float) -> Callable[[float], None]:
    """Pauses in which so much time passes."""

    def pause(_: float) -> None:
        clock.time += seconds

    return pause


def test_it_plays_on_for_a_minute_after_the_last_one_went_and_again_when_somebody_is_back(app: Flask) -> None:
    clock, table = Clock(), against_itself(app)
    opponents = Opponents(app.extensions["acts"], pause=with_nobody_after(clock, 10.0), now=clock)
    opponents.note(table.code)
    played = len(table.entries)
    assert played - 1 == PRESENT / 10 + 1
    assert not opponents.play_next(table.code)
    opponents.note(table.code)
    assert len(table.entries) - played == PRESENT / 10 + 1
    assert not table.state.over


def test_only_the_latest_of_many_tables_are_remembered(app: Flask) -> None:
    clock = Clock()
    opponents = Opponents(app.extensions["acts"], now=clock, spawn=lambda *given: None)
    for clock.time in range(1000):
        opponents.note(f"T{clock.time}")
    assert len(opponents._seen) == PRESENT + 1


def heard(app: Flask) -> list[str]:
    """The tables at which somebody was, as the app is told."""
    codes: list[str] = []
    app.extensions["acts"] = replace(app.extensions["acts"], happened=lambda code, address: codes.append(code))
    return codes


def test_whoever_looks_from_a_seat_or_listens_is_there(app: Flask, client: FlaskClient, evening: Evening) -> None:
    codes = heard(app)
    evening.get(seat=GREY)
    assert codes == [], "the app plays no seat here"
    evening.press(GREY, "let-app-play", seat=LAMP, level="bright")
    codes.clear()
    client.get(f"/api/tables/{evening.code}")
    assert codes == [], "without a seat and a stream nobody is known to be there"
    evening.get(seat=GREY)
    assert codes == [evening.code]
    client.get(f"/api/tables/{evening.code}/bell?for=0")
    assert codes == [evening.code] * 2


def test_a_stream_says_with_each_beat_that_somebody_is_there(app: Flask, evening: Evening, monkeypatch: Any) -> None:
    evening.press(GREY, "let-app-play", seat=LAMP, level="bright")
    codes = heard(app)
    monkeypatch.setattr("app.service.HEARTBEAT", (0.01, 0.02))
    table = evening.kept()
    for _ in zip(range(4), app.extensions["acts"].numbers(table, table.seat(GREY), 5.0), strict=False):
        continue
    assert len(codes) >= 4


def test_a_command_of_the_app_keeps_nobody_there(app: Flask, evening: Evening) -> None:
    evening.press(GREY, "let-app-play", seat=LAMP, level="bright")
    codes = heard(app)
    length = len(evening.kept().entries)
    Opponents(app.extensions["acts"], pause=lambda seconds: None).note(evening.code)
    assert (len(evening.kept().entries), codes) == (length + 1, [])


def test_it_counts_its_commands_since_those_of_people(app: Flask) -> None:
    table = against_itself(app)
    opponents = Opponents(app.extensions["acts"], pause=lambda seconds: None, spawn=lambda *given: None)
    opponents.note(table.code)
    counted = [commands_since_people(table)]
    for _ in range(3):
        assert opponents.play_next(table.code)
        counted.append(commands_since_people(table))
    assert set(counted) == {MOST_COUNTED}, "nobody but the app did anything"
    app.extensions["acts"].submit(table, table.seat("axis"), CommandRequest("set-pace", {"pace": "at-once"}), "k", "b")
    for number in range(MOST_COUNTED + 2):
        assert commands_since_people(table) == min(number, MOST_COUNTED)
        assert opponents.play_next(table.code)


def in_turn(*waiting: tuple[str, str, int]) -> list[str]:
    """Whose turn it is, of those who wait while somebody of the address "many" thinks: name, address, turns had."""
    turns, done, threads = Turns(), list[str](), list[threading.Thread]()

    def think(name: str, by: str, had: int) -> None:
        with turns.turn(by, had):
            done.append(name)

    with turns.turn("many", 0):
        for one in waiting:
            threads.append(threading.Thread(target=think, args=one))
            threads[-1].start()
            while len(turns._waiting) < len(threads):
                time.sleep(0.001)
    for thread in threads:
        thread.join()
    with turns.turn("many", 9):
        assert not turns._waiting
    return done


def test_many_tables_of_one_address_keep_nobody_of_another_waiting() -> None:
    many = [(f"many {number}", "many", 0) for number in range(4)]
    assert in_turn(*many, ("one", "other", 30), ("two", "other", 31)) == ["one", "many 0", "two", *in_turn(*many)[1:]]


def test_of_one_address_first_goes_the_table_where_people_did_something_last() -> None:
    waiting = [("many 1", "", 40), ("many 2", "", 40), ("few", "", 2), ("person", "", 0), ("many 3", "", 40)]
    assert in_turn(*waiting) == ["person", "few", "many 1", "many 2", "many 3"]


def test_a_server_ends_at_once_while_the_app_plays(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        given = {"game": "memoir-44", "mission": "gull-cape", "deck": "app", "opponents": {"allied": 1, "axis": 1}}
        codes = [server.ask("POST", "/api/tables", given).json["code"] for _ in range(4)]
        for code in codes:
            server.ask("GET", f"/api/tables/{code}/bell?for=0")
        while sum(server.ask("GET", f"/api/tables/{code}").json["seq"] for code in codes) < 2:
            time.sleep(0.1)
        end(server.process)
        assert b"Traceback" not in server.said()
    assert server.process.returncode == 0
