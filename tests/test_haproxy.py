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
def proxied(folder: Path, *servers: Server) -> Iterator[str]:
    """The address of the proxy before two servers; ended by its own pid."""
    if PROGRAM is None:
        missing = pytest.fail if os.environ.get("ADJUTANT_NEEDS_BROWSER") else pytest.skip
        missing("HAProxy is not installed: apt-get install haproxy")
    url, file = f"http://127.0.0.1:{free_port()}", folder / "haproxy.cfg"
    text = CONFIGURATION.read_text(encoding="utf-8")
    file.write_text(text.replace("bind :8080", f"bind {urlsplit(url).netloc}"), encoding="utf-8")
    places = dict(zip(("ADJUTANT_ONE", "ADJUTANT_TWO"), (urlsplit(one.url).netloc for one in servers), strict=True))
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
