"""What becomes of a data folder that is locked, damaged, empty, read-only, or served already."""

from __future__ import annotations

import errno
import http.client
import io
import os
import re
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import gevent
import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from app.cli import connections, main
from app.cli import serve as serving_command
from app.core.errors import Refused
from app.core.table.history import MOST_ENTRIES
from app.storage import sqlite, table_cache
from app.storage import store as tables
from app.storage.errors import CorruptTable, StoreBusy
from app.storage.health import damage_of, take_folder
from app.storage.store import Store
from tests.playing import PlayedTable
from tests.server import ROOT, Server, running, serving

Play = Callable[..., PlayedTable]


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Another program writes to the tables of a folder, and does not let go."""
    with closing(sqlite3.connect(folder / "adjutant.db", isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")


# -- locked


def test_who_holds_the_file_for_long_is_told_of_as_503(app: Flask, play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "LONGEST_WAIT", 0.1)
    table = play()
    assert table.get()["seq"] == 0
    press = {"command": "add-model", "card": "grunt-ape", "seen": 0, "key": "k"}
    with held(app.extensions["store"].folder):
        answer = table.post("allied", **press)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
        assert answer.json["error"]["code"] == "busy"
        assert table.get()["seq"] == 0, "looking goes on"
    assert table.post("allied", **press).status_code == 200


def test_who_lets_go_soon_is_waited_for(app: Flask, play: Play) -> None:
    table, folder = play(), app.extensions["store"].folder
    taken = threading.Event()

    def hold() -> None:
        with held(folder):
            taken.set()
            time.sleep(0.3)

    holding = threading.Thread(target=hold)
    holding.start()
    taken.wait()
    answer = table.post("allied", command="add-model", card="grunt-ape", seen=0, key="k")
    holding.join()
    assert answer.status_code == 200


def test_those_who_wait_behind_one_another_are_told_at_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "LONGEST_WAIT", 0.2)
    store: Store = app.extensions["store"]
    with held(store.folder):
        began = time.monotonic()
        for _ in range(10):
            with pytest.raises(StoreBusy):
                store.free("CODE", "seat")
        assert time.monotonic() - began < 1


def test_a_server_answers_while_another_program_holds_its_file(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        code = server.ask("POST", "/api/tables", {"game": "incursion"}).json["code"]
        with held(tmp_path):
            answers: list[int] = []
            claim = threading.Thread(
                target=lambda: answers.append(
                    server.ask("POST", f"/api/tables/{code}/seats", {"seat": "allied"}).status
                )
            )
            claim.start()
            longest = 0.0
            while claim.is_alive():
                began = time.perf_counter()
                assert server.ask("GET", "/").status == 200
                longest = max(longest, time.perf_counter() - began)
            claim.join()
        assert (answers, longest < 1) == ([503], True)
        assert server.ask("POST", f"/api/tables/{code}/seats", {"seat": "allied"}).status == 201


# -- full


def test_a_full_disk_is_told_and_what_was_played_stays(app: Flask, play: Play) -> None:
    table, store = play(), app.extensions["store"]
    table.allied("add-model", card="grunt-ape")
    with store.database.reading() as file:
        ((pages,),) = file.execute("PRAGMA page_count")
        file.execute(f"PRAGMA max_page_count = {pages}")
    answers = [table.post("allied", command="rename", name="x" * 30, key=f"k{number}", seen=1) for number in range(80)]
    no = next(answer for answer in answers if answer.status_code != 200)
    assert (no.status_code, no.json["error"]["code"]) == (507, "disk-full")
    length = len(store.table(table.code).entries)
    assert length == len(Store(store.folder).table(table.code).entries)
    assert table.get()["seq"] > 0, "looking goes on"
    with store.database.reading() as file:
        file.execute(f"PRAGMA max_page_count = {pages + 1000}")
    assert table.post("allied", command="rename", name="Ada", key="later", seen=1).status_code == 200


@pytest.fixture
def full(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From now on nothing can be written to the file of the tables."""

    def begin() -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    return lambda: monkeypatch.setattr(app.extensions["store"].database, "_begin", begin)


LOOKS_AT = ("", "/log", "/more", "/seats", "/wall", "/now", "/cannot", "/do/rename", "/own-data", "/bell?for=0")


def test_a_seat_is_looked_at_for_the_first_time_on_a_full_disk(
    app: Flask, table: PlayedTable, full: Callable[[], None]
) -> None:
    full()
    phone, token = app.test_client(), table.tokens["german"]
    phone.set_cookie(f"seat-{table.code}", token)
    assert {path: phone.get(f"/t/{table.code}{path}").status_code for path in LOOKS_AT} == dict.fromkeys(LOOKS_AT, 200)
    assert table.get(seat="german")["seat"] == "german"
    press = table.post("german", command="rename", name="Ada", key="a", seen=0)
    assert (press.status_code, press.json["error"]["code"]) == (507, "disk-full")


def test_who_held_a_seat_before_looks_without_a_word_being_written(
    table: PlayedTable, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.get(seat="german")
    again = create_app(app.extensions["store"].folder)
    written: list[str] = []
    file = again.extensions["store"].database
    write = file.writing
    monkeypatch.setattr(file, "writing", lambda: written.append("") or write())
    headers = {"Authorization": f"Bearer {table.tokens['german']}"}
    for path in ("", "/log", "/own-data", "/bell?for=0"):
        assert again.test_client().get(f"/api/tables/{table.code}{path}", headers=headers).status_code == 200
    assert written == []


def test_what_was_exported_is_exported_again_on_a_full_disk(play: Play, full: Callable[[], None]) -> None:
    table = play(referee=True, referee_sees="all")
    file = table.get("/export", "referee")
    full()
    assert table.get("/export", "referee") == file


def test_a_disk_that_cannot_sync_is_told_to_who_presses_and_not_to_who_looks(
    app: Flask, table: PlayedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.allied("add-model", card="grunt-ape")
    press = {"command": "rename", "name": "Ada", "key": "again", "seen": 1}

    def sync_data(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as no_room:
        no_room.setattr("app.storage.disk_sync.sync_data", sync_data)
        answer = table.post("allied", **press)
        assert (answer.status_code, answer.json["error"]["code"]) == (507, "disk-full")
        assert table.get()["seq"] > 0, "looking goes on"
        phone = app.test_client()
        phone.set_cookie(f"seat-{table.code}", table.tokens["allied"])
        for path in LOOKS_AT:
            assert phone.get(f"/t/{table.code}{path}").status_code == 200, path
    assert table.post("allied", **press).status_code == 200
    kept = Store(app.extensions["store"].folder).table(table.code)
    assert [entry.key for entry in kept.entries].count("again") == 1


def test_a_page_is_drawn_where_its_template_cannot_be_kept(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("jinja2.bccache.Bucket.write_bytecode", write)
    kept = app.jinja_env.bytecode_cache
    assert kept is not None
    bucket = kept.get_bucket(app.jinja_env, "strange", None, "source")
    bucket.code = compile("", "strange", "exec")
    kept.set_bucket(bucket)


# -- long tables


def test_while_a_long_table_is_read_others_are_answered(
    in_action: PlayedTable, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(app.extensions["store"].folder)
    length = len(store.table(in_action.code).entries)
    anew, let = Store(store.folder), []

    def other_phone() -> None:
        let.append(anew.lock.acquire(blocking=False))
        if let[-1]:
            anew.lock.release()

    def rest(_: float) -> None:
        if not let:
            in_action.post("allied", command="rename", name="Ada", key="meanwhile", seen=1)
        phone = threading.Thread(target=other_phone)
        phone.start()
        phone.join()

    monkeypatch.setattr(tables, "AT_ONCE", 3)
    monkeypatch.setattr(time, "sleep", rest)
    assert len(anew.table(in_action.code).entries) == length + 1, "a press that came meanwhile is there, too"
    assert let == [True] * -(-length // 3)


# -- damaged


def with_row(folder: Path, code: str, events: str) -> None:
    """Change what is kept of the first press of a table."""
    with closing(sqlite3.connect(folder / "adjutant.db")) as database, database:
        database.execute("UPDATE entries SET events = ? WHERE [table] = ? AND seq = 0", (events, code))


def test_a_damaged_table_is_named_and_others_play_on(app: Flask, play: Play, tmp_path: Path) -> None:
    sound, lost = play(), play()
    folder = app.extensions["store"].folder
    with_row(folder, lost.code, '[{"event": "table-op')
    again = create_app(folder).test_client()
    for path, spoken in (("/api/tables/", "en"), ("/t/", "es")):
        answer = again.get(path + lost.code, headers={"Accept-Language": spoken})
        assert (answer.status_code, "damaged" in answer.text or "dañado" in answer.text) == (500, True)
    assert again.get(f"/api/tables/{sound.code}").status_code == 200
    assert again.get(f"/t/{sound.code}").status_code == 200
    listed = CliRunner().invoke(main, ["table", "list", "--data", str(folder)]).output
    assert re.search(rf"{lost.code}  cannot be read", listed)
    for code, status in ((sound.code, 0), (lost.code, 1)):
        file = str(tmp_path / "file.json")
        done = CliRunner().invoke(main, ["table", "export", code, "-o", file, "--data", str(folder)])
        assert (done.exit_code, "damaged" in done.output) == (status, bool(status))


def test_pages_of_a_file_that_are_lost_take_no_other_table_along(tmp_path: Path) -> None:
    store = Store(tmp_path)
    client = create_app(tmp_path).test_client()
    codes = [client.post("/api/tables", json={"game": "incursion"}).json["code"] for _ in range(6)]
    store.close()
    client.application.extensions["store"].close()
    file = tmp_path / "adjutant.db"
    content = bytearray(file.read_bytes())
    page = int.from_bytes(content[16:18], "big")
    content[len(content) - 3 * page :] = b"\xff" * (3 * page)
    file.write_bytes(content)
    damaged = Store(tmp_path)
    found = damage_of(damaged)
    assert found
    assert 0 < len(found.codes) < len(codes)
    for code in codes:
        if code in found.codes:
            with pytest.raises(CorruptTable):
                damaged.table(code)
        else:
            assert damaged.table(code).entries
            assert damaged.export(code)["log"]


def test_a_sound_folder_has_no_damage(app: Flask, play: Play) -> None:
    play()
    assert damage_of(app.extensions["store"]) is None


# -- said at the start


def start(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """`adjutant serve` on a folder that it cannot serve."""
    command = [sys.executable, "-m", "app.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(folder)]
    more = {**os.environ, **environment}
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, env=more, check=False)


def used_folder(folder: Path) -> Path:
    """A folder in which a table was kept."""
    client = create_app(folder).test_client()
    assert client.post("/api/tables", json={"game": "incursion"}).status_code == 201
    client.application.extensions["store"].close()
    return folder


@pytest.mark.parametrize(
    ("what", "content", "said"),
    [
        ("empty", b"", "is empty, although tables were stored there"),
        ("another file", b"This is no database at all." * 200, "file is not a database"),
        ("half", None, "malformed"),
    ],
)
def test_a_folder_that_cannot_be_served_is_named_at_the_start(
    tmp_path: Path, what: str, content: bytes | None, said: str
) -> None:
    file = used_folder(tmp_path) / "adjutant.db"
    file.write_bytes(file.read_bytes()[: 4096 + 100] if content is None else content)
    ended = start(tmp_path)
    assert ended.returncode == 1, ended.stderr
    assert "adjutant.db" in ended.stderr
    assert str(tmp_path) in ended.stderr
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr
    for command in (["table", "list"], ["table", "export", "QQQQQQ"]):
        refused = CliRunner().invoke(main, [*command, "--data", str(tmp_path)])
        assert (refused.exit_code, "adjutant.db" in refused.output) == (1, True)
    spanish = CliRunner().invoke(main, ["table", "list", "--data", str(tmp_path)], env={"LC_ALL": "es_ES.UTF-8"})
    assert "no se pueden abrir" in spanish.output


def test_a_folder_that_cannot_be_served_is_named_in_the_language_of_the_computer(tmp_path: Path) -> None:
    (used_folder(tmp_path) / "adjutant.db").write_bytes(b"")
    assert "no se pueden abrir" in start(tmp_path, LC_ALL="es_ES.UTF-8").stderr


def test_a_folder_that_cannot_be_made_is_named_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    ended = start(tmp_path / "file" / "data")
    assert (ended.returncode, "file" in ended.stderr, "Traceback" in ended.stderr) == (1, True, False)


def test_a_second_server_on_a_folder_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ended = start(tmp_path)
        assert (ended.returncode, "Another server is already using the tables" in ended.stderr) == (1, True)
        assert server.ask("GET", "/").status == 200
    with serving(tmp_path) as server:
        assert server.ask("GET", "/").status == 200


def test_a_folder_is_taken_by_one_at_a_time(tmp_path: Path) -> None:
    held = take_folder(tmp_path)
    with pytest.raises(Refused) as no:
        take_folder(tmp_path)
    assert no.value.code == "served-already"
    os.close(held)
    os.close(take_folder(tmp_path))


def test_whatever_is_kept_is_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with serving(folder) as server:
        server.ask("POST", "/api/tables", {"game": "incursion"})
        modes = {path.name: path.stat().st_mode & 0o077 for path in [folder, *folder.rglob("*")]}
    assert {"adjutant.db", "adjutant.db-wal", "keys", "templates"} <= set(modes)
    assert {name for name, mode in modes.items() if mode} == set()


def test_a_database_that_others_could_read_is_its_owners_from_then_on(tmp_path: Path) -> None:
    file = used_folder(tmp_path) / "adjutant.db"
    file.chmod(0o644)
    Store(tmp_path)
    assert file.stat().st_mode & 0o777 == 0o600


# -- folded tables


def test_tables_that_nobody_asks_for_are_let_go_and_are_there_again(
    app: Flask, client: FlaskClient, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_cache, "MOST_TABLES", 2)
    store: Store = app.extensions["store"]
    tables = [play(referee=True) for _ in range(5)]
    listened = store.table(tables[0].code)
    for table in tables:
        store.table(table.code)
    assert len(store._recent) == 2
    assert store.table(tables[0].code) is listened, "who listens hears the table that others press on"
    tables[1].referee("rename", name="Ada")
    assert tables[1].state()["seats"]["referee"]["name"] == "Ada"


def test_idle_tables_are_let_go_when_another_one_is_folded(
    app: Flask, client: FlaskClient, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(table_cache.time, "monotonic", lambda: now)
    store: Store = app.extensions["store"]
    idle, asked_for = play(), play()
    now += table_cache.LONGEST_IDLE - 1
    store.table(asked_for.code)
    play()
    assert len(store._recent) == 3
    now += 2
    play()
    assert len(store._recent) == 3
    assert store.table(idle.code).code == idle.code


def test_six_of_the_longest_tables_that_are_imported_stay_folded() -> None:
    assert 6 * MOST_ENTRIES <= table_cache.MOST_PRESSES


def test_one_long_table_is_folded_at_a_time_and_no_other_waits_for_it(
    app: Flask, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    short, long = play(referee=True), play(referee=True).to_action()
    store = Store(app.extensions["store"].folder)
    length = len(app.extensions["store"].table(long.code).entries)
    monkeypatch.setattr(table_cache, "LONG", length)
    done = list[str]()
    threads = [
        threading.Thread(target=lambda code=table.code: done.append(store.table(code).code)) for table in (long, short)
    ]
    with store._recent.folding_long:
        for thread in threads:
            thread.start()
        threads[1].join(10)
        assert done == [short.code]
    threads[0].join(10)
    assert done == [short.code, long.code]
    store.close()


# -- addresses that change


def test_phones_find_a_computer_that_got_another_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(serving_command, "lan_addresses", lambda: ["192.168.1.7"])
    monkeypatch.setattr(serving_command.time, "monotonic", lambda: now)
    network = serving_command.Network("0.0.0.0", 8044, "http", ["play.example"])
    client = create_app(tmp_path, HOST_NAMES=network, ADDRESSES=network).test_client()
    table = PlayedTable(client)

    def status(host: str) -> int:
        return client.get("/", headers={"Host": host}).status_code

    assert [status(host) for host in ("192.168.1.7:8044", "192.168.1.9:8044", "play.example", "evil.example")] == [
        200,
        403,
        200,
        403,
    ]
    monkeypatch.setattr(serving_command, "lan_addresses", lambda: ["192.168.1.9"])
    now += serving_command.BETWEEN_LOOKS + 1
    assert (status("192.168.1.9:8044"), status("192.168.1.7:8044")) == (200, 403)
    lobby = client.get(f"/t/{table.code}/seats").text
    assert "https://play.example" in lobby
    assert [*network] == ["https://play.example", "http://192.168.1.9:8044"]


# -- connections


def from_address(server: Server, address: str) -> socket.socket:
    """A connection of another computer."""
    host, port = re.findall(r"//([^:]+):(\d+)", server.url)[0]
    return socket.create_connection((host, int(port)), timeout=10, source_address=(address, 0))


def answers(connection: socket.socket) -> bool:
    try:
        connection.sendall(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return connection.recv(4) == b"HTTP"
    except OSError:
        return False


def test_no_address_takes_the_connections_of_all(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        many = [from_address(server, "127.0.0.2") for _ in range(connections.MOST_CONNECTIONS)]
        assert answers(many[-1])
        with from_address(server, "127.0.0.2") as one_more, from_address(server, "127.0.0.3") as another:
            assert not answers(one_more)
            assert answers(another)
        for connection in many:
            connection.close()
        time.sleep(0.2)
        with from_address(server, "127.0.0.2") as again:
            assert answers(again)


FEW_FILES = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (300, 300))
from app.cli import main
main()
"""
"""The program on a system that lets it have few files."""


@pytest.mark.parametrize(
    "begun", [b"", b"GET / HTTP/1.1\r\n", b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n"]
)
def test_silent_connections_of_many_addresses_leave_room_for_everybody(tmp_path: Path, begun: bytes) -> None:
    command = ["-c", FEW_FILES, "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]
    with running(command) as server, ExitStack() as stack:
        early = stack.enter_context(closing(server.connection()))
        early.source_address = ("127.0.0.9", 0)
        assert status_on(early) == 200
        for address in ("127.0.0.2", "127.0.0.3", "127.0.0.4"):
            for _ in range(connections.MOST_CONNECTIONS):
                stack.enter_context(from_address(server, address)).sendall(begun)
        assert status_on(early) == 200
        with from_address(server, "127.0.0.10") as guest:
            assert answers(guest)
        assert server.ask("GET", "/t/none").status == 404  # by templates that nobody has read yet
        assert b"Too many open files" not in server.said()


def status_on(connection: http.client.HTTPConnection) -> int:
    """The status of one more answer on a connection that stays open."""
    connection.request("GET", "/api/games")
    answer = connection.getresponse()
    answer.read()
    return answer.status


def crowded(most: int, **held: Mapping[str, bool]) -> tuple[connections.PhonesServer, list[str]]:
    """A server on which addresses have connections, each with whether something is asked there; which are closed."""
    server, closed = object.__new__(connections.PhonesServer), list[str]()

    class Connection:
        def __init__(self, name: str) -> None:
            self.name = name

        def kill(self, block: bool) -> None:
            closed.append(self.name)

    server.most = most
    server.connections = {
        address: {Connection(name): asks for name, asks in own.items()} for address, own in held.items()
    }
    return server, closed


def test_who_has_most_connections_makes_room_first_by_one_on_which_nothing_is_asked() -> None:
    busy = {"a": {"a1": True, "a2": False, "a3": False, "a4": True}, "b": {"b1": False}}
    server, closed = crowded(5, **busy)
    assert [server._has_room(name) for name in ("c", "b", "c", "c")] == [True] * 4
    assert closed == ["a2"], "then there was room"
    server, closed = crowded(2, **busy)
    assert [server._has_room("c") for _ in range(4)] == [True] * 4
    assert closed == ["a2", "a3", "a1", "a4"]


def test_no_address_makes_room_for_one_that_has_more() -> None:
    server, closed = crowded(3, a={"a1": True, "a2": True}, b={"b1": False})
    assert (server._has_room("a"), closed) == (False, [])
    server, closed = crowded(2, **{"127.0.0.1": {"p1": True, "p2": True, "p3": False}})
    assert ([server._has_room("a") for _ in range(2)], closed) == ([True, False], ["p3"]), "a proxy asks for many"


class Faltering(io.RawIOBase):
    """Says this, and then nothing more for a long time."""

    def __init__(self, said: bytes) -> None:
        self.said = said

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int:
        if not self.said:
            gevent.sleep(5)
        said, self.said = self.said, b""
        into[: len(said)] = said
        return len(said)


LINE = b"GET / HTTP/1.1\r\n"


@pytest.mark.parametrize(
    ("said", "lines", "whole"),
    [
        (b"", False, False),
        (b"GET / HT", False, False),
        (LINE, False, False),
        (LINE + b"Host: a\r\nHo", True, False),
        (LINE + b"Host: a\r\n\r\n", True, True),
    ],
)
def test_who_says_nothing_more_is_let_go(
    monkeypatch: pytest.MonkeyPatch, said: bytes, lines: bool, whole: bool
) -> None:
    monkeypatch.setattr(connections, "IDLE", 0.05)
    monkeypatch.setattr(connections, "HEADERS", 0.05)
    phone: Any = object.__new__(connections.Patient)
    phone.rfile, phone.server = io.BufferedReader(Faltering(said)), object.__new__(connections.PhonesServer)
    began = time.monotonic()
    assert (phone.read_requestline() == LINE.decode()) is lines
    if lines:
        assert bool(phone.read_request(LINE.decode())) is whole
    assert time.monotonic() - began < 2


def test_behind_an_answer_that_broke_off_nothing_is_said() -> None:
    sent: list[bytes] = []

    class Slow:
        def sendall(self, data: bytes) -> None:
            sent.append(bytes(data))
            if len(data) > 100:
                raise TimeoutError("timed out")

    phone: Any = object.__new__(connections.Patient)
    phone.socket, phone.result, phone.response_length = Slow(), [b"x" * 500], 0
    phone.start_response("200 OK", [("Content-Length", "500")])
    with pytest.raises(TimeoutError):
        phone.write(b"x" * 500)
    assert b"".join(sent).count(b"\r\n\r\n") == 1
    assert phone.response_length  # by which the server knows that an answer was begun
    sent.clear()
    phone.headers_sent, phone.response_length = False, 0
    phone.start_response("200 OK", [("Content-Length", "2")])
    phone.write(b"ok")
    assert b"".join(sent).endswith(b"\r\n\r\nok")
    assert phone.response_length == len(b"".join(sent))


def read(head: bytes) -> Any:
    """Headers as the server reads them from what follows the first line."""
    import io

    from app.cli import connections

    phone: Any = object.__new__(connections.Patient)
    return phone.MessageClass(io.BytesIO(head), 0)


@pytest.mark.parametrize("head", [b"A: " + b"x" * 70_000, b"A: 1\r\n" * 200, (b"A: " + b"x" * 8000 + b"\r\n") * 9])
def test_headers_have_a_limit(head: bytes) -> None:
    with pytest.raises(connections.NoRequest):
        read(head + b"\r\n\r\n")


def test_headers_are_looked_through_in_no_time() -> None:
    began = time.monotonic()
    for much in (b" " * 15_000, b"x " * 7_500, b"x" * 15_000):
        assert read(b"Host:%sx\r\n\r\n" % much)
        with pytest.raises(connections.NoRequest):
            read(b"Content-Length: 1%sx\r\n\r\n" % much)
        with pytest.raises(connections.NoRequest):
            read(b"%sx\r\n\r\n" % much)
    assert time.monotonic() - began < 1


def test_templates_are_read_while_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    from jinja2 import DictLoader, Environment

    from app.cli import serve

    environment = Environment(loader=DictLoader({"a": "A", "b": "B"}), autoescape=True)
    resting, slept = iter([False, False, True, True]), []
    monkeypatch.setattr(serve.time, "sleep", lambda seconds: slept.append((seconds, len(environment.cache or ()))))
    serve.read_templates(environment, lambda: next(resting))
    waits = [(serve.BETWEEN_LOOKS_FOR_REST, 0)] * 2
    assert slept == [*waits, (serve.BETWEEN_TEMPLATES, 1), (serve.BETWEEN_TEMPLATES, 2)]
