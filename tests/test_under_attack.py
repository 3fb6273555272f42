"""A real server under attack: what strangers send keeps no phone waiting."""

import json
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from app.core.content.toml_source import FILE_LIMIT
from tests.server import Server, serving
from tests.web.test_api import sealed_again

PROMPT = 0.7
"""Seconds within which a phone is answered on a busy machine, whatever else goes on."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


def answers(connection: socket.socket, count: int, seen: list[int]) -> None:
    """Read so many answers, and note each as it comes."""
    left = b""
    while len(seen) < count and (more := connection.recv(1 << 16)):
        left += more
        starts = left.count(b"HTTP/1.1 ")
        seen += [len(seen)] * starts
        left = left[-8:]


def connected(server: Server, source: str) -> socket.socket:
    place = urlsplit(server.url)
    assert place.hostname
    assert place.port
    return socket.create_connection((place.hostname, place.port), 60, (source, 0))


@pytest.mark.skipif(sys.platform != "linux", reason="only there all of 127.0.0.0/8 is this computer")
def test_who_sends_many_requests_at_once_keeps_nobody_waiting(server: Server) -> None:
    count, seen = 200, list[int]()
    request = b"GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with connected(server, "127.0.0.2") as greedy, connected(server, "127.0.0.3") as phone:
        reading = threading.Thread(target=answers, args=(greedy, count, seen))
        reading.start()
        greedy.sendall(request * count)
        while not seen:
            time.sleep(0.001)
        for _ in range(3):
            phone.sendall(request)
            answers(phone, 1, other := list[int]())
            assert other
        before = len(seen)
        reading.join()
    assert (len(seen), before < count // 2) == (count, True), before


def slowest(server: Server, path: str, act: Callable[[], Any]) -> tuple[float, Any]:
    done: list[Any] = []
    doing = threading.Thread(target=lambda: done.append(act()))
    doing.start()
    longest = 0.0
    while doing.is_alive():
        began = time.perf_counter()
        assert server.ask("GET", path).status == 200
        longest = max(longest, time.perf_counter() - began)
        time.sleep(0.01)
    doing.join()
    return longest, done[0]


def log_of_undos(server: Server, count: int) -> dict[str, Any]:
    """The file of a table where one press was undone and redone so often."""
    wish = {"game": "incursion", "referee": True, "referee_sees": "all"}
    opened = server.ask("POST", "/api/tables", wish).json
    path, tokens = f"/api/tables/{opened['code']}", opened["seats"]
    press = {"command": "add-model", "card": "grunt-ape", "seen": 0, "key": "a"}
    assert server.ask("POST", f"{path}/commands", press, tokens["allied"]).status == 200
    file = server.ask("GET", f"{path}/export", token=tokens["referee"]).json
    first = len(file["log"])
    for seq in range(first, first + count):
        kind = "undone" if (seq - first) % 2 == 0 else "redone"
        events = json.dumps([{"event": kind, "press": first - 1}])
        file["log"].append({"seq": seq, "seat": "referee", "key": f"k{seq}", "body": "", "at": 1.0, "events": events})
    return sealed_again(file)


def test_an_import_of_many_undos_keeps_nobody_waiting(server: Server) -> None:
    file = log_of_undos(server, 2000)
    longest, answer = slowest(server, "/", lambda: server.ask("POST", "/api/tables/import", file))
    assert answer.status == 201, answer.body
    assert set(answer.json["seats"]) == {"allied", "german", "referee"}
    assert longest < PROMPT


def test_what_is_wrong_with_a_file_is_told_as_ever(server: Server) -> None:
    file = {**log_of_undos(server, 2), "checksum": "0"}
    answer = server.ask("POST", "/api/tables/import", file, Accept_Language="es")
    assert (answer.status, answer.json["error"]["code"]) == (422, "wrong-checksum")
    assert "suma de control" in answer.json["error"]["message"]


def test_a_large_file_of_cards_keeps_nobody_waiting(server: Server) -> None:
    text = "".join(f"k{number} = {{ a = [1] }}\n" for number in range(FILE_LIMIT // 22))
    body = f'--x\r\nContent-Disposition: form-data; name="file"; filename="a.toml"\r\n\r\n{text}\r\n--x--\r\n'

    def upload() -> int:
        connection = server.connection()
        kind = {"Content-Type": "multipart/form-data; boundary=x", "Origin": server.url}
        connection.request("POST", "/cards/incursion/import", body, kind)
        return connection.getresponse().status

    longest, status = slowest(server, "/", upload)
    assert status == 422
    assert longest < PROMPT


def test_two_files_at_a_time_are_both_read(server: Server, tmp_path: Path) -> None:
    files = [log_of_undos(server, 20) for _ in range(2)]
    answers: list[int] = []
    sends = [
        threading.Thread(target=lambda file=file: answers.append(server.ask("POST", "/api/tables/import", file).status))
        for file in files
    ]
    for send in sends:
        send.start()
    for send in sends:
        send.join()
    assert answers == [201, 201]
