"""Tables in PostgreSQL: played, restarted, lost and come back; what runs on both databases is in `conftest.ON_BOTH`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from sqlite_utils import Database as Tables

from app import create_app
from app.cli import main
from app.cli import print as print_
from app.core.errors import Refused
from app.core.table_commands.seating import SeatTaken
from app.games import REGISTRY
from app.storage import database, postgresql, schema
from app.storage.database import ADDRESS
from app.storage.errors import StorageError, StoreBusy, TableNotFound
from app.storage.makers import Writer
from app.storage.picture_reader import read_pictures
from app.storage.postgresql import check_ours
from app.storage.rows import EntryRow
from app.storage.schema import MIGRATIONS
from app.storage.store import Store
from tests import postgresql as pg
from tests.incursion.test_own_missions import RADIO
from tests.server import ROOT, Answer, send, serving
from tests.server import Server as App

QUICK = 2.5
"""Seconds within which a phone is told that the database is lost."""


@pytest.fixture
def own_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[pg.Server]:
    """A PostgreSQL of this test alone, which it may stop."""
    with pg.running() as server:
        monkeypatch.setenv(ADDRESS, server.address())
        yield server


def adjutant(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {**os.environ, "LC_ALL": "C.UTF-8", **environment}
    program = [sys.executable, "-m", "app.cli", *command]
    return subprocess.run(program, cwd=ROOT, env=kept, capture_output=True, text=True, check=False, timeout=90)


class Phone:
    """A seat at a table of a server, and how long its answers took."""

    def __init__(self, app: App) -> None:
        self.app, self.number, self.longest = app, 0, 0.0
        self.code = app.ask("POST", "/api/tables", {"game": "incursion"}).json["code"]
        taken = app.ask("POST", f"/api/tables/{self.code}/seats", {"seat": "allied"})
        assert taken.status == 201
        self.token = taken.json["token"]

    def rename(self, name: str, key: str = "") -> Answer:
        self.number += 1
        press = {"command": "rename", "name": name, "key": key or f"k{self.number}", "seen": 0}
        return self.timed("POST", f"/api/tables/{self.code}/commands", press)

    def look(self, language: str = "en") -> Answer:
        return self.timed("GET", f"/api/tables/{self.code}", language=language)

    def timed(self, method: str, path: str, body: object = None, language: str = "en") -> Answer:
        began = time.monotonic()
        answer = self.app.ask(method, path, body, self.token, Accept_Language=language)
        self.longest = max(self.longest, time.monotonic() - began)
        return answer

    def name(self) -> str:
        found: str = self.look().json["state"]["seats"]["allied"]["name"]
        return found


def is_told_to_wait(answer: Answer) -> bool:
    return answer.status == 503 and answer.headers["retry-after"] == "1" and answer.json["error"]["code"] == "busy"


def when_back(phone: Phone) -> float:
    """Seconds until a phone that tries again is answered."""
    began = time.monotonic()
    while (answer := phone.look()).status != 200:
        assert is_told_to_wait(answer), answer
        assert time.monotonic() - began < 20
        time.sleep(0.1)
    return time.monotonic() - began


# -- served


def test_a_table_is_played_and_goes_on_after_a_restart(address: str, tmp_path: Path) -> None:
    with serving(tmp_path, "--database", address) as app:
        phone = Phone(app)
        assert phone.rename("Ada").status == 200
        exported = app.ask("GET", f"/api/tables/{phone.code}/export", token=phone.token)
        assert b"postgres" in app.said()
        assert b"Backups are made" not in app.said()
    assert not (tmp_path / "adjutant.db").exists()
    with serving(tmp_path) as app:  # the address from the environment
        phone.app = app
        assert phone.name() == "Ada"
        assert phone.rename("Bea", "another").status == 200
        assert phone.rename("Bea", "another").status == 200, "the same key is the same command"
        again = app.ask("GET", f"/api/tables/{phone.code}/export", token=phone.token)
        assert (again.status, again.json["error"]["code"]) == (exported.status, exported.json["error"]["code"])
    store = Store(tmp_path)
    table = store.table(phone.code)
    assert [entry.seq for entry in table.entries] == [*range(len(table.entries))]
    assert [entry.key for entry in table.entries].count("another") == 1


def test_a_file_of_a_table_is_imported_by_a_process_of_its_own(address: str, tmp_path: Path) -> None:
    store = Store(tmp_path / "here")
    client = create_app(tmp_path / "here").test_client()
    code = client.post("/api/tables", json={"game": "incursion"}).json["code"]
    file = store.export(code)
    store.close()
    with serving(tmp_path) as app:
        answer = app.ask("POST", "/api/tables/import", file)
        assert answer.status == 201, answer.body
        assert answer.json["code"] != code
        assert app.ask("GET", f"/api/tables/{answer.json['code']}").status == 200


def test_a_table_is_deleted_beside_its_server(address: str, tmp_path: Path) -> None:
    with serving(tmp_path / "one") as app:
        phone = Phone(app)
        assert phone.rename("Ada").status == 200
        gone = adjutant("table", "delete", phone.code, "--yes", "--data", str(tmp_path / "one"))
        assert gone.returncode == 0, gone.stderr
        assert phone.look().status == 404
        assert phone.rename("Bea").status == 404


@pytest.mark.parametrize("command", [("backup",), ("serve", "--port", "0", "--backups", "x")])
def test_backups_are_left_to_postgresql(address: str, tmp_path: Path, command: tuple[str, ...]) -> None:
    done = adjutant(*command, "--data", str(tmp_path))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "pg_dump" in done.stderr


# -- lost


@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_a_stopped_database_is_told_at_once_and_nothing_is_lost(
    own_server: pg.Server, tmp_path: Path, how: str
) -> None:
    with serving(tmp_path) as app:
        phone = Phone(app)
        assert phone.rename("Ada").status == 200
        listening = app.connection()
        send(listening, "GET", f"/api/tables/{phone.code}/bell", token=phone.token)
        stream = listening.getresponse()
        own_server.stop(how)
        phone.longest = 0.0
        assert is_told_to_wait(phone.rename("Bea", "lost"))
        assert is_told_to_wait(phone.look())
        said = phone.look("es")
        assert is_told_to_wait(said)
        assert "Inténtalo" in said.json["error"]["message"]
        page = app.ask("GET", f"/t/{phone.code}", Accept_Language="es")
        assert (page.status, page.headers["retry-after"]) == (503, "1")
        assert "Inténtalo" in page.body.decode()
        assert phone.longest < QUICK
        own_server.start()
        assert when_back(phone) < 5
        assert phone.name() == "Ada"
        assert phone.rename("Bea", "lost").status == 200
        assert phone.name() == "Bea"
        while (line := stream.readline()) != f"id: {phone.look().json['seq']}\n".encode():
            assert line, "the stream ended"
        listening.close()
        assert b"Traceback" not in app.said()


def test_a_frozen_database_holds_nobody(own_server: pg.Server, tmp_path: Path) -> None:
    with serving(tmp_path) as app:
        phones = [Phone(app) for _ in range(3)]
        assert all(phone.rename("Ada").status == 200 for phone in phones)
        with own_server.frozen():
            for phone in phones:
                phone.longest = 0.0
            answers: list[Answer] = []

            def asks(phone: Phone) -> None:
                for _ in range(3):
                    answers.extend([phone.rename("Bea", "frozen"), phone.look()])

            threads = [threading.Thread(target=asks, args=(phone,)) for phone in phones]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert all(map(is_told_to_wait, answers))
            assert max(phone.longest for phone in phones) < QUICK
        assert when_back(phones[0]) < 15
        for phone in phones:
            assert phone.rename("Bea", "frozen").status == 200
            assert phone.name() == "Bea"


def test_a_connection_that_the_database_ended_is_no_phones_business(
    postgresql: pg.Server, address: str, tmp_path: Path
) -> None:
    with serving(tmp_path) as app:
        phone = Phone(app)
        sessions = "FROM pg_stat_activity WHERE application_name LIKE 'adjutant-%'"
        postgresql.sql(f"SELECT pg_terminate_backend(pid) {sessions}")
        while postgresql.sql(f"SELECT 1 {sessions}"):
            time.sleep(0.05)
        assert phone.rename("Ada").status == 200


def test_what_a_database_lost_is_not_remembered(
    postgresql: pg.Server, address: str, tmp_path: Path, client: FlaskClient
) -> None:
    """A standby may take over without the newest entries."""
    app = create_app(tmp_path)
    phone, store = app.test_client(), app.extensions["store"]
    code = phone.post("/api/tables", json={"game": "incursion"}).json["code"]
    phone.post(f"/api/tables/{code}/seats", json={"seat": "allied"})
    store.append_event(store.table(code), "", SeatTaken("allied", "Ada"))
    length = len(store.table(code).entries)
    with store.database.writing() as tables:
        tables.table("entries").delete_where('"table" = ? AND seq = ?', [code, length - 1])
    assert len(store.table(code).entries) == length - 1
    table = store.table(code)
    with store.database.writing() as tables:
        tables.table("entries").delete_where('"table" = ? AND seq = ?', [code, length - 2])
    with pytest.raises(StorageError):  # no entry is stored after one that is missing
        store.append_event(table, "", SeatTaken("allied", "Bea"))
    assert len(store.table(code).entries) == length - 2


# -- rows


@contextmanager
def held(store: Store) -> Iterator[None]:
    with store.database.writing():
        yield


def test_a_writer_waits_for_another_process_and_not_for_ever(address: str, tmp_path: Path) -> None:
    one, other = Store(tmp_path / "one"), Store(tmp_path / "other")
    with held(one):
        began = time.monotonic()
        with pytest.raises(StoreBusy), held(other):
            pass
        assert 1 < time.monotonic() - began < QUICK
    with held(other):
        pass


def test_an_entry_of_a_deleted_table_is_refused_and_leaves_nothing(
    postgresql: pg.Server, address: str, tmp_path: Path
) -> None:
    store = Store(tmp_path)
    row = {"table": "GONE42", **EntryRow(0, "", "k", "", 0.0, "[]")._asdict()}
    with pytest.raises(TableNotFound), store.database.writing() as tables:
        tables.table("entries").insert(row)
    with store.database.reading() as tables:
        assert tables.table("entries").count == 0


def test_a_statement_that_fails_undoes_its_transaction(address: str, tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.database.close()
    with store.database.writing() as tables:
        tables.table("printers").upsert({"key": "a", "name": "A", "paper": "a4"})
    with pytest.raises(ValueError), store.database.writing() as tables:  # noqa: PT012
        tables.table("printers").upsert({"key": "a", "name": "B", "paper": "a4"})
        raise ValueError
    with store.database.reading() as tables:
        assert [row["name"] for row in tables.table("printers").rows_where()] == ["A"]


def test_a_connection_that_an_error_left_within_a_transaction_is_not_used_again(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path)
    with monkeypatch.context() as broken:
        broken.setattr(postgresql, "WRITING", "1 / 0")  # fails after BEGIN, before anybody would roll back
        with pytest.raises(StorageError), held(store):
            pass
    assert store.codes() == []
    with held(store):
        pass


def test_a_wait_for_the_database_lets_others_run(address: str, tmp_path: Path) -> None:
    program = (
        "from gevent import monkey; monkey.patch_all(); import gevent, sys; from pathlib import Path;"
        "from app.storage.store import Store; store = Store(Path(sys.argv[1])); ran = [];"
        "gevent.spawn(ran.append, 1); [store.codes() for _ in range(20)]; print(ran)"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=90)
    assert json.loads(done.stdout) == [1]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_migration_that_fails_leaves_nothing(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    def fail(tables: database.Tables) -> None:
        tables.table("printers").insert({"key": "a", "name": "A", "paper": "a4"})
        raise ZeroDivisionError

    if kind == "postgresql":
        request.getfixturevalue("address")
    with monkeypatch.context() as broken:
        broken.setattr(schema, "MIGRATIONS", (*MIGRATIONS, fail))
        with pytest.raises(ZeroDivisionError):
            Store(tmp_path)
        broken.setattr(schema, "MIGRATIONS", (fail_at_once,))
        with pytest.raises(ZeroDivisionError):
            Store(tmp_path)
    store = Store(tmp_path)
    with store.database.reading() as tables:
        assert [row["number"] for row in tables.table("migrations").rows_where()] == [*range(1, len(MIGRATIONS) + 1)]
        assert tables.table("printers").count == 0


def fail_at_once(tables: database.Tables) -> None:
    """Stop; a step before it that was kept would be noted, and this would not run."""
    raise ZeroDivisionError


def test_a_print_has_pictures_and_missions_of_the_database(address: str, tmp_path: Path) -> None:
    store = Store(tmp_path / "server")
    (key,) = store.pictures.add([b"a picture"], Writer())
    assert read_pictures(store.database.file, {key, "f" * 64}) == {key: b"a picture"}
    assert print_.Pictures(str(tmp_path / "none"), "")(key) == b"a picture"
    game = REGISTRY["incursion"]
    store.missions.add(game, "The Radio Room", RADIO, "radio-room")
    assert [*print_.own_missions(game.key, str(tmp_path / "none"))] == ["radio-room"]


def test_room_is_made_in_the_order_of_opening(address: str, tmp_path: Path) -> None:
    phone = create_app(tmp_path).test_client()
    codes = [phone.post("/api/tables", json={"game": "incursion"}).json["code"] for _ in range(3)]
    store = Store(tmp_path)
    assert (store.codes(), [row.code for row in store.newest(2)], store.count()) == (codes[::-1], codes[:0:-1], 3)
    assert store.first_to_go() == codes[0]
    for code in codes:
        store.use(code, "allied")
    assert store.first_to_go() is None
    two_hours = {"at": time.time() - 7200.0}
    with store.database.writing() as tables:
        for code in codes:
            tables.table("tables").upsert({**store.row(code)._asdict(), **two_hours})
            (first,) = store._rows.entries(code)
            events = json.loads(first.events)
            events[0]["opening"]["practice"] = {"a": "\0"} if code == codes[1] else "no object"
            row = {**first._asdict(), **two_hours, "events": json.dumps(events)}
            tables.table("entries").upsert({"table": code, **row})
    assert store.first_to_go() == codes[1], "a tutorial"


@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
def test_letters_that_a_database_cannot_hold_are_no_fault_of_the_server(
    address: str, tmp_path: Path, text: str
) -> None:
    phone = create_app(tmp_path).test_client()
    code = phone.post("/api/tables", json={"game": "incursion"}).json["code"]
    token = phone.post(f"/api/tables/{code}/seats", json={"seat": "allied"}).json["token"]
    for press in ({"name": text, "key": "k"}, {"name": "Ada", "key": text}):
        command = {"command": "rename", "seen": 0, **press}
        answer = phone.post(f"/api/tables/{code}/commands", json=command, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code in (200, 400, 422), answer.json
    assert phone.get(f"/api/tables/{quote(text, errors='surrogatepass')}").status_code == 404


# -- at the start


def test_a_wrong_start_is_one_sentence(postgresql: pg.Server, tmp_path: Path) -> None:
    postgresql.sql(f"CREATE ROLE {pg.GUEST} LOGIN PASSWORD 'right'")
    place = postgresql.address()
    postgresql.sql("CREATE SCHEMA others")
    postgresql.sql("CREATE TABLE others.tables (id int)")
    newer = postgresql.address()
    assert adjutant("migrate", "--data", str(tmp_path), "--database", newer).returncode == 0
    schema = newer.rpartition("%3D")[2]
    postgresql.sql(f"INSERT INTO {schema}.migrations VALUES ({len(MIGRATIONS) + 1}, 0)")
    refused = f'password authentication failed for user "{pg.GUEST}"\n'
    nowhere = "postgresql://127.0.0.1:1/x"
    addresses = {
        "postgresql:/nowhere/s3cret": ("is not valid", "no es válida"),
        "postgresql://ada:s3cret@:nowhere/x": ("is not valid", "no es válida"),
        "postgresql://ada:s3cret@127.0.0.1:1/x": (
            f"The database {nowhere} cannot be used: Connection refused\n",
            f"No se puede usar la base de datos {nowhere}: Connection refused\n",
        ),
        place.replace(f"{pg.USER}@", f"{pg.GUEST}:s3cret@", 1): (refused, refused),
        place.replace(f"/{pg.USER}?", "/none?"): ('database "none" does not exist\n',) * 2,
        postgresql.address("others"): ("another program", "otro programa"),
        newer: ("newer version", "versión más nueva"),
    }
    for address, sentences in addresses.items():
        for language, words in zip(("C.UTF-8", "es_ES.UTF-8"), sentences, strict=True):
            done = adjutant("migrate", "--data", str(tmp_path), "--database", address, LC_ALL=language)
            assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
            assert words in done.stderr
            assert "s3cret" not in done.stderr
    done = adjutant("serve", "--port", "0", "--data", str(tmp_path), "--database", newer)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("mysql://x/y", "database-address"),
        ("postgresql://x:y@:z/", "database-address"),
        ("postgresql://ada:s3cret@127.0.0.1:1/x", "database-unreachable"),
    ],
)
def test_an_address_without_a_database_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, code: str
) -> None:
    monkeypatch.setenv(ADDRESS, address)
    with pytest.raises(Refused) as refused:
        Store(tmp_path)
    assert refused.value.code == code
    for arguments in (["backup", str(tmp_path / "x.db")], ["restore", __file__], ["keys", "new"]):
        done = CliRunner().invoke(main, [*arguments, "--data", str(tmp_path)])
        assert (done.exit_code, done.stderr.count("\n"), "database" in done.stderr) == (1, 1, True), done.output
        assert "s3cret" not in done.stderr
    assert not (tmp_path / "x.db").exists()


def test_automatic_backups_are_refused_before_the_database_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ADDRESS, "postgresql://ada@127.0.0.1:1/x")
    done = CliRunner().invoke(main, ["backup", "--data", str(tmp_path)])
    assert (done.exit_code, "pg_dump" in done.stderr) == (1, True), done.output


def test_tables_of_another_program_are_left_alone() -> None:
    others = Tables(memory=True)
    others.table("tables").create({"id": int})
    with pytest.raises(Refused) as refused:
        check_ours(others, "there")
    assert refused.value.code == "database-not-ours"


def test_without_the_extra_postgresql_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ADDRESS, "postgresql://x/y")
    monkeypatch.setitem(sys.modules, "app.storage.postgresql", None)
    with pytest.raises(Refused) as refused:
        Store(tmp_path)
    assert refused.value.code == "no-psycopg"


def test_a_missing_extra_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "psycopg.py").write_text("raise ImportError('none here')\n", encoding="utf-8")
    done = adjutant("migrate", "--data", str(tmp_path), **{ADDRESS: "postgresql://x/y", "PYTHONPATH": str(tmp_path)})
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert "adjutant[postgresql]" in done.stderr


def test_who_does_not_ask_for_postgresql_imports_nothing_of_it(tmp_path: Path) -> None:
    program = (
        "import sys, app; client = app.create_app(sys.argv[1]).test_client();"
        "assert client.post('/api/tables', json={'game': 'incursion'}).status_code == 201;"
        "print(sorted(name for name in sys.modules if 'psycopg' in name or 'postgres' in name))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True, timeout=90
    )
    assert json.loads(done.stdout) == []


def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with store.database.writing() as tables:
        tables.table("migrations").insert({"number": len(MIGRATIONS) + 1, "at": 0.0})
    store.close()
    with pytest.raises(Refused) as refused:
        Store(tmp_path)
    assert refused.value.code == "database-too-new"
