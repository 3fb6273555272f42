"""Own files as a house keeps them: read once, who may write, how much, earlier versions, many deleted at once."""

from __future__ import annotations

import gc
import html
import io
import re
import tomllib
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app import opened_on
from app.cli import main
from app.core.content.cards.csv_format import csv_of
from app.core.content.cards.toml_format import read_toml
from app.core.content.missions import BriefingLine, ImportQuestion
from app.games import REGISTRY
from app.games.incursion.book import CardSet, Mission
from app.games.incursion.cards.sets import CARDS
from app.games.memoir_44.scenarios.forms import ScenarioFile
from app.storage import external_files, file_rows, host_files, makers
from app.storage.host_files import HostFiles
from app.storage.makers import Writer
from app.storage.missions import data_read
from app.storage.signing_keys import SigningKeys
from app.web.request.makers import Makers
from app.web.table.new_table import OWN_SHOWN
from tests.incursion.test_own_missions import RADIO

OURS = {"Origin": "http://localhost"}
GAME = REGISTRY["incursion"]
STARTER = GAME.files.cards.shipped["starter"]  # type: ignore[union-attr]
SETS, MISSIONS = "/cards/incursion", "/missions/incursion"
DUPLICATE = f"{SETS}/set/starter/duplicate"
PAGES = ("/", "/new/incursion", MISSIONS, SETS, "/api/games", f"{MISSIONS}/file/room-3")


@pytest.fixture
def sets(app: Flask) -> HostFiles:
    found: HostFiles = app.extensions["store"].card_sets
    return found


@pytest.fixture
def missions(app: Flask) -> HostFiles:
    found: HostFiles = app.extensions["store"].missions
    return found


@pytest.fixture
def guest(app: Flask) -> Callable[[str], FlaskClient]:
    """A browser of its own at an address."""

    def browser(address: str = "10.0.0.7") -> FlaskClient:
        made = app.test_client()
        made.environ_base["REMOTE_ADDR"] = address
        return made

    return browser


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every file that is parsed from now on."""
    found: list[str] = []
    loads = tomllib.loads
    monkeypatch.setattr(tomllib, "loads", lambda text: (found.append(text), loads(text))[1])
    return found


def said(answer: TestResponse) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def version_in(page: str) -> str:
    return re.findall(r'name="version" value="(\d+)"', page)[0]


def room(number: int) -> str:
    """The file of one of many missions."""
    return (
        RADIO.replace('"radio-room"', f'"room-{number}"')
        .replace("The Radio Room", f"Room {number}")
        .replace("La sala de radio", f"Sala {number}")
    )


def bring(client: FlaskClient, text: str, into: str = "", name: str = "mission.toml") -> TestResponse:
    """The answer to an uploaded mission."""
    data = {"file": (io.BytesIO(text.encode()), name), "into": into}
    return client.post(f"{MISSIONS}/import", data=data, headers=OURS)


# -- parsed once


def test_a_file_is_parsed_once_a_version_whatever_page_is_asked_for(
    routes: Flask, tmp_path: Path, sets: HostFiles, missions: HostFiles, parsed: list[str]
) -> None:
    for number in range(200):
        missions.add(GAME, f"Room {number}", room(number), f"room-{number}")
    for number in range(100):
        sets.add(GAME, f"Set {number}", f"{STARTER}# {number}\n")
    parsed.clear()
    data_read.cache_clear()
    read_toml.cache_clear()
    client = opened_on(routes, tmp_path / "data").test_client()
    missions = client.application.extensions["store"].missions
    assert [client.get(page).status_code for page in PAGES] == [200] * len(PAGES)
    kept = {room(number) for number in range(200)} | {f"{STARTER}# {number}\n" for number in range(100)}
    own = [text for text in parsed if text in kept]
    assert len(own) == len(set(own)) == 300
    parsed.clear()
    assert [client.get(page).status_code for page in PAGES] == [200] * len(PAGES)
    assert parsed == []
    one = missions.kept(GAME, "room-3")
    missions.change(GAME, one.key, one.version, text=one.text.replace("allied = 12", "allied = 15"))
    assert "Allies · 15 RP" in said(client.get(f"{MISSIONS}/file/room-3"))
    assert [client.get(page).status_code for page in PAGES] == [200] * len(PAGES)
    assert len(parsed) <= 1


@pytest.fixture(autouse=True)
def _room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred copies of a set are more letters than a house of today keeps."""
    monkeypatch.setattr(host_files, "MOST_LETTERS", 64 << 20)


def test_the_page_of_a_new_table_lists_some_of_many_and_the_one_that_is_chosen(
    client: FlaskClient, sets: HostFiles, missions: HostFiles
) -> None:
    for number in range(OWN_SHOWN + 5):
        missions.add(GAME, f"Room {number}", room(number), f"room-{number}")
        sets.add(GAME, f"Set {number}", f"{STARTER}# {number}\n")
    page = client.get("/new/incursion")
    assert len(page.data) < 60_000
    assert (page.text.count('value="room-'), said(page).count("5 more are not shown here")) == (OWN_SHOWN, 2)
    hidden = next(one.key for one in reversed(missions.files(GAME)))
    assert f'value="{hidden}"' not in page.text
    chosen = client.get(f"/new/incursion?mission={hidden}").text
    assert f'value="{hidden}" checked' in chosen
    last = sets.files(GAME)[-1].key
    assert f"card_set={last}" in client.get(f"{SETS}/set/{last}").text
    assert f'value="{last}" checked' in client.get(f"/new/incursion?card_set={last}").text


def test_a_mission_is_judged_anew_when_the_card_sets_are_others(
    client: FlaskClient, sets: HostFiles, missions: HostFiles, parsed: list[str]
) -> None:
    missions.add(GAME, "Old", RADIO.replace("least-models = 3", 'only = "tank"'), "old")
    assert "cannot be played: it has an error" in said(client.get(MISSIONS))
    parsed.clear()
    tank = re.sub(r"\[models\.grunt-ape\]", "[models.tank]", STARTER, count=1)
    key = sets.add(GAME, "Tanks", tank)
    assert "cannot be played now" not in said(client.get(MISSIONS))
    assert "old" in client.get("/api/games").json["games"][0]["missions"]
    assert [text for text in parsed if text != tank] == [], "it is checked, not read once more"
    sets.remove(GAME, key, sets.kept(GAME, key).version)
    assert "cannot be played: it has an error" in said(client.get(MISSIONS))


def test_what_is_known_of_a_file_goes_with_it(client: FlaskClient, missions: HostFiles) -> None:
    missions.add(GAME, "Room 1", room(1), "room-1")
    client.get(MISSIONS)
    before = len(missions._known)
    missions.remove(GAME, "room-1", missions.kept(GAME, "room-1").version)
    assert len(missions._known) == before - 1


# -- how much


def test_a_browser_fills_its_share_and_the_next_guest_still_keeps_a_file(
    guest: Callable[..., FlaskClient], house_key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(makers, "FILES_EACH", 2)
    monkeypatch.setattr(makers, "FILES_TOGETHER", 3)
    one, other = guest(), guest()
    assert [one.post(DUPLICATE, headers=OURS).status_code for _ in range(3)] == [303, 303, 422]
    full = one.post(DUPLICATE, headers={**OURS, "Accept-Language": "es"})
    assert "Este navegador ya tiene aquí todos los archivos que puede: 2 archivos" in said(full)
    assert [other.post(DUPLICATE, headers=OURS).status_code for _ in range(2)] == [303, 422], "the address is full"
    assert "This network address has reached its limit for files here" in said(other.post(DUPLICATE, headers=OURS))
    assert guest().post(DUPLICATE, headers=OURS).status_code == 422, "a browser without its cookie is no new guest"
    assert guest("10.0.0.8").post(DUPLICATE, headers=OURS).status_code == 303
    assert bring(one, RADIO).status_code == 303, "missions have a share of their own"
    host = guest()
    host.set_cookie("house", house_key)
    assert [host.post(DUPLICATE, headers=OURS).status_code for _ in range(4)] == [303] * 4


def test_letters_have_a_share_too_also_those_of_a_change(
    guest: Callable[..., FlaskClient], sets: HostFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(makers, "LETTERS_EACH", len(STARTER) + 100)
    one = guest()
    assert [one.post(DUPLICATE, headers=OURS).status_code for _ in range(2)] == [303, 422]
    longer = f"{STARTER}{'# more' * 50}\n"
    into = f"starter-set:{sets.kept(GAME, 'starter-set').version}"
    data = {"file": (io.BytesIO(longer.encode()), "a.toml"), "into": into}
    answer = one.post(f"{SETS}/import", data=data, headers=OURS)
    assert (answer.status_code, "Ask the host" in said(answer)) == (422, True)
    assert sets.kept(GAME, "starter-set").text == STARTER


def test_guests_of_one_network_of_ipv6_are_one_address(
    guest: Callable[..., FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(makers, "FILES_TOGETHER", 1)
    assert guest("2001:db8:1:2::5").post(DUPLICATE, headers=OURS).status_code == 303
    assert guest("2001:db8:1:2:9::6").post(DUPLICATE, headers=OURS).status_code == 422
    assert guest("2001:db8:1:3::5").post(DUPLICATE, headers=OURS).status_code == 303


def test_what_was_made_from_an_address_stays_of_its_share_wherever_its_maker_goes_and_after_a_restart(
    guest: Callable[..., FlaskClient], app: Flask, sets: HostFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(makers, "FILES_TOGETHER", 2)
    monkeypatch.setattr(makers, "LETTERS_TOGETHER", 2 * len(STARTER) + 100)
    one, other = guest(), guest()
    assert [browser.post(DUPLICATE, headers=OURS).status_code for browser in (one, other)] == [303, 303]
    sent = []
    for browser, key, more in ((one, "starter-set", 0), (other, "starter-set-2", 0), (other, "starter-set-2", 101)):
        browser.environ_base["REMOTE_ADDR"] = "10.0.0.8"
        file = (io.BytesIO(f"{STARTER}{'#' * more}".encode()), "a.toml")
        data = {"file": file, "into": f"{key}:{sets.kept(GAME, key).version}"}
        sent.append(browser.post(f"{SETS}/import", data=data, headers=OURS).status_code)
    assert sent == [303, 303, 422], "letters count where the file was made, too"
    assert guest().post(DUPLICATE, headers=OURS).status_code == 422
    store = app.extensions["store"]
    app.extensions["makers"] = Makers(SigningKeys(store.database, store.folder))
    assert guest().post(DUPLICATE, headers=OURS).status_code == 422
    assert guest("10.0.0.8").post(DUPLICATE, headers=OURS).status_code == 303


def test_the_database_holds_no_address(guest: Callable[..., FlaskClient], app: Flask) -> None:
    assert bring(guest("203.0.113.77"), RADIO).status_code == 303
    folder: Path = app.extensions["store"].folder
    assert [file.name for file in folder.iterdir() if file.is_file() and b"203.0.113" in file.read_bytes()] == []


# -- who may write


def attempts(version: str, mission: str) -> list[tuple[str, dict[str, Any]]]:
    """Every way to write on a card set and a mission of somebody else."""
    card = f"{SETS}/set/starter-set/card/models/gretel"
    file = {"file": (io.BytesIO(STARTER.encode()), "a.toml"), "into": f"starter-set:{version}"}
    other = {"file": (io.BytesIO(RADIO.encode()), "a.toml"), "into": f"radio-room:{mission}"}
    return [
        (f"{SETS}/set/starter-set/rename", {"name": "Mine", "version": version}),
        (card, {"rp": "9", "version": version}),
        (f"{card}/remove", {"version": version}),
        (f"{SETS}/set/starter-set/new/models", {"key": "new", "version": version}),
        (f"{SETS}/import", file),
        (f"{SETS}/set/starter-set/versions", {"version": version, "back": "1"}),
        (f"{SETS}/set/starter-set/delete", {"version": version}),
        (f"{MISSIONS}/file/radio-room/edit", {"text": RADIO.replace("12", "13"), "version": mission}),
        (f"{MISSIONS}/file/radio-room/versions", {"version": mission, "back": "1"}),
        (f"{MISSIONS}/file/radio-room/delete", {"version": mission}),
        (f"{MISSIONS}/import", other),
    ]


@pytest.mark.parametrize("kept_by", ["a guest", "the host", "nobody known"])
def test_only_the_maker_and_the_host_write_on_a_file(
    guest: Callable[..., FlaskClient], house_key: str, sets: HostFiles, missions: HostFiles, kept_by: str
) -> None:
    maker, stranger = guest(), guest()
    if kept_by == "the host":
        maker.set_cookie("house", house_key)
    if kept_by == "nobody known":
        sets.add(GAME, "Starter set 2", STARTER, "starter-set")
        missions.add(GAME, "The Radio Room", RADIO, "radio-room")
    else:
        assert maker.post(DUPLICATE, headers=OURS).status_code == bring(maker, RADIO).status_code == 303
    before = sets.files(GAME), missions.files(GAME)
    version, mission = (str(box[0].version) for box in before)
    bring(stranger, room(1))  # a guest who is a maker, too
    told = {path: stranger.post(path, data=form, headers=OURS) for path, form in attempts(version, mission)}
    assert {path: answer.status_code for path, answer in told.items()} == dict.fromkeys(told, 403)
    assert (sets.files(GAME), [one for one in missions.files(GAME) if one.key == "radio-room"]) == before
    page = stranger.get(f"{SETS}/set/starter-set")
    assert ('action="/cards/incursion/set/starter-set/rename"' in page.text, "Duplicate it" in said(page)) == (
        False,
        True,
    )
    assert "to-edit" not in stranger.get(f"{MISSIONS}/file/radio-room").text
    assert 'value="starter-set:' not in stranger.get(f"{SETS}/import").text
    spanish = stranger.get(f"{MISSIONS}/file/radio-room/edit", headers={"Accept-Language": "es"})
    assert (
        spanish.status_code,
        "«La sala de radio» el anfitrión y quien lo creó, desde el mismo navegador" in said(spanish),
    ) == (403, True)
    assert stranger.post(f"{MISSIONS}/file/radio-room/duplicate", headers=OURS).status_code == 303


def test_maker_and_host_write_on_it_and_it_stays_the_makers(
    guest: Callable[..., FlaskClient], house_key: str, missions: HostFiles
) -> None:
    maker, host = guest(), guest("10.0.0.1")
    host.set_cookie("house", house_key)
    bring(maker, RADIO)
    path = f"{MISSIONS}/file/radio-room/edit"
    for number, client in enumerate((maker, host, maker), start=13):
        form = {
            "text": RADIO.replace("allied = 12", f"allied = {number}"),
            "version": version_in(client.get(path).text),
        }
        assert client.post(path, data=form, headers=OURS).status_code == 303
    assert "allied = 15" in missions.kept(GAME, "radio-room").text


def test_the_cookie_of_a_maker_is_no_right_to_a_seat_and_a_right_to_a_seat_makes_nobody_a_maker(
    guest: Callable[..., FlaskClient], app: Flask, house_key: str
) -> None:
    one = guest()
    answer = bring(one, RADIO)
    cookie = next(text for text in answer.headers.getlist("Set-Cookie") if text.startswith("maker="))
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"))
    token = cookie.partition("=")[2].partition(";")[0].strip('"')
    assert app.extensions["signed"].read(token) is None
    assert app.extensions["makers"].read(house_key) == ""
    forged = guest()
    for false in (house_key, "0123456789abcdef", token[:-1], ""):
        forged.set_cookie("maker", false)
        assert forged.get(f"{MISSIONS}/file/radio-room/edit").status_code == 403
    forged.set_cookie("house", token)
    assert forged.get("/house").status_code == 403


def test_printers_are_their_makers_too(
    guest: Callable[..., FlaskClient], host: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = app.extensions["store"].printers
    maker, stranger = guest(), guest()
    form = {"paper": "a4", "duplex": "long-edge", "name": "Laser", "across": "1"}
    assert maker.post("/printers", data=form, headers=OURS).status_code == 303
    before = box.printers()
    for path, given in (
        ("/printers/laser", {"name": "Mine"}),
        ("/printers", {**form, "printer": "laser"}),
        ("/printers/laser/delete", {}),
    ):
        assert stranger.post(path, data=given, headers=OURS).status_code == 403
    assert (box.printers(), 'id="rename"' in stranger.get("/printers/laser").text) == (before, False)
    assert maker.post("/printers", data={**form, "printer": "laser"}, headers=OURS).status_code == 303
    assert host.post("/printers/laser", data={"name": "Big laser"}, headers=OURS).status_code == 303
    monkeypatch.setattr("app.storage.printers.PRINTERS_EACH", 1)
    full = maker.post("/printers", data={**form, "name": "Inkjet"}, headers={**OURS, "Accept-Language": "es"})
    assert (full.status_code, "Este navegador ya tiene aquí 1 impresoras" in said(full)) == (422, True)
    assert stranger.post("/printers", data={**form, "name": "Inkjet"}, headers=OURS).status_code == 303


def test_one_address_fills_its_share_of_printers_and_no_more_without_cookies(
    guest: Callable[..., FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.storage.printers.PRINTERS_TOGETHER", 2)

    def keep(address: str, name: str) -> TestResponse:
        form = {"paper": "a4", "duplex": "long-edge", "name": name}
        return guest(address).post("/printers", data=form, headers={**OURS, "Accept-Language": "es"})

    answers = [keep("10.0.0.7", f"p{number}") for number in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 422]
    assert "Esta dirección de red ya tiene aquí 2 impresoras" in said(answers[-1])
    assert keep("10.0.0.8", "p3").status_code == 303


def test_answers_of_the_host_about_files_are_for_all_and_those_of_a_guest_for_himself(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = app.extensions["store"].file_answers
    asked = {f"terrain:{key}": ImportQuestion(key, BriefingLine("x"), 1, {}, kept=True) for key in "xyz"}
    guest, other = Writer("0123456789abcdef"), Writer("fedcba9876543210")
    answers.keep(GAME, asked, {"terrain:x": "open"})
    answers.keep(GAME, asked, {"terrain:x": "decide", "terrain:y": "decide"}, guest)
    assert answers.answers(GAME) == {"terrain:x": "open"}
    for nobody_else in (other, Writer()):
        assert answers.answers(GAME, nobody_else) == {"terrain:x": "open"}
    assert answers.answers(GAME, guest) == {"terrain:x": "decide", "terrain:y": "decide"}
    monkeypatch.setattr(external_files, "ANSWERS_AT_MOST", 2)
    answers.keep(GAME, asked, {"terrain:z": "open"}, other)
    assert len(answers.answers(GAME, guest)) == 2, "one of his, and the host's"
    assert answers.answers(GAME) == {"terrain:x": "open"}, "guests make room for guests"


# -- earlier versions


@pytest.mark.parametrize(("language", "says"), [("en", "Restore this version"), ("es", "Recuperar esta versión")])
def test_the_last_ten_versions_are_kept_and_one_is_brought_back(
    client: FlaskClient, missions: HostFiles, language: str, says: str
) -> None:
    client.set_cookie("lang", language)
    bring(client, RADIO)
    edit, path = f"{MISSIONS}/file/radio-room/edit", f"{MISSIONS}/file/radio-room/versions"
    for number in range(13, 26):
        form = {
            "text": RADIO.replace("allied = 12", f"allied = {number}"),
            "version": version_in(client.get(edit).text),
        }
        assert client.post(edit, data=form, headers=OURS).status_code == 303
    page = client.get(path)
    kept = re.findall(r'name="back" value="(\d+)"', page.text)
    assert (len(kept), says in said(page)) == (10, True)
    assert path in client.get(f"{MISSIONS}/file/radio-room").text
    assert "allied = 15\n" not in client.get(f"{path}/{kept[-1]}.toml").text
    assert "allied = 15" in client.get(f"{path}/{kept[-1]}.toml").text, "25 counts, 15 to 24 are kept"
    old = client.post(path, data={"version": kept[0], "back": kept[-1]}, headers=OURS)
    assert (old.status_code, version_in(old.text)) == (409, str(missions.kept(GAME, "radio-room").version))
    gone = client.post(path, data={"version": version_in(page.text), "back": "7"}, headers=OURS)
    assert gone.status_code == 422
    back = client.post(path, data={"version": version_in(page.text), "back": kept[-1]}, headers=OURS)
    assert back.status_code == 303
    assert "allied = 15" in missions.kept(GAME, "radio-room").text
    assert "allied = 25" in missions.earlier(GAME, "radio-room")[0].text, "what was overtaken is kept, too"
    assert len(missions.earlier(GAME, "radio-room")) == 10


def test_large_versions_make_room_sooner_but_the_newest(missions: HostFiles) -> None:
    key = missions.add(GAME, "Large", "x")

    def lengths() -> list[int]:
        return [len(one.text) for one in missions.earlier(GAME, key)]

    def put(letters: int) -> None:
        missions.change(GAME, key, missions.kept(GAME, key).version, text="x" * letters)

    limit = file_rows.EARLIER_LETTERS
    for letters in (limit // 2, limit // 2, limit // 2 - 1, limit // 2 - 2, limit + 7, 1):
        put(letters)
    assert lengths() == [limit + 7], "one that is too large alone is kept as long as it is the newest"
    put(2)
    put(3)
    assert lengths() == [2, 1]


def test_a_card_set_and_its_name_are_brought_back(client: FlaskClient, sets: HostFiles) -> None:
    client.post(DUPLICATE, headers=OURS)
    path = f"{SETS}/set/starter-set"
    form = {"name": "Our box", "version": version_in(client.get(path).text)}
    assert client.post(f"{path}/rename", data=form, headers=OURS).status_code == 303
    page = client.get(f"{path}/versions").text
    (back,) = re.findall(r'name="back" value="(\d+)"', page)
    assert client.get(f"{path}/versions/{back}.toml").text == STARTER
    assert client.get(f"{path}/versions/7.toml").status_code == 404
    form = {"version": version_in(page), "back": back}
    assert client.post(f"{path}/versions", data=form, headers=OURS).status_code == 303
    assert sets.kept(GAME, "starter-set").name == "Starter set 2"


def test_what_did_not_change_is_no_version(client: FlaskClient, missions: HostFiles) -> None:
    bring(client, RADIO)
    edit = f"{MISSIONS}/file/radio-room/edit"
    client.post(edit, data={"text": RADIO, "version": version_in(client.get(edit).text)}, headers=OURS)
    assert missions.earlier(GAME, "radio-room") == []


def test_a_deleted_file_leaves_no_trace_nor_do_its_versions(host: FlaskClient, app: Flask) -> None:
    secret = b"nobody-shall-find-this"
    bring(host, RADIO.replace("# ", f"# {secret.decode()} ", 1) if "# " in RADIO else f"# {secret.decode()}\n{RADIO}")
    edit = f"{MISSIONS}/file/radio-room/edit"
    host.post(edit, data={"text": RADIO, "version": version_in(host.get(edit).text)}, headers=OURS)
    folder: Path = app.extensions["store"].folder
    assert any(secret in file.read_bytes() for file in folder.glob("adjutant.db*"))
    page = host.get(f"{MISSIONS}/file/radio-room/delete").text
    form = {"version": version_in(page)}
    assert host.post(f"{MISSIONS}/file/radio-room/delete", data=form, headers=OURS).status_code == 303
    assert not any(secret in file.read_bytes() for file in folder.glob("adjutant.db*"))


# -- many deleted at once


@pytest.mark.parametrize(
    ("language", "asks", "none"),
    [("en", "Delete 3 files?", "Select at least one file first."), ("es", "¿Borrar 3 archivos?", "Marca antes")],
)
def test_the_host_deletes_all_of_one_guest_at_once_and_is_asked_first(
    guest: Callable[..., FlaskClient], host: FlaskClient, sets: HostFiles, missions: HostFiles,
    language: str, asks: str, none: str,
) -> None:  # fmt: skip
    host.set_cookie("lang", language)
    one, other = guest(), guest("10.0.0.8")
    assert [one.post(DUPLICATE, headers=OURS).status_code for _ in range(2)] == [303] * 2
    assert bring(one, RADIO).status_code == other.post(DUPLICATE, headers=OURS).status_code == 303
    maker = missions.files(GAME)[0].maker
    page = host.get("/house/files").text
    assert (page.count('name="file"'), page.count(" checked"), f"by={maker}" in page) == (4, 0, True)
    assert 'href="/house/files"' in host.get("/house").text
    theirs = host.get(f"/house/files?by={maker}").text
    ticked = re.findall(r'name="file" value="([^"]+)" checked', theirs)
    assert len(ticked) == 3
    empty = host.post("/house/files", headers=OURS)
    assert (empty.status_code, none in said(empty)) == (422, True)
    asked = host.post("/house/files", data={"file": ticked}, headers=OURS)
    assert (asked.status_code, asks in said(asked), len(sets.files(GAME))) == (200, True, 3)
    again = re.findall(r'name="file" value="([^"]+)"', asked.text)
    assert host.post("/house/files", data={"file": again, "sure": "1"}, headers=OURS).status_code == 303
    assert ([box.maker for box in sets.files(GAME)], missions.files(GAME)) == ([sets.files(GAME)[0].maker], [])
    assert sets.files(GAME)[0].maker not in ("", maker)


def test_of_many_files_none_goes_where_one_was_changed_meanwhile(
    host: FlaskClient, sets: HostFiles, missions: HostFiles
) -> None:
    host.post(DUPLICATE, headers=OURS)
    bring(host, RADIO)
    ticked = re.findall(r'name="file" value="([^"]+)"', host.get("/house/files").text)
    one = missions.kept(GAME, "radio-room")
    missions.change(GAME, one.key, one.version, text=RADIO.replace("allied = 12", "allied = 15"))
    answer = host.post("/house/files", data={"file": ticked, "sure": "1"}, headers=OURS)
    assert (answer.status_code, "Nothing was changed." in said(answer)) == (409, True)
    assert len(sets.files(GAME)) == len(missions.files(GAME)) == 1
    for strange in ("x", "missions:chess:a:1", "missions:incursion:radio-room:x", "tables:incursion:a:1"):
        assert host.post("/house/files", data={"file": strange, "sure": "1"}, headers=OURS).status_code == 400


def test_nobody_but_the_host_sees_or_deletes_many(client: FlaskClient, missions: HostFiles) -> None:
    bring(client, RADIO)
    one = missions.kept(GAME, "radio-room")
    form = {"file": f"missions:incursion:radio-room:{one.version}", "sure": "1"}
    assert client.get("/house/files").status_code == 403
    assert client.post("/house/files", data=form, headers=OURS).status_code == 403
    assert missions.files(GAME) == [one]


def test_earlier_versions_are_listed_and_brought_back_on_the_command_line(app: Flask, missions: HostFiles) -> None:
    missions.add(GAME, "The Radio Room", RADIO, "radio-room")
    for number in (13, 14):
        text = RADIO.replace("allied = 12", f"allied = {number}")
        missions.change(GAME, "radio-room", missions.kept(GAME, "radio-room").version, text=text)
    data = ["--data", str(app.extensions["store"].folder)]

    def run(*words: str) -> Result:
        return CliRunner().invoke(main, [*words, *data])

    listed = run("missions", "versions", "incursion", "radio-room").stdout.splitlines()
    assert [line.split("  ")[0] for line in listed] == ["1", "2"]
    assert all("The Radio Room" in line for line in listed)
    assert run("missions", "versions", "incursion", "radio-room", "--back", "2").exit_code == 0
    assert missions.kept(GAME, "radio-room").text == RADIO
    gone = run("missions", "versions", "incursion", "radio-room", "--back", "9")
    assert (gone.exit_code, "no longer exists" in gone.stderr) == (1, True)
    assert run("cards", "versions", "incursion", "starter").exit_code == 1


# -- files of more things than any game has

MANY = 30_000
HEADS = "".join(f"[models.a{number}]\n" for number in range(MANY // 2))
ENTRIES = "[models]\n" + "".join(f"{number:x}={{}}\n" for number in range(MANY))
SPARSE = "".join(f"s{number}={{}}\n" for number in range(900)) + "".join(
    f"t{of}={{{','.join(f'k{number}=1' for number in range(90))}}}\n" for of in range(250)
)
SHEET = csv_of(read_toml(STARTER, CARDS), CARDS).decode("utf-8-sig").splitlines()
ROWS = "\n".join([SHEET[0], *(f"models,a{number},{SHEET[1].split(',', 2)[2]}" for number in range(MANY // 10))])
LEGEND = RADIO + "[legend]\n" + "".join(f'"{number:x}"={{}}\n' for number in range(MANY))


@pytest.mark.parametrize(
    ("name", "text"), [("a.toml", HEADS), ("a.toml", ENTRIES), ("a.csv", ROWS), ("a.toml", SPARSE)]
)
def test_of_a_card_set_without_end_no_card_is_looked_at(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    looked_at: list[Any] = []
    monkeypatch.setattr(CardSet, "model_validate", looked_at.append)
    data = {"file": (io.BytesIO(text.encode()), name)}
    answer = client.post(f"{SETS}/import", data=data, headers=OURS)
    assert (answer.status_code, looked_at) == (422, [])
    assert "Too many entries" in said(answer)


@pytest.mark.parametrize("game", ["incursion", "memoir-44"])
def test_of_a_mission_without_end_no_part_is_looked_at(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    looked_at: list[Any] = []
    for form in (Mission, ScenarioFile):
        monkeypatch.setattr(form, "model_validate", looked_at.append)
    data = {"file": (io.BytesIO(LEGEND.encode()), "a.toml")}
    answer = client.post(f"/missions/{game}/import", data=data, headers=OURS)
    assert (answer.status_code, looked_at) == (422, [])
    assert "Too many entries" in said(answer)


def test_nothing_of_a_refused_upload_stays_in_memory(client: FlaskClient) -> None:
    """Not even until the collector runs: 80 of 11 MB took 880 MB."""
    sent = {"Origin": "http://localhost"}

    def refused() -> None:
        file = io.BytesIO(b"PK\x03\x04" + b"\0" * 3_000_000), "pictures.zip"
        assert client.post("/cards/incursion/import", headers=sent, data={"file": file}).status_code == 422

    refused()
    gc.collect()
    gc.disable()
    tracemalloc.start()
    try:
        refused()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(3):
            refused()
        assert tracemalloc.get_traced_memory()[0] - before < 2_000_000
    finally:
        tracemalloc.stop()
        gc.enable()
