"""Every command works on a terminal that is not UTF-8: what it lacks is written as what looks alike."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from app import create_app
from app.cli import COMMANDS, main
from app.cli.letters import Ascii, json_of
from tests.server import ROOT, ask, started
from tests.toy_game.playing import GREY, Evening

ENCODINGS = ("ascii", "latin-1", "cp437", "utf-8")
PLAIN = {"ascii": "Jose's mill - 2 x 3", "latin-1": "José's mill - 2 × 3", "utf-8": "José’s mill – 2 × 3"}


def told(encoding: str, *words: str) -> tuple[int, str, str]:
    kept = sys.stdout, sys.stderr
    ends = [io.BytesIO(), io.BytesIO()]
    sys.stdout, sys.stderr = (io.TextIOWrapper(one, encoding, write_through=True) for one in ends)
    try:
        with pytest.raises(SystemExit) as end_of_it:
            main(list(words))
    finally:
        at_last = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = kept
    for stream in at_last:
        stream.flush()
    return int(str(end_of_it.value.code or 0)), *(one.getvalue().decode(encoding) for one in ends)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a table at which somebody has a name with everything in it, and a backup."""
    data = tmp_path_factory.mktemp("terminals")
    client = create_app(data).test_client()
    evening = Evening(client)
    evening.press(GREY, "rename", name=PLAIN["utf-8"])
    (data / "code").write_text(evening.code, encoding="utf-8")
    client.application.extensions["store"].close()
    return data


def every_command() -> Iterator[tuple[str, ...]]:
    """The words that lead to each command, groups too."""

    def within(group: click.Group, *words: str) -> Iterator[tuple[str, ...]]:
        for name in group.list_commands(click.Context(group)):
            found = group.get_command(click.Context(group), name)
            yield (*words, name)
            if isinstance(found, click.Group):
                yield from within(found, *words, name)

    return within(main)


def what_is_done(data: Path) -> dict[tuple[str, ...], int]:
    """Commands, and how they end."""
    code, here = (data / "code").read_text(encoding="utf-8"), ("--data", str(data))
    text = data / "mission.toml"
    text.write_text('key = "öde"\nname = { en = "“Öde”", es = "«Öde»" }\n', encoding="utf-8")
    return {
        ("ruling", "incursion", "shoot", "weapon=lmg", "fortitude=4", "dice=1,2,4"): 0,
        ("ruling", "incursion", "shoot", "weapon=lmg", "fortitude=4", "dice=1,2,4", "--json"): 0,
        ("ruling", "incursion", "shoot", "weapon=“bow”"): 1,
        ("ruling", "chess…", "mate"): 1,
        ("table", "list", *here): 0,
        ("table", "show", code, *here): 0,
        ("table", "show", "QQQQQQ", *here): 1,
        ("table", "person", PLAIN["utf-8"], *here): 0,
        ("table", "show-seat", code, "grey-moth", *here): 0,
        ("table", "show-seat", code, "“nobody”", *here): 1,
        ("table", "export", code, *here): 0,
        ("cards", "list", *here): 0,
        ("cards", "check", str(text), "--game", "incursion"): 1,
        ("cards", "compare", "starter", "starter", "--game", "incursion", *here): 0,
        ("cards", "export", "incursion", "“none”", *here): 1,
        ("missions", "list", *here): 0,
        ("missions", "check", str(text), "--game", "incursion"): 1,
        ("missions", "export", "incursion", "1", *here): 0,
        ("print", "incursion", "--mission", "1", "--list", *here): 0,
        ("print", "memoir-44", "--list", *here): 0,
        ("print", "incursion", "--what", "“x”", "--list"): 1,
        ("print", "incursion", "-o", str(data / "é" / "x.pdf"), "--mission", "1", "--what", "counters", *here): 1,
        ("backup", *here): 0,
        ("backups", *here): 0,
        ("keys", "new", *here): 0,
        ("migrate", *here): 0,
        ("restore", str(text), "--replace", *here): 1,
        ("serve", "--name", "not–a–name…"): 2,
    }


@pytest.mark.parametrize("locale", ["C", "es_ES"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_command_ends_as_everywhere(
    folder: Path, encoding: str, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    monkeypatch.delenv("LANG", raising=False)
    done = what_is_done(folder)
    assert {words[0] for words in done} == set(COMMANDS)
    for words, status in done.items():
        if words[:2] in (("table", "export"), ("table", "person"), ("missions", "export")) and encoding != "utf-8":
            continue  # files, which are UTF-8 wherever they are written to
        found, said, why = told(encoding, *words)
        assert (found, "Traceback" in why, bool(why)) == (status, False, status > 0), (words, said, why)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_help_is_written(encoding: str) -> None:
    helped = [told(encoding, *words, "--help") for words in ((), *every_command())]
    assert len(helped) > 20
    assert {(status, why) for status, _, why in helped} == {(0, "")}
    assert all("Usage: " in said for _, said, _ in helped)


@pytest.mark.parametrize("encoding", PLAIN)
def test_letters_that_are_lacking_look_alike(folder: Path, encoding: str) -> None:
    code = (folder / "code").read_text(encoding="utf-8")
    _, said, _ = told(encoding, "table", "show", code, "--data", str(folder))
    assert PLAIN[encoding] in said


def test_json_says_everything_in_any_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    named = {"name": PLAIN["utf-8"]}
    for encoding, plain in (("ascii", True), ("latin-1", True), ("utf-8", False)):
        stream = io.TextIOWrapper(io.BytesIO(), encoding)
        monkeypatch.setattr(sys, "stdout", Ascii(stream) if encoding == "ascii" else stream)
        text = json_of(named)
        assert (json.loads(text), text.isascii()) == (named, plain)


def test_what_is_written_is_ascii_alone() -> None:
    into = io.BytesIO()
    stream = Ascii(io.TextIOWrapper(into, "ascii"))
    told("ascii", "--help")
    assert stream.write("“¡José’s ½ … 3 × 4 → ★!”\udce9") > 0
    stream.flush()
    assert into.getvalue() == b'"Jose\'s 1/2 ... 3 x 4 -> U+2605!"\xe9', (
        "a byte of a name that is no text stays that byte"
    )


def environment(encoding: str) -> dict[str, str]:
    """That of a terminal of another encoding."""
    more = {"PYTHONIOENCODING": encoding, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    return {**os.environ, **more}


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", ""])
def test_a_program_of_its_own_writes_so_too(folder: Path, encoding: str) -> None:
    for words in (["missions", "list", "--data", str(folder)], ["serve", "--help"]):
        line = [sys.executable, "-m", "app.cli", *words]
        done = subprocess.run(line, cwd=ROOT, capture_output=True, env=environment(encoding), timeout=90, check=False)
        assert (done.returncode, done.stderr) == (0, b""), done.stderr
        assert encoding == "latin-1" or done.stdout.isascii()
        assert done.stdout.decode("latin-1")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_server_shows_its_codes_in_ascii(tmp_path: Path, encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in environment(encoding).items():
        monkeypatch.setenv(name, value)
    line = ["-m", "app.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]
    with started(line) as (process, address, said):
        while b"Ctrl+C" not in os.pread(said.fileno(), 1 << 20, 0):
            assert process.poll() is None
        assert ask(address, "GET", "/").status == 200
        shown = os.pread(said.fileno(), 1 << 20, 0)
    assert shown.isascii()
    assert b"Traceback" not in shown
    assert b"\x1b[7m  " in shown, "the code: light places turned round"
    assert b"Address for the host only" in shown
