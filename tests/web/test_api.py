"""The JSON interface: tables, seats, tokens, errors, the bell, export and import."""

import json
import re
from collections.abc import Callable
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import Environment
from jinja2.nodes import Template

from app import create_app
from app.core.engine.command import CommandRequest
from app.games import REGISTRY
from app.games.incursion.book import card_set
from tests.playing import PlayedTable
from tests.seated import sit

Play = Callable[..., PlayedTable]


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


# -- opening a table


@pytest.mark.parametrize(
    ("wishes", "status", "code", "field"),
    [
        ({}, 400, "missing-field", "game"),
        ({"game": 7}, 400, "wrong-type", "game"),
        ({"game": "chess"}, 422, "not-allowed", "game"),
        ({"edition": "fr-2009"}, 422, "not-allowed", "edition"),
        ({"mission": 9}, 422, "not-allowed", "mission"),
        ({"mission": "recon"}, 422, "not-allowed", "mission"),
        ({"rp": {"allied": "6"}}, 400, "wrong-type", "rp.allied"),
        ({"rp": {"allied": 5}}, 422, "too-small", "rp.allied"),
        ({"rp": {"german": 0}}, 422, "too-small", "rp.german"),
        ({"rp": {"italian": 6}}, 422, "not-allowed", "rp.italian"),
        ({"players": 2}, 422, "not-in-this-game", "players"),
        ({"players": 9}, 422, "not-in-this-game", "players"),
        ({"brain": "app"}, 422, "not-in-this-game", "brain"),
        ({"temper": "hungry"}, 422, "not-in-this-game", "temper"),
        ({"counters": "wood"}, 422, "not-allowed", "counters"),
        ({"game": "memoir-44", "counters": "physical"}, 422, "not-in-this-game", "counters"),
        ({"referee_sees": "some"}, 422, "not-allowed", "referee_sees"),
        ({"table_rulings": {"tie": "cat"}}, 422, "unknown-answer", "table_rulings.tie"),
        ({"card_set": "mine"}, 422, "not-allowed", "card_set"),
        ({"deck": {"italian": "app"}}, 422, "not-allowed", "deck.italian"),
        ({"deck": {"allied": "x"}}, 422, "not-allowed", "deck.allied"),
        ({"deck": "x"}, 422, "not-allowed", "deck"),
        ({"deck": 3}, 400, "wrong-type", "deck"),
        ({"mission": True}, 400, "wrong-type", "mission"),
        ({"seed": "abc"}, 422, "wrong-pattern", "seed"),
        ({"language": "fr"}, 422, "not-allowed", "language"),
        ({"colour": "red"}, 400, "unknown-field", "colour"),
    ],
)
def test_impossible_wishes_open_no_table(
    client: FlaskClient, app: Flask, wishes: dict[str, Any], status: int, code: str, field: str
) -> None:
    body = {**({} if field == "game" else {"game": "incursion"}), **wishes}
    answer = client.post("/api/tables", json=body)
    error = answer.json["error"]
    assert (answer.status_code, error["code"], error["field"]) == (status, code, field)
    assert error["message"]
    assert app.extensions["store"].codes() == []


@pytest.mark.parametrize(
    ("wishes", "english", "spanish"),
    [
        ({"game": "chess"}, "“game” must be one of: incursion, mobile-infantry, memoir-44, hello.", "«game» debe ser uno de estos: incursion, mobile-infantry, memoir-44, hello."),
        ({"referee": 7}, "“referee” has the wrong type.", "«referee» es de un tipo incorrecto."),
        ({"table_rulings": {"tie": "cat"}}, "Unknown answer to “table_rulings.tie”. Choose one of: ",
         "Respuesta desconocida a «table_rulings.tie». Elige una de estas: "),
    ],
)  # fmt: skip
def test_errors_name_fields_and_values_as_programs_write_them(
    client: FlaskClient, wishes: dict[str, Any], english: str, spanish: str
) -> None:
    for language, told in (("en", english), ("es", spanish)):
        body = {"game": "incursion", **wishes}
        error = client.post("/api/tables", json=body, headers={"Accept-Language": language}).json["error"]
        assert error["message"].startswith(told)


def test_errors_speak_the_readers_language(client: FlaskClient) -> None:
    told = [
        client.post("/api/tables", json={}, headers={"Accept-Language": language}).json["error"]["message"]
        for language in ("en", "es-ES,es;q=0.9", "fr")
    ]
    assert told == ["“game” is missing.", "Falta «game».", "“game” is missing."]


@pytest.mark.parametrize("body", [b"{", b"", b"\xff", b"[1", b"[" * 100_000], ids=len)
def test_what_is_not_json_is_called_so(client: FlaskClient, body: bytes) -> None:
    answer = client.post("/api/tables", data=body, content_type="application/json")
    assert (answer.status_code, answer.json["error"]["code"]) == (400, "not-json")


@pytest.mark.parametrize("body", [[], 3, "text"])
def test_an_object_is_expected(client: FlaskClient, body: Any) -> None:
    for path in ("/api/tables", "/api/rulings/incursion/horde"):
        answer = client.post(path, json=body)
        assert (answer.status_code, answer.json["error"]["code"]) == (400, "not-an-object")


def test_the_shelf_lists_editions_missions_seats_and_questions(client: FlaskClient) -> None:
    incursion, infantry, *_ = client.get("/api/games").json["games"]
    assert (infantry["missions"], infantry["seats"]) == ([1, 2, 3, 4, 5, 6, 7], ["brain", "im-1", "referee"])
    assert incursion["editions"] == ["en-2009", "es-2009"]
    assert incursion["missions"][:7] == [1, 2, 3, 4, 5, 6, 7]
    assert incursion["seats"] == ["allied", "german", "referee"]
    forces = next(q for q in incursion["open_questions"] if q["key"] == "forces")
    assert (forces["values"], forces["default"]) == (["secret", "allies-first"], "secret")


def test_facts_that_name_entries_of_the_book_are_listed_with_them(client: FlaskClient) -> None:
    rulings = client.get("/api/rulings").json["incursion"]
    values = {name: {field["name"]: field.get("values") for field in rulings[name]} for name in rulings}
    assert values["victory-counters"]["counters"] == [1, 2, 3, 4, 5, 6, 7, 8]
    actions = values["action-cost"]["action"]
    for edition in REGISTRY["incursion"].editions:
        for action in actions:
            facts = {"action": action, "edition": edition}
            assert client.post("/api/rulings/incursion/action-cost", json=facts).status_code == 200
    no = client.post("/api/rulings/incursion/action-cost", json={"action": "dance"}).json["error"]
    assert no["message"] == f"“action” must be one of: {', '.join(actions)}."


def test_the_rulings_list_their_fields(client: FlaskClient) -> None:
    fields = {field["name"]: field for field in client.get("/api/rulings").json["incursion"]["shoot"]}
    assert fields["weapon"]["required"] is True
    assert "lmg" in fields["weapon"]["values"]
    assert (fields["dp"]["default"], fields["dp"]["minimum"], fields["dice"]["type"]) == (1, 1, "array")
    assert fields["edition"]["default"] == "en-2009"


def test_a_rule_tells_its_summary_and_sources(client: FlaskClient) -> None:
    rule = client.get("/api/rules/incursion/shooting.rof").json
    assert set(rule) == {"id", "summary", "sources"}
    assert set(rule["summary"]) == {"en", "es"}
    assert set(rule["sources"]["en-2009"]) == {"book", "section"}


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("get", "/api/rules/incursion/nonsense", "unknown-rule"),
        ("get", "/api/rules/chess/mate", "unknown-game"),
        ("post", "/api/rulings/incursion/dance", "unknown-ruling"),
        ("post", "/api/rulings/chess/mate", "unknown-game"),
        ("get", "/api/nowhere", "no-such-page"),
    ],
)
def test_what_is_not_on_the_shelf_is_not_found(client: FlaskClient, method: str, path: str, code: str) -> None:
    answer = client.open(path, method=method, json={} if method == "post" else None)
    assert (answer.status_code, answer.json["error"]["code"]) == (404, code)


def test_every_rule_of_a_working_can_be_looked_up(client: FlaskClient) -> None:
    answer = client.post("/api/rulings/incursion/shoot", json={"weapon": "lmg", "fortitude": 4}).json
    for reason in answer["working"]:
        assert client.get(f"/api/rules/incursion/{reason['rule']}").status_code == 200


def test_a_method_that_a_route_does_not_take_is_told_so(client: FlaskClient) -> None:
    answer = client.delete("/api/games")
    assert (answer.status_code, answer.json["error"]["code"]) == (405, "bad-request")


# -- seats and tokens


def test_a_seat_is_taken_once(play: Play, client: FlaskClient) -> None:
    table = play()
    path = f"/api/tables/{table.code}/seats"
    taken = client.post(path, json={"seat": "german", "name": "Inés"})
    assert taken.status_code == 201
    table.tokens["german"] = taken.json["token"]
    assert table.get(seat="german")["seat"] == "german"
    again = client.post(path, json={"seat": "german"})
    assert (again.status_code, again.json["error"]["code"]) == (409, "seat-taken")
    assert table["seats.german.name"] == "Inés"


def test_a_seat_that_somebody_uses_is_taken(play: Play, client: FlaskClient) -> None:
    table = play()
    table.get(seat="german")
    assert client.post(f"/api/tables/{table.code}/seats", json={"seat": "german"}).status_code == 409
    assert client.post(f"/api/tables/{table.code}/seats", json={"seat": "pope"}).status_code == 422
    assert client.post(f"/api/tables/{table.code}/seats", json={"seat": 1}).status_code == 400
    long = client.post(f"/api/tables/{table.code}/seats", json={"seat": "allied", "name": "x" * 41})
    assert (long.status_code, long.json["error"]["code"]) == (422, "too-long")


def test_no_token_is_the_public_view(play: Play) -> None:
    sight = play().get(seat=None)
    assert (sight["seat"], sight["offers"]) == ("public", [])


@pytest.mark.parametrize("token", ["nonsense", "WyJBIl0.x", ""])
def test_a_false_token_opens_nothing(play: Play, client: FlaskClient, token: str) -> None:
    answer = client.get(f"/api/tables/{play().code}", headers=bearer(token))
    assert answer.status_code == 401


def test_another_scheme_is_no_token(play: Play, client: FlaskClient) -> None:
    answer = client.get(f"/api/tables/{play().code}", headers={"Authorization": "Basic abc"})
    assert (answer.status_code, answer.json["error"]["code"]) == (401, "no-token")


def test_a_token_is_for_its_own_table(play: Play, client: FlaskClient) -> None:
    here, there = play(), play()
    answer = client.get(f"/api/tables/{here.code}", headers=bearer(there.tokens["allied"]))
    assert (answer.status_code, answer.json["error"]["code"]) == (403, "other-table")


def test_a_press_needs_a_seat(play: Play, client: FlaskClient) -> None:
    answer = client.post(f"/api/tables/{play().code}/commands", json={"command": "done", "key": "k", "seen": 0})
    assert answer.status_code == 401


def test_the_referee_never_bids(play: Play) -> None:
    table = play(referee=True).choose_forces()
    answer = table.post("referee", command="bid", cp=0, key="k", seen=0)
    assert (answer.status_code, answer.json["error"]["code"]) == (403, "not-your-command")


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        ({"key": "k", "seen": 0}, 400, "missing-field", "command"),
        ({"command": "done", "seen": 0}, 400, "missing-field", "key"),
        ({"command": "done", "key": "k"}, 400, "missing-field", "seen"),
        ({"command": "done", "key": "", "seen": 0}, 422, "too-short", "key"),
        ({"command": "done", "key": "k", "seen": "0"}, 400, "wrong-type", "seen"),
        ({"command": "done", "key": "k", "seen": -1}, 422, "too-small", "seen"),
        ({"command": "dance", "key": "k", "seen": 0}, 422, "unknown-command", "command"),
        ({"command": "bid", "key": "k", "seen": 0}, 400, "missing-field", "cp"),
        ({"command": "bid", "key": "k", "seen": 0, "cp": 1, "hat": 1}, 400, "unknown-field", "hat"),
        ({"command": "bid", "key": "k", "seen": 0, "cp": "1"}, 400, "wrong-type", "cp"),
        ({"command": "bid", "key": "k", "seen": 0, "cp": -1}, 422, "too-small", "cp"),
        ({"command": "bid", "key": "k", "seen": 0, "cp": 5}, 422, "not-enough-cp", "cp"),
        ({"command": "bid", "key": "k", "seen": 0, "cp": 1, "dice": [1]}, 400, "unknown-field", "dice"),
        (
            {"command": "bid", "key": "k", "seen": 0, "cp": 1, "table_rulings": {"x": "y"}},
            422,
            "unknown-question",
            None,
        ),
    ],
)
def test_bad_presses_change_nothing(
    play: Play, body: dict[str, Any], status: int, code: str, field: str | None
) -> None:
    table = play().choose_forces()
    before = table.get()
    answer = table.post("allied", **body)
    assert (answer.status_code, answer.json["error"]["code"]) == (status, code), answer.json
    assert field is None or answer.json["error"]["field"] == field
    assert table.get() == before


# -- limits


def test_an_oversized_body_is_refused(client: FlaskClient, play: Play) -> None:
    answer = client.post("/api/tables", data=b"x" * ((1 << 20) + 1), content_type="application/json")
    assert (answer.status_code, answer.json["error"]["code"]) == (413, "too-large")
    big = client.post("/api/tables/import", data=b"x" * ((1 << 20) + 1), content_type="application/json")
    assert big.status_code == 400
    assert client.post("/api/tables/import", data=b"x" * (2 << 20)).status_code == 413


def test_guessing_codes_ends_after_ten_tries_but_known_seats_go_on(play: Play, client: FlaskClient) -> None:
    table = play()
    answers = [client.get(f"/api/tables/QQQQ{n:02}").status_code for n in range(12)]
    assert answers == [404] * 10 + [429] * 2
    assert client.get(f"/api/tables/{table.code}").status_code == 429
    assert client.get(f"/api/tables/{table.code}", headers=bearer(table.tokens["allied"])).status_code == 200


def test_a_forged_right_is_no_way_round_the_limit(play: Play, client: FlaskClient) -> None:
    table = play()
    for n in range(11):
        client.get(f"/api/tables/QQQQ{n:02}")
    path = f"/api/tables/{table.code}/seats"
    assert client.post(path, json={"seat": "german"}, headers=bearer("x")).status_code == 429
    client.set_cookie(f"seat-{table.code}", "junk")
    assert client.get(f"/join?code={table.code}").status_code == 429


def test_only_our_own_names_are_answered(client: FlaskClient, tmp_path: Path) -> None:
    assert client.get("/api/games", headers={"Host": "evil.example"}).status_code == 403
    for name in ("127.0.0.1:9999", "LOCALHOST:80", "[::1]:8044"):
        assert client.get("/api/games", headers={"Host": name}).status_code == 200
    named = create_app(tmp_path / "other", HOST_NAMES=["10.0.0.7"]).test_client()
    assert named.get("/api/games", headers={"Host": "10.0.0.7:8044"}).status_code == 200


def test_no_cookie_counts_in_the_json_interface(play: Play, client: FlaskClient) -> None:
    table = play()
    sit(client, table.code, table.tokens["allied"])
    assert client.get(f"/api/tables/{table.code}").json["seat"] == "public"
    client.set_cookie("lang", "es")
    told = client.post("/api/tables", json={}, headers={"Accept-Language": "en"}).json["error"]["message"]
    assert told == "“game” is missing."


def test_a_press_that_breaks_the_program_is_told_in_the_one_shape(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion.missions import forces

    table = play()
    monkeypatch.setattr(forces.AddModel, "decide", lambda self, draft: 1 / 0)
    answer = table.post("allied", command="add-model", card="grunt-ape", key="k", seen=0)
    assert (answer.status_code, answer.json["error"]["code"]) == (500, "internal")


# -- what a seat is told


def test_the_state_has_the_keys_of_the_contract(in_action: PlayedTable) -> None:
    sight = in_action.get()
    assert {"code", "seq", "game", "seat", "state", "offers"} <= set(sight)
    state = sight["state"]
    assert {
        "edition", "mission", "turn", "phase", "active", "over", "winner", "waiting", "first", "sides", "deck",
        "discard", "in_play", "models",
    } <= set(state)  # fmt: skip
    assert set(state["sides"]["allied"]) >= {"rp", "cp", "zombie_cp", "hand", "bid", "vp"}
    assert set(state["models"]["grunt-ape-1"]) >= {
        "card", "side", "ap", "dp", "fortitude", "alive", "activated", "reaction_fire",
    }  # fmt: skip
    deck = sum(card["copies"] for card in card_set("starter")["battle"].values())
    assert (state["deck"], state["sides"]["german"]["hand"]) == ({"hidden": deck - 2 * 2}, {"hidden": 2})


def test_an_offer_has_the_shape_of_the_contract(in_action: PlayedTable) -> None:
    for offer in in_action.offers(greyed=1):
        assert set(offer) == {"command", "group", "label", "given", "choose", "dice", "why_not"}


def test_an_event_has_the_shape_of_the_contract(in_action: PlayedTable) -> None:
    for event in in_action.log():
        assert set(event) == {"seq", "seat", "event", "data", "dice", "working", "text", "undone"}


def test_the_log_starts_after_since(in_action: PlayedTable, client: FlaskClient) -> None:
    seq = in_action.get()["seq"]
    assert {event["seq"] for event in in_action.log(since=seq - 1)} == {seq}
    assert in_action.log(since=seq) == []
    for since, status in (("x", 400), ("-1", 422)):
        assert client.get(f"/api/tables/{in_action.code}/log?since={since}").status_code == status


def test_the_bell_carries_a_number_and_nothing_else(in_action: PlayedTable, client: FlaskClient) -> None:
    seq = in_action.get(seat=None)["seq"]
    answer = client.get(f"/api/tables/{in_action.code}/bell?for=0", headers={"Last-Event-ID": "3"})
    assert answer.mimetype == "text/event-stream"
    assert answer.text == f'retry: 100\nid: {seq}\ndata: {{"seq": {seq}}}\n\n'
    for seconds in ("x", "nan"):
        assert client.get(f"/api/tables/{in_action.code}/bell?for={seconds}").status_code == 400


def test_the_bell_rings_for_a_press_that_the_seat_sees(play: Play, client: FlaskClient) -> None:
    table = play()
    stream = client.get(f"/api/tables/{table.code}/bell?for=2", headers=bearer(table.tokens["german"])).response
    numbers = iter(stream)
    assert '"seq": 0' in as_text(next(numbers))
    table.allied("add-model", card="grunt-ape")
    table.allied("rename", name="Ana")
    assert '"seq": 1' in as_text(next(numbers))


def as_text(chunk: Any) -> str:
    return chunk.decode() if isinstance(chunk, bytes) else str(chunk)


# -- export and import


def finished(play: Play, **wishes: Any) -> PlayedTable:
    """A table whose mission is over: both Grunts have left."""
    table = play(referee=True, **wishes).to_action()
    for model in ("grunt-ape-1", "grunt-ape-2"):
        table.enter("allied", model)
        table.allied("leave-board", model=model)
    return table


def test_a_table_is_exported_after_the_end_and_imported_byte_for_byte(play: Play, client: FlaskClient) -> None:
    table = finished(play)
    file = table.get("/export")
    text = json.dumps(file)
    assert table.code not in text
    assert not [token for token in table.tokens.values() if token in text]
    imported = client.post("/api/tables/import", json=file)
    assert imported.status_code == 201
    code, tokens = imported.json["code"], imported.json["seats"]
    assert client.get(f"/api/tables/{code}/export", headers=bearer(tokens["german"])).json == file
    logs = [
        client.get(f"/api/tables/{c}/log", headers=bearer(t)).data
        for c, t in ((table.code, table.tokens["german"]), (code, tokens["german"]))
    ]
    assert logs[0] == logs[1]


def test_before_the_end_only_a_referee_who_sees_all_exports(play: Play, client: FlaskClient) -> None:
    for sees, status in (("public", 403), ("all", 200)):
        table = play(referee=True, referee_sees=sees)
        path = f"/api/tables/{table.code}/export"
        assert client.get(path, headers=bearer(table.tokens["referee"])).status_code == status
        refused = client.get(path, headers=bearer(table.tokens["allied"]))
        assert (refused.status_code, refused.json["error"]["code"]) == (403, "export-not-yet")
        assert client.get(path).status_code == 401


def test_an_imported_table_goes_on_with_the_same_dice(play: Play, client: FlaskClient) -> None:
    table = play(referee=True, referee_sees="all").to_melee().enter("german", "sturmzombie-1")
    answer = client.post("/api/tables/import", json=table.get("/export", "referee")).json
    copy = PlayedTable.__new__(PlayedTable)
    copy.client, copy.code, copy.tokens, copy.presses = client, answer["code"], answer["seats"], 1000
    blows = [t.german("melee", model="sturmzombie-1", target="grunt-ape-1") for t in (table, copy)]
    assert blows[0]["events"][0]["data"]["dice"] == blows[1]["events"][0]["data"]["dice"]


def test_a_seed_that_is_not_public_leaves_no_table_through_the_export(play: Play) -> None:
    table = finished(play)
    assert table.get("/export")["seed"] is None
    table.allied("publish-seed")
    assert table.get("/export")["seed"] is not None


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"format": "x"}, "not-a-table-file"),
        ({"version": 99}, "unknown-version"),
        ({"foreseeable": True}, "wrong-checksum"),
        ({"checksum": "0"}, "wrong-checksum"),
        ({"game": "chess"}, "wrong-checksum"),
    ],
)
def test_a_changed_file_is_not_imported(
    play: Play, client: FlaskClient, app: Flask, change: dict[str, Any], code: str
) -> None:
    file = {**finished(play).get("/export"), **change}
    answer = client.post("/api/tables/import", json=file)
    assert (answer.status_code, answer.json["error"]["code"]) == (422, code)
    assert len(app.extensions["store"].codes()) == 1


def sealed_again(file: dict[str, Any]) -> dict[str, Any]:
    """A file whose checksum fits what somebody made of it."""
    from app.storage.table_file import fingerprint

    names = ("game", "seed", "foreseeable", "log")
    return {**file, "checksum": fingerprint({name: file[name] for name in names})}


def with_event(row: dict[str, Any], **event: Any) -> dict[str, Any]:
    """A row whose only event is this one."""
    return {**row, "events": json.dumps([event])}


CRAFTED: list[tuple[str, Callable[[list[Any]], dict[str, Any]], int, str, str]] = [
    ("another game", lambda log: {"game": "chess"}, 422, "not-allowed", "game"),
    ("a game that is no text", lambda log: {"game": []}, 400, "wrong-type", "game"),
    ("no opening", lambda log: {"log": log[1:]}, 422, "not-an-entry", "log.0"),
    ("an empty log", lambda log: {"log": []}, 422, "not-an-entry", "log.0"),
    ("a log that is none", lambda log: {"log": 3}, 400, "wrong-type", "log"),
    ("a row that is none", lambda log: {"log": [log[0], "text"]}, 400, "wrong-type", "log.1"),
    ("a seat that is a list", lambda log: {"log": [log[0], {**log[1], "seat": [1]}]}, 400, "wrong-type", "log.1.seat"),
    ("a strange seat", lambda log: {"log": [log[0], {**log[1], "seat": "pope"}]}, 422, "log-does-not-fold", "log"),
    ("a time that is text", lambda log: {"log": [log[0], {**log[1], "at": "x"}]}, 400, "wrong-type", "log.1.at"),
    ("an event of no kind", lambda log: {"log": [log[0], {**log[1], "events": "[{}]"}]}, 422, "not-an-entry", "log.1"),
    ("events that are no list", lambda log: {"log": [log[0], {**log[1], "events": "{}"}]}, 422, "not-an-entry", "log.1"),
    ("deep events", lambda log: {"log": [log[0], {**log[1], "events": "[" * 9999}]}, 422, "not-an-entry", "log.1"),
    ("an opening without events", lambda log: {"log": [{**log[0], "events": "[]"}]}, 422, "not-an-entry", "log.0"),
    ("two openings", lambda log: {"log": [log[0], {**log[0], "seq": 1}]}, 422, "not-an-entry", "log.1"),
    ("two equal keys", lambda log: {"log": [*log[:2], {**log[2], "key": log[1]["key"]}]}, 422, "key-reused", "log.2.key"),
    ("a place twice", lambda log: {"log": [log[0], {**log[2]}]}, 422, "not-an-entry", "log.1"),
    ("a bad seed", lambda log: {"seed": "zz"}, 422, "wrong-pattern", "seed"),
    ("a flag that is none", lambda log: {"foreseeable": {}}, 400, "wrong-type", "foreseeable"),
    ("an undo of itself", lambda log: {"log": [log[0], with_event(log[1], event="undone", press=1)]}, 422, "log-does-not-fold", "log"),
    ("an undo of nothing", lambda log: {"log": [log[0], with_event(log[1], event="undone", press=99)]}, 422, "log-does-not-fold", "log"),
    ("a strange card", lambda log: {"log": [log[0], with_event(log[1], event="model-added", side="allied", card="x")]}, 422, "log-does-not-fold", "log"),
    ("a question about the opening", lambda log: {"log": [log[0], with_event(log[1], event="take-back-asked", seat=log[1]["seat"], press=0, reason="")]}, 422, "log-does-not-fold", "log"),
    ("a question about what is yet to come", lambda log: {"log": [log[0], with_event(log[1], event="take-back-asked", seat=log[1]["seat"], press=1, reason="")]}, 422, "log-does-not-fold", "log"),
    ("a question of another seat", lambda log: {"log": [log[0], with_event(log[1], event="ruling-asked", seat="nobody", sides=["german"], command="house-ruling", fields={}, would=[])]}, 422, "log-does-not-fold", "log"),
    ("a question to nobody", lambda log: {"log": [log[0], with_event(log[1], event="ruling-asked", seat=log[1]["seat"], sides=[], command="house-ruling", fields={}, would=[])]}, 422, "log-does-not-fold", "log"),
    ("a question to strangers", lambda log: {"log": [log[0], with_event(log[1], event="ruling-asked", seat=log[1]["seat"], sides=["pope"], command="house-ruling", fields={}, would=[])]}, 422, "log-does-not-fold", "log"),
    (
        "a ruling on what is not kept",
        lambda log: {"log": [log[0], with_event(log[1], event="house-ruled", set="waiting", before=0, to=1, reason="x")]},
        422,
        "log-does-not-fold",
        "log",
    ),
]  # fmt: skip


@pytest.mark.parametrize("crafted", CRAFTED, ids=[case[0] for case in CRAFTED])
def test_a_file_that_nobody_ever_played_is_not_imported(
    play: Play, client: FlaskClient, app: Flask, crafted: tuple[Any, ...]
) -> None:
    _, change, status, code, field = crafted
    file = finished(play).get("/export")
    answer = client.post("/api/tables/import", json=sealed_again({**file, **change(file["log"])}))
    assert (answer.status_code, answer.json["error"]["code"], answer.json["error"]["field"]) == (status, code, field)
    assert len(app.extensions["store"].codes()) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"language": "fr"},
        {"seats": ["allied"]},
        {"book": {"bids": {"tie": 3}}},
        {"mission": {}},
        *(
            {"again": link}
            for link in ("x", None, [], 5, {"table": {}, "sides": "same"}, {"sides": []}, {"table": "A"})
        ),
    ],
)
def test_an_opening_that_makes_no_table_is_not_imported(
    play: Play, client: FlaskClient, change: dict[str, Any]
) -> None:
    file = finished(play).get("/export")
    (event,) = json.loads(file["log"][0]["events"])
    event["opening"] |= change
    file["log"][0]["events"] = json.dumps([event])
    answer = client.post("/api/tables/import", json=sealed_again(file))
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "log-does-not-fold")


@pytest.mark.parametrize("part", [("cards", "models", "grunt-ape"), ("cards", "battle", "smoke"), ("mission",)])
@pytest.mark.parametrize("words", [{"es": "Simio"}, {"en": "Ape"}, {"en": "Ape", "es": " "}, {"en": "Ape", "es": 5}])
def test_what_a_table_calls_its_own_is_told_in_every_language_or_not_imported(
    play: Play, client: FlaskClient, part: tuple[str, ...], words: dict[str, Any]
) -> None:
    file = play(referee=True, referee_sees="all").get("/export", "referee")
    (event,) = json.loads(file["log"][0]["events"])
    reduce(getitem, part, event["opening"])["name"] = words
    file["log"][0] = with_event(file["log"][0], **event)
    answer = client.post("/api/tables/import", json=sealed_again(file))
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "log-does-not-fold")


def test_whoever_imports_an_open_table_with_its_seed_can_foresee_the_dice_and_it_says_so(
    play: Play, client: FlaskClient
) -> None:
    file = play(referee=True, referee_sees="all").get("/export", "referee")
    copy = client.post("/api/tables/import", json=file).json
    assert client.get(f"/api/tables/{copy['code']}").json["foreseeable_dice"] is True


# -- restart, openapi


@pytest.mark.sqlite
def test_calling_create_app_again_on_a_folder_is_a_restart(play: Play, app: Flask, tmp_path: Path) -> None:
    table = play().choose_forces()
    again = create_app(tmp_path / "data").test_client()
    answer = again.get(f"/api/tables/{table.code}", headers=bearer(table.tokens["allied"]))
    assert answer.json == table.get()
    elsewhere = create_app(tmp_path / "elsewhere").test_client()
    assert elsewhere.get(f"/api/tables/{table.code}").status_code == 404


def test_a_template_is_compiled_on_a_folder_s_first_evening_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[str | None] = []
    generate = Environment._generate

    def noted(self: Environment, source: Template, name: str | None, *more: Any, **options: Any) -> str:
        compiled.append(name)
        return generate(self, source, name, *more, **options)

    monkeypatch.setattr(Environment, "_generate", noted)
    for first in (True, False):
        compiled.clear()
        page = create_app(tmp_path).test_client().get("/")
        assert (page.status_code, "home.html" in compiled) == (200, first)
    assert compiled == []


@pytest.mark.sqlite
def test_creating_an_app_starts_no_thread(tmp_path: Path) -> None:
    import threading

    before = threading.active_count()
    create_app(tmp_path / "x")
    assert threading.active_count() == before


def test_the_openapi_document_describes_every_json_route(app: Flask, client: FlaskClient) -> None:
    document = client.get("/api/openapi.json").json
    routes = {r.rule.replace("<path:rule_id>", "{rule_id}") for r in app.url_map.iter_rules() if "/api/" in r.rule}
    described = set(document["paths"])
    assert {rule.replace("<", "{").replace(">", "}") for rule in routes} <= described
    assert all(operation["summary"] for path in document["paths"].values() for operation in path.values())
    for game in REGISTRY.values():
        for name, (facts, _) in game.rules.rulings.items():
            operation = document["paths"][f"/api/rulings/{game.key}/{name}"]["post"]
            assert facts.__doc__, f"{name}: its facts are described nowhere"
            assert operation["summary"] != name, f"{name}: its ruling is described nowhere"


def test_all_that_the_openapi_document_refers_to_is_in_it(client: FlaskClient) -> None:
    written = client.get("/api/openapi.json").text
    schemas = json.loads(written)["components"]["schemas"]
    told = set(re.findall(r'"\$ref": ?"([^"]*)"', written))
    assert {"#/components/schemas/Error", "#/components/schemas/incursion.Caught"} <= told
    assert {ref.removeprefix("#/components/schemas/") for ref in told} - set(schemas) == set()


def test_the_openapi_document_names_what_a_fact_may_be(client: FlaskClient) -> None:
    paths = client.get("/api/openapi.json").json["paths"]
    asked = paths["/api/rulings/incursion/action-cost"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert "move-forward" in asked["properties"]["action"]["enum"]
    editions = [*REGISTRY["incursion"].editions]
    assert asked["properties"]["edition"] == {"type": "string", "enum": editions, "default": editions[0]}


def test_a_press_may_ask_for_a_brief_answer(in_action: PlayedTable) -> None:
    press = {"command": "activate", "model": "grunt-ape-1", "seen": in_action.seq("allied")}
    brief = in_action.post("allied", brief=True, key="brief", **press)
    assert set(brief.json) == {"seq", "events"}
    assert brief.headers["Preference-Applied"] == "return=minimal"
    whole = in_action.post("allied", key="brief", **press)
    assert {name: whole.json[name] for name in ("seq", "events")} == brief.json
    assert {"state", "offers"} <= set(whole.json)
    assert "Preference-Applied" not in whole.headers


def test_an_answer_tells_the_table_as_of_its_press(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although another seat's press is stored while it waits for its turn at the table."""
    table = play()
    store, acts = (table.client.application.extensions[name] for name in ("store", "acts"))
    turn, submit, waiting = store.turn, type(acts).submit, []

    def submitted(self: Any, *given: Any) -> Any:
        entry = submit(self, *given)
        waiting.append(entry)
        return entry

    def turn_after_another_press(code: str) -> Any:
        if waiting:
            waiting.clear()
            submit(
                acts, table.kept(), table.kept().seat("german"), CommandRequest("rename", {"name": "Otto"}), "b", "b"
            )
        return turn(code)

    monkeypatch.setattr(type(acts), "submit", submitted)
    monkeypatch.setattr(store, "turn", turn_after_another_press)
    told = table.post("allied", command="rename", name="Ann", seen=0, key="a").json
    names = {seat: holder["name"] for seat, holder in told["state"]["seats"].items()}
    assert (told["seq"], names["allied"], names["german"] == "Otto") == (1, "Ann", False)
    assert table.get()["state"]["seats"]["german"]["name"] == "Otto"


def test_an_answer_is_told_again_as_it_was_whoever_has_sat_down_since(play: Play) -> None:
    table = play()
    press = {"command": "rename", "name": "Ann", "seen": 0, "key": "a"}
    table.get(seat="german")  # holds the seat, and has not played
    first = table.post("allied", **press)
    table.post("german", command="rename", name="Otto", seen=0, key="b")
    assert table.post("allied", **press).data == first.data
