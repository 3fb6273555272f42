"""What a host is told of the house: its tables and backups; backups that are made by themselves."""

from __future__ import annotations

import os
import sqlite3
import stat
import time
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from app.cli import main
from app.cli.background_tasks import place_of_backups
from app.core.content.missions import BriefingLine, ImportQuestion
from app.core.errors import Refused
from app.games import REGISTRY
from app.service import TableService
from app.storage import backup_schedule, external_files
from app.storage.backup_schedule import FOLDER, KEPT, BackupFile, BackupFolder, BackupScheduler
from app.storage.health import put_back
from tests.seated import sit
from tests.server import serving
from tests.toy_game.playing import GREY, Evening

OURS = {"Origin": "http://localhost"}
EVENING = datetime(2026, 5, 1, 22, 30)


@pytest.fixture
def shelf(app: Flask, evening: Evening, tmp_path: Path) -> BackupFolder:
    """A shelf for the folder of an evening."""
    app.extensions["backups"] = made = BackupFolder(app.extensions["store"].folder, tmp_path / "shelf")
    return made


def at_once(work: Any, given: Any) -> Any:
    return work(*given)


def unmoved(shelf: BackupFolder, at: datetime) -> None:
    """The tables were last written to then."""
    for file in shelf.folder.glob("adjutant.db*"):
        os.utime(file, (at.timestamp(), at.timestamp()))


# -- the shelf


def test_a_backup_has_its_size_in_whole_kib() -> None:
    sizes = [BackupFile(Path("a.db"), EVENING, "night", size).kib for size in (100, 1024, 1700)]
    assert sizes == [0, 1, 2]


def test_the_newest_of_each_kind_are_kept(shelf: BackupFolder) -> None:
    for day in range(KEPT + 3):
        shelf.make("night", EVENING + timedelta(days=day))
        shelf.make("ended", EVENING + timedelta(days=day, hours=1))
    (shelf.folder / "adjutant.db").exists()
    assert shelf.place
    (shelf.place / "letter.db").write_text("somebody's own", encoding="utf-8")
    shelf.make("asked", EVENING)
    found = shelf.files()
    assert [made.why for made in found].count("night") == KEPT
    assert [made.why for made in found].count("ended") == KEPT
    assert found[0].at == EVENING + timedelta(days=KEPT + 2, hours=1)
    assert min(made.at for made in found if made.why != "asked") == EVENING + timedelta(days=3)
    assert (shelf.place / "letter.db").exists()
    assert stat.S_IMODE(shelf.place.stat().st_mode) == 0o700


def test_a_backup_of_the_shelf_is_put_back_whole(shelf: BackupFolder, evening: Evening, tmp_path: Path) -> None:
    evening.windows()
    put_back(shelf.make("ended"), tmp_path / "new")
    with closing(sqlite3.connect(tmp_path / "new" / "adjutant.db")) as database:
        (count,) = database.execute("SELECT count(*) FROM entries").fetchone()
    assert count == len(evening.kept().entries)


def test_a_night_is_due_once_and_only_if_anything_was_played(shelf: BackupFolder) -> None:
    unmoved(shelf, EVENING)
    morning = EVENING.replace(day=2, hour=9)
    assert shelf.is_due(morning)
    shelf.make("night", morning)
    assert not shelf.is_due(morning + timedelta(hours=2))
    assert not shelf.is_due(morning + timedelta(days=5)), "nothing was written since"
    unmoved(shelf, morning + timedelta(hours=12))
    assert not shelf.is_due(morning + timedelta(hours=13)), "the night is still to come"
    assert shelf.is_due(morning + timedelta(days=1))
    assert not BackupFolder(shelf.folder, None).is_due(morning)


def test_why_there_is_none_is_kept_until_there_is_one(shelf: BackupFolder, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    place, shelf.place = shelf.place, tmp_path / "file"
    with pytest.raises(Refused) as no:
        shelf.make("night")
    assert no.value.code == "cannot-be-written"
    assert shelf.fault is no.value
    shelf.place = place
    shelf.make("night")
    assert shelf.fault is None
    with pytest.raises(Refused) as off:
        BackupFolder(shelf.folder, None).make("night")
    assert off.value.code == "backups-off"


# -- a clock that was wrong

AHEAD = datetime(2031, 3, 1, 22, 30)


def test_a_new_backup_is_kept_among_those_that_a_clock_dated_ahead(shelf: BackupFolder) -> None:
    ahead = [shelf.make("night", AHEAD + timedelta(days=day)) for day in range(KEPT)]
    unmoved(shelf, EVENING)
    morning = EVENING.replace(day=2, hour=9)
    assert shelf.is_due(morning), "those of another day are of no night that passed"
    new = shelf.make("night", morning)
    assert new.exists()
    assert not shelf.is_due(morning + timedelta(hours=1))
    found = shelf.files(morning)
    assert [made.file for made in found] == [new, *reversed(ahead[1:])]
    assert [made.is_ahead for made in found] == [False] + [True] * (KEPT - 1)
    for day in range(1, KEPT):
        shelf.make("night", morning + timedelta(days=day))
    assert not any(made.is_ahead for made in shelf.files(morning + timedelta(days=KEPT)))


def test_a_clock_that_was_put_back_deletes_no_new_backup(shelf: BackupFolder) -> None:
    for day in range(KEPT):
        shelf.make("asked", EVENING + timedelta(days=day))
    long_ago = datetime(2020, 1, 1, 12)
    for second in range(KEPT + 1):
        assert shelf.make("asked", long_ago + timedelta(seconds=second)).exists()
    assert shelf.files(long_ago)[0].at == long_ago + timedelta(seconds=KEPT)
    assert shelf.make("asked", EVENING + timedelta(days=KEPT)).exists()


def test_a_clock_that_goes_back_by_seconds_makes_no_backup_unknown(shelf: BackupFolder) -> None:
    unmoved(shelf, EVENING)
    morning = EVENING.replace(day=2, hour=9)
    shelf.make("night", morning)
    assert not shelf.is_due(morning - timedelta(seconds=3))


@pytest.mark.parametrize(
    ("language", "locale", "said"),
    [("en", "en_GB.UTF-8", "dated in the future"), ("es", "es_ES.UTF-8", "con fecha futura")],
)
def test_what_is_dated_ahead_is_told_so(
    host: FlaskClient,
    app: Flask,
    shelf: BackupFolder,
    evening: Evening,
    language: str,
    locale: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ahead, now = datetime.now() + timedelta(days=2000), datetime.now()
    files = [shelf.make("night", at) for at in (ahead, now)]
    page = host.get("/house", headers={"Accept-Language": language}).text
    assert page.count(said) == 1
    assert f"{files[1]}</code>" in page, "what is put back is the newest that is known"
    monkeypatch.setenv("LC_ALL", locale)
    asked = ["backups", "--backups", str(shelf.place), "--data", str(shelf.folder)]
    lines = CliRunner().invoke(main, asked).output.splitlines()
    assert [said in line for line in lines] == [False, True]


def test_tables_stand_by_when_they_were_opened_whatever_the_clock_said(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = []
    for clock in (AHEAD.timestamp(), EVENING.timestamp(), EVENING.timestamp() - 99):
        monkeypatch.setattr("app.storage.store.time.time", lambda clock=clock: clock)
        codes.append(client.post("/api/tables", json={"game": "hello"}).json["code"])
    assert app.extensions["store"].codes() == codes[::-1]


def test_new_answers_about_files_make_room_for_themselves_whatever_the_clock_says(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external_files, "ANSWERS_AT_MOST", 2)
    box, hello = app.extensions["store"].file_answers, REGISTRY["hello"]
    asked = {key: ImportQuestion(key, BriefingLine("word"), 1, {}, kept=True) for key in ("a", "b", "c")}
    for key, clock in (("a", AHEAD), ("b", AHEAD), ("c", EVENING)):
        monkeypatch.setattr(external_files.time, "time_ns", lambda clock=clock: int(clock.timestamp()) * 10**9)
        box.keep(hello, asked, {key: "yes"})
    assert set(box.answers(hello)) == {"b", "c"}


# -- by themselves


def test_the_end_of_a_game_asks_for_a_backup_once(app: Flask, evening: Evening) -> None:
    told: list[int] = []
    acts: TableService = app.extensions["acts"]
    app.extensions["acts"] = TableService(acts.store, acts.bell, lambda: told.append(len(evening.kept().entries)))
    evening.night()
    assert len(told) == 1
    evening.press("referee", "undo")
    assert len(told) == 1


def test_what_ended_is_backed_up_and_tried_again_after_a_fault(
    shelf: BackupFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup_schedule, "BETWEEN_LOOKS", 0.0)
    told: list[str] = []
    making = BackupScheduler(shelf, at_once, lambda no: told.append(no.code))
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    place, shelf.place = shelf.place, tmp_path / "file"
    making.note_game_ended()
    assert making.turn() == backup_schedule.AFTER_A_FAULT
    assert told == ["cannot-be-written"]
    shelf.place = place
    assert making.turn() == backup_schedule.BETWEEN_GAMES
    assert [made.why for made in shelf.files()] == ["ended"]
    assert making.turn() == 0.0
    making.finish()
    assert len(shelf.files()) == 1
    time.sleep(1)  # backups are named by the second
    making.note_game_ended()
    making.finish()
    assert [made.why for made in shelf.files()] == ["ended", "ended"]


def test_a_night_is_backed_up_without_being_asked(shelf: BackupFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup_schedule, "BETWEEN_LOOKS", 0.0)
    making = BackupScheduler(shelf, at_once, lambda no: pytest.fail(no.code))
    assert making.turn() == 0.0
    assert making.turn() == 0.0
    assert [made.why for made in shelf.files()] == ["night"]


def test_a_server_backs_up_a_game_that_ended_before_it_ends(tmp_path: Path) -> None:
    place = tmp_path / "elsewhere"
    with serving(tmp_path / "data", "--backups", str(place)) as server:
        opened = server.ask("POST", "/api/tables", {"game": "memoir-44"})
        assert opened.status == 201
        host = server.host_path
        cookie = server.ask("GET", host).headers["set-cookie"].partition(";")[0]
        page = server.ask("GET", "/house", Cookie=cookie)
        assert (page.status, opened.json["code"] in page.body.decode()) == (200, True)
        asked = server.ask("POST", "/house/backup", {}, Cookie=cookie, Origin=server.url)
        assert asked.status == 303
    assert any(made.why == "asked" for made in BackupFolder(tmp_path / "data", place).files())


def test_a_house_may_make_none() -> None:
    folder = Path("data")
    assert place_of_backups(folder, None) == folder / FOLDER
    assert place_of_backups(folder, "none") is None
    assert place_of_backups(folder, "/elsewhere") == Path("/elsewhere")


# -- what is told


@pytest.mark.parametrize(("language", "said"), [("en", "Back up now"), ("es", "Hacer una copia ahora")])
def test_the_host_sees_tables_and_backups(
    host: FlaskClient, shelf: BackupFolder, evening: Evening, language: str, said: str
) -> None:
    spoken = {"Accept-Language": language}
    assert host.get("/", headers=spoken).text.count('id="to-house"') == 1
    assert host.post("/house/backup", headers=OURS).status_code == 303
    page = host.get("/house", headers=spoken).text
    assert said in page
    assert shelf.files()[0].file.name in page
    assert f"/t/{evening.code}/seats" in page
    shelf.fault = Refused("cannot-be-written", file="x", why="y")
    assert 'id="no-backup"' in host.get("/house", headers=spoken).text
    shelf.place = None
    assert 'id="backups-off"' in host.get("/house", headers=spoken).text
    assert host.post("/house/backup", headers=OURS).status_code == 422


def test_nobody_else_sees_the_house(client: FlaskClient, shelf: BackupFolder) -> None:
    assert 'id="to-house"' not in client.get("/").text
    assert client.get("/house").status_code == 403
    assert client.post("/house/backup", headers=OURS).status_code == 403
    assert shelf.files() == []


def test_who_deletes_a_table_is_told_of_the_backups_that_have_it(
    host: FlaskClient, shelf: BackupFolder, evening: Evening
) -> None:
    assert "backup" not in host.get(f"/t/{evening.code}/delete").text
    shelf.make("night")
    assert "1 backup still contains this table" in host.get(f"/t/{evening.code}/delete").text


def test_the_command_line_backs_up_and_lists(app: Flask, evening: Evening) -> None:
    folder = str(app.extensions["store"].folder)
    made = CliRunner().invoke(main, ["backup", "--data", folder])
    assert (made.exit_code, FOLDER in made.output) == (0, True)
    listed = CliRunner().invoke(main, ["backups", "--data", folder]).output
    assert made.output.strip() in listed
    assert "manual" in listed


def test_nothing_is_put_back_while_somebody_serves_the_folder(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        code = server.ask("POST", "/api/tables", {"game": "incursion"}).json["code"]
        file = tmp_path / "copy.db"
        assert CliRunner().invoke(main, ["backup", str(file), "--data", str(tmp_path / "data")]).exit_code == 0
        restore = ["restore", str(file), "--replace", "--data", str(tmp_path / "data")]
        no = CliRunner().invoke(main, restore)
        assert (no.exit_code, "Another server is already using the tables" in no.output) == (1, True)
        assert server.ask("GET", f"/api/tables/{code}").status == 200
    assert CliRunner().invoke(main, restore).exit_code == 0


# -- one's own data


def test_a_seats_holder_gets_what_is_kept_of_them_and_nobody_elses_secret(app: Flask, evening: Evening) -> None:
    evening.press(GREY, "rename", name="Ada")
    evening.windows()
    evening.press("referee", "rename", name="Ada's aunt")
    phone = app.test_client()
    assert phone.get(f"/t/{evening.code}/own-data").status_code == 401
    sit(phone, evening.code, evening.tokens[GREY])
    assert 'id="to-own"' in phone.get(f"/t/{evening.code}/more").text
    told = phone.get(f"/t/{evening.code}/own-data")
    assert f"adjutant-{evening.code}-{GREY}.json" in told.headers["Content-Disposition"]
    own = told.json
    assert (own["seat"], own["names"]) == (GREY, ["Ada"])
    assert {event["seat"] for press in own["presses"] for event in press["events"]} == {GREY}
    named = [event["seat"] for press in own["named_in"] for event in press["events"]]
    assert named == ["referee"]
    log = {str(event) for event in evening.get("/log", seat=GREY)["events"]}
    assert {str(event) for press in own["presses"] + own["named_in"] for event in press["events"]} <= log


def test_the_command_line_gathers_what_is_kept_of_somebody(app: Flask, evening: Evening) -> None:
    evening.press(GREY, "rename", name="Ada")
    ask = ["table", "person", "ADA", "--data", str(app.extensions["store"].folder)]
    told = CliRunner().invoke(main, ask)
    assert told.exit_code == 0, told.output
    assert evening.code in told.output
    assert '"seat": "grey-moth"' in told.output
