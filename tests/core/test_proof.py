"""What follows from a published seed: every roll and every seal of any game, and nothing that somebody changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core.engine.event import Entry
from app.core.game.definition import Game
from app.core.rules.dice import SeededDice
from app.core.table.seat_view import Table
from app.core.table.verify import verify_entry
from app.fuzz.player import RandomGame
from app.fuzz.runner import random_game
from app.games import REGISTRY
from tests.toy_game.playing import GREY, Evening
from tests.web.test_api import sealed_again


def played(game: Game, number: int, monkeypatch: pytest.MonkeyPatch) -> list[RandomGame]:
    """The tables of a random game, with their dice."""
    found: list[RandomGame] = []
    add = RandomGame.add

    def noted(self: RandomGame, seat: str, events: list[Any]) -> None:
        if self not in found:
            found.append(self)
        add(self, seat, events)

    monkeypatch.setattr(RandomGame, "add", noted)
    random_game(game, number)
    return found


def unproven(game: Game, entries: list[Entry], dice: SeededDice | None) -> list[int]:
    """The presses of a log that do not follow."""
    table, found = Table("", game, entries[:1]), []
    for entry in entries[1:]:
        if not verify_entry(table, entry, dice):
            found.append(entry.seq)
        table.append(entry)
    return found


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("game", REGISTRY.values(), ids=list(REGISTRY))
def test_every_roll_of_any_game_follows_from_its_seed_and_no_other(
    game: Game, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for play in played(game, number, monkeypatch):
        assert unproven(game, play.table.entries, play.dice) == []
        rolled = [
            entry.seq
            for entry in play.table.entries
            for event in entry.events
            if event.rolled is not None
            and event.rolled.by == "table"
            and len(event.rolled.faces) > 5
            and not type(event).may_repeat_roll  # the roll that it tells again is found instead
        ]
        other = unproven(game, play.table.entries, SeededDice(b"\1" * 32))
        assert set(rolled) - set(other) == set() or game.key == "hello"
        assert unproven(game, play.table.entries, None) != [] or not rolled


def changed(file: dict[str, Any], event: str, change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """A file in which the first event of a kind was changed."""
    file = deepcopy(file)
    for row in file["log"]:
        events = json.loads(row["events"])
        for one in events:
            if one["event"] == event:
                change(one)
                row["events"] = json.dumps(events)
                return sealed_again(file)
    raise AssertionError(event)


def turn_a_die(flight: dict[str, Any]) -> None:
    """Another face than fell."""
    faces = flight["roll"]["faces"]
    faces[0] = "flame" if faces[0] != "flame" else "shade"


CHANGES: list[tuple[str, str, Callable[[dict[str, Any]], None]]] = [
    ("a die", "moth-flew", turn_a_die),
    ("the number of a roll", "moth-flew", lambda flight: flight["roll"].update(number=7)),
    ("a choice", "windows-opened", lambda opened: opened["choices"].update(moths="south")),
    ("a salt", "windows-opened", lambda opened: opened["salts"].update(moths="00" * 16)),
]


@pytest.mark.parametrize(("what", "event", "change"), CHANGES, ids=[case[0] for case in CHANGES])
def test_a_log_that_somebody_changed_is_marked_wherever_it_is_shown(
    client: FlaskClient, evening: Evening, what: str, event: str, change: Callable[[dict[str, Any]], None]
) -> None:
    evening.windows().press(GREY, "fly")
    evening.night().press("referee", "publish-seed")
    file = evening.get("/export", "referee")
    for imported, marked in ((file, False), (changed(file, event, change), True)):
        copy = client.post("/api/tables/import", json=imported).json
        assert "code" in copy, copy
        assert client.get(f"/api/tables/{copy['code']}").json["unverified"] is marked
        for spoken, said in (("en", "Unverified:"), ("es", "Sin comprobar:")):
            for page in ("", "/seats"):
                text = client.get(f"/t/{copy['code']}{page}", headers={"Accept-Language": spoken}).text
                assert (said in text) is marked
    assert client.get(f"/api/tables/{evening.code}").json["unverified"] is False


def test_a_log_without_its_seed_proves_nothing(client: FlaskClient, evening: Evening) -> None:
    evening.windows().press(GREY, "fly")
    file = evening.night().get("/export", "referee")
    assert file["seed"] is None
    copy = client.post("/api/tables/import", json=file).json
    assert client.get(f"/api/tables/{copy['code']}").json["unverified"] is True
