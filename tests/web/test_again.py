"""A mission that is over is played again: one table for all who tap, the sides swapped or not."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from app.cli import main
from app.core.table.seat_view import Table
from app.storage.table_file import fingerprint
from app.web.request import guard
from tests.playing import PlayedTable, code_of
from tests.seated import link_to
from tests.web.test_pages import OURS, Phone, text_of

Play = Callable[..., PlayedTable]


@pytest.fixture
def over(play: Play) -> PlayedTable:
    """Recon at 9 RP a side by the Spanish rulebook, over: both Grunts have left."""
    wishes = {"edition": "es-2009", "rp": {"allied": 9, "german": 8}, "deck": {"allied": "physical", "german": "app"}}
    table = play(referee=True, table_rulings={"tie": "germans"}, **wishes)
    table.allied("rename", name="Ana")
    table.german("set-habit", rolls_by="hand")
    return ended(table)


def ended(table: PlayedTable) -> PlayedTable:
    """The Germans have won."""
    from app.games.incursion.events.missions import MissionEnded

    store = table.client.application.extensions["store"]
    store.append_event(table.kept(), "german", MissionEnded("german", "last-model-dead", "missions.recon"))
    return table


def go(table: PlayedTable, seat: str, **body: Any) -> Any:
    """The answer to a seat that goes on."""
    headers = {"Authorization": f"Bearer {table.tokens[seat]}"}
    return table.client.post(f"/api/tables/{table.code}/next", json=body, headers=headers)


def test_sides_are_swapped_and_all_else_is_as_it_was(over: PlayedTable, client: FlaskClient) -> None:
    first, second, third = (go(over, seat, again="swapped") for seat in ("allied", "german", "referee"))
    assert [answer.status_code for answer in (first, second, third)] == [201, 200, 200]
    assert len({answer.json["code"] for answer in (first, second, third)}) == 1
    assert [answer.json["seat"] for answer in (first, second, third)] == ["german", "allied", "referee"]
    headers = {"Authorization": f"Bearer {first.json['token']}"}
    shown = client.get(f"/api/tables/{first.json['code']}", headers=headers).json
    assert shown["seat"] == "german"
    store = client.application.extensions["store"]
    before, after = (store.table(code) for code in (over.code, first.json["code"]))
    same = ("edition", "book", "card_set", "cards", "mission", "language", "seats")
    assert all(before.opening[name] == after.opening[name] for name in same)
    assert after.state.answers == before.state.answers
    assert {name: side.rp for name, side in after.state.sides.items()} == {"allied": 9, "german": 8}
    assert after.opening["deck"] == {"allied": "app", "german": "physical"}
    assert after.state.seats["german"].name == "Ana"
    assert after.state.seats["allied"].rolls == "hand"
    assert over.log()[-1]["event"] == "played-again"


def test_who_opens_the_next_table_opens_one_and_who_joins_it_none(
    over: PlayedTable, client: FlaskClient, house_key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "TABLES_AN_HOUR", 1)
    monkeypatch.setitem(client.application.extensions, "floods", guard.TableRateLimit())
    assert [go(over, seat, again="same").status_code for seat in ("allied", "german", "referee")] == [201, 200, 200]
    phone = Phone(client.application, over, "allied")
    assert phone.client.post(f"/t/{over.code}/next", data={"again": "same"}, headers=OURS).status_code == 303
    client.application.extensions["store"].remove(go(over, "allied").json["code"])
    no = go(over, "german", again="same")
    assert (no.status_code, no.json["error"]["code"]) == (429, "too-many-tables")
    assert phone.client.post(f"/t/{over.code}/next", data={"again": "same"}, headers=OURS).status_code == 429
    phone.client.set_cookie("house", house_key)
    assert phone.client.post(f"/t/{over.code}/next", data={"again": "same"}, headers=OURS).status_code == 303


def test_the_same_sides_again_and_again(over: PlayedTable, client: FlaskClient) -> None:
    answer = go(over, "german", again="same").json
    assert answer["seat"] == "german"
    store = client.application.extensions["store"]
    assert store.table(answer["code"]).state.seats["allied"].name == "Ana"
    following = object.__new__(PlayedTable)
    following.client, following.code, following.presses = client, answer["code"], 0
    following.tokens = {"german": answer["token"], "allied": go(over, "allied").json["token"]}
    again = go(ended(following), "allied", again="swapped").json
    assert (again["seat"], store.table(again["code"]).state.seats["german"].name) == ("german", "Ana")


def test_a_seat_that_nobody_holds_is_free_at_the_next_table(play: Play, client: FlaskClient) -> None:
    table = play()
    table.allied("rename", name="Ana")
    code = go(ended(table), "allied", again="swapped").json["code"]
    seats = {seat: client.post(f"/api/tables/{code}/seats", json={"seat": seat}) for seat in ("german", "allied")}
    assert {seat: answer.status_code for seat, answer in seats.items()} == {"german": 409, "allied": 201}


def test_whoever_comes_second_follows_the_first_whatever_was_tapped(over: PlayedTable) -> None:
    first = go(over, "german", again="same").json
    second = go(over, "allied", again="swapped").json
    assert (second["code"], second["seat"]) == (first["code"], "allied")


def test_phones_that_tap_at_once_make_one_table(over: PlayedTable, app: Flask) -> None:
    acts, store = app.extensions["acts"], app.extensions["store"]
    found: list[tuple[Table, bool]] = []
    ready = threading.Barrier(6)

    def tap(seat: str, again: Any) -> None:
        ready.wait()
        found.append(acts.start_next_table(over.kept(), over.kept().seat(seat), again))

    taps = [(seat, again) for seat in ("allied", "german", "referee") for again in ("same", "swapped")]
    threads = [threading.Thread(target=tap, args=one) for one in taps]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({one.code for one, _ in found}) == 1
    assert [is_new for _, is_new in found].count(True) == 1
    assert len(store.codes()) == 2


def test_a_mission_that_is_not_over_and_a_campaign_are_not_played_again(play: Play) -> None:
    refusals = [go(table, "allied", again="same").json["error"]["code"] for table in (play(), campaign_of(play))]
    assert refusals == ["mission-not-over", "in-a-campaign"]
    wrong = go(play(), "allied", again="sideways")
    assert (wrong.status_code, wrong.json["error"]["field"]) == (422, "again")
    assert go(play(), "allied").json["error"]["code"] == "not-a-campaign"


def campaign_of(play: Play) -> PlayedTable:
    return ended(play(campaign={"name": "x", "missions": [1, 1]}))


def test_nothing_is_undone_once_it_went_on_and_files_keep_the_link(over: PlayedTable, client: FlaskClient) -> None:
    code = go(over, "allied", again="swapped").json["code"]
    undo = over.post("allied", command="undo", key="u", seen=over.get()["seq"], press=1)
    assert undo.json["error"]["code"] == "table-went-on"
    store = client.application.extensions["store"]
    file = store.export(code)
    assert fingerprint({name: file[name] for name in ("game", "seed", "foreseeable", "log")}) == file["checksum"]
    copy = store.import_file(file)
    assert store.table(copy).opening["again"] == {"table": over.code, "sides": "swapped"}
    assert client.application.extensions["acts"].next_of(over.kept()).code == code


@pytest.mark.parametrize(
    ("language", "swap", "same", "on"),
    [
        ("en", "Play again, sides swapped", "Play again, same sides", "Go to the next game: Allies"),
        ("es", "Otra vez, bandos cambiados", "Otra vez, mismos bandos", "Ir a la partida siguiente: Aliados"),
    ],
)
def test_each_phone_goes_on_with_one_tap(
    app: Flask, over: PlayedTable, language: str, swap: str, same: str, on: str
) -> None:
    allied, german, public = (Phone(app, over, seat) for seat in ("allied", "german", None))
    for phone in (allied, german, public):
        phone.client.set_cookie("lang", language)
    assert swap in allied.see().text
    assert same in allied.see().text
    assert swap not in public.see().text
    code = tapped(allied, again="swapped")
    assert on in german.see().text
    assert swap not in german.see().text
    assert f'href="/t/{code}"' in public.see().text
    assert tapped(german) == code
    assert '<body class="table allied"' in german.client.get(f"/t/{code}").text
    assert '<body class="table german"' in allied.client.get(f"/t/{code}").text
    assert public.client.post(f"/t/{over.code}/next", data={"again": "same"}, headers=OURS).status_code == 401


@pytest.mark.parametrize(("language", "lost", "on"), [("en", "Losses", "Play again"), ("es", "Bajas", "Otra vez")])
def test_how_it_went_is_told_with_the_buttons_that_lead_on(
    app: Flask, over: PlayedTable, language: str, lost: str, on: str
) -> None:
    allied = Phone(app, over, "allied")
    allied.client.set_cookie("lang", language)
    assert f'id="to-end" href="/t/{over.code}/end"' in allied.see().text
    text = allied.see("/end").text
    assert all(one in text for one in (lost, on, 'id="length"', 'id="to-export"', 'id="publish-seed-go"'))


def tapped(phone: Phone, **fields: str) -> str:
    """The phone goes on: the code of the table where it then sits."""
    answer = phone.client.post(f"/t/{phone.code}/next", data=fields, headers=OURS, follow_redirects=True)
    assert answer.status_code == 200, text_of(answer)
    return answer.request.path.removeprefix("/t/")


def test_a_one_off_battle_takes_the_rp_beside_its_mission(client: FlaskClient, app: Flask) -> None:
    page = client.get("/new/incursion?mission=5").text
    assert 'name="rp-5-allied" min="3" max="99" value="19"' in page
    wishes = {"edition": "en-2009", "mission": "5", "language": "en", "rp-5-allied": "24", "rp-5-german": ""}
    wishes |= {"rp-1-allied": "7"}
    client.post("/new/incursion", data=wishes, headers=OURS)
    (code,) = app.extensions["store"].codes()
    sides = app.extensions["store"].table(code).state.sides
    assert {name: side.rp for name, side in sides.items()} == {"allied": 24, "german": 16}
    for typed in ("2", "x"):
        answer = client.post("/new/incursion", data={**wishes, "rp-5-allied": typed}, headers=OURS)
        assert (answer.status_code, "“RP of the Allies” must be" in text_of(answer)) == (422, True)
    assert len(app.extensions["store"].codes()) == 1


# -- who comes along


def visible_to(client: FlaskClient, code: str, token: str) -> int:
    """The status of a look at a table with a token."""
    return client.get(f"/api/tables/{code}", headers={"Authorization": f"Bearer {token}"}).status_code


def test_nobody_sits_down_at_a_table_that_has_gone_on(over: PlayedTable, client: FlaskClient) -> None:
    """Whoever did would come along to the seat of another at the next table."""
    client.application.extensions["acts"].free_seat(over.kept(), "german")
    go(over, "allied", again="same")
    refused = client.post(f"/api/tables/{over.code}/seats", json={"seat": "german"})
    assert (refused.status_code, refused.json["error"]["code"]) == (422, "table-went-on")
    assert client.post(f"/t/{over.code}/sit", data={"seat": "german"}, headers=OURS).status_code == 422


def test_no_seat_is_freed_at_a_table_that_has_gone_on(
    over: PlayedTable, client: FlaskClient, app: Flask, house_key: str, tmp_path: Path
) -> None:
    """Its new token would lead to the seat of its holder at the next table, who would not be told."""
    after = go(over, "german", again="same").json
    path, host = f"/api/tables/{over.code}/free-seat", {"Authorization": f"Bearer {house_key}"}
    by_json = client.post(path, json={"seat": "german"}, headers=host)
    assert (by_json.status_code, by_json.json["error"]["code"]) == (422, "table-went-on")
    phone = app.test_client()
    phone.get(f"/host/{house_key}")
    assert phone.post(f"/t/{over.code}/free", data={"seat": "german"}, headers=OURS).status_code == 422
    ask = ["table", "free-seat", over.code, "german", "--data", str(tmp_path / "data")]
    by_command = CliRunner().invoke(main, ask)
    assert (by_command.exit_code, "continues at another table" in by_command.output) == (1, True)
    assert over.offers("referee", "free-seat") == []
    assert code_of(lambda: over.referee("free-seat", seat="german")) == "table-went-on"
    assert visible_to(client, over.code, over.tokens["german"]) == 200
    there = client.post(f"/api/tables/{after['code']}/free-seat", json={"seat": "german"}, headers=host)
    assert (there.status_code, visible_to(client, after["code"], after["token"])) == (200, 401)


def test_who_left_the_seat_at_the_next_table_does_not_come_back_by_the_one_before(
    play: Play, client: FlaskClient, app: Flask
) -> None:
    table = play(referee=True)
    ada, bob = app.test_client(), app.test_client()
    ada.post(f"/t/{table.code}/sit", data={"seat": "german"}, headers=OURS)
    app.extensions["acts"].invite(table.kept(), "german")
    bob.post(link_to(app, table.code, "german"), headers=OURS)
    kept = [phone.get_cookie(f"seat-{table.code}", path=f"/t/{table.code}") for phone in (ada, bob)]
    tokens = [one.value for one in kept if one]
    ended(table)

    def go_on(token: str) -> Any:
        path, headers = f"/api/tables/{table.code}/next", {"Authorization": f"Bearer {token}"}
        return client.post(path, json={"again": "same"}, headers=headers)

    after, others = (go_on(token).json for token in tokens)
    assert go_on(tokens[0]).json["token"] == after["token"], "the same phone as before"
    assert after["token"] != others["token"]
    body, headers = {"command": "leave", "key": "a", "seen": 0}, {"Authorization": f"Bearer {after['token']}"}
    assert client.post(f"/api/tables/{after['code']}/commands", json=body, headers=headers).status_code == 200
    assert visible_to(client, after["code"], others["token"]) == 200, "the other phone stays"
    assert visible_to(client, after["code"], after["token"]) == 401
    assert go_on(tokens[0]).status_code == 409
    ada.post(f"/t/{table.code}/next", data={"again": "same"}, headers=OURS)
    assert ada.get_cookie(f"seat-{after['code']}", path=f"/t/{after['code']}") is None
    assert bob.post(f"/t/{table.code}/next", data={"again": "same"}, headers=OURS).status_code == 303
    seat = bob.get_cookie(f"seat-{after['code']}", path=f"/t/{after['code']}")
    assert seat is not None
    assert seat.value == others["token"]


@pytest.mark.parametrize("sits_again", [True, False])
def test_a_seat_that_was_freed_at_the_next_table_is_no_longer_that_of_before(
    over: PlayedTable, client: FlaskClient, app: Flask, sits_again: bool
) -> None:
    after = go(over, "german", again="same").json
    app.extensions["acts"].free_seat(app.extensions["store"].table(after["code"]), "german")
    assert visible_to(client, after["code"], after["token"]) == 401
    if sits_again:
        dora = client.post(f"/api/tables/{after['code']}/seats", json={"seat": "german"}).json["token"]
        assert go(over, "german").status_code == 409
        phone = Phone(app, over, "german")
        to = phone.client.post(f"/t/{over.code}/next", data={"again": "same"}, headers=OURS)
        assert to.headers["Location"] == f"/t/{after['code']}/seats"
        assert phone.client.get_cookie(f"seat-{after['code']}", path=f"/t/{after['code']}") is None
        assert visible_to(client, after["code"], dora) == 200
    else:
        assert visible_to(client, after["code"], go(over, "german").json["token"]) == 200
        log = client.get(f"/api/tables/{after['code']}/log", headers={"Authorization": f"Bearer {after['token']}"})
        assert log.status_code == 401


def test_a_token_that_nobody_used_before_leads_to_no_seat_that_somebody_took_there(
    play: Play, client: FlaskClient
) -> None:
    table = play()
    table.allied("rename", name="Ana")
    code = go(ended(table), "allied", again="same").json["code"]
    carla = client.post(f"/api/tables/{code}/seats", json={"seat": "german"}).json["token"]
    assert go(table, "german").status_code == 409
    assert visible_to(client, code, carla) == 200


def test_one_phone_that_goes_on_again_and_again_sits_down_once(over: PlayedTable, app: Flask) -> None:
    phone = Phone(app, over, "allied")
    for _ in range(4):
        phone.client.delete_cookie("tables")
        assert phone.client.post(f"/t/{over.code}/next", data={"again": "same"}, headers=OURS).status_code == 303
    following = app.extensions["store"].table(over.kept().state.next_table)
    assert following.state.seats["allied"].phones == over.kept().state.seats["allied"].phones == 1
