"""A request means one thing, to every program that reads it; its body waits on the disk for its turn."""

from __future__ import annotations

import io
import json
import os
import shutil
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import gevent
import pytest
from flask import Flask
from gevent.pywsgi import Input, WSGIHandler

from app.cli import bodies
from app.cli.bodies import Bodies, Body, NoBody, Turns, in_time, parts_of
from app.storage import import_worker, worker_process
from app.storage.errors import StoreBusy
from app.web.request.guard import IMPORT_LIMIT
from tests.server import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


def said_to(server: Server, *said: bytes) -> bytes:
    """All that is answered to what is said on one connection, until it is closed or nothing more comes."""
    at = urlsplit(server.url)
    answer = b""
    with socket.create_connection((str(at.hostname), at.port or 0), timeout=2) as connection:
        for part in said:
            connection.sendall(part)
        try:
            while more := connection.recv(65536):
                answer += more
        except (TimeoutError, ConnectionResetError):
            answer += b" (open)"
    return answer


HOST = b"Host: localhost\r\n"
JSON = b"Content-Type: application/json\r\n"
PRESS = b"POST /api/tables HTTP/1.1\r\n" + HOST + JSON
GAME = b'{"game": "hello"}'
AFTER = b"GET /api/games HTTP/1.1\r\n" + HOST + b"\r\n"

BAD_HEADS = {
    "two lengths": PRESS + b"Content-Length: 2\r\nContent-Length: 3\r\n",
    "the same length twice": PRESS + b"Content-Length: 2\r\nContent-Length: 2\r\n",
    "two lengths in one": PRESS + b"Content-Length: 2, 2\r\n",
    "a length with a sign": PRESS + b"Content-Length: +0\r\n",
    "a length below zero": PRESS + b"Content-Length: -1\r\n",
    "a length with a low line": PRESS + b"Content-Length: 1_0\r\n",
    "a length by sixteen": PRESS + b"Content-Length: 0x2\r\n",
    "a length that is none": PRESS + b"Content-Length:\r\n",
    "a blank before a colon": PRESS + b"Transfer-Encoding : chunked\r\n",
    "a blank before any colon": PRESS + b"Content-Length: 2\r\nAccept : */*\r\n",
    "a length and parts": PRESS + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
    "parts twice": PRESS + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
    "parts of another kind": PRESS + b"Transfer-Encoding: gzip, chunked\r\n",
    "parts that are none": PRESS + b"Transfer-Encoding: identity\r\n",
    "parts in an older way": PRESS.replace(b"/1.1", b"/1.0") + b"Transfer-Encoding: chunked\r\n",
    "a line that goes on": PRESS + b"Content-Length: 2\r\nAccept: a\r\n b\r\n",
    "a first line that goes on": b"GET / HTTP/1.1\r\n x: y\r\n" + HOST,
    "a return alone": PRESS + b"Content-Length: 2\r\nAccept: a\rContent-Length: 0\r\n",
    "a line feed alone": PRESS + b"Content-Length: 2\r\nAccept: a\nB: c\r\n",
    "a zero": PRESS + b"Content-Length: 2\r\nAccept: a\0b\r\n",
    "a header without a name": PRESS + b"Content-Length: 2\r\n: b\r\n",
    "a header without a colon": PRESS + b"Content-Length: 2\r\nAccept\r\n",
    "parts with a low line": PRESS + b"Transfer_Encoding: chunked\r\n",
    "a length by a name with a low line": PRESS + b"Content_Length: 50\r\n",
    "a head that is too long": b"GET / HTTP/1.1\r\n" + HOST + b"Cookie: seat-C=" + b"~a" * 8200 + b"\r\n",
    "no host": b"GET / HTTP/1.1\r\n",
    "two hosts": b"GET / HTTP/1.1\r\n" + HOST + HOST,
    "no version": b"GET /\r\n" + HOST,
    "an unknown version": b"GET / HTTP/2.0\r\n" + HOST,
    "two blanks": b"GET  / HTTP/1.1\r\n" + HOST,
    "a tab": b"GET\t/ HTTP/1.1\r\n" + HOST,
    "small letters": b"get / HTTP/1.1\r\n" + HOST,
    "no path": b"GET localhost HTTP/1.1\r\n" + HOST,
    "a whole address": b"GET http://localhost/ HTTP/1.1\r\n" + HOST,
    "letters that are none": b"GET /\xe1 HTTP/1.1\r\n" + HOST,
    "a line feed behind the first line": b"GET / HTTP/1.1\n" + HOST,
}


@pytest.mark.parametrize("what", BAD_HEADS)
def test_what_two_programs_could_read_in_two_ways_is_no_request(server: Server, what: str) -> None:
    answer = said_to(server, BAD_HEADS[what] + b"\r\n" + AFTER)
    assert (answer.startswith(b"HTTP/1.1 400 "), answer.count(b"HTTP/1.1 ")) == (True, 1), answer[:200]


BAD_PARTS = {
    "a size with a sign": b"+11\r\n" + GAME + b"\r\n0\r\n\r\n",
    "a size below zero": b"-1\r\n",
    "a size as programs write it": b"0x11\r\n" + GAME + b"\r\n0\r\n\r\n",
    "a size with a low line": b"1_1\r\n" + GAME + b"\r\n0\r\n\r\n",
    "a blank before a size": b" 11\r\n" + GAME + b"\r\n0\r\n\r\n",
    "a blank behind a size": b"11 \r\n" + GAME + b"\r\n0\r\n\r\n",
    "no size": b"\r\n",
    "a size without end": b"1" * 40 + b"\r\n",
    "a long word behind a size": b"11;" + b"x" * 300 + b"\r\n" + GAME + b"\r\n0\r\n\r\n",
    "a line within the word behind a size": b"11;a\nb\r\n" + GAME + b"\r\n0\r\n\r\n",
    "more than the size": b"10\r\n" + GAME + b"\r\n0\r\n\r\n",
    "a line feed alone": b"11\n" + GAME + b"\n0\n\n",
    "a line behind the end that is none": b"11\r\n" + GAME + b"\r\n0\r\nno header\r\n\r\n",
    "more small parts than a body has": b"1\r\nx\r\n" * (bodies.MOST_SMALL + 1) + b"0\r\n\r\n",
    "lines without end": b"11\r\n" + GAME + b"\r\n0\r\n" + b"a: b\r\n" * 30 + b"\r\n",
}


@pytest.mark.parametrize("what", BAD_PARTS)
def test_a_body_in_parts_that_are_none_is_refused_and_nothing_behind_it_is_read(server: Server, what: str) -> None:
    head = PRESS + b"Transfer-Encoding: chunked\r\n\r\n"
    answer = said_to(server, head + BAD_PARTS[what] + AFTER)
    assert (answer.startswith(b"HTTP/1.1 400 "), answer.count(b"HTTP/1.1 ")) == (True, 1), answer[:200]


def test_a_body_in_parts_is_read_and_what_follows_it(server: Server) -> None:
    whole = b"1;a=b\r\n{\r\n10\r\n" + GAME[1:] + b"\r\n0\r\nMore: x\r\n\r\n"
    last = AFTER.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    answer = said_to(server, PRESS + b"Transfer-Encoding: Chunked\r\n\r\n" + whole + last)
    assert (b'"game"' in answer, answer.count(b"HTTP/1.1 "), b"HTTP/1.1 200" in answer) == (True, 2, True), answer


def test_others_have_their_turn_while_a_body_in_many_parts_is_there_already(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part costs a look at the clock: half a megabyte in parts of one byte held everybody for a second."""
    turns: list[float] = []
    monkeypatch.setattr(bodies.gevent, "sleep", turns.append)
    one = b"%x\r\n%s\r\n" % (bodies.SMALL, b"x" * bodies.SMALL)
    assert sum(map(len, parts_of(io.BytesIO(one * 640 + b"0\r\n\r\n")))) == 640 * bodies.SMALL
    assert turns == [0] * (640 // bodies.AT_A_STRETCH)
    assert len([*parts_of(io.BytesIO(b"1\r\nx\r\n" * bodies.MOST_SMALL + b"0\r\n\r\n"))]) == bodies.MOST_SMALL


def test_who_wishes_to_speak_otherwise_is_answered_as_everybody(server: Server) -> None:
    upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: %d\r\n\r\n" % len(GAME)
    last = AFTER.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    answer = said_to(server, PRESS + upgrade + GAME + last)
    assert answer.count(b"HTTP/1.1 ") == 2, answer


# -- large ones


def error_of(answer: bytes) -> str:
    """The code of the no in an answer."""
    return str(json.loads(answer.partition(b"\r\n\r\n")[2].removesuffix(b" (open)"))["error"]["code"])


@pytest.mark.parametrize("more", [1, 1 << 20])
def test_a_body_that_is_too_large_is_refused_in_words_however_it_comes(server: Server, more: int) -> None:
    length = IMPORT_LIMIT + more
    told = PRESS + b"Content-Length: %d\r\n\r\n" % length
    parts = PRESS + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % length
    for said in ((told, b"x" * length), (parts, b"x" * length, b"\r\n0\r\n\r\n")):
        answer = said_to(server, *said)
        assert (answer[9:12], error_of(answer)) == (b"413", "too-large")


def test_a_large_body_is_on_the_disk_before_anybody_looks_at_it(tmp_path: Path) -> None:
    asked: list[Any] = []

    def app(environ: dict[str, Any], start: Any) -> list[bytes]:
        asked.append((environ["CONTENT_LENGTH"], environ["wsgi.input"].read(), "HTTP_TRANSFER_ENCODING" in environ))
        return []

    large = b"x" * (bodies.LARGE + 1)
    for body in (
        Body(io.BytesIO(large + b"next"), len(large)),
        Body(io.BytesIO(b"%x\r\n%s\r\n0\r\n\r\nnext" % (len(large), large)), None, chunked_input=True),
    ):
        given = {"wsgi.input": body, "REMOTE_ADDR": "10.0.0.7", "HTTP_TRANSFER_ENCODING": "chunked"}
        Bodies(app, tmp_path)(given, lambda *_: None)
        assert body.rfile.read() == b"next"
    assert asked == [(str(len(large)), large, False)] * 2
    assert [*tmp_path.iterdir()] == []


def large_upload(ends: bool = True) -> Body:
    """A body that is read to the disk."""
    length = bodies.LARGE + 1
    return Body(io.BytesIO(b"x" * (length - (not ends))), length)


def asked(served: Bodies, body: Body, path: str = "/api/tables", **more: str) -> tuple[str, dict[str, str], bytes]:
    from werkzeug.test import EnvironBuilder

    environ = EnvironBuilder(method="POST", content_type="application/json", headers=more).get_environ()
    environ |= {"wsgi.input": body, "CONTENT_LENGTH": str(body.content_length), "REMOTE_ADDR": "127.0.0.1"}
    environ["PATH_INFO"] = path
    environ["wsgi.input_terminated"] = True
    told: list[Any] = []
    answer = b"".join(served(environ, lambda status, headers, *_: told.extend((status, dict(headers)))))
    return told[0], told[1], answer


@pytest.mark.parametrize("turns", ["reading", "answering"])
def test_who_waits_too_long_for_a_turn_is_told_in_words(
    app: Flask, monkeypatch: pytest.MonkeyPatch, turns: str, tmp_path: Path
) -> None:
    monkeypatch.setattr(bodies, "LONGEST_WAIT", 0.05)
    monkeypatch.setattr(bodies, "MOST_READ_OF_ONE", 1)
    served = Bodies(app, tmp_path)
    with getattr(served, turns).taken_by("127.0.0.1"):
        status, headers, answer = asked(served, large_upload(), Accept_Language="es")
        assert (status[:3], headers["Retry-After"], headers["Connection"]) == ("503", "1", "close")
        assert "está ocupado" in json.loads(answer)["error"]["message"]
        status, _, _ = asked(served, large_upload(), X_Forwarded_For="10.0.0.8")
        assert status[:3] == "400", "somebody else is answered"
    assert asked(served, large_upload())[0][:3] == "400"
    assert not served.reading.taken + served.answering.taken


@pytest.mark.parametrize("path", ["/api/tables/import", "//api/tables/import"])
def test_a_small_file_of_a_table_waits_for_a_turn_of_its_address_too(
    app: Flask, monkeypatch: pytest.MonkeyPatch, path: str, tmp_path: Path
) -> None:
    monkeypatch.setattr(bodies, "LONGEST_WAIT", 0.05)
    served = Bodies(app, tmp_path)

    def sent(address: str, path: str = path) -> str:
        return asked(served, Body(io.BytesIO(b"{}"), 2), path, X_Forwarded_For=address)[0][:3]

    with served.answering.taken_by("10.0.0.7"):
        assert [sent("10.0.0.7"), sent("10.0.0.8")] == ["503", "400"]
        assert sent("10.0.0.7", "/api/tables") != "503", "other small bodies wait for nobody"


def test_a_body_that_ends_early_or_not_at_all_is_let_go(
    app: Flask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import gevent

    served = Bodies(app, tmp_path)
    broken = large_upload(ends=False)
    assert asked(served, broken)[0][:3] == "400"
    assert broken.is_left
    monkeypatch.setattr(bodies, "LONGEST_READ", 0.05)

    class Slow(io.BytesIO):
        def read1(self, size: int | None = -1) -> bytes:
            gevent.sleep(5)
            return b""

    assert asked(served, Body(Slow(), bodies.LARGE + 1))[0][:3] == "400"
    assert not served.reading.taken


def test_a_full_disk_takes_no_body_and_says_so(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def keep(file: Any, piece: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(bodies, "keep", keep)
    status, headers, answer = asked(Bodies(app, tmp_path), large_upload())
    assert (status[:3], json.loads(answer)["error"]["code"], headers["Connection"]) == ("507", "disk-full", "close")


def test_turns_are_shared_among_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "LONGEST_WAIT", 0.02)
    turns = Turns(3, 2)
    with turns.taken_by("a"), turns.taken_by("a"):
        with pytest.raises(StoreBusy), turns.taken_by("a"):
            pass
        with turns.taken_by("b"), pytest.raises(StoreBusy), turns.taken_by("c"):
            pass
    assert not turns.taken


def test_the_first_of_an_address_finds_a_turn_while_others_have_several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "LONGEST_WAIT", 0.02)
    turns = Turns(bodies.MOST_READ, bodies.MOST_READ_OF_ONE)
    with ExitStack() as stack:
        for address in (str(number) for number in range(8) for _ in range(bodies.MOST_READ_OF_ONE)):
            with suppress(StoreBusy):
                stack.enter_context(turns.taken_by(address))
        assert turns.taken == Counter({"0": 4, "1": 4, "2": 4, "3": 4, "4": 1, "5": 1, "6": 1, "7": 1})
        for number in range(bodies.MOST_READ - 20):
            stack.enter_context(turns.taken_by(f"another {number}"))
        with pytest.raises(StoreBusy), turns.taken_by("one more"):
            pass


def test_whose_address_had_fewer_turns_goes_first() -> None:
    turns, done = Turns(1, 1), list[str]()

    def wait(address: str) -> None:
        with turns.taken_by(address):
            done.append(address)

    threads = [threading.Thread(target=wait, args=[address]) for address in ("a", "a", "b")]
    with turns.taken_by("a"):
        for number, thread in enumerate(threads, 1):
            thread.start()
            while turns.waiting.total() < number:
                time.sleep(0.001)
    for thread in threads:
        thread.join(10)
    assert done == ["b", "a", "a"]
    assert not turns.had


def slowly(piece: bytes, times: int) -> Iterator[bytes]:
    """A piece of a body again and again, a hundred a second."""
    for _ in range(times):
        gevent.sleep(0.01)
        yield piece


def test_a_body_that_comes_too_slowly_is_let_go(app: Flask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bodies, "GRACE", 0.2)
    monkeypatch.setattr(bodies, "LONGEST_READ", 4.0)
    given = list[bytes]()

    class Trickle(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, into: Any) -> int:
            given.extend(slowly(b"x", 1))
            into[:1] = b"x"
            return 1

    served = Bodies(app, tmp_path)
    assert asked(served, Body(io.BufferedReader(Trickle(), 4096), bodies.LARGE + 1))[0][:3] == "400"
    assert len(given) < 100
    assert not served.reading.taken
    assert len([*in_time(slowly(b"x" * 1000, 60))]) == 60, "fast enough, though it takes longer than that"


def test_who_waits_has_the_turn_as_soon_as_it_is_free() -> None:
    turns, done = Turns(1, 1), threading.Event()

    def wait() -> None:
        with turns.taken_by("b"):
            done.set()

    with turns.taken_by("a"):
        waiting = threading.Thread(target=wait)
        waiting.start()
        assert not done.is_set()
    waiting.join(10)
    assert done.is_set()


def test_what_nobody_read_of_a_body_is_read_away_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Body(io.BytesIO(b"x" * 9 + b"next"), 9)
    whole._discard()
    assert (whole.rfile.read(), whole.is_left) == (b"next", False)
    monkeypatch.setattr(bodies, "MOST_READ_AWAY", 2 * bodies.AT_ONCE)
    endless = Body(io.BytesIO(b"x" * 9 * bodies.AT_ONCE), 9 * bodies.AT_ONCE)
    endless._discard()
    assert (endless.rfile.tell() <= 3 * bodies.AT_ONCE, endless.is_left) == (True, True)


def test_parts_are_read_as_they_come() -> None:
    assert [*parts_of(io.BytesIO(b"2\r\nab\r\nA;x\r\n0123456789\r\n00\r\n\r\n"))] == [b"ab", b"0123456789"]
    with pytest.raises(NoBody):
        [*parts_of(io.BytesIO(b"2\r\nabc"))]
    with pytest.raises(OSError, match="early"):
        [*parts_of(io.BytesIO(b"3\r\nab"))] and [*parts_of(io.BytesIO(b"3\r\n"))]


def test_a_file_that_breaks_whoever_reads_it_is_refused_and_nothing_of_it_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(import_worker.sys, "executable", shutil.which("false"))
    found = import_worker.ImportWorker(tmp_path)(b"{}")
    assert found.no is not None
    assert (found.no.code, found.no.field) == ("not-looked-at", "log")
    assert "a file of a table" in capfd.readouterr().err


def test_a_file_that_the_machine_has_no_time_for_is_not_called_slow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_worker, "PATIENCE", 0.01)
    with pytest.raises(StoreBusy):
        import_worker.ImportWorker(tmp_path)(b"{}")


ONE_ENDLESS_STEP = """
from app.cli.threads import OneThread
from app.storage import import_worker
import_worker.MOST_SECONDS = 1
import_worker.import_into = lambda *asked: all(True for _ in iter(int, 1))
import_worker.main({folder!r})
"""


@pytest.mark.skipif(os.name != "posix", reason="limits of a process are there alone")
def test_a_file_that_takes_too_long_within_one_step_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "endless.py").write_text(ONE_ENDLESS_STEP.format(folder=str(tmp_path)), encoding="utf-8")
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\nexec {sys.executable} {tmp_path}/endless.py\n", encoding="utf-8")
    python.chmod(0o700)
    monkeypatch.setenv("PYTHONPATH", str(worker_process.ROOT))
    monkeypatch.setattr(import_worker.sys, "executable", str(python))
    monkeypatch.setattr(import_worker, "PATIENCE", 60)
    found = import_worker.ImportWorker(tmp_path)(b"{}")
    assert found.no is not None
    assert (found.no.code, found.no.field, found.no.words) == ("takes-too-long", "log", {"limit": 15})


def test_what_is_taken_of_the_server_below_is_there() -> None:
    for kind, names in (
        (WSGIHandler, ("_write_with_headers", "_sendall", "_handle_client_error", "handle_error")),
        (Input, ("_discard", "_send_100_continue")),
        (type(gevent.get_hub()), ("print_exception",)),
    ):
        assert all(hasattr(kind, name) for name in names), kind
