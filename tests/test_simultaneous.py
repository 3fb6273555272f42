"""Two seats tap at once, over sockets, on a real server: no tap is lost, none counts twice, each refusal says why."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, groupby
from pathlib import Path
from typing import Any

import pytest

from tests.server import Answer, Server, answer_on, send, serving

SEATS = ("allied", "german")
FIRST_CARD = {"allied": "grunt-ape", "german": "sturmzombie"}
TAPS = 400
GRUNTS, BATCHES = 6, 10
"""As many as the RP of the table buy (and as the Limit of the card allows)."""


@dataclass(frozen=True)
class Tap:
    """A press of a seat that has seen so much. `allowed`: whether the seat could give it at what it had seen."""

    seat: str
    body: dict[str, Any]
    allowed: bool = True


@dataclass
class Players:
    """A table, the tokens of its two seats, and the servers that their phones talk to."""

    servers: Sequence[Server]
    code: str
    tokens: dict[str, str]
    made: int = 0
    seen: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))

    def tap(self, seat: str, command: str, *, allowed: bool = True, **fields: Any) -> Tap:
        """A press of a seat with a key of its own, drawn for what the seat has seen."""
        self.made += 1
        body = {"command": command, **fields, "seen": self.seen[seat], "key": f"press-{self.made}"}
        return Tap(seat, body, allowed)

    def renames(self, seat: str, times: int) -> list[Tap]:
        """Presses that are always acceptable, each with a name that occurs once."""
        return [self.tap(seat, "rename", name=f"{seat} {self.made}") for _ in range(times)]

    def small_talk(self, seat: str) -> list[Tap]:
        """140 presses that are always acceptable."""
        habits = [self.tap(seat, "set-habit", rolls_by=by) for by in ("hand", "table") for _ in range(20)]
        return [*self.renames(seat, 100), *habits]

    def play(self, seat: str, command: str, **fields: Any) -> None:
        """A press by itself, before the rush."""
        answer = self.one_by_one(self.tap(seat, command, **fields))
        assert answer.status == 200, answer.json
        self.look()

    def one_by_one(self, tap: Tap) -> Answer:
        """One press, and its answer."""
        return self.servers[0].ask("POST", self.path("/commands"), tap.body, self.tokens[tap.seat])

    def look(self) -> None:
        """Both seats see the table as it is."""
        self.seen = {seat: self.table(seat)["seq"] for seat in SEATS}

    def at_once(self, taps: Sequence[Tap]) -> list[tuple[Tap, Answer]]:
        """Send every tap on a socket of its own before the first answer is read, to the servers in turn."""
        connections = [server.connection() for _, server in zip(taps, cycle(self.servers), strict=False)]
        try:
            for connection in connections:
                connection.connect()
            for tap, connection in zip(taps, connections, strict=True):
                send(connection, "POST", self.path("/commands"), tap.body, self.tokens[tap.seat])
            return [(tap, answer_on(connection)) for tap, connection in zip(taps, connections, strict=True)]
        finally:
            for connection in connections:
                connection.close()

    def path(self, rest: str = "") -> str:
        return f"/api/tables/{self.code}{rest}"

    def table(self, seat: str, server: int = 0) -> Any:
        return self.servers[server].ask("GET", self.path(), token=self.tokens[seat]).json

    def log(self, seat: str, server: int = 0) -> dict[int, list[dict[str, Any]]]:
        """A seat's log: the events of each press by the seat's own seq, in the order in which they were told."""
        events: list[dict[str, Any]] = []
        more, since = True, 0
        while more:
            part = self.servers[server].ask("GET", self.path(f"/log?since={since}"), token=self.tokens[seat]).json
            events, more = events + part["events"], part["more"]
            since = events[-1]["seq"] if events else since
        presses = [(seq, list(told)) for seq, told in groupby(events, key=lambda event: event["seq"])]
        assert [seq for seq, _ in presses] == list(range(1, len(presses) + 1))
        return dict(presses)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of every server of this module."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def servers(folder: Path) -> Iterator[list[Server]]:
    """The process that serves the folder."""
    with serving(folder) as server:
        yield [server]


@pytest.fixture
def players(servers: list[Server]) -> Players:
    """Two seats at a new table."""
    return opened_on(servers)


def opened_on(servers: list[Server]) -> Players:
    """Two seats at a new table of these servers."""
    wishes = {"game": "incursion", "edition": "en-2009", "rp": {"allied": 3 * GRUNTS, "german": 3 * BATCHES}}
    opened = servers[0].ask("POST", "/api/tables", wishes).json
    return Players(servers, opened["code"], opened["seats"])


# -- the scenes: 200 presses of each seat, all drawn for what it has seen now


def choosing_forces(players: Players) -> list[Tap]:
    """More models than there are RP for, cards of the enemy, and bids that nobody asked for."""
    taps = []
    for seat, enemy in zip(SEATS, reversed(SEATS), strict=True):
        taps += players.small_talk(seat)
        taps += [players.tap(seat, "add-model", card=FIRST_CARD[seat]) for _ in range(30)]
        taps += [players.tap(seat, "add-model", card=FIRST_CARD[enemy], allowed=False) for _ in range(20)]
        taps += [players.tap(seat, "bid", cp=0, allowed=False) for _ in range(10)]
    return taps


def sealed_bids(players: Players) -> list[Tap]:
    """Each seat bids once, on forty buttons, and twenty times more than it has."""
    choose_forces(players)
    taps = []
    for seat in SEATS:
        taps += players.small_talk(seat)
        taps += [players.tap(seat, "bid", cp=0) for _ in range(40)]
        taps += [players.tap(seat, "bid", cp=99, allowed=False) for _ in range(20)]
    return taps


def a_half_of_the_turn(players: Players) -> list[Tap]:
    """The Allies activate six models and are done, all at once; the Germans are done before it is their half."""
    choose_forces(players)
    for seat in SEATS:
        players.play(seat, "bid", cp=0)
    for seat in SEATS:
        players.play(seat, "deploy", models=waiting_outside(players, seat))
    models = cycle(f"grunt-ape-{number}" for number in range(1, GRUNTS + 1))
    taps = [tap for seat in SEATS for tap in players.small_talk(seat)]
    taps += [players.tap("allied", "activate", model=model) for _, model in zip(range(54), models, strict=False)]
    taps += [players.tap("allied", "done") for _ in range(6)]
    taps += [players.tap("german", "done", allowed=False) for _ in range(60)]
    return taps


def choose_forces(players: Players) -> None:
    """All the RP, and both forces laid open."""
    for seat, times in zip(SEATS, (GRUNTS, BATCHES), strict=True):
        for _ in range(times):
            players.play(seat, "add-model", card=FIRST_CARD[seat])
        players.play(seat, "force-ready")


def waiting_outside(players: Players, seat: str) -> list[str]:
    """The models that the seat may deploy."""
    offers = players.table(seat)["offers"]
    return next(offer["choose"]["models"]["some"] for offer in offers if offer["command"] == "deploy")


SCENES: dict[Callable[[Players], list[Tap]], Counter[int] | None] = {
    choosing_forces: Counter({200: 280 + GRUNTS + BATCHES, 409: 60 - GRUNTS - BATCHES, 422: 60}),
    sealed_bids: Counter({200: 280 + 2, 409: 78, 422: 40}),
    a_half_of_the_turn: None,
}
"""What must come of a scene, where the order in which taps arrive cannot change it."""


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_of_400_simultaneous_taps_none_is_lost_and_none_counts_twice(
    players: Players, scene: Callable[[Players], list[Tap]]
) -> None:
    taps = scene(players)
    random.Random(scene.__name__).shuffle(taps)
    before = dict(players.seen)
    answered = players.at_once(taps)
    statuses = Counter(answer.status for _, answer in answered)
    assert len(taps) == statuses.total() == TAPS
    assert set(statuses) <= {200, 409, 422}
    assert SCENES[scene] in (None, statuses)
    for seat in SEATS:
        mine = [(tap, answer) for tap, answer in answered if tap.seat == seat]
        log = players.log(seat)
        check_accepted(seat, mine, log, before[seat])
        check_refused(mine, log, before[seat])
        names = [event["data"]["name"] for told in log.values() for event in told if event["event"] == "seat-renamed"]
        given = [tap.body["name"] for tap, answer in answered if answer.status == 200 and "name" in tap.body]
        assert sorted(names) == sorted(given)
        assert players.table(seat)["state"]["seats"][seat]["name"] == last_name(log, seat)


def check_accepted(
    seat: str, answered: Sequence[tuple[Tap, Answer]], log: dict[int, list[dict[str, Any]]], before: int
) -> None:
    """Every accepted press of a seat stands in its log once, as the answer told it, and no other press of the seat."""
    accepted = [(tap, answer.json) for tap, answer in answered if answer.status == 200]
    numbers = [told["seq"] for _, told in accepted]
    own = [seq for seq, events in log.items() if seq > before and events[0]["seat"] == seat]
    assert sorted(numbers) == own
    for tap, told in accepted:
        assert told["events"] == log[told["seq"]]
        assert any(asked_of(tap).items() <= event["data"].items() for event in told["events"])


def asked_of(tap: Tap) -> dict[str, Any]:
    as_told = {"name": "name", "card": "card", "model": "model", "rolls_by": "rolls"}
    return {told: tap.body[name] for name, told in as_told.items() if name in tap.body}


def check_refused(answered: Sequence[tuple[Tap, Answer]], log: dict[int, list[dict[str, Any]]], before: int) -> None:
    for tap, answer in answered:
        if answer.status == 200:
            continue
        error = answer.json["error"]
        assert error["message"]
        assert answer.status == (409 if tap.allowed else 422)
        if answer.status == 409:
            assert error["first"]["seq"] > before
            assert error["first"] in log[error["first"]["seq"]]
        else:
            assert "first" not in error


def last_name(log: dict[int, list[dict[str, Any]]], seat: str) -> str:
    """The name that a seat gave itself last."""
    renamed = (event["data"] for told in log.values() for event in told if event["event"] == "seat-renamed")
    return [data["name"] for data in renamed if data["seat"] == seat][-1]


def test_200_taps_are_judged_against_one_log(players: Players) -> None:
    taps = [tap for seat in SEATS for tap in players.renames(seat, 100)]
    random.Random(200).shuffle(taps)
    answered = players.at_once(taps)
    assert Counter(answer.status for _, answer in answered) == {200: 200}
    for seat in SEATS:
        logs = [players.log(seat, server) for server in range(len(players.servers))]
        check_accepted(seat, [(tap, answer) for tap, answer in answered if tap.seat == seat], logs[0], 0)
        assert len(logs[0]) == 200
        assert all(log == logs[0] for log in logs)
        tables = [players.table(seat, server) for server in range(len(players.servers))]
        assert all(table == tables[0] for table in tables)


def test_a_request_sent_from_20_sockets_at_once_counts_once_and_all_get_the_same_answer(players: Players) -> None:
    taps = [tap for seat in SEATS for tap in players.renames(seat, 10)]
    doubled = taps * 20
    random.Random(20).shuffle(doubled)
    answered = players.at_once(doubled)
    assert Counter(answer.status for _, answer in answered) == {200: TAPS}
    answers = [{answer.body for of, answer in answered if of == tap} for tap in taps]
    assert [len(bodies) for bodies in answers] == [1] * len(taps), next(sorted(one) for one in answers if len(one) > 1)
    assert len(set.union(*answers)) == len(taps) == len(players.log("allied"))


def test_of_two_presses_with_one_key_at_once_one_counts_and_the_other_is_told_so(players: Players) -> None:
    taps = players.renames("allied", 50)
    twins = [Tap(tap.seat, {**tap.body, "name": f"not {tap.body['name']}"}) for tap in taps]
    answered = players.at_once([tap for pair in zip(taps, twins, strict=True) for tap in pair])
    for pair in zip(answered[::2], answered[1::2], strict=True):
        (accepted, told), (_, refused) = sorted(pair, key=lambda tapped: tapped[1].status)
        assert (told.status, refused.status) == (200, 422)
        assert told.json["events"][0]["data"]["name"] == accepted.body["name"]
        assert refused.json["error"]["code"] == "key-reused"
    assert len(players.log("allied")) == len(taps)


def test_a_server_that_starts_later_folds_the_same_table_from_the_log(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        players = opened_on([first])
        players.at_once(sealed_bids(players))
        before = [(players.table(seat), players.log(seat)) for seat in SEATS]
    with serving(tmp_path) as later:
        after = Players([later], players.code, players.tokens)
        assert [(after.table(seat), after.log(seat)) for seat in SEATS] == before
