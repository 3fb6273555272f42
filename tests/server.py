"""A real `adjutant serve` for tests that need sockets: started on a free port of loopback, ended by its own pid."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
]
"""How Chromium starts where it must neither ask nor call anybody, its letters as wide as on a phone."""

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Browsers to look with, the lightest first."""
ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 90.0
ADDRESS = re.compile(rb"^(https?://\S+?)/?\s*$", re.MULTILINE)

FAILED_TO_ANSWER = (OSError, http.client.HTTPException, AssertionError, LookupError, ValueError)
"""What comes of asking a server that is gone, or of an answer that is none."""
HOST_PATH = re.compile(rb"/host/\S+")
COMPILED: list[Callable[[], Path]] = []
"""Where a run of tests has its templates compiled, once for every server that it starts; else nothing."""


@dataclass(frozen=True)
class Answer:
    """What a server answered: its status, headers in lower case, and the body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


@dataclass(frozen=True)
class Server:
    """A server that runs in a process of its own."""

    url: str
    process: subprocess.Popen[bytes]
    host_path: str = ""
    """The host's own address, where the program prints one."""
    log: IO[bytes] | None = None
    """Where all that the program says is written."""

    def said(self) -> bytes:
        """All that the program has said so far, errors as well."""
        assert self.log is not None
        return os.pread(self.log.fileno(), os.fstat(self.log.fileno()).st_size, 0)

    def connection(self) -> http.client.HTTPConnection:
        """A phone's connection, bounded in time."""
        return connection_to(self.url)

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None, **headers: str) -> Answer:
        """One request, as `ask` makes it."""
        return ask(self.url, method, path, body, token, **headers)


def chromium_path() -> str | None:
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


def connection_to(url: str) -> http.client.HTTPConnection:
    """A connection to what answers there, bounded in time."""
    return http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)


def ask(url: str, method: str, path: str, body: Any = None, token: str | None = None, **headers: str) -> Answer:
    """One request on a connection of its own; a body goes out as JSON, underscores in header names as hyphens."""
    connection = connection_to(url)
    try:
        send(connection, method, path, body, token, **headers)
        return answer_on(connection)
    finally:
        connection.close()


def send(
    connection: http.client.HTTPConnection,
    method: str,
    path: str,
    body: Any = None,
    token: str | None = None,
    **headers: str,
) -> None:
    """Send a request and wait for nothing."""
    named = {"Content-Type": "application/json"} if body is not None else {}
    named |= {name.replace("_", "-"): value for name, value in headers.items()}
    if token is not None:
        named["Authorization"] = f"Bearer {token}"
    connection.request(method, path, None if body is None else json.dumps(body), named)


def answer_on(connection: http.client.HTTPConnection) -> Answer:
    """The answer to what was sent on a connection."""
    response = connection.getresponse()
    headers = {name.lower(): value for name, value in reversed(response.getheaders())}  # the first of several
    return Answer(response.status, headers, response.read())


@contextmanager
def serving(folder: Path, *options: str, root: Path = ROOT) -> Iterator[Server]:
    """`adjutant serve` on a data folder, from its first answer until the end of the block; `root`: of which program."""
    with_templates(folder)
    command = ["-m", "app.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(folder), *options]
    with running(command, root) as server:
        yield server


def with_templates(folder: Path) -> None:
    """Put templates that are compiled already into a data folder that is there and has none: a second at each start."""
    for compiled in COMPILED:
        if folder.is_dir() and not (folder / "templates").exists():
            shutil.copytree(compiled(), folder / "templates")


@contextmanager
def running(command: Sequence[str], root: Path = ROOT) -> Iterator[Server]:
    """A Python program that prints its address and then answers there; ended by its own pid."""
    with started(command, root) as (process, address, said):
        server = Server(address, process, log=said)
        _wait_until_it_answers(server)
        own = HOST_PATH.search(_all_of(said))
        yield replace(server, host_path=own[0].decode() if own else "")


@contextmanager
def started(command: Sequence[str], root: Path = ROOT) -> Iterator[tuple[subprocess.Popen[bytes], str, IO[bytes]]]:
    """A Python program that has printed its address, and what it says; ended by its own pid."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            [sys.executable, *command], cwd=root, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT
        )
        try:
            yield process, _address(process, said), said
        finally:
            end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process of ours, kindly at first."""
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(5)


def _address(process: subprocess.Popen[bytes], said: IO[bytes]) -> str:
    """The address that the process prints. Raises RuntimeError with all it said if it prints none."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        ended = process.poll() is not None
        text = _all_of(said)
        if found := ADDRESS.search(text):
            return found[1].decode()
        if ended:
            break
        time.sleep(0.01)
    raise RuntimeError(f"no address from {process.args}: {_all_of(said).decode(errors='replace')}")


def _all_of(said: IO[bytes]) -> bytes:
    """Read without moving: the place in the file is where the process writes next."""
    return os.pread(said.fileno(), 1 << 20, 0)


def _wait_until_it_answers(server: Server) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            if server.ask("GET", "/").status == 200:
                return
        except OSError:
            pass
        if time.monotonic() > deadline or server.process.poll() is not None:
            raise RuntimeError(f"no answer from {server.url}")
        time.sleep(0.01)
