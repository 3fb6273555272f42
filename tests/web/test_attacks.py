"""What strangers send so that the evening stops, and what becomes of it."""

import io
import json
import re
import runpy
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from fractions import Fraction
from itertools import count
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask, session, url_for
from flask.testing import FlaskClient
from markupsafe import escape

from app import create_app
from app.core.engine.command import GameContext
from app.core.engine.event import PUBLIC
from app.core.errors import Refused
from app.core.rules.dice import MOST_DICE, any_successes, successes
from app.core.rules.inputs import LONGEST_LIST
from app.core.table.history import MOST_ENTRIES
from app.core.table_commands.seating import SeatTaken
from app.games import REGISTRY
from app.games.mobile_infantry import book as infantry
from app.games.mobile_infantry.state import Boat
from app.games.mobile_infantry.state import State as BattleState
from app.games.mobile_infantry.turn.boats import on_time
from app.storage import host_files, print_queue, table_file
from app.storage.print_queue import JobNotFound
from app.storage.store import Store
from app.web.request import guard, rendering
from tests.playing import PlayedTable
from tests.seated import link_to, sit
from tests.toy_game.playing import GREY, Evening
from tests.web.test_api import sealed_again

Play = Callable[..., PlayedTable]
AT_ONCE = 1.0


def refused(answer: Any) -> tuple[int, str, str | None]:
    """The status of an answer, the code of its "no", and the field that it names."""
    return answer.status_code, answer.json["error"]["code"], answer.json["error"]["field"]


# -- lists and depths


@pytest.mark.parametrize("count", [MOST_DICE + 1, LONGEST_LIST + 1, 100_000])
@pytest.mark.parametrize("ruling", ["bambi", "shoot", "melee"])
def test_a_ruling_looks_at_no_dice_that_nobody_rolls(client: FlaskClient, ruling: str, count: int) -> None:
    facts = {"weapon": "smg", "attacker": "grunt-ape", "target": "other"}
    given = {"shoot": {"weapon"}, "melee": {"attacker", "target"}, "bambi": set[str]()}[ruling]
    began = time.perf_counter()
    body = {**{name: facts[name] for name in given}, "fortitude": 3, "dice": [1] * count}
    answer = client.post(f"/api/rulings/incursion/{ruling}", json=body)
    assert time.perf_counter() - began < AT_ONCE
    assert refused(answer) == (422, "too-many-items", "dice")


def test_a_ruling_works_out_no_odds_of_dice_that_nobody_rolls(client: FlaskClient) -> None:
    began = time.perf_counter()
    facts = {"edition": "es-2009", "entered": 99, "square": 99, "fortitude": 3}
    assert refused(client.post("/api/rulings/incursion/fire", json=facts)) == (422, "too-many-items", "dice")
    assert time.perf_counter() - began < AT_ONCE


def test_the_description_says_how_many_dice_there_may_be(client: FlaskClient) -> None:
    schemas = client.get("/api/openapi.json").json["components"]["schemas"]
    assert schemas["Command"]["properties"]["dice"]["maxItems"] == MOST_DICE


def test_a_press_of_too_many_or_too_deep_things_is_refused(table: PlayedTable) -> None:
    nested: Any = []
    for _ in range(900):
        nested = [nested]
    envelope = {"command": "undo", "key": "k", "seen": 0}
    assert refused(table.post("referee", **envelope, dice=[1] * 5000)) == (422, "too-many-items", "dice")
    assert refused(table.post("referee", **envelope, deep=nested)) == (422, "too-deep", "deep")


# -- JSON is sent as JSON


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None])
@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/import", "/api/rulings/incursion/horde"])
def test_only_json_is_taken_as_json(client: FlaskClient, path: str, kind: str | None) -> None:
    answer = client.post(path, data=json.dumps({"rp": 6}), content_type=kind)
    assert refused(answer) == (415, "not-as-json", None)
    spanish = client.post(path, data="{}", content_type=kind, headers={"Accept-Language": "es"})
    assert spanish.json["error"]["message"] != answer.json["error"]["message"]


def test_a_press_too_is_sent_as_json(table: PlayedTable) -> None:
    headers = {"Authorization": f"Bearer {table.tokens['allied']}"}
    for path in ("commands", "seats", "next"):
        answer = table.client.post(f"/api/tables/{table.code}/{path}", data="{}", headers=headers)
        assert refused(answer) == (415, "not-as-json", None)


# -- what once ended as a fault of the program

OURS = {"Origin": "http://localhost"}


def sent_file(client: FlaskClient, name: str, content: bytes) -> Any:
    """The answer to an uploaded file of cards."""
    return client.post("/cards/incursion/import", data={"file": (io.BytesIO(content), name)}, headers=OURS)


@pytest.mark.parametrize(
    "sign",
    [
        "\x07",
        "\x00",
        "\x01",
        "\x02",
        "\x03",
        "\x04",
        "\x05",
        "\x06",
        "\x85",
        "\x9b",
        "\u2028",
        "\ue000",
        "\ue001",
        "\ufeff",
        "\uffff",
    ],
)
def test_nobody_is_called_by_signs_that_nobody_can_write(client: FlaskClient, table: PlayedTable, sign: str) -> None:
    sit = f"/t/{table.code}/sit"
    for form in ({"seat": "allied", "name": f"A{sign}"}, {"seat": f"allied{sign}", "name": "A"}):
        assert client.post(sit, data=form, headers=OURS).status_code == 422
    assert client.post(sit, data={"seat": "allied", "name": "Ana María 🎲"}, headers=OURS).status_code == 303


@pytest.mark.parametrize("content", [b"sep=;\r\n", b"sep=;\n\n\n", b"sep=,\n , \n"])
def test_a_sheet_without_rows_is_empty(client: FlaskClient, content: bytes) -> None:
    answer = sent_file(client, "a.csv", content)
    assert (answer.status_code, "The file is empty." in answer.text) == (422, True)


SURROGATE = "\\ud800"


def test_letters_that_are_none_are_no_json(client: FlaskClient, table: PlayedTable) -> None:
    headers = {"Authorization": f"Bearer {table.tokens['referee']}", "Content-Type": "application/json"}
    for path, body in (
        ("", '{"game": "%s"}'),
        ("/import", '{"log": [{"key": "%s"}]}'),
        (f"/{table.code}/seats", '{"seat": "allied", "name": "%s"}'),
        (f"/{table.code}/commands", '{"command": "undo", "key": "%s", "seen": 0}'),
    ):
        answer = client.post(f"/api/tables{path}", data=body % SURROGATE, headers=headers)
        assert refused(answer) == (400, "half-letters", None)
    fine = client.post("/api/tables", data='{"game": "\\ud83c\\udfb2"}', headers=headers)
    assert refused(fine) == (422, "not-allowed", "game")


def test_a_log_holds_no_halves_of_letters(play: Play, client: FlaskClient) -> None:
    file = play(referee=True, referee_sees="all").get("/export", "referee")
    events = file["log"][0]["events"]
    file["log"][0]["events"] = events.replace('"opening": {', f'"opening": {{"x": "{SURROGATE}", ')
    assert refused(client.post("/api/tables/import", json=sealed_again(file))) == (422, "not-an-entry", "log.0")


@pytest.mark.parametrize("when", [-1.0, 1e300, float("inf"), float("nan")])
def test_a_log_has_times_that_a_clock_shows(play: Play, client: FlaskClient, when: float) -> None:
    file = play(referee=True, referee_sees="all").get("/export", "referee")
    file["log"][0]["at"] = when
    answer = client.post("/api/tables/import", json=sealed_again(file))
    assert refused(answer)[0::2] == (422, "log.0.at")


@pytest.mark.parametrize("kind", ["x" * 5000, "../../../etc/passwd", "pdf/..", "\x00", ""])
def test_a_print_is_asked_for_as_nothing_else_than_there_is(client: FlaskClient, kind: str) -> None:
    made = client.get("/print/incursion/made?mission=1").headers["Location"]
    job = parse_qs(urlsplit(made).query)["job"][0]
    for page, status in (("", 200), ("/made", 404)):
        asked = {"mission": "1", "job": job, "as": kind}
        assert client.get(f"/print/incursion{page}", query_string=asked).status_code == status


def test_a_print_that_is_cancelled_while_somebody_waits_for_it_is_not_there(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = app.extensions["pressroom"]
    made = client.get("/print/incursion/made?mission=1").headers["Location"]
    job = parse_qs(urlsplit(made).query)["job"][0]
    monkeypatch.setattr(print_queue.time, "sleep", lambda seconds: room.cancel(job))
    answer = client.get(made)
    assert (answer.status_code, "no longer available" in answer.text) == (404, True)
    with pytest.raises(JobNotFound):
        room.standing(job, "pdf")


@pytest.mark.parametrize(
    ("host", "says"),
    [
        *((host, "Este servidor no se llama") for host in ("a" * 300, "a" * 5000, "..")),
        *((host, "no es un nombre de servidor") for host in ("[", "localhost:99999999")),
    ],
)
def test_a_host_of_no_name_is_refused_in_words(client: FlaskClient, host: str, says: str) -> None:
    for path in ("/", "/api/games", "/nowhere"):
        answer = client.get(path, headers={"Host": host, "Accept-Language": "es"})
        assert (answer.status_code, says in answer.text) == (403, True)


# -- floods


def test_a_shelf_holds_no_files_without_end(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = len(client.get("/cards/incursion/set/starter/export.toml").text)
    monkeypatch.setattr(host_files, "MOST_LETTERS", shipped * 2 + 100)
    duplicate = "/cards/incursion/set/starter/duplicate"
    assert [client.post(duplicate, headers=OURS).status_code for _ in range(3)] == [303, 303, 422]
    path = "/cards/incursion/set/starter-set"
    longer = client.get(f"{path}/export.toml").data + b"# more\n" * 50
    version = re.findall(r'name="version" value="(\d+)"', client.get(path).text)[0]
    form = {"file": (io.BytesIO(longer), "a.toml"), "into": f"starter-set:{version}"}
    answer = client.post("/cards/incursion/import", data=form, headers=OURS)
    assert (answer.status_code, "Delete one first" in answer.text) == (422, True)


def opened_by(client: FlaskClient, address: str, **headers: str) -> Any:
    """The answer to whoever opens a table from an address."""
    return client.post("/api/tables", json={"game": "hello"}, headers=headers, environ_base={"REMOTE_ADDR": address})


def test_nobody_opens_tables_without_end_but_the_host(
    client: FlaskClient, house_key: str, monkeypatch: pytest.MonkeyPatch, play: Play
) -> None:
    file = play(referee=True, referee_sees="all").get("/export", "referee")
    monkeypatch.setattr(guard, "TABLES_AN_HOUR", 3)
    answers = [opened_by(client, "10.0.0.7").status_code for _ in range(5)]
    assert answers == [201] * 3 + [429] * 2
    here = {"environ_base": {"REMOTE_ADDR": "10.0.0.7"}, "headers": OURS}
    assert client.post("/api/tables/import", json=file, **here).status_code == 429  # type: ignore[arg-type]
    page = client.post("/new/hello", data={}, **here)  # type: ignore[arg-type]
    assert (page.status_code, "Too many tables" in page.text) == (429, True)
    assert opened_by(client, "10.0.0.8").status_code == 201
    assert opened_by(client, "10.0.0.7", Authorization=f"Bearer {house_key}").status_code == 201


def test_tables_are_limited_in_all(client: FlaskClient, house_key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "TABLES_AN_HOUR_IN_ALL", 4)
    monkeypatch.setattr(guard, "SHARE", 1)
    assert [opened_by(client, "10.0.0.1").status_code for _ in range(5)] == [201] * 4 + [429]
    assert [opened_by(client, "10.0.0.2").status_code for _ in range(2)] == [201, 429], (
        "its share is kept for everybody"
    )
    assert opened_by(client, "10.0.0.2", Authorization=f"Bearer {house_key}").status_code == 201


def test_whoever_has_many_addresses_of_one_household_opens_no_more(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "TABLES_AN_HOUR", 2)
    answers = [opened_by(client, f"2001:db8:0:7::{n:x}").status_code for n in range(1, 4)]
    assert answers == [201, 201, 429]
    assert opened_by(client, "2001:db8:0:8::1").status_code == 201
    assert [opened_by(client, f"::ffff:10.0.0.{n}").status_code for n in (1, 2)] == [201, 201]
    guesses = [
        client.get("/api/tables/QQQQQQ", environ_base={"REMOTE_ADDR": f"2001:db8:0:7::{n:x}"}) for n in range(12)
    ]
    assert [answer.status_code for answer in guesses] == [404] * 10 + [429] * 2


def test_where_no_room_is_left_the_oldest_table_goes_at_which_nobody_sat(
    client: FlaskClient, house_key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken, oldest, later = (opened_by(client, "10.0.0.7").json for _ in range(3))
    left = opened_by(client, "10.0.0.7").json
    for table, name in ((taken, "A"), (left, "B")):
        client.post(f"/api/tables/{table['code']}/seats", json={"seat": GREY, "name": name})
    host = {"Authorization": f"Bearer {house_key}"}
    client.post(f"/api/tables/{left['code']}/free-seat", json={"seat": GREY}, headers=host)
    monkeypatch.setattr(guard, "MOST_TABLES", 4)
    rings = client.application.extensions["acts"].bell.rings(oldest["code"])
    newest = opened_by(client, "10.0.0.9")
    assert newest.status_code == 201
    there = [client.get(f"/api/tables/{one['code']}").status_code for one in (taken, oldest, later, left, newest.json)]
    assert there == [200, 404, 200, 200, 200]
    assert client.application.extensions["acts"].bell.rings(oldest["code"]) == rings + 1
    for table in (later, newest.json):
        client.post(f"/api/tables/{table['code']}/seats", json={"seat": GREY})
    assert refused(opened_by(client, "10.0.0.9")) == (429, "too-many-tables", None), "where somebody sat nothing goes"
    assert opened_by(client, "10.0.0.9", **host).status_code == 201


def test_where_nobody_left_a_table_empty_those_go_to_which_nobody_comes_back(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, play: Play
) -> None:
    store: Store = client.application.extensions["store"]
    played, short = play(referee=True, referee_sees="all"), opened_by(client, "10.0.0.7").json["code"]
    for code, seat, often in ((played.code, "german", 12), (short, GREY, 1)):
        store.use(code, seat)
        for _ in range(often):
            store.append_event(store.table(code), seat, SeatTaken(seat, "A"))
    file = played.get("/export", "referee")
    before = set(store.codes())
    assert client.post("/practice/incursion", headers=OURS).status_code == 303
    (practice,) = set(store.codes()) - before
    ahead = sealed_again({**file, "log": [{**entry, "at": time.time() + 1e8} for entry in file["log"]]})
    answers = [client.post("/api/tables/import", json=one).json for one in (file, ahead)]
    assert all("code" in one for one in answers), answers
    brought = [one["code"] for one in answers]
    monkeypatch.setattr(guard, "MOST_TABLES", 5)
    assert opened_by(client, "10.0.0.9").status_code == 429, "all are of today"
    began, hours = time.time(), 0.0
    monkeypatch.setattr(time, "time", lambda: began + hours * 3600)
    for hours, goes in ((1.1, practice), (1.2, brought[0]), (1.3, brought[1]), (25, short)):
        new = opened_by(client, "10.0.0.9").json["code"]
        assert not store.has(goes), hours
        store.use(new, GREY)
    hours = 1000.0
    assert all(opened_by(client, "10.0.0.9").status_code == 201 for _ in range(8))
    assert store.has(played.code), "where more was done nothing goes"


def test_a_table_that_is_refused_takes_no_other_away(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    first = opened_by(client, "10.0.0.7").json
    monkeypatch.setattr(guard, "MOST_TABLES", 1)
    assert client.post("/api/tables/import", json={"log": []}).status_code == 400
    assert client.post("/api/tables", json={"game": "nothing"}).status_code == 422
    assert client.get(f"/api/tables/{first['code']}").status_code == 200


def test_whoever_has_many_addresses_wipes_out_no_count(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "ADDRESSES_KEPT", 3)

    def guess(address: str) -> int:
        return client.get("/api/tables/QQQQQQ", environ_base={"REMOTE_ADDR": address}).status_code

    for number in range(40):
        guess("10.0.0.7")
        guess(f"10.0.1.{number % 5}")
    assert guess("10.0.0.7") == 429
    assert len(client.application.extensions["tries"]._wrong) <= 3


def test_after_an_hour_one_may_open_more(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "TABLES_AN_HOUR", 1)
    assert [opened_by(client, "10.0.0.7").status_code for _ in range(2)] == [201, 429]
    later = time.monotonic() + guard.AN_HOUR + 1
    monkeypatch.setattr(guard.time, "monotonic", lambda: later)
    assert opened_by(client, "10.0.0.7").status_code == 201


def test_behind_a_proxy_one_guest_who_guesses_stops_no_other(client: FlaskClient, table: PlayedTable) -> None:
    def look(code: str, guest: str, peer: str = "127.0.0.1") -> int:
        headers = {"X-Forwarded-For": f"9.9.9.9, {guest}"}
        return client.get(f"/api/tables/{code}", headers=headers, environ_base={"REMOTE_ADDR": peer}).status_code

    assert [look("QQQQQQ", "203.0.113.5") for _ in range(12)] == [404] * 10 + [429] * 2
    assert look(table.code, "203.0.113.5") == 429
    assert look(table.code, "203.0.113.6") == 200
    assert [look("QQQQQQ", f"203.0.113.{n}", peer="10.0.0.7") for n in range(12)][-1] == 429, "only a proxy is believed"


def test_a_scanned_code_gets_in_whatever_others_guess(client: FlaskClient, table: PlayedTable) -> None:
    for _ in range(12):
        client.get("/api/tables/QQQQQQ")
    assert client.get(f"/join?code={table.code}").status_code == 429
    link = link_to(client.application, table.code, "allied")
    assert client.get(link).status_code == 200
    assert client.post(link, headers=OURS).status_code == 303


def test_the_start_page_tells_nobody_which_codes_there_are(client: FlaskClient, table: PlayedTable) -> None:
    for codes in (table.code, f"QQQQQQ~{table.code}", f'["{table.code}"]', f'["{table.code}"].x'):
        client.set_cookie("tables", codes)
        assert table.code not in client.get("/").text, codes


def test_a_phone_whose_list_of_tables_was_dropped_gets_it_back_with_its_board(
    client: FlaskClient, table: PlayedTable
) -> None:
    sit(client, table.code, table.tokens["allied"])
    client.set_cookie("tables", table.code)
    client.get(f"/t/{table.code}")
    assert f'href="/t/{table.code}"' in client.get("/").text


def test_every_way_to_ask_for_a_table_counts_wrong_codes(app: Flask, table: PlayedTable) -> None:
    asks = [rule for rule in app.url_map.iter_rules() if "code" in rule.arguments]
    values = {"code": "QQQQQQ", "command": "bid", "token": "x", "thing": "x", "question": "x", "place": "x"}
    assert len(asks) > 40
    for number, rule in enumerate(asks):
        here = {"REMOTE_ADDR": f"203.0.113.{number}"}
        method = "GET" if "GET" in (rule.methods or ()) else "POST"
        with app.test_request_context():
            path = url_for(rule.endpoint, **{name: values.get(name, "x") for name in rule.arguments})
        phone = app.test_client()
        for _ in range(10):
            answer = phone.open(path, method=method, json={}, headers=OURS, environ_base=here)
            assert answer.status_code == 404, (path, answer.status_code)
        assert phone.get(f"/t/{table.code}", environ_base=here).status_code == 429, path


def test_a_log_out_of_a_file_tells_of_no_table_here(app: Flask, table: PlayedTable) -> None:
    acts = app.extensions["acts"]
    opening = {**table.kept().opening, "again": {"table": table.code, "sides": "same"}}
    guessed = acts.store.table(acts.store.open(table.kept().game, opening))
    assert [*acts.earlier(guessed)] == []
    assert acts.next_of(guessed) is None


def test_a_code_is_understood_however_it_is_typed(client: FlaskClient, table: PlayedTable) -> None:
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in table.code)
    halves = f"{table.code[:3]}-{table.code[3:]}".lower()
    for code in (table.code.lower(), wide, halves, f"{halves} ".replace("-", " \N{EN DASH} ")):
        assert client.get("/join", query_string={"code": code}).headers["Location"] == f"/t/{table.code}/seats", code
        assert client.get(f"/api/tables/{code}").json["code"] == table.code


def test_a_seat_is_kept_at_an_address_with_a_code_in_small_letters(client: FlaskClient, table: PlayedTable) -> None:
    sit(client, table.code, table.tokens["allied"])
    answer = client.get(f"/t/{table.code.lower()}?result=3")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.code}?result=3")
    assert "My force" in client.get(f"/t/{table.code.lower()}", follow_redirects=True).text


def test_a_proxy_that_speaks_https_gets_cookies_for_https(client: FlaskClient, table: PlayedTable) -> None:
    forwarded = {"X-Forwarded-Proto": "https", "Origin": "http://localhost"}
    for seat, peer, secure in (("allied", "127.0.0.1", True), ("german", "10.0.0.7", False)):
        path = link_to(client.application, table.code, seat)
        cookie = client.post(path, headers=forwarded, environ_base={"REMOTE_ADDR": peer}).headers["Set-Cookie"]
        assert ("; Secure" in cookie) is secure
        client.delete_cookie(f"seat-{table.code}", path=f"/t/{table.code}")


@pytest.mark.parametrize("shelf", ["/cards/incursion/set/starter-set", "/missions/incursion/file/recon-2"])
def test_only_the_host_deletes(client: FlaskClient, house_key: str, shelf: str) -> None:
    client.post("/cards/incursion/set/starter/duplicate", headers=OURS)
    client.post("/missions/incursion/file/1/duplicate", headers=OURS)
    page = client.get(shelf)
    assert (page.status_code, 'id="to-delete"' in page.text) == (200, False)
    for answer in (client.get(f"{shelf}/delete"), client.post(f"{shelf}/delete", data={"version": "1"}, headers=OURS)):
        assert (answer.status_code, "Only the host" in answer.text) == (403, True)
    client.set_cookie("house", house_key)
    assert 'id="to-delete"' in client.get(shelf).text
    assert client.get(f"{shelf}/delete").status_code == 200


# -- time


@pytest.mark.parametrize(("limit", "code"), [("LONGEST_CHECK", "takes-too-long"), ("LONGEST_FOLD", "folds-too-long")])
def test_a_file_that_takes_too_long_to_check_or_to_fold_is_given_up(
    client: FlaskClient, play: Play, monkeypatch: pytest.MonkeyPatch, limit: str, code: str
) -> None:
    file = play(referee=True, referee_sees="all").get("/export", "referee")
    monkeypatch.setattr(table_file, limit, -1.0)
    assert refused(client.post("/api/tables/import", json=file)) == (422, code, "log")


def test_a_file_has_the_time_of_the_processor_however_slow_the_clock_lets_it_be(
    client: FlaskClient, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = play(referee=True, referee_sees="all").get("/export", "referee")
    busy = SimpleNamespace(monotonic=count(step=100).__next__, process_time=lambda: 0.0)
    monkeypatch.setattr(table_file, "time", busy)
    assert client.post("/api/tables/import", json=file).status_code == 201


@pytest.mark.parametrize(
    ("what", "event"),
    [
        ("a number beyond any", {"event": "model-hurt", "model": "x", "dp": 10**30}),
        ("a long name", {"event": "seat-renamed", "seat": "allied", "name": "x" * 5000}),
        ("a sign that steers", {"event": "seat-renamed", "seat": "allied", "name": "a\x07"}),
        ("a list without end", {"event": "cards-drawn", "side": "allied", "cards": ["smoke"] * 5000}),
        ("a house ruling of too much", {"event": "house-ruled", "set": "turn", "before": 0, "to": 500, "reason": "x"}),
        ("a pool below zero", {"event": "command-points-replenished", "side": "allied", "cp": -5, "zombie_cp": 0}),
    ],
)
def test_a_foreign_log_holds_nothing_that_no_game_holds(
    client: FlaskClient, play: Play, what: str, event: dict[str, Any]
) -> None:
    file = play(referee=True, referee_sees="all").get("/export", "referee")
    seq = len(file["log"])
    row = {"seq": seq, "seat": "allied", "key": "k", "body": "", "at": 1.0, "events": json.dumps([event])}
    answer = client.post("/api/tables/import", json=sealed_again({**file, "log": [*file["log"], row]}))
    assert answer.status_code == 422
    assert answer.json["error"]["code"] in ("not-an-entry", "log-does-not-fold")


def test_a_file_has_no_presses_without_end(client: FlaskClient, play: Play) -> None:
    file = play(referee=True, referee_sees="all").get("/export", "referee")
    row = {"seq": 1, "seat": "", "key": "", "body": "", "at": 1.0, "events": "[]"}
    long = {**file, "log": [row] * (MOST_ENTRIES + 1)}
    assert refused(client.post("/api/tables/import", json=long)) == (422, "too-many-items", "log")


# -- numbers that are none


ENDLESS = "9" * 5000
"""More digits than a number is read from."""


@pytest.mark.parametrize("command", [f"make-wish?wish={ENDLESS}", "make-wish?nothing=None", "make-wish?wish=None"])
def test_an_address_that_asks_for_no_form_is_answered_in_words(app: Flask, evening: Evening, command: str) -> None:
    phone = app.test_client()
    sit(phone, evening.code, evening.tokens[GREY])
    answer = phone.get(f"/t/{evening.code}/do/{command}")
    assert (answer.status_code, 'name="wish"' in answer.text) == (422, False)


@pytest.mark.parametrize("asked", ["set=None", f"set=sides.allied.cp&to={ENDLESS}"])
def test_no_value_is_corrected_that_there_is_not(app: Flask, table: PlayedTable, asked: str) -> None:
    phone = app.test_client()
    sit(phone, table.code, table.tokens["referee"])
    answer = phone.get(f"/t/{table.code}/do/house-ruling?{asked}")
    assert (answer.status_code, 'name="reason"' in answer.text) == (422, False)


@pytest.mark.parametrize(
    ("game", "typed"),
    [
        ("incursion", {"figures": ENDLESS}),
        ("incursion", {"campaign": "yes", "campaign_missions": ENDLESS}),
        ("memoir-44", {"players": ENDLESS}),
    ],
)
def test_no_table_is_opened_with_a_number_without_end(client: FlaskClient, game: str, typed: dict[str, str]) -> None:
    assert client.post(f"/new/{game}", data=typed, headers=OURS).status_code == 422


def test_no_phone_has_a_session(client: FlaskClient) -> None:
    with client.application.test_request_context(), pytest.raises(RuntimeError, match="session"):
        session["seat"] = "allied"
    assert "session" not in client.get("/").headers.get("Set-Cookie", "")


def test_nothing_is_kept_unless_an_answer_says_so(client: FlaskClient, table: PlayedTable) -> None:
    for path in ("/", f"/t/{table.code}", "/nowhere", "/static/nowhere.css", f"/api/tables/{table.code}"):
        assert client.get(path).headers.getlist("Cache-Control") == ["no-store"]
    (kept,) = client.get("/static/app.css").headers.getlist("Cache-Control")
    assert "no-store" not in kept


MARKS = ("\x01", "\x04", f"{'0' * len(rendering.MARK)}-seq-", "{{ seq }}", "{{ fresh_key('a') }}")
"""What somebody could write who would have a page fill in something of its own."""


@pytest.mark.parametrize("mark", MARKS)
def test_no_text_that_is_sent_is_taken_for_a_mark(client: FlaskClient, table: PlayedTable, mark: str) -> None:
    phone = {**OURS, "HX-Request": "true"}
    for code, seat, status in (("NOTHERE", f"<{mark}>", 404), (table.code, f"a{mark}b", 422)):
        answer = client.post(f"/t/{code}/sit", data={"seat": seat, "name": "A"}, headers=phone)
        assert (answer.status_code, rendering.MARK in answer.text) == (status, False)
    page = client.get("/rules/incursion", query_string={"q": f"<{mark}>"})
    assert (page.status_code, f"<{mark}>" in page.text, str(escape(f"<{mark}>")) in page.text) == (200, False, True)


def test_nobody_knows_the_marks_of_pages_beforehand() -> None:
    """They are others at each start, and no page shows one (tests/toy_game/test_everywhere.py)."""
    again = runpy.run_path(str(rendering.__file__))
    assert again["MARK"] != rendering.MARK
    assert all(len(again["MARK"]) >= 16 and again["MARK"] in again[name] for name in ("SEQ", "PAGE_KEY", "CODE"))


SCRIPT = "<script>alert('1')</script>\"'"


def test_no_page_runs_what_somebody_wrote(client: FlaskClient, table: PlayedTable) -> None:
    answer = client.post(f"/t/{table.code}/sit", data={"seat": "german", "name": SCRIPT}, headers=OURS)
    assert answer.status_code == 303
    pages = [client.get(f"/t/{table.code}{path}") for path in ("", "/log", "/more", "/wall", "/seats")]
    assert [(page.status_code, "<script>alert" in page.text) for page in pages] == [(200, False)] * 5
    assert "&lt;script&gt;alert" in "".join(page.text for page in pages)


# -- logs of what a game does not have


CHOSEN = {"event": "mission-chosen", "mission": 4000, "boats": 1, "by_boat": True, "last_turn": 3}
STRANGE: list[tuple[str, str, Any, str, str]] = [
    ("incursion", "edition", "en-1066", "not-allowed", "edition"),
    ("incursion", "mission.number", 4000, "not-allowed", "mission"),
    ("incursion", "answers.unequal-rp", "x", "unknown-answer", "table_rulings.unequal-rp"),
    ("mobile-infantry", "edition", "../es", "not-allowed", "edition"),
    ("mobile-infantry", "mission.number", 4000, "not-allowed", "mission"),
    ("mobile-infantry", "mission.number", True, "log-does-not-fold", "log"),
    ("mobile-infantry", "mission.last", {}, "log-does-not-fold", "log"),
    ("mobile-infantry", "mission.boats", "x", "log-does-not-fold", "log"),
    ("memoir-44", "mission.key", "", "not-a-key", "key"),
]


@pytest.mark.parametrize(("game", "at", "value", "code", "field"), STRANGE)
def test_a_log_that_opens_with_what_the_game_has_not_is_refused_and_not_kept(
    client: FlaskClient, play: Play, game: str, at: str, value: Any, code: str, field: str
) -> None:
    wishes = {"mission": 1} if game == "mobile-infantry" else {}
    store, table = client.application.extensions["store"], play(game=game, referee=True, **wishes)
    file = store.export(table.code)
    (opened,) = json.loads(file["log"][0]["events"])
    *way, last = at.split(".")
    part = opened["opening"]
    for name in way:
        part = part[name]
    part[last] = value
    file["log"][0]["events"] = json.dumps([opened])
    assert refused(client.post("/api/tables/import", json=sealed_again(file)))[1:] == (code, field)
    assert store.codes() == [table.code]


def test_a_log_whose_board_would_have_no_end_is_refused(client: FlaskClient, play: Play) -> None:
    store, table = client.application.extensions["store"], play(game="mobile-infantry", referee=True)
    file = store.export(table.code)
    events = json.dumps([{**CHOSEN, "mission": 2, "boats": 21}])
    row = {"seq": 1, "seat": "im-1", "key": "a", "body": "", "at": 1.0, "events": events}
    answer = client.post("/api/tables/import", json=sealed_again({**file, "log": [*file["log"], row]}))
    assert refused(answer) == (422, "not-an-entry", "log.1")
    assert store.codes() == [table.code]


def test_a_log_in_which_a_mission_is_chosen_that_there_is_not_is_refused(client: FlaskClient, play: Play) -> None:
    store, table = client.application.extensions["store"], play(game="mobile-infantry", referee=True)
    file = store.export(table.code)
    for mission, status in ((2, 201), (4000, 422)):
        events = json.dumps([{**CHOSEN, "mission": mission}])
        row = {"seq": 1, "seat": "im-1", "key": "a", "body": "", "at": 1.0, "events": events}
        answer = client.post("/api/tables/import", json=sealed_again({**file, "log": [*file["log"], row]}))
        assert answer.status_code == status, answer.json
    assert refused(answer) == (422, "not-allowed", "mission")
    strange, known = ({**row, "seq": seq, "key": str(seq), "events": json.dumps([{**CHOSEN, "mission": mission}])}
                      for seq, mission in ((1, 4000), (2, 2)))  # fmt: skip
    answer = client.post("/api/tables/import", json=sealed_again({**file, "log": [*file["log"], strange, known]}))
    assert refused(answer) == (422, "not-allowed", "mission"), "an undo would lead to it"
    assert len(store.codes()) == 2


@pytest.mark.parametrize("header", ["If-Modified-Since", "If-Unmodified-Since", "If-Range"])
def test_a_date_beyond_any_calendar_says_nothing(client: FlaskClient, header: str) -> None:
    for date in ("Thu, 01 Jan 99999999999 00:00:00", "Thu, 01 Jan 2026 00:00:00 +99999999999999"):
        assert client.get("/static/app.css", headers={header: date, "Range": "bytes=0-1"}).status_code in (200, 206)


def test_no_answer_to_an_address_tells_what_is_hidden(app: Flask, play: Play) -> None:
    """A page's status must not depend on another side's hidden force."""
    table = play()
    phone = app.test_client()
    sit(phone, table.code, table.tokens["allied"])

    def told() -> list[tuple[int, int]]:
        place = f"/t/{table.code}/do/house-ruling?of=allied&set=sides.german.force"
        answers = [phone.get(f"{place}.{card}.real") for card in ("sturmzombie", "hans", "gretel")]
        return [(answer.status_code, len(answer.data)) for answer in answers]

    before = told()
    table.german("add-model", card="sturmzombie")
    assert told() == before
    assert {status for status, _ in before} == {200}


@pytest.mark.parametrize("game", ["nothing", "%00", "é"])
def test_no_practice_of_a_game_that_there_is_not(client: FlaskClient, game: str) -> None:
    assert client.post(f"/practice/{game}", headers=OURS).status_code == 404


# -- numbers that no printed book has: the cost would fall on everybody, at the press that uses them

FORGED: list[tuple[str, Any]] = [
    ("book.horde.zombies", 4000),
    ("book.horde.zombies", 4),
    ("book.horde.rp", 0),
    ("book.horde.figures", 5000),
    ("book.shooting.weapons.smg.rof", 4000),
    ("book.shooting.weapons.smg.reaction-rof", 4000),
    ("book.shooting.weapons.hmg.shots-per-ap", 0),
    ("book.melee.dice", 3000),
    ("book.melee.attackers.blitzhund.dice", 3000),
    ("book.twitcher.dice", 300),
    ("book.action-cost.melee", 0),
    ("book.blast.range", 4000),
    ("book.fire.squares", 4000),
    ("book.command-points.by-rp.beyond", 4000),
    ("book.hand-size.by-rp.beyond", -1),
    ("book.victory-counters.values", [1]),
    ("book.questions.seal.answers", ["any"] * 21),
    ("cards.models.grunt-ape.weapons", ["smg"] * 900),
]


def with_opening(file: dict[str, Any], at: str, value: Any) -> dict[str, Any]:
    """The file of a table that was opened with another value."""
    (opened,) = json.loads(file["log"][0]["events"])
    *way, last = at.split(".")
    part = opened["opening"]
    for name in way:
        part = part[name]
    part[last] = value
    first = {**file["log"][0], "events": json.dumps([opened])}
    return sealed_again({**file, "log": [first, *file["log"][1:]]})


@pytest.mark.parametrize(("at", "value"), FORGED, ids=[f"{at}-{str(value)[:9]}" for at, value in FORGED])
def test_a_table_that_opens_with_numbers_of_no_book_is_neither_kept_nor_read(
    client: FlaskClient, play: Play, at: str, value: Any
) -> None:
    sound, table = play(), play(mission=2, referee=True, referee_sees="all")
    file = with_opening(table.get("/export", "referee"), at, value)
    assert refused(client.post("/api/tables/import", json=file)) == (422, "log-does-not-fold", "log")
    folder = client.application.extensions["store"].folder
    with closing(sqlite3.connect(folder / "adjutant.db")) as rows, rows:
        change = "UPDATE entries SET events = ? WHERE [table] = ? AND seq = 0"
        rows.execute(change, (file["log"][0]["events"], table.code))
    again = create_app(folder).test_client()
    assert [again.get(f"/t/{code}").status_code for code in (table.code, sound.code)] == [500, 200]
    assert "damaged" in again.get(f"/t/{table.code}").text


def test_a_table_with_a_deck_without_end_is_not_kept(client: FlaskClient, play: Play) -> None:
    file = play(mission=2, referee=True, referee_sees="all").get("/export", "referee")
    (opened,) = json.loads(file["log"][0]["events"])
    battle = {key: {**card, "copies": 99} for key, card in opened["opening"]["cards"]["battle"].items()}
    file = with_opening(file, "cards.battle", battle)
    assert refused(client.post("/api/tables/import", json=file)) == (422, "too-many-cards", "battle")


def test_no_odds_are_worked_out_of_more_dice_than_are_rolled() -> None:
    assert len(successes(MOST_DICE, Fraction(1, 6))) == len(any_successes([Fraction(1, 6)] * MOST_DICE))
    for work_out in (lambda: successes(6000, Fraction(1, 6)), lambda: any_successes([Fraction(1, 6)] * 6000)):
        with pytest.raises(Refused, match="too-many-items"):
            work_out()


ADDING_UP = [
    ({"event": "points-changed", "side": "allied", "cp": 4000, "working": []}, "log-does-not-fold"),
    ({"event": "hand-counted", "side": "allied", "cards": 301}, "not-an-entry"),
]


@pytest.mark.parametrize(("event", "code"), ADDING_UP, ids=["points", "cards"])
def test_a_log_adds_up_to_no_number_that_a_game_does_not_count_to(
    client: FlaskClient, play: Play, event: dict[str, Any], code: str
) -> None:
    file = play(referee=True, referee_sees="all").get("/export", "referee")
    first = len(file["log"])
    rows = [
        {"seq": seq, "seat": "allied", "key": f"k{seq}", "body": "", "at": 1.0, "events": json.dumps([event] * 20)}
        for seq in (first, first + 1)
    ]
    answer = client.post("/api/tables/import", json=sealed_again({**file, "log": [*file["log"], *rows]}))
    assert refused(answer)[:2] == (422, code)


@pytest.mark.parametrize("boats", [0, 1])
def test_fewer_boats_than_overflights_end_no_press_in_an_error(boats: int) -> None:
    book = infantry.edition_book(infantry.EDITION, {})
    state = BattleState(mission=2, boats={f"boat-{number}": Boat() for number in range(1, boats + 1)})
    for state.turn in book.boats.overflights[boats:]:
        assert on_time(GameContext(state, book, PUBLIC)) == list(state.boats)


def test_no_card_lets_order_fewer_than_none() -> None:
    played = {"event": "card-played", "side": "allied", "card": "x", "section": None}
    with pytest.raises(ValueError, match="greater than or equal to 0"):
        table_file.decode_event(
            REGISTRY["memoir-44"], {**played, "slots": [{"section": None, "types": [], "count": -1}]}
        )
