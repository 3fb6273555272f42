"""Every JSON route, with Hello: as it is meant to be asked, and with what nobody should send."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.toy_game.playing import GREY, LAMP, Evening

HOST = "host"


class Case(NamedTuple):
    """One route as a program asks it: by whom, with what, and what the answer has."""

    has: str
    by: str | None = None
    sends: Callable[[Evening], Any] | None = None
    status: int = 200
    query: str = ""
    is_over: bool = False


def press(evening: Evening) -> dict[str, Any]:
    """A flight with one's own dice."""
    seen = evening.get(seat=GREY)["seq"]
    return {"command": "fly", "key": "k", "seen": seen, "dice": ["flame", "wind"], "table_rulings": {"wind": "blows"}}


ROUTES: Mapping[str, Case] = {
    "GET /api/rulings": Case("hello"),
    "POST /api/rulings/<game>/<ruling>": Case(
        "working", sends=lambda _: {"dice_count": 2, "same_window": True, "dice": ["flame", "wind", "shade"]}
    ),
    "GET /api/rules/<game>/<path:rule_id>": Case("sources"),
    "GET /api/games": Case("games"),
    "GET /api/openapi.json": Case("paths"),
    "POST /api/tables": Case(
        "seats", sends=lambda _: {"game": "hello", "referee": True, "dusk": "early", "edition": "first"}, status=201
    ),
    "POST /api/tables/import": Case("seats", sends=lambda evening: evening.get("/export"), status=201, is_over=True),
    "POST /api/tables/<code>/seats": Case("token", sends=lambda _: {"seat": GREY, "name": "Ada"}, status=201),
    "POST /api/tables/<code>/free-seat": Case("token", HOST, lambda _: {"seat": GREY}),
    "POST /api/tables/<code>/delete": Case("deleted", HOST, lambda evening: {"code": evening.code}),
    "GET /api/tables/<code>": Case("offers", LAMP, query="greyed=1"),
    "POST /api/tables/<code>/commands": Case("events", GREY, press),
    "GET /api/tables/<code>/log": Case("events", LAMP, query="since=1"),
    "POST /api/tables/<code>/next": Case("token", LAMP, lambda _: {"again": "same"}, 201, is_over=True),
    "GET /api/tables/<code>/export": Case("log", LAMP, is_over=True),
    "GET /api/tables/<code>/keepsakes": Case("keepsakes", LAMP),
    "GET /api/tables/<code>/own-data": Case("seat", LAMP),
    "GET /api/tables/<code>/bell": Case("seq", LAMP, query="for=0"),
}
OF_TABLES = [route for route in ROUTES if "<code>" in route]
SENT_TO = [route for route in ROUTES if route.startswith("POST")]
CONTENT_WITH_NOTHING = {"POST /api/rulings/<game>/<ruling>"}
"""What needs to be told nothing: a ruling on the usual facts."""
HOSTILE = [
    b"", b"{", b"null", b"[]", b'"x"', b"1", b"-0.0", b"NaN", b"1e999", b"9" * 5000, b"[" * 100_000, b"\xff\xfe{}",
    b"\x00", b"[1, 2", b'{"a":' * 400 + b"1" + b"}" * 400, b'{"\\ud800": 1}', b'{"a": "\\udfff"}', b'{"a": 1}',
    b'{"__class__": {}}', b'[{}, {"game": "hello"}]', json.dumps({"a": [0] * 100_000}).encode(),
    json.dumps({"a" * 100_000: 0}).encode(),
]  # fmt: skip
SPOILED: list[Any] = [
    None, True, -1, 10**30, 1.5, "", "x" * 5000, "\x00", "../../etc/passwd", "'; DROP TABLE entries; --", "\u202e",
    [], [[]], [None], {}, {"": {}}, {"wind": []}, ["flame"] * 500,
]  # fmt: skip


def routes(app: Flask) -> set[str]:
    """Every JSON route of the program, with its method."""
    rules = [rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/api")]
    return {f"{method} {rule.rule}" for rule in rules for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}}


def address(route: str, code: str) -> str:
    """The address of a route, of this game or at a table."""
    values = {"game": "hello", "ruling": "fly", "rule_id": "flying.dice", "code": code}
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values[found[1]], route.partition(" ")[2])


class Asked:
    """A route at an evening that is as its case wants it, with the rights of its case."""

    def __init__(self, route: str, evening: Evening, house_key: str) -> None:
        self.route, self.case = route, ROUTES[route]
        self.evening = evening.night() if self.case.is_over else evening
        self.client: FlaskClient = evening.client
        right = {HOST: house_key, **evening.tokens}.get(self.case.by or "")
        self.headers = {"Authorization": f"Bearer {right}"} if right else {}
        self.good = self.case.sends(self.evening) if self.case.sends else None

    def ask(self, body: bytes | None = None, code: str | None = None, **headers: str) -> Any:
        """The response to a body that is said to be JSON, or to none."""
        kind = {} if body is None else {"content_type": "application/json"}
        path, method = address(self.route, code or self.evening.code), self.route.partition(" ")[0]
        sent = {**self.headers, **headers}
        return self.client.open(path, method=method, data=body, headers=sent, query_string=self.case.query, **kind)

    def meant(self) -> bytes | None:
        return None if self.good is None else json.dumps(self.good).encode()


@pytest.fixture
def asked(evening: Evening, house_key: str) -> Callable[[str], Asked]:
    evening.windows()
    return lambda route: Asked(route, evening, house_key)


def check_is_clean(response: Any, what: object) -> None:
    """A "no" is one of whoever asked, in the one shape, with words."""
    assert 400 <= response.status_code < 500, (what, response.status_code, response.text[:200])
    error = response.json["error"]
    assert {"code", "field", "message"} <= set(error), what
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", error["code"]), what
    assert error["field"] is None or isinstance(error["field"], str), what
    assert isinstance(error["message"], str), what
    assert error["message"] not in ("", error["code"]), what


def test_every_json_route_has_a_case(app: Flask) -> None:
    assert routes(app) == set(ROUTES)


@pytest.mark.parametrize("route", ROUTES)
def test_a_json_route_does_what_it_is_for(asked: Callable[[str], Asked], route: str) -> None:
    one = asked(route)
    response = one.ask(one.meant())
    assert response.status_code == one.case.status, response.text
    told = response.json if response.is_json else response.text
    assert one.case.has in told


def test_what_routes_did_is_done(app: Flask, asked: Callable[[str], Asked]) -> None:
    take, free = asked("POST /api/tables/<code>/seats"), asked("POST /api/tables/<code>/free-seat")
    evening, seats = free.evening, free.evening.kept().state.seats
    own = take.ask(take.meant()).json["token"]
    assert evening.get(seat=GREY)["error"]["code"] == "seat-claimed"
    evening.tokens[GREY] = own
    assert evening.get(seat=GREY)["seat"] == GREY
    assert seats[GREY].name == "Ada"
    check_is_clean(take.ask(take.meant()), "a seat is taken once")
    new = free.ask(free.meant()).json["token"]
    assert new != evening.tokens[GREY]
    assert evening.get(seat=GREY)["error"]["code"] == "seat-freed"
    evening.tokens[GREY] = new
    assert evening.get(seat=GREY)["seat"] == GREY
    delete = asked("POST /api/tables/<code>/delete")
    assert delete.ask(delete.meant()).json == {"deleted": evening.code}
    assert not app.extensions["store"].has(evening.code)


@pytest.mark.parametrize("route", ROUTES)
def test_an_empty_object_is_no_fault_of_the_program(asked: Callable[[str], Asked], route: str) -> None:
    one = asked(route)
    response = one.ask(b"{}")
    if route in SENT_TO and route not in CONTENT_WITH_NOTHING:
        check_is_clean(response, route)
    else:
        assert response.status_code == one.case.status, response.text


@pytest.mark.parametrize("route", SENT_TO)
def test_what_is_no_body_of_a_route_is_refused_in_words(asked: Callable[[str], Asked], route: str) -> None:
    one = asked(route)
    for body in HOSTILE:
        check_is_clean(one.ask(body), body[:40])
    check_is_clean(one.ask(b'{"x": 1}', **{"Content-Type": "text/plain"}), "not sent as JSON")
    assert one.ask(one.meant()).status_code == one.case.status, "the table stands as before"


def spoiled(body: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A body without each of its fields, with something else in each, and with one field more."""
    for name in body:
        yield {key: value for key, value in body.items() if key != name}
        yield from ({**body, name: bad} for bad in SPOILED)
    yield {**body, "more": 1}


@pytest.mark.parametrize("route", SENT_TO)
def test_a_body_with_a_spoiled_field_is_refused_in_words_or_taken(asked: Callable[[str], Asked], route: str) -> None:
    one = asked(route)
    refused = 0
    for body in spoiled(one.good):
        response = one.ask(json.dumps(body).encode())
        if response.status_code not in (200, 201):
            check_is_clean(response, body)
            refused += 1
    assert refused > len(SPOILED) / 2


@pytest.mark.parametrize("route", OF_TABLES)
def test_a_route_of_a_table_knows_which_there_is_and_who_may_ask(asked: Callable[[str], Asked], route: str) -> None:
    one = asked(route)
    check_is_clean(one.ask(one.meant(), code="QQQQQQ"), "no such table")
    if one.case.by:
        check_is_clean(one.ask(one.meant(), Authorization="Bearer none"), "no such right")


@pytest.mark.parametrize("route", ROUTES)
def test_another_method_is_refused_in_words(asked: Callable[[str], Asked], app: Flask, route: str) -> None:
    one = asked(route)
    response = one.client.put(address(route, one.evening.code), json={})
    check_is_clean(response, route)
    assert response.status_code == 405


@pytest.mark.parametrize("query", ["since=x", "since=-1", "since=%00", "since=1e9", "since=" + "9" * 5000])
def test_a_log_since_nothing_is_refused_in_words(evening: Evening, query: str) -> None:
    check_is_clean(evening.client.get(f"/api/tables/{evening.code}/log?{query}"), query)


@pytest.mark.parametrize("query", ["for=x", "for=nan", "for=%00"])
def test_a_bell_for_no_time_is_refused_in_words(evening: Evening, query: str) -> None:
    check_is_clean(evening.client.get(f"/api/tables/{evening.code}/bell?{query}"), query)
