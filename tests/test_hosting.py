"""The files of docs/hosting/ name what there is: commands, options, the port, files of the project."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from unittest.mock import patch

import click
import pytest

from app.cli import bodies, main
from app.cli.serve import PORT, serve
from app.web.request import guard
from app.web.request.guard import PICTURE_LIMIT
from app.web.request.table_lookup import STREAM_ENDS

ROOT = Path(__file__).parents[1]
HOSTING = ROOT / "docs" / "hosting"
GUIDE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def own_environment() -> Iterator[None]:
    """What options put into the environment is gone after each test."""
    with patch.dict(os.environ):
        yield


def text_of(name: str) -> str:
    return (HOSTING / name).read_text(encoding="utf-8")


def command_of(name: str) -> list[str]:
    """The command line that a file starts."""
    text = text_of(name)
    if found := re.search(r"^ENTRYPOINT \[(.*)\]$", text, re.MULTILINE):
        return re.findall(r'"([^"]+)"', found[1])
    (line,) = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    return shlex.split(line.replace("%i", str(PORT)))


@pytest.mark.parametrize("name", ["adjutant.service", "adjutant@.service", "Containerfile"])
def test_the_command_that_is_started_is_one_of_ours(name: str) -> None:
    program, command, *options = command_of(name)
    assert (program.endswith("/bin/adjutant"), command) == (True, "serve")
    parsed = serve.make_context("serve", [*options])
    assert parsed.params["data"]


def test_every_command_of_the_guide_is_one_of_ours() -> None:
    lines = re.findall(r"(?:^    |&& )(adjutant [^#\n]*?)\s*(?:#.*)?$", GUIDE, re.MULTILINE)
    assert len(lines) >= 4
    for line in lines:
        _, command, *given = shlex.split(line)
        found = main.get_command(click.Context(main), command)
        assert found is not None, line
        given = [str(ROOT / "README.md") if word == "FILE" else word for word in given]
        found.make_context(command, given)


def test_the_files_name_our_port_and_limits() -> None:
    for name in ("Containerfile", "Caddyfile", "nginx.conf", "haproxy.cfg", "compose.yaml"):
        assert str(PORT) in text_of(name)
    assert f"client_max_body_size {ceil(PICTURE_LIMIT / (1 << 20))}m" in text_of("nginx.conf")
    (patience,) = re.findall(r"proxy_read_timeout (\d+)s", text_of("nginx.conf"))
    assert int(patience) > max(STREAM_ENDS)
    assert "proxy_buffering off" in text_of("nginx.conf")
    (patience,) = re.findall(r"timeout server (\d+)s", text_of("haproxy.cfg"))
    assert int(patience) > max(STREAM_ENDS)
    assert "flush_interval -1" in text_of("Caddyfile")


def test_the_service_goes_on_where_a_print_runs_out_of_memory() -> None:
    assert re.findall(r"^OOMPolicy=(.*)$", text_of("adjutant.service"), re.MULTILINE) == ["continue"]


def test_the_guide_says_what_the_internet_asks_for() -> None:
    said = GUIDE.partition("## On the internet")[2].partition("\n## ")[0]
    assert ("behind a proxy, on the same computer" in said, "**No sub-path**" in said) == (True, True)
    for limit in (bodies.MOST_READ, bodies.MOST_READ_OF_ONE, int(bodies.LONGEST_READ), int(bodies.LONGEST_WAIT)):
        assert re.search(rf"\b{limit}\b", said)
    assert f"{guard.SHARE} of everybody’s own" in said
    assert "limit_conn guests" in text_of("nginx.conf")


def test_every_file_is_named_in_the_guide() -> None:
    assert [file.name for file in HOSTING.iterdir() if f"docs/hosting/{file.name}" not in GUIDE] == []
    security = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:docs|tests)/[\w./-]+)`|\*(docs/[\w.-]+)\*", GUIDE + security)
    assert [path for pair in named for path in pair if path and not (ROOT / path).exists()] == []
