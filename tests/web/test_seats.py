"""A seat is never lost: freed by the host or the referee, its old rights dead; whoever leaves is gone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from app.cli import main
from app.core.engine.command import CommandRequest
from app.core.errors import Refused
from app.notifier import Notifier
from app.service import TableService
from app.storage.store import Store
from tests.playing import PlayedTable, code_of
from tests.seated import link_to, links_in, sit

OURS = {"Origin": "http://localhost"}
Play = Callable[..., PlayedTable]


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def phone_of(app: Flask, table: PlayedTable, seat: str) -> FlaskClient:
    """A phone that holds a seat."""
    phone = app.test_client()
    sit(phone, table.code, table.tokens[seat])
    return phone


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json["error"]["code"]


def test_whoever_leaves_holds_no_right_any_more(app: Flask, table: PlayedTable) -> None:
    phone = phone_of(app, table, "german")
    old = table.tokens["german"]
    table.german("leave")
    assert refused(table.client.get(f"/api/tables/{table.code}", headers=bearer(old))) == (401, "seat-freed")
    assert refused(table.post("german", command="rename", name="x", key="later", seen=0)) == (401, "seat-freed")
    gone = phone.get(f"/t/{table.code}", headers={"Accept-Language": "es"})
    assert (gone.status_code, "Este puesto quedó libre" in gone.text) == (401, True)
    assert phone.get(f"/t/{table.code}").status_code == 200, "it looks on as the public"
    claim = table.client.post(f"/api/tables/{table.code}/seats", json={"seat": "german", "name": "Ada"})
    assert claim.status_code == 201
    assert claim.json["token"] != old
    assert table.client.get(f"/api/tables/{table.code}", headers=bearer(claim.json["token"])).status_code == 200


def seat_token(phone: FlaskClient, code: str) -> str:
    """The token that a phone has for its seat."""
    kept = phone.get_cookie(f"seat-{code}", path=f"/t/{code}")
    assert kept is not None
    return kept.value


def sharing(app: Flask, code: str, seat: str = "allied") -> tuple[FlaskClient, FlaskClient, str]:
    """Two phones that share a seat, and the token of the first."""
    first, second = app.test_client(), app.test_client()
    assert first.post(f"/t/{code}/sit", data={"seat": seat, "name": "Ada"}, headers=OURS).status_code == 303
    app.extensions["acts"].invite(app.extensions["store"].table(code), seat)
    assert second.post(link_to(app, code, seat), headers=OURS).status_code == 303
    return first, second, seat_token(first, code)


def leaves(app: Flask, code: str, token: str, key: str) -> Any:
    """The answer to whoever leaves a seat by JSON."""
    body = {"command": "leave", "key": key, "seen": 0}
    return app.test_client().post(f"/api/tables/{code}/commands", json=body, headers=bearer(token))


@pytest.mark.parametrize("by_form", [False, True])
def test_one_of_two_phones_leaves_once_and_takes_nothing_from_the_other(
    app: Flask, table: PlayedTable, by_form: bool
) -> None:
    first, second, token = sharing(app, table.code)
    stream = iter(app.test_client().get(f"/api/tables/{table.code}/bell?for=9", headers=bearer(token)).response)
    assert b"data:" in next(stream)
    if by_form:
        form = {"key": "a", "seen": "0"}
        assert first.post(f"/t/{table.code}/do/leave", data=form, headers=OURS).status_code == 303
    else:
        assert leaves(app, table.code, token, "a").status_code == 200
    assert list(stream) == [], "nothing more is told to a phone that left"
    for key in ("a", "b"):
        assert refused(leaves(app, table.code, token, key)) == (401, "seat-left")
    first.set_cookie(f"seat-{table.code}", token, path=f"/t/{table.code}")
    gone = first.get(f"/t/{table.code}", headers={"Accept-Language": "es"})
    assert (gone.status_code, "Este teléfono dejó el puesto" in gone.text) == (401, True)
    assert first.get(f"/t/{table.code}").status_code == 200, "it looks on as the public"
    assert second.get(f"/t/{table.code}").status_code == 200
    assert table.kept().state.seats["allied"].phones == 1
    assert [event["event"] for event in table.log(None)][-1] == "seat-left"
    assert refused(leaves(app, table.code, token, "c")) == (401, "seat-left")
    again = Store(app.extensions["store"].folder)
    assert again.has_left(table.code, app.extensions["signed"].read(token).mark), "also after a restart"
    again.close()


def test_a_phone_that_left_may_be_invited_again(app: Flask, table: PlayedTable) -> None:
    first, second, token = sharing(app, table.code)
    leaves(app, table.code, token, "a")
    app.extensions["acts"].invite(table.kept(), "allied")
    first.set_cookie(f"seat-{table.code}", token, path=f"/t/{table.code}")
    assert first.post(link_to(app, table.code, "allied"), headers=OURS).status_code == 303
    assert seat_token(first, table.code) != token
    assert [phone.get(f"/t/{table.code}").status_code for phone in (first, second)] == [200, 200]


def test_an_invitation_from_before_leaving_counts_no_more(app: Flask, table: PlayedTable) -> None:
    first, second, token = sharing(app, table.code)
    app.extensions["acts"].invite(table.kept(), "allied")
    link = link_to(app, table.code, "allied")
    leaves(app, table.code, token, "a")
    assert table.kept().seating["allied"].invited_by is None
    assert first.post(link, headers=OURS).status_code == 410
    assert second.get(f"/t/{table.code}").status_code == 200
    app.extensions["acts"].invite(table.kept(), "allied")
    assert first.post(link_to(app, table.code, "allied"), headers=OURS).status_code == 303


def test_of_two_requests_to_leave_at_once_one_goes(app: Flask, table: PlayedTable) -> None:
    """Both had looked at the right before the other one was done."""
    _, second, token = sharing(app, table.code)
    acts, kept = app.extensions["acts"], table.kept()
    mark = app.extensions["signed"].read(token).mark
    acts.submit(kept, kept.seat("allied"), CommandRequest("leave", {}), "a", "", mark)
    for again in (
        lambda: acts.submit(kept, kept.seat("allied"), CommandRequest("leave", {}), "b", "", mark),
        lambda: acts.leave_seat(kept, "allied", mark),
    ):
        with pytest.raises(Refused, match="seat-left"):
            again()
    assert second.get(f"/t/{table.code}").status_code == 200


def test_a_phone_that_takes_another_seat_instead_leaves_its_own_once(app: Flask, table: PlayedTable) -> None:
    first, second, token = sharing(app, table.code)
    link = link_to(app, table.code, "german")
    assert first.post(link, data={"hold": "one"}, headers=OURS).status_code == 303
    assert refused(leaves(app, table.code, token, "a")) == (401, "seat-left")
    assert second.get(f"/t/{table.code}").status_code == 200


@pytest.mark.parametrize("leaver", ["program", "phone"])
def test_a_program_is_one_phone_of_the_seat_that_it_shares(app: Flask, play: Play, leaver: str) -> None:
    table, phone = play(), app.test_client()
    assert table.get(seat="german")["seat"] == "german"
    app.extensions["acts"].invite(table.kept(), "german")
    phone.post(link_to(app, table.code, "german"), headers=OURS)
    tokens = {"program": table.tokens["german"], "phone": seat_token(phone, table.code)}
    assert leaves(app, table.code, tokens.pop(leaver), "a").status_code == 200
    ((stays, token),) = tokens.items()
    answer = table.client.get(f"/api/tables/{table.code}", headers=bearer(token))
    assert (answer.status_code, answer.json["seat"]) == (200, "german"), stays
    by_program = "A program also uses this seat" in app.test_client().get(f"/t/{table.code}/seats").text
    assert by_program is (leaver == "phone")


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
    found = app.test_client()
    assert found.post(links_in(host.get(lobby).text)["german"], headers=OURS).status_code == 303
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
    assert app.test_client().post(done.output.strip(), headers=OURS).status_code == 303
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
    joined = client.post(link_to(client.application, table.code, "allied"), base_url=base, headers={"Origin": base})
    hosting = client.get(f"/host/{house_key}", base_url=base)
    for answer in (opened, joined, hosting):
        assert ("; Secure" in answer.headers["Set-Cookie"]) is (scheme == "https"), answer.headers
        assert "; HttpOnly" in answer.headers["Set-Cookie"]


def test_the_command_line_shows_a_seat_again_and_frees_nothing(app: Flask, table: PlayedTable, tmp_path: Path) -> None:
    phone = phone_of(app, table, "german")
    data = ["--data", str(tmp_path / "data")]
    shown = CliRunner().invoke(main, ["table", "show-seat", table.code, "german", *data])
    assert shown.exit_code == 0
    assert "made a new seat code" in phone.get(f"/t/{table.code}").text
    assert app.test_client().post(shown.output.strip(), headers=OURS).status_code == 303
    assert phone.get(f"/t/{table.code}").status_code == 200
    assert CliRunner().invoke(main, ["table", "show-seat", table.code, "pope", *data]).exit_code == 1


# -- a link is an invitation, not a right


@pytest.fixture
def opener(app: Flask) -> FlaskClient:
    """The browser that opened a table; `opener.code` is its code."""
    browser = app.test_client()
    opened = browser.post("/new/incursion", data={"mission": "1"}, headers=OURS)
    browser.code = opened.headers["Location"].split("/")[2]
    return browser


def test_whoever_opened_the_table_reads_no_seat_that_was_claimed(app: Flask, opener: FlaskClient) -> None:
    lobby = f"/t/{opener.code}/seats"
    link = links_in(opener.get(lobby).text)["german"]
    player = app.test_client()
    assert player.post(link, headers=OURS).status_code == 303
    assert opener.post(link, headers=OURS).status_code == 410
    assert (opener.get(link).status_code, "already been used" in opener.get(link).text) == (410, True)
    held = player.get_cookie(f"seat-{opener.code}", path=f"/t/{opener.code}")
    assert held is not None
    assert held.value not in opener.get(lobby).text
    for token in (held.value, link.rpartition("/")[2]):
        answer = app.test_client().get(f"/api/tables/{opener.code}", headers=bearer(token))
        assert (answer.status_code == 200) is (token == held.value), "the phone has a token of its own; a link is none"


def test_looking_at_a_link_changes_nothing(app: Flask, opener: FlaskClient) -> None:
    link = links_in(opener.get(f"/t/{opener.code}/seats").text)["allied"]
    preview = app.test_client()
    before = preview.get(f"/api/tables/{opener.code}/log").json
    for _ in range(300):
        page = preview.get(link)
        assert (page.status_code, "Set-Cookie" in page.headers) == (200, False)
    assert preview.get(f"/api/tables/{opener.code}/log").json == before
    assert "data-at-once" in page.text
    assert app.test_client().post(link, headers=OURS).status_code == 303


def test_each_phone_of_a_seat_has_a_token_of_its_own(app: Flask, opener: FlaskClient) -> None:
    one, two = app.test_client(), app.test_client()
    one.post(f"/t/{opener.code}/sit", data={"seat": "allied"}, headers=OURS)
    one.post(f"/t/{opener.code}/invite", data={"seat": "allied"}, headers=OURS)
    two.post(links_in(one.get(f"/t/{opener.code}/seats").text)["allied"], headers=OURS)
    held = [phone.get_cookie(f"seat-{opener.code}", path=f"/t/{opener.code}") for phone in (one, two)]
    assert held[0].value != held[1].value
    assert [phone.get(f"/t/{opener.code}").status_code for phone in (one, two)] == [200, 200]


def test_a_new_code_for_a_taken_seat_is_told_and_shown_to_who_asked(app: Flask, opener: FlaskClient) -> None:
    lobby, player = f"/t/{opener.code}/seats", app.test_client()
    player.post(f"/t/{opener.code}/sit", data={"seat": "german"}, headers=OURS)
    assert "german" not in links_in(opener.get(lobby).text)
    player.post(f"/t/{opener.code}/invite", data={"seat": "german"}, headers=OURS)
    own = links_in(player.get(lobby).text)["german"]
    assert "german" not in links_in(opener.get(lobby).text), "the holder asked, nobody else"
    opener.post(f"/t/{opener.code}/invite", data={"seat": "german"}, headers=OURS)
    assert "made a new seat code" in player.get(f"/t/{opener.code}").text
    assert "german" not in links_in(player.get(lobby).text)
    assert app.test_client().post(own, headers=OURS).status_code == 410, "the newer one took its place"
    assert app.test_client().post(f"/t/{opener.code}/invite", data={"seat": "german"}, headers=OURS).status_code == 403


def test_a_token_that_came_with_the_table_is_void_once_somebody_else_sat_down(play: Play) -> None:
    early, late = play(), play()
    assert early.get(seat="german")["seat"] == "german"
    taken = [one.client.post(f"/api/tables/{one.code}/seats", json={"seat": "german"}) for one in (early, late)]
    assert [answer.status_code for answer in taken] == [409, 201]
    assert early.get(seat="german")["seat"] == "german", "it was the seat's own from its first use"
    answer = late.client.get(f"/api/tables/{late.code}", headers=bearer(late.tokens["german"]))
    assert refused(answer) == (401, "seat-claimed")
    answer = late.client.get(f"/api/tables/{late.code}", headers=bearer(taken[1].json["token"]))
    assert (answer.status_code, answer.json["seat"]) == (200, "german")


def test_a_program_sits_down_by_an_invitation_once(app: Flask, table: PlayedTable) -> None:
    path = f"/api/tables/{table.code}/seats"
    invitation = link_to(app, table.code, "german").rpartition("/")[2]
    done = table.client.post(path, json={"invitation": invitation, "name": "Ada"})
    assert done.status_code == 201
    assert table.client.get(f"/api/tables/{table.code}", headers=bearer(done.json["token"])).json["seat"] == "german"
    assert refused(table.client.post(path, json={"invitation": invitation})) == (410, "invitation-used")
    assert refused(table.client.post(path, json={"invitation": "false"})) == (401, "false-token")
    assert refused(table.client.post(path, json={"name": "Ada"})) == (400, "missing-field")


def test_freeing_a_seat_makes_its_open_invitation_void(app: Flask, opener: FlaskClient) -> None:
    player = app.test_client()
    player.post(f"/t/{opener.code}/sit", data={"seat": "german"}, headers=OURS)
    player.post(f"/t/{opener.code}/invite", data={"seat": "german"}, headers=OURS)
    link = links_in(player.get(f"/t/{opener.code}/seats").text)["german"]
    opener.post(f"/t/{opener.code}/free", data={"seat": "german"}, headers=OURS)
    assert app.test_client().post(link, headers=OURS).status_code == 410
    assert app.test_client().post(f"/t/{opener.code}/sit", data={"seat": "german"}, headers=OURS).status_code == 303


@pytest.mark.parametrize("path", ["/api/tables/{}/bell?for=3", "/t/{}/bell?for=3"])
@pytest.mark.parametrize("freed_by", ["the host", "another process"])
def test_a_stream_that_was_open_when_its_seat_was_freed_tells_no_more(
    app: Flask, table: PlayedTable, path: str, freed_by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.service.HEARTBEAT", (0.05, 0.05))
    phone, other = (phone_of(app, table, seat) for seat in ("german", "allied"))
    address = path.format(table.code)
    freed = iter(phone.get(address, headers=bearer(table.tokens["german"])).response)
    others = iter(other.get(address, headers=bearer(table.tokens["allied"])).response)
    assert all(b"data:" in next(stream) for stream in (freed, others))
    if freed_by == "the host":
        app.extensions["acts"].free_seat(table.kept(), "german")
    else:
        elsewhere = TableService(Store(app.extensions["store"].folder), Notifier())
        elsewhere.free_seat(elsewhere.store.table(table.code), "german")
    table.allied("rename", name="Ada")
    assert list(freed) == []
    assert b"data:" in next(others)
    assert phone.get(address, headers=bearer(table.tokens["german"])).status_code == 401


def test_a_phone_is_told_that_a_program_holds_its_seat_too(app: Flask, play: Play) -> None:
    table, phone, alone = play(), app.test_client(), app.test_client()
    table.get(seat="german")
    app.extensions["acts"].invite(table.kept(), "german")
    link = link_to(app, table.code, "german")
    assert "you will share it" in phone.get(link).text
    phone.post(link, headers=OURS)
    alone.post(f"/t/{table.code}/sit", data={"seat": "allied"}, headers=OURS)
    assert "A program also uses this seat" in phone.get(f"/t/{table.code}/seats").text.split('id="chair-german"')[1]
    assert "A program" not in alone.get(f"/t/{table.code}/seats").text.split('id="chair-allied"')[1].split("</li>")[0]


@pytest.mark.parametrize("way", ["look", "pass"])
def test_no_page_makes_a_phones_token_of_one_that_came_with_the_table(
    app: Flask, client: FlaskClient, play: Play, way: str
) -> None:
    """It would count on after somebody else has sat down."""
    table = play()
    sly = app.test_client()
    sly.set_cookie(f"seat-{table.code}", table.tokens["german"], path=f"/t/{table.code}")
    assert sly.post(f"/t/{table.code}/{way}", data={"seat": "german"}, headers=OURS).status_code == 303
    kept = sly.get_cookie(f"seat-{table.code}", path=f"/t/{table.code}")
    assert kept is not None
    assert kept.value.strip("~") == table.tokens["german"]
    assert client.post(f"/t/{table.code}/sit", data={"seat": "german"}, headers=OURS).status_code == 303
    assert refused(client.get(f"/api/tables/{table.code}", headers=bearer(kept.value.strip("~")))) == (
        401,
        "seat-claimed",
    )
