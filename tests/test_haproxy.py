"""HAProxy by docs/hosting/haproxy.cfg before two servers on one PostgreSQL."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from app.storage.database import ADDRESS
from tests import postgresql as pg
from tests.server import PATIENCE, ROOT, Server, ask, end, serving

CONFIGURATION = ROOT / "docs" / "hosting" / "haproxy.cfg"
PROGRAM = shutil.which("haproxy", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@contextmanager
def proxied(folder: Path, *servers: Server, cell: str = "") -> Iterator[str]:
    """The address of the proxy before two servers, and a third of a `cell` with these letters; ended by its own pid."""
    if PROGRAM is None:
        missing = pytest.fail if os.environ.get("ADJUTANT_NEEDS_BROWSER") else pytest.skip
        missing("HAProxy is not installed: apt-get install haproxy")
    url, file = f"http://127.0.0.1:{free_port()}", folder / "haproxy.cfg"
    text = CONFIGURATION.read_text(encoding="utf-8")
    if cell:
        text = re.sub(r"^( *)#: ?", r"\1", text, flags=re.MULTILINE).replace("EFGH", cell)
    file.write_text(text.replace("bind :8080", f"bind {urlsplit(url).netloc}"), encoding="utf-8")
    names = ("ADJUTANT_ONE", "ADJUTANT_TWO", "ADJUTANT_THREE")
    places = {name: urlsplit(server.url).netloc for name, server in zip(names, servers, strict=False)}
    process = subprocess.Popen([PROGRAM, "-db", "-f", str(file)], env={**os.environ, **places})
    try:
        until = time.monotonic() + PATIENCE
        while not answers(url):
            assert time.monotonic() < until
            time.sleep(0.05)
        yield url
    finally:
        end(process)


def answers(url: str) -> bool:
    try:
        return ask(url, "GET", "/api/games").status == 200
    except OSError:
        return False


def kept(server: Server) -> int:
    """Return the commands that a server has kept, from its `/metrics`."""
    (found,) = re.findall(rb"^adjutant_commands_kept_total (\d+)$", server.ask("GET", "/metrics").body, re.MULTILINE)
    return int(found)


def test_a_table_is_at_one_server_and_goes_on_at_the_other_when_that_is_killed(
    postgresql: pg.Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ADDRESS, postgresql.address())
    with serving(tmp_path / "one") as one, serving(tmp_path / "two") as two, proxied(tmp_path, one, two) as url:
        opened = ask(url, "POST", "/api/tables", {"game": "incursion"}).json
        code, token = opened["code"], opened["seats"]["allied"]

        def rename(number: int) -> int:
            press = {"command": "rename", "name": f"Ada {number}", "key": f"k{number}", "seen": 0}
            written = code.lower() if number % 2 else code
            return ask(url, "POST", f"/api/tables/{written}/commands", press, token).status

        assert [rename(number) for number in range(6)] == [200] * 6
        assert sorted([kept(one), kept(two)]) == [0, 6], "however the code is typed, one server has the table"
        for path in ("/metrics", "/metrics?x=1"):
            assert ask(url, "GET", path).status == 404
        guess = [ask(url, "GET", "/api/tables/QQQQQQ", X_Forwarded_For=f"203.0.113.{n}").status for n in range(12)]
        assert guess[-1] == 429, "a guest says nothing about where they are"
        server = one if kept(one) else two
        server.process.kill()
        began = time.monotonic()
        while rename(6) != 200:
            assert time.monotonic() - began < 10
            time.sleep(0.1)
        name = ask(url, "GET", f"/api/tables/{code}", token=token).json["state"]["seats"]["allied"]["name"]
        assert name == "Ada 6"


def test_the_first_of_seven_letters_says_the_cell(tmp_path: Path) -> None:
    """Codes of six letters, whatever they begin with, are those of the first cell."""
    letters = "23456789ABC"
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with (
        serving(tmp_path / "one") as one,
        serving(tmp_path / "two", "--letters", letters) as two,
        proxied(tmp_path, one, one, two, cell=letters) as url,
    ):

        def opened(server: Server) -> str:
            code: str = server.ask("POST", "/api/tables", {"game": "incursion"}).json["code"]
            return code

        for server, code in [(server, opened(server)) for server in (one, two) for _ in range(3)]:
            for typed in (code, code.lower(), f"{code[:3]}-{code[3:]}", f"{code[:2]}%20{code[2:]}"):
                assert ask(url, "GET", f"/api/tables/{typed}").json["code"] == code
                assert ask(url, "GET", f"/t/{typed}/seats").status in (200, 303)
                assert ask(url, "GET", f"/join?code={typed}").headers["location"] == f"/t/{code}/seats"
            # what a table shows comes from its cell: only that knows its host
            assert ask(url, "GET", server.host_path, Referer=f"{url}/t/{code}/more").status == 303
        homes = [ask(url, "GET", server.host_path).status for server in (one, two) for _ in range(2)]
        assert homes.count(303) == 2, "a guest is always at the same cell"
