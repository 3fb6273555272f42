"""A log with one value replaced: it is refused, or its table answers every look and every command, and at once."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core.game.definition import Game
from app.games import REGISTRY
from tests.web.test_api import sealed_again

GAMES = [game for game in REGISTRY.values() if game.practice]
FORGERIES = 5
A_MOMENT = 2.0
"""Processor seconds; the slowest page of a sound table takes a fifth."""
WORDS = ("no-such-thing", "ruling-withdrawn", "", "1", "a.b", "__class__")


def played(client: FlaskClient, game: Game, most: int, *, scripted: bool) -> dict[str, Any]:
    """The file of a practice table after so many steps, with its script or without."""
    acts = client.application.extensions["acts"]
    table = acts.open_practice(game)
    while table.step and table.step[0] < most:
        _, step = table.step
        acts.submit(table, table.seat(step.seat), step.request, str(table.step[0]), "")
    file: dict[str, Any] = acts.store.export(table.code)
    opened = json.loads(file["log"][0]["events"])
    if not scripted:
        del opened[0]["opening"]["practice"]
    file["log"][0]["events"] = json.dumps(opened)
    return {**file, "seed": None}


def places(thing: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all values of an event, but for its kind."""
    parts = thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ()
    for name, part in parts:
        if name != "event":
            yield (*way, name)
            yield from places(part, (*way, name))


def replaced(value: Any, chance: Random, words: list[str]) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return chance.choice([0, -1, 7, 99, 5000, value + 1])
    if isinstance(value, list):
        return chance.choice([[], value * 2, value[:1], [*value, chance.choice(words)]])
    if isinstance(value, dict):
        return {**value, chance.choice(words): next(iter(value.values()), "x")}
    return chance.choice([*WORDS, chance.choice(words), chance.choice(words)])


def forged(file: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A file with one value of one of its events replaced."""
    file = copy.deepcopy(file)
    row = chance.choice(file["log"] if chance.random() < 0.75 else file["log"][:1])
    events = json.loads(row["events"])
    words = sorted({name for event in events for way in places(event) for name in way if isinstance(name, str)})
    way = chance.choice([way for way in places(events) if way[1:]] or [(0,)])
    part = events
    for name in way[:-1]:
        part = part[name]
    part[way[-1]] = replaced(part[way[-1]], chance, words)
    row["events"] = json.dumps(events)
    return sealed_again(file)


class Forger:
    """Somebody who tries all that a table offers, and is never answered by a fault, nor late."""

    def __init__(self, client: FlaskClient, table: dict[str, Any], chance: Random) -> None:
        self.client, self.chance = client.application.test_client(), chance
        self.code, self.tokens, self.sent = table["code"], table["seats"], 0

    def ask(self, method: str, path: str, **how: Any) -> Any:
        began = time.process_time()
        answer = self.client.open(path, method=method, environ_base={"REMOTE_ADDR": "127.0.0.1"}, **how)
        assert answer.status_code < 500, (method, path, how, answer.text[:300])
        assert time.process_time() - began < A_MOMENT, (method, path, how)
        return answer

    def look(self, seat: str | None) -> Any:
        for path in ("", "/log", "/now", "/more"):
            self.ask("GET", f"/t/{self.code}{path}")
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"} if seat else {}
        return self.ask("GET", f"/api/tables/{self.code}", headers=headers).json

    def try_all(self) -> None:
        self.look(None)
        for seat, token in self.tokens.items():
            self.client.set_cookie(f"seat-{self.code}", token, path=f"/t/{self.code}")
            shown = self.look(seat)
            for offer in shown["offers"]:
                given = {name: value for name, value in offer["given"].items() if isinstance(value, str | int)}
                self.ask("GET", f"/t/{self.code}/do/{offer['command']}", query_string=given)
            for offer in self.chance.sample(shown["offers"], min(4, len(shown["offers"]))):
                self.press(seat, offer)
            self.look(seat)

    def press(self, seat: str, offer: dict[str, Any]) -> None:
        chosen = {name: self.chosen(choice) for name, choice in offer["choose"].items()}
        self.sent += 1
        body = {"command": offer["command"], "key": f"f{self.sent}", "seen": 0, **offer["given"], **chosen}
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
        self.ask("POST", f"/api/tables/{self.code}/commands", json=body, headers=headers)

    def chosen(self, choice: Any) -> Any:
        if isinstance(choice, list):
            return self.chance.choice(choice) if choice else None
        if "some" in choice:
            return choice["some"][: max(1, choice.get("min", 0))]
        return choice.get("min", "x")


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_forged_value_is_refused_or_does_no_harm(client: FlaskClient, game: Game, number: int) -> None:
    chance = Random(f"{game.key} {number}")
    file = played(client, game, chance.choice([3, 9, 15]), scripted=number == 2)
    for _ in range(FORGERIES):
        answer = client.post("/api/tables/import", json=forged(file, chance))
        assert answer.status_code in (201, 422, 400), answer.text[:300]
        if answer.status_code == 201:
            Forger(client, answer.json, chance).try_all()
    assert client.post("/api/tables/import", json=sealed_again(file)).status_code == 201


CARD = {"event": "card-played", "side": "axis", "slots": []}
TEAM = {"event": "team-raised", "seat": "im-1", "squad": None, "kind": "fire", "experience": None, "weapons": {}}
UNKNOWN: list[tuple[str, str, dict[str, Any]]] = [
    ("memoir-44", "axis", {**CARD, "card": "no-such-card"}),
    ("memoir-44", "axis", {**CARD, "card": "probe", "section": "nowhere"}),
    ("memoir-44", "axis", {"event": "cards-drawn", "side": "axis", "count": 1, "cards": ["no-such-card"]}),
    ("memoir-44", "axis", {"event": "cards-dealt", "deck": ["no-such-card"], "roll": None}),
    ("mobile-infantry", "im-1", {**TEAM, "team": "team-1", "troopers": {"ruling-withdrawn": "im"}}),
    ("mobile-infantry", "im-1", {**TEAM, "team": "ruling-withdrawn", "troopers": {"trooper-1": "im"}}),
    ("mobile-infantry", "im-1", {**TEAM, "team": "team-x", "troopers": {}}),
    ("incursion", "allied", {"event": "model-added", "side": "allied", "card": "no-such-card"}),
]


@pytest.mark.parametrize("taken_back", [False, True])
@pytest.mark.parametrize(("key", "seat", "event"), UNKNOWN, ids=lambda one: str(one)[:40])
def test_a_log_names_nothing_that_its_game_does_not_have(
    client: FlaskClient, key: str, seat: str, event: dict[str, Any], taken_back: bool
) -> None:
    """Not even in an entry that was taken back: an undo may lead to it again."""
    opened = client.post("/api/tables", json={"game": key})
    file = client.application.extensions["store"].export(opened.json["code"])
    events = [event, *([{"event": "undone", "press": 1}] if taken_back else [])]
    rows = [
        {"seq": seq, "seat": seat, "key": f"k{seq}", "body": "", "at": 1.0, "events": json.dumps([one])}
        for seq, one in enumerate(events, start=1)
    ]
    answer = client.post("/api/tables/import", json=sealed_again({**file, "seed": None, "log": [*file["log"], *rows]}))
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "log-does-not-fold")


FORGED_MARKS: dict[str, Any] = {
    "value in a value": {"at": {"x": 1}},
    "list in a list": {"hand": [[1]]},
    "word for a number": {"figures": "many"},
    "number below none": {"figures": -1},
    "flag for a number": {"figures": True},
    "foreign aspect": {'weird"><b>': True},
    "list for a name": {"is": ["x"]},
    "side of a dict": {"of": {"q": 1}},
}


def marked(client: FlaskClient, kind: str, on_table: Any, field: str = "on_table") -> Any:
    """The answer to a table of Memoir ’44 whose last entry says what lies on the physical table."""
    opened = client.post("/api/tables", json={"game": "memoir-44"})
    store = client.application.extensions["store"]
    file, table = store.export(opened.json["code"]), store.table(opened.json["code"])
    unit = next(key for key, unit in table.state.units.items() if unit.side == "axis")
    ruled = {"set": f"units.{unit}.figures", "before": 4, "to": 3, "reason": "r"}
    what = {"press": 1} if kind == "undone" else {"seat": "axis", "orders": ["change-1"], "pieces": [unit]}
    events = [{"event": "house-ruled", **ruled}, {"event": kind, **what, field: on_table(unit)}]
    rows = [
        {"seq": seq, "seat": "axis", "key": f"k{seq}", "body": "", "at": 1.0, "events": json.dumps([one])}
        for seq, one in enumerate(events, start=1)
    ]
    return client.post("/api/tables/import", json=sealed_again({**file, "seed": None, "log": [*file["log"], *rows]}))


@pytest.mark.parametrize("kind", ["ticked-off", "undone"])
@pytest.mark.parametrize("forged", FORGED_MARKS)
def test_a_log_says_only_of_the_physical_table_what_its_state_shows(
    client: FlaskClient, forged: str, kind: str
) -> None:
    answer = marked(client, kind, lambda unit: {unit: FORGED_MARKS[forged]})
    assert (answer.status_code, answer.json["error"]["field"][:3]) == (422, "log"), answer.text
    ghost = marked(client, kind, lambda _: {"ghost-1": {"at": "Z99", "is": "ghost"}})
    assert (ghost.status_code, ghost.json["error"]["code"]) == (422, "log-does-not-fold")


@pytest.mark.parametrize("kind", ["ticked-off", "undone"])
@pytest.mark.parametrize("field", ["on_table", "lies"])
def test_true_marks_and_those_of_older_files_are_taken(client: FlaskClient, field: str, kind: str) -> None:
    answer = marked(client, kind, lambda unit: {unit: {"figures": 3}}, field)
    assert answer.status_code == 201, answer.text


RULED = {"event": "house-ruled", "set": "accounts.axis.medals", "before": 0, "to": 1, "reason": "r"}
SEATED = {"event": "app-seated", "seat": "axis", "level": "general"}
WHY = {"event": "app-explained", "seat": "axis", "rule": "cards.orders", "shown": True}
CARD_WHY = {**WHY, "why": "card", "values": {"card": "probe"}}
OF_THE_APP: dict[str, tuple[dict[str, str], list[dict[str, Any]], str]] = {
    "level of the opening": ({"axis": "nobody"}, [], "log.0.opponents.axis"),
    "seat of no side": ({"referee": "general"}, [], "log.0.opponents.referee"),
    "seat of nobody": ({}, [{**SEATED, "seat": "nobody"}], "log.1"),
    "level": ({}, [{**SEATED, "level": "<b>x"}], "log.1"),
    "reason of no app": ({}, [CARD_WHY], "log.1.seat"),
    "reason of another seat": ({}, [SEATED, {**CARD_WHY, "seat": "allied"}], "log.2.seat"),
    "reason": ({}, [SEATED, {**CARD_WHY, "why": "nope"}], "log.2.why"),
    "rule": ({}, [SEATED, {**CARD_WHY, "rule": "zz"}], "log.2.rule"),
    "value that is missing": ({}, [SEATED, {**CARD_WHY, "values": {}}], "log.2.values"),
    "value that is none": ({}, [SEATED, {**CARD_WHY, "values": {"card": [1] * 100}}], "log.2.values"),
    "help for another seat": ({}, [SEATED, {"event": "app-stuck", "seat": "zz"}], "log.2.seat"),
    "answers": ({}, [SEATED, RULED, CARD_WHY, {"event": "undone", "press": 2, "answers": [3] * 50}], "log.4.answers"),
}
"""Levels of the opening, events, and the field that is named."""


def with_app(client: FlaskClient, levels: dict[str, str], events: list[dict[str, Any]], deck: str = "app") -> Any:
    """The answer to a table of Memoir ’44 with these levels of the app and these entries of the Axis."""
    opened = client.post("/api/tables", json={"game": "memoir-44", "deck": "app", "referee": True})
    file = client.application.extensions["store"].export(opened.json["code"])
    first = json.loads(file["log"][0]["events"])
    first[0]["opening"] |= {"opponents": levels, "deck": deck}
    log = [{**file["log"][0], "events": json.dumps(first)}]
    for seq, one in enumerate(events, start=1):
        log.append({"seq": seq, "seat": "axis", "key": f"k{seq}", "body": "", "at": 1.0, "events": json.dumps([one])})
    return client.post("/api/tables/import", json=sealed_again({**file, "seed": None, "log": log}))


@pytest.mark.parametrize("forged", OF_THE_APP)
def test_a_log_says_only_of_the_app_what_it_can_have_done(client: FlaskClient, forged: str) -> None:
    levels, events, field = OF_THE_APP[forged]
    answer = with_app(client, levels, events)
    assert (answer.status_code, answer.json["error"].get("field")) == (422, field), answer.text


def test_a_log_gives_the_app_no_cards_of_paper(client: FlaskClient) -> None:
    answer = with_app(client, {"axis": "general"}, [], "physical")
    assert (answer.json["error"]["code"], answer.json["error"]["field"]) == ("app-needs-hands", "log.0.opponents.axis")


def test_a_true_log_of_the_app_is_taken(client: FlaskClient) -> None:
    answer = with_app(client, {"allied": "recruit"}, [SEATED, CARD_WHY, {"event": "app-stuck", "seat": "axis"}])
    assert answer.status_code == 201, answer.text


def test_the_app_plays_at_a_level_of_another_version(client: FlaskClient) -> None:
    opponent = REGISTRY["memoir-44"].opponent
    assert opponent is not None
    assert [opponent.level(name) for name in ("recruit", "general", "marshal")] == [1, 3, opponent.usual_level]
