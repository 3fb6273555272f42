"""A table is deleted for good: by whom, after what question, and that no byte of it stays."""

from __future__ import annotations

import random
import re
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from sqlite_utils import Database as Tables

from app.cli import main
from app.core.errors import Refused
from app.storage import wiping
from app.storage.backups import DATABASE
from app.storage.codes import CODE_SYMBOLS
from app.storage.errors import TableNotFound
from app.storage.rows import EntryRow, TableRow
from app.storage.sqlite import SqliteDatabase
from app.storage.store import Store
from app.storage.table_rows import TableRows
from tests.seated import sit
from tests.server import serving
from tests.toy_game.playing import GREY, LAMP, REFEREE, Evening

OURS = {"Origin": "http://localhost"}
NAME = "Wilhelmina of the seventh window"


@pytest.fixture
def named(evening: Evening) -> Evening:
    """An evening at which somebody gave her name."""
    evening.windows().press(GREY, "rename", name=NAME)
    return evening


def folder_of(app: Flask) -> Path:
    folder: Path = app.extensions["store"].folder
    return folder


def traces(folder: Path, *texts: str) -> set[str]:
    """Which texts stand anywhere in the files of a folder."""
    found = [file.read_bytes() for file in folder.rglob("*") if file.is_file()]
    return {text for text in texts if any(text.encode() in content for content in found)}


def test_the_host_deletes_a_table_from_its_lobby_and_no_byte_of_it_stays(
    app: Flask, host: FlaskClient, named: Evening, open_evening: type[Evening]
) -> None:
    other, code, folder = open_evening(), named.code, folder_of(app)
    seed = app.extensions["store"].row(code).seed
    assert traces(folder, NAME, code, seed) == {NAME, code, seed}
    assert f'href="/t/{code}/delete"' in host.get(f"/t/{code}/seats").text
    page = host.get(f"/t/{code}/delete").text
    assert code in page
    assert NAME in page
    gone = host.post(f"/t/{code}/delete", data={"typed": code.lower()}, headers=OURS)
    assert (gone.status_code, gone.headers["Location"]) == (303, "/?deleted=yes")
    assert "The table is deleted." in host.get(gone.headers["Location"]).text
    assert "The table is deleted." not in host.get("/").text
    assert traces(folder, NAME, code, seed) == set()
    for path in (f"/t/{code}", f"/t/{code}/seats", f"/api/tables/{code}"):
        assert host.get(path).status_code == 404
    assert named.post(LAMP, command="rest", key="k", seen=0).status_code == 404
    assert other.get()["seq"] == 0, "the other table plays on"


@pytest.mark.parametrize("typed", ["", "yes", "QQQQQQ"])
def test_without_its_code_nothing_is_deleted(host: FlaskClient, named: Evening, typed: str) -> None:
    for language, said in (("en", "Nothing was deleted"), ("es", "No se borró nada")):
        answer = host.post(
            f"/t/{named.code}/delete", data={"typed": typed}, headers={**OURS, "Accept-Language": language}
        )
        assert (answer.status_code, answer.text.count(said)) == (422, 1)
        assert re.search(rf'value="{typed}" aria-invalid="true" aria-describedby="fault-typed"', answer.text)
    assert named.state()["moths"][GREY]


def test_nobody_but_its_host_deletes_a_table(app: Flask, named: Evening, house_key: str) -> None:
    phones = {None: app.test_client()}
    for seat in (GREY, REFEREE):
        phones[seat] = app.test_client()
        sit(phones[seat], named.code, named.tokens[seat])
    for phone in phones.values():
        assert "/delete" not in phone.get(f"/t/{named.code}/seats").text
        assert phone.get(f"/t/{named.code}/delete").status_code == 403
        assert phone.post(f"/t/{named.code}/delete", data={"typed": named.code}, headers=OURS).status_code == 403
    path = f"/api/tables/{named.code}/delete"
    for token in named.tokens.values():
        answer = named.client.post(path, json={"code": named.code}, headers={"Authorization": f"Bearer {token}"})
        assert (answer.status_code, answer.json["error"]["code"]) == (403, "not-the-host")
    right = {"Authorization": f"Bearer {house_key}"}
    assert named.client.post(path, json={"code": "QQQQQQ"}, headers=right).json["error"]["code"] == "code-not-typed"
    assert named.client.post(path, json={"code": named.code}, headers=right).json == {"deleted": named.code}


def test_whoever_opened_a_table_deletes_it(app: Flask) -> None:
    opener = app.test_client()
    code = opener.post("/new/hello", data={}, headers=OURS).headers["Location"].split("/")[2]
    assert opener.post(f"/t/{code}/delete", data={"typed": code}, headers=OURS).status_code == 303
    assert not app.extensions["store"].has(code)
    with pytest.raises(TableNotFound):
        app.extensions["store"].remove(code)


def test_who_listens_is_sent_away(app: Flask, named: Evening) -> None:
    acts, table = app.extensions["acts"], named.kept()
    numbers = acts.numbers(table, table.seat(GREY), 30.0)
    assert next(numbers) == table.seq(table.seat(GREY))
    with pytest.raises(Refused, match="code-not-typed"):
        acts.remove_table(table, "yes")
    acts.remove_table(table, table.code)
    assert list(numbers) == []


def test_a_press_at_a_table_that_another_process_deleted_is_not_kept(app: Flask, named: Evening) -> None:
    table, folder = named.kept(), folder_of(app)
    other = Store(folder)
    other.remove(named.code)
    length = len(table.entries)
    with pytest.raises(TableNotFound):
        app.extensions["acts"].sit_down(table, LAMP)
    assert len(table.entries) == length
    assert named.post(LAMP, command="rest", key="k", seen=0).status_code == 404
    other.close()


def test_who_reads_the_file_keeps_its_traces_for_a_while_and_that_is_said(
    app: Flask, host: FlaskClient, named: Evening, open_evening: type[Evening], house_key: str
) -> None:
    other = open_evening()
    with closing(sqlite3.connect(folder_of(app) / DATABASE, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM entries").fetchone()
        answer = host.post(f"/t/{named.code}/delete", data={"typed": named.code}, headers=OURS)
        assert (answer.status_code, "data is still in the file" in answer.text) == (200, True)
        assert "Nothing was changed" not in answer.text
        assert host.get(f"/t/{named.code}").status_code == 404
        assert traces(folder_of(app), NAME, named.code) == {NAME, named.code}
        path, right = f"/api/tables/{other.code}/delete", {"Authorization": f"Bearer {house_key}"}
        said = named.client.post(path, json={"code": other.code}, headers=right).json
        assert (said["deleted"], "data is still in the file" in said["not_wiped"]) == (other.code, True)
        with pytest.raises(Refused, match="not-wiped"):
            app.extensions["store"].wiping.go_on()
    app.extensions["store"].wiping.go_on()
    assert traces(folder_of(app), NAME, named.code, other.code) == set()
    third = open_evening()
    assert named.client.post(f"/api/tables/{third.code}/delete", json={"code": third.code}, headers=right).json == {
        "deleted": third.code
    }


def test_a_deletion_rewrites_nothing_while_others_write(
    app: Flask, named: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = app.extensions["store"]
    steps = []
    monkeypatch.setattr(Tables, "vacuum", lambda tables: steps.append("vacuum"))
    store.remove(named.code)
    store.wiping.empty_log()
    store.wiping.go_on()
    assert steps == []
    monkeypatch.setattr(wiping, "QUIET", 0.0)
    for _ in range(2):
        store.wiping.go_on()
    assert steps == ["vacuum"], "once, at rest"


def test_deleting_keeps_no_press_of_others_waiting_and_leaves_no_byte(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        right = server.host_path.rpartition("/")[2]
        tables = [server.ask("POST", "/api/tables", {"game": "incursion"}).json for _ in range(6)]
        played, stop, statuses = tables.pop(), threading.Event(), list[int]()
        path, (token, *_) = f"/api/tables/{played['code']}/commands", played["seats"].values()

        def play() -> None:
            while not stop.is_set():
                press = {"command": "rename", "name": f"Ada {len(statuses)}", "seen": 0, "key": f"k{len(statuses)}"}
                statuses.append(server.ask("POST", path, press, token).status)

        playing = threading.Thread(target=play)
        playing.start()
        try:
            for code in (table["code"] for table in tables):
                answer = server.ask("POST", f"/api/tables/{code}/delete", {"code": code}, right)
                assert (answer.status, answer.json) == (200, {"deleted": code})
                assert traces(tmp_path, code) == set()
        finally:
            stop.set()
            playing.join()
        assert {*statuses} == {200}


def test_of_deleted_tables_no_byte_stays_once_the_file_was_at_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite leaves copies of rows where it moves them between pages; with these rows and deletions it does."""
    file, chance = tmp_path / DATABASE, random.Random(1)
    opened = SqliteDatabase(file)
    rows, live, gone = TableRows(opened), dict[str, int](), list[str]()
    for _ in range(4000):
        dice = chance.random()
        if dice < 0.03 or len(live) < 5:
            code = "".join(chance.choice(CODE_SYMBOLS) for _ in range(6))
            live[code] = 1
            rows.add(TableRow(code, "toy", code * 10, False, 1.0), [entry_of(code, 0, chance)])
        elif dice < 0.04 and len(live) > 8:
            gone.append(chance.choice([*live]))
            del live[gone[-1]]
            rows.delete(gone[-1])
        else:
            code = chance.choice([*live])
            rows.append(code, entry_of(code, live[code], chance))
            live[code] += 1
    wiped = wiping.Wiping(file)
    wiped.go_on()
    assert not file.with_name(f"{DATABASE}-wal").stat().st_size
    monkeypatch.setattr(wiping, "QUIET", 0.0)
    wiped.go_on()
    assert (traces(tmp_path, *gone), traces(tmp_path, *live)) == (set(), {*live})
    opened.close()


def entry_of(code: str, seq: int, chance: random.Random) -> EntryRow:
    long = chance.randrange(1, 40), chance.randrange(1, 300)
    return EntryRow(seq, f"s{seq % 3}", f"{code}{seq}", code * long[0], 1.0, code * long[1])


def test_the_command_line_deletes_beside_a_server(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        opened = server.ask("POST", "/api/tables", {"game": "incursion"}).json
        code, token = opened["code"], opened["seats"]["allied"]
        assert server.ask("GET", f"/api/tables/{code}", token=token).status == 200
        ask = ["table", "delete", code.lower(), "--data", str(tmp_path)]
        no = CliRunner().invoke(main, ask, input="no\n")
        assert (no.exit_code, f"Type {code}" in no.output) == (1, True)
        assert server.ask("GET", f"/api/tables/{code}", token=token).status == 200
        done = CliRunner().invoke(main, ask, input=f"{code}\n")
        assert (done.exit_code, "Existing backups and exported files still contain it." in done.output) == (0, True), (
            done.output
        )
        assert server.ask("GET", f"/api/tables/{code}", token=token).status == 404
        assert traces(tmp_path, code) == set()
        again = CliRunner().invoke(main, [*ask, "--yes"])
        assert (again.exit_code, "no table" in again.output) == (1, True)
