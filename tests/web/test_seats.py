"""A seat is never lost: freed by the host or the referee, its old rights dead; whoever leaves is gone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from app.acts import Acts
from app.bell import Bell
from app.cli import main
from app.keeping.store import Store
from tests.playing import PlayedTable, code_of

OURS = {"Origin": "http://localhost"}
Play = Callable[..., PlayedTable]


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def phone_of(app: Flask, table: PlayedTable, seat: str) -> FlaskClient:
    """A phone that scanned the code of a seat."""
    phone = app.test_client()
    assert phone.get(f"/t/{table.code}/join/{table.tokens[seat]}").status_code == 303
    return phone


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json["error"]["code"]


def test_whoever_leaves_holds_no_right_any_more(app: Flask, table: PlayedTable) -> None:
    phone = phone_of(app, table, "german")
    old = table.tokens["german"]
    table.german("leave")
    assert refused(table.client.get(f"/api/tables/{table.code}", headers=bearer(old))) == (401, "seat-freed")
    assert refused(table.post("german", command="rename", name="x", key="later", seen=0)) == (401, "seat-freed")
    assert app.test_client().get(f"/t/{table.code}/join/{old}").status_code == 401
    gone = phone.get(f"/t/{table.code}", headers={"Accept-Language": "es"})
    assert (gone.status_code, "Este puesto quedó libre" in gone.text) == (401, True)
    assert phone.get(f"/t/{table.code}").status_code == 200, "it looks on as the public"
    claim = table.client.post(f"/api/tables/{table.code}/seats", json={"seat": "german", "name": "Ada"})
    assert claim.status_code == 201
    assert claim.json["token"] != old
    assert table.client.get(f"/api/tables/{table.code}", headers=bearer(claim.json["token"])).status_code == 200


def test_one_of_two_phones_that_leaves_takes_nothing_from_the_other(app: Flask, table: PlayedTable) -> None:
    first, second = (phone_of(app, table, "allied") for _ in range(2))
    table.allied("leave")
    assert [phone.get(f"/t/{table.code}").status_code for phone in (first, second)] == [200, 200]
    assert [event["event"] for event in table.log(since=2)] == ["seat-left"]


def test_the_referee_frees_a_seat(app: Flask, table: PlayedTable) -> None:
    phone = phone_of(app, table, "allied")
    (offer,) = table.offers("referee", "free-seat")
    assert offer["choose"]["seat"] == ["allied", "german"]
    events = table.referee("free-seat", seat="allied")["events"]
    assert [(event["event"], event["data"]["seat"]) for event in events] == [("seat-freed", "allied")]
    assert phone.get(f"/t/{table.code}").status_code == 401
    assert table.client.post(f"/t/{table.code}/sit", data={"seat": "allied"}, headers=OURS).status_code == 303
    assert code_of(lambda: table.referee("free-seat", seat="referee")) == "not-allowed"
    assert code_of(lambda: table.german("free-seat", seat="referee")) == "not-your-command"


def test_the_host_frees_a_seat_from_the_lobby_and_shows_its_new_code(
    app: Flask, house_key: str, table: PlayedTable
) -> None:
    lost, host = phone_of(app, table, "german"), app.test_client()
    lobby = f"/t/{table.code}/seats"
    assert 'id="free-german"' not in host.get(lobby).text
    assert host.post(f"/t/{table.code}/free", data={"seat": "german"}, headers=OURS).status_code == 403
    assert host.get(f"/host/{house_key}").headers["Set-Cookie"].startswith("house=")
    assert 'id="free-german"' in host.get(lobby).text
    assert 'id="free-allied"' not in host.get(lobby).text, "nobody holds it"
    assert host.post(f"/t/{table.code}/free", data={"seat": "german"}, headers=OURS).status_code == 303
    link = re.search(rf'/t/{table.code}/join/([^"]+)" aria-label="Join as [^"]*German', host.get(lobby).text)
    assert link
    assert link[1] != table.tokens["german"]
    found = app.test_client()
    assert found.get(f"/t/{table.code}/join/{link[1]}").status_code == 303
    assert found.get(f"/t/{table.code}").status_code == 200
    assert lost.get(f"/t/{table.code}").status_code == 401
    assert host.post(f"/t/{table.code}/free", data={"seat": "pope"}, headers=OURS).status_code == 422


def test_the_referee_frees_from_the_lobby_too(app: Flask, table: PlayedTable) -> None:
    phone_of(app, table, "allied")
    referee = phone_of(app, table, "referee")
    assert 'id="free-allied"' in referee.get(f"/t/{table.code}/seats").text
    assert referee.post(f"/t/{table.code}/free", data={"seat": "allied"}, headers=OURS).status_code == 303
    assert 'id="sit-allied"' in referee.get(f"/t/{table.code}/seats").text
    assert "/join/" not in referee.get(f"/t/{table.code}/seats").text.split('id="chair-allied"')[1].split("</li>")[0]


def test_the_host_frees_a_seat_by_json_and_gets_its_new_token(table: PlayedTable, house_key: str) -> None:
    path, old = f"/api/tables/{table.code}/free-seat", table.tokens["allied"]
    for token in (old, table.tokens["referee"], "false"):
        answer = table.client.post(path, json={"seat": "allied"}, headers=bearer(token))
        assert refused(answer) == (403, "not-the-host")
    new = table.client.post(path, json={"seat": "allied"}, headers=bearer(house_key)).json["token"]
    table.tokens["allied"] = new
    assert table.get()["seat"] == "allied"
    assert refused(table.client.get(f"/api/tables/{table.code}", headers=bearer(old))) == (401, "seat-freed")
    assert refused(table.client.post(path, json={"seat": "pope"}, headers=bearer(house_key))) == (422, "not-allowed")


def test_the_command_line_frees_a_seat_while_the_table_is_played(
    app: Flask, table: PlayedTable, tmp_path: Path
) -> None:
    phone = phone_of(app, table, "german")
    ask = ["table", "free-seat", table.code.lower(), "german", "--data", str(tmp_path / "data")]
    done = CliRunner().invoke(main, ask)
    assert done.exit_code == 0, done.output
    assert phone.get(f"/t/{table.code}").status_code == 401
    assert app.test_client().get(done.output.strip()).status_code == 303
    no = CliRunner().invoke(main, [*ask[:3], "pope", *ask[4:]])
    assert (no.exit_code, "must be one of" in no.output) == (1, True)


def test_a_seat_that_was_freed_stays_so_in_a_copy_and_after_a_restart(table: PlayedTable, play: Play) -> None:
    seer = play(referee=True, referee_sees="all")
    seer.referee("free-seat", seat="allied")
    copy = seer.client.post("/api/tables/import", json=seer.get("/export", "referee")).json
    answer = seer.client.get(f"/api/tables/{copy['code']}", headers=bearer(copy["seats"]["allied"]))
    assert (answer.status_code, answer.json["seat"]) == (200, "allied")


def test_undo_gives_no_dead_right_back(table: PlayedTable) -> None:
    table.allied("add-model", card="grunt-ape")
    table.referee("free-seat", seat="german")
    table.allied("undo")
    table.allied("redo")
    assert refused(table.post("german", command="undo", key="k", seen=0)) == (401, "seat-freed")


def test_a_dead_right_is_no_wrong_try(table: PlayedTable) -> None:
    table.referee("free-seat", seat="allied")
    for _ in range(30):
        answer = table.client.get(f"/api/tables/{table.code}", headers=bearer(table.tokens["allied"]))
        assert refused(answer) == (401, "seat-freed")


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_under_https_rights_go_by_https_alone(
    client: FlaskClient, house_key: str, scheme: str, table: PlayedTable
) -> None:
    base = f"{scheme}://localhost"
    opened = client.post("/new/incursion", data={}, base_url=base, headers={"Origin": base})
    joined = client.get(f"/t/{table.code}/join/{table.tokens['allied']}", base_url=base)
    hosting = client.get(f"/host/{house_key}", base_url=base)
    for answer in (opened, joined, hosting):
        assert ("; Secure" in answer.headers["Set-Cookie"]) is (scheme == "https"), answer.headers
        assert "; HttpOnly" in answer.headers["Set-Cookie"]


def test_the_command_line_shows_a_seat_again_and_frees_nothing(app: Flask, table: PlayedTable, tmp_path: Path) -> None:
    phone = phone_of(app, table, "german")
    data = ["--data", str(tmp_path / "data")]
    shown = CliRunner().invoke(main, ["table", "show-seat", table.code, "german", *data])
    assert (shown.exit_code, shown.output.strip()) == (0, f"/t/{table.code}/join/{table.tokens['german']}")
    assert app.test_client().get(shown.output.strip()).status_code == 303
    assert phone.get(f"/t/{table.code}").status_code == 200
    assert CliRunner().invoke(main, ["table", "show-seat", table.code, "pope", *data]).exit_code == 1


@pytest.mark.parametrize("path", ["/api/tables/{}/bell?for=3", "/t/{}/bell?for=3"])
@pytest.mark.parametrize("freed_by", ["the host", "another process"])
def test_a_stream_that_was_open_when_its_seat_was_freed_tells_no_more(
    app: Flask, table: PlayedTable, path: str, freed_by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.acts.HEARTBEAT", (0.05, 0.05))
    phone, other = (phone_of(app, table, seat) for seat in ("german", "allied"))
    address = path.format(table.code)
    freed = iter(phone.get(address, headers=bearer(table.tokens["german"])).response)
    others = iter(other.get(address, headers=bearer(table.tokens["allied"])).response)
    assert all(b"data:" in next(stream) for stream in (freed, others))
    if freed_by == "the host":
        app.extensions["acts"].free_seat(table.kept(), "german")
    else:
        elsewhere = Acts(Store(app.extensions["store"].folder), Bell())
        elsewhere.free_seat(elsewhere.store.table(table.code), "german")
    table.allied("rename", name="Ada")
    assert list(freed) == []
    assert b"data:" in next(others)
    assert phone.get(address, headers=bearer(table.tokens["german"])).status_code == 401
