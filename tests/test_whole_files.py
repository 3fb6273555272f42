"""Files are there whole or not at all: those of the data folder, and those that a command is asked to write."""

from __future__ import annotations

import errno
import os
import re
import resource
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app import create_app, routed_app
from app.cli import main
from app.core.errors import Refused
from app.storage import backups, signing_keys, whole_files
from app.storage.print_queue import PrintQueue
from app.storage.signing_keys import DIGITS, KEYS, keys_in
from app.storage.store import Store
from app.storage.whole_files import write, write_output
from printables import job_worker
from tests.server import ROOT
from tests.toy_game.playing import Evening

SHOWN = {"en": ("en_GB.UTF-8", "Cannot write"), "es": ("es_ES.UTF-8", "No se puede escribir")}


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def command(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """The command line in a process of its own."""
    line, env = [sys.executable, "-m", "app.cli", *words], {**os.environ, **more}
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=120, env=env, check=False)


@contextmanager
def no_file_beyond(most: int) -> Iterator[None]:
    """Within, no file may grow beyond so many bytes, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


# -- what a command is asked to write


@pytest.fixture
def data(tmp_path: Path) -> str:
    """A folder with a table, whose code stands in `code`."""
    client = create_app(tmp_path / "data").test_client()
    code = Evening(client).code
    client.application.extensions["store"].close()
    (tmp_path / "code").write_text(code, encoding="utf-8")
    return str(tmp_path / "data")


EVERY_OUTPUT = {
    "table export": ("out.json", "table", "export", "CODE"),
    "table person": ("out.json", "table", "person", "nobody"),
    "cards export": ("out.toml", "cards", "export", "incursion", "starter"),
    "missions export": ("out.toml", "missions", "export", "incursion", "1"),
    "print": ("out.pdf", "print", "incursion", "--mission", "1", "--what", "counters"),
}


def written_by(name: str, data: str) -> tuple[Path, tuple[str, ...]]:
    """The file that a command writes, and the command."""
    place = Path(data).parent
    file, *words = EVERY_OUTPUT[name]
    code = (place / "code").read_text(encoding="utf-8")
    words = [code if word == "CODE" else word for word in words]
    (place / "out").mkdir()
    output = place / "out" / file
    return output, (*words, "--data", data, "-o", str(output))


@pytest.mark.parametrize("name", EVERY_OUTPUT)
@pytest.mark.parametrize("language", SHOWN)
def test_a_failed_write_leaves_the_file_that_was_there(
    data: str, name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    output, words = written_by(name, data)
    output.write_bytes(b"what was there")
    locale, said = SHOWN[language]
    monkeypatch.setenv("LC_ALL", locale)

    def full(path: Path, content: bytes) -> None:
        with path.open("wb") as half:
            half.write(content[: len(content) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(Path, "write_bytes", full)
        told = run(*words)
    assert (told.exit_code, said in told.stderr) == (1, True), told.output
    assert os.strerror(errno.ENOSPC) in told.stderr
    assert output.read_bytes() == b"what was there"
    assert names_in(output.parent) == [output.name], "nothing is left beside it"
    assert run(*words).exit_code == 0
    assert output.read_bytes() != b"what was there"


def test_on_a_disk_that_is_full_a_command_ends_with_the_reason(data: str, tmp_path: Path) -> None:
    output, words = written_by("print", data)
    output.write_bytes(b"what was there")
    with no_file_beyond(4096):
        told = command(*words)
    assert (told.returncode, "Cannot write" in told.stderr, "Traceback" in told.stderr) == (1, True, False)
    assert output.read_bytes() == b"what was there"
    assert names_in(output.parent) == [output.name]


@pytest.mark.parametrize("name", EVERY_OUTPUT)
def test_what_cannot_be_written_is_said_with_its_reason(data: str, name: str) -> None:
    output, words = written_by(name, data)
    output.mkdir()
    (output / "inside").write_bytes(b"")
    nowhere = output.parent / "nowhere" / output.name
    for told in (run(*words), run(*words[:-1], str(nowhere))):
        assert (told.exit_code, "Cannot write" in told.stderr) == (1, True), told.output
        assert not isinstance(told.exception, OSError)
    assert (names_in(output.parent), names_in(output)) == ([output.name], ["inside"])


def test_standard_output_that_takes_no_more_is_said(data: str) -> None:
    words = [sys.executable, "-m", "app.cli", "cards", "export", "incursion", "starter", "--data", data]
    with Path("/dev/full").open("w") as full:
        told = subprocess.run(words, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (told.returncode, "Cannot write" in told.stderr, "Traceback" in told.stderr) == (1, True, False)
    assert "Exception ignored" not in told.stderr


def test_who_may_read_a_file_and_what_links_to_it_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_bytes(b"old")
    file.chmod(0o640)
    link.symlink_to(file)
    write_output(link, b"new")
    assert (link.is_symlink(), file.read_bytes(), stat.S_IMODE(file.stat().st_mode)) == (True, b"new", 0o640)
    usual = os.umask(0o027)
    try:
        write_output(tmp_path / "fresh", b"new")
    finally:
        os.umask(usual)
    assert stat.S_IMODE((tmp_path / "fresh").stat().st_mode) == 0o640
    write(tmp_path / "own", b"new")
    assert stat.S_IMODE((tmp_path / "own").stat().st_mode) == 0o600
    assert names_in(tmp_path) == ["file", "fresh", "link", "own"]


def test_a_file_that_may_not_be_written_to_is_not_replaced_by_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")
    file.chmod(0o400)
    opened = os.open

    def as_its_reader(path: object, flags: int, *mode: int) -> int:
        if path == file and flags & os.O_WRONLY:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return opened(path, flags, *mode)  # type: ignore[arg-type]

    monkeypatch.setattr(whole_files.os, "open", as_its_reader)
    with pytest.raises(Refused, match="cannot-be-written"):
        write_output(file, b"new")
    assert (file.read_bytes(), names_in(tmp_path)) == (b"old", ["file"])


def test_a_pipe_takes_what_is_written_at_once(data: str, tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reading = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reading.start()
    write_output(pipe, b"through")
    reading.join(10)
    assert (read, pipe.is_fifo()) == ([b"through"], True)
    words = ("cards", "export", "incursion", "starter", "--data", data)
    told = [command(*words, *more) for more in ((), ("-o", "-"), ("-o", "/dev/stdout"))]
    assert {(one.returncode, one.stderr) for one in told} == {(0, "")}
    assert len({one.stdout for one in told}) == 1
    with (tmp_path / "kept").open("w") as kept:
        line = [sys.executable, "-m", "app.cli", *words, "-o", "/dev/stdout"]
        assert subprocess.run(line, cwd=ROOT, stdout=kept, check=False).returncode == 0
    assert (tmp_path / "kept").read_text(encoding="utf-8") == told[0].stdout


def test_a_print_for_which_there_is_no_room_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def broken(folder: Path, kind: str) -> None:
        raise Refused("no-pieces", field="what")

    room = PrintQueue()
    folder, ended = room.folder("order"), subprocess.Popen(["true"])
    folder.mkdir()
    room._orders["order"] = frozenset()
    room._runs["order", "pdf"] = (ended, 0.0)
    ended.wait()
    monkeypatch.setattr(job_worker, "make", broken)
    monkeypatch.setattr(job_worker, "limit_memory", lambda: None)  # of this process more is asked
    monkeypatch.setattr(job_worker, "begin_work_aside", lambda: None)
    with monkeypatch.context() as disk:
        disk.setattr(Path, "write_bytes", full)
        with pytest.raises(SystemExit, match=os.strerror(errno.ENOSPC)):
            job_worker.main([str(folder), "pdf"])
        standing = room.standing("order", "pdf")
    assert standing.refused
    assert (standing.stage, standing.refused.code, names_in(folder)) == ("refused", "cannot-be-written", [])
    room.close()


def test_pages_are_drawn_where_there_is_no_room_to_keep_what_was_read_of_their_templates(tmp_path: Path) -> None:
    templates = tmp_path / "templates"
    environment = routed_app(READ_TEMPLATES=templates).jinja_env
    before = names_in(templates)
    with no_file_beyond(16):
        assert environment.get_template("house/delete.html")
    assert names_in(templates) == before
    assert environment.get_template("house/care.html")
    assert names_in(templates) != before


# -- the keys


def folder_with(tmp_path: Path, content: bytes | None) -> Path:
    """A folder in which a table was kept, and its keys are this; a folder in their place for nothing."""
    folder = tmp_path / "kept"
    Store(folder).close()
    if content is None:
        (folder / KEYS).mkdir()
    else:
        (folder / KEYS).write_bytes(content)
    return folder


KEY = "0123456789abcdef" * 4
SPOILT = {
    b"": "keys-empty",
    b"\n \n": "keys-empty",
    KEY[:-1].encode(): "keys-short",
    f"{KEY}\n{KEY[:20]}".encode(): "keys-short",
    b"\0" * 65: "keys-short",
    b"too short": "keys-short",
    b"\xff\xfe\x00a": "keys-unreadable",
    None: "keys-unreadable",
}


@pytest.mark.parametrize("content", SPOILT)
def test_keys_that_are_not_whole_are_named_and_nothing_is_written_over_them(
    tmp_path: Path, content: bytes | None
) -> None:
    folder = folder_with(tmp_path, content)
    for open_it in (keys_in, create_app, lambda one: backups.make(one, tmp_path / "copy.db")):
        with pytest.raises(Refused) as no:
            open_it(folder)
        assert no.value.code == SPOILT[content]
        assert str(folder / KEYS) in str(no.value.words["file"])
    assert content is None or (folder / KEYS).read_bytes() == content
    assert not (tmp_path / "copy.db").exists()


@pytest.mark.parametrize(
    ("locale", "says"), [("en_GB.UTF-8", "The seat keys are missing"), ("es_ES.UTF-8", "Faltan las claves")]
)
def test_a_server_does_not_start_with_empty_keys(tmp_path: Path, locale: str, says: str) -> None:
    folder = folder_with(tmp_path, b"")
    line = ["serve", "--host", "127.0.0.1", "--port", "0", "--data", str(folder)]
    told = command(*line, LC_ALL=locale)
    assert (told.returncode, says in told.stderr, "Traceback" in told.stderr) == (1, True, False), told.stderr
    assert (folder / KEYS).read_bytes() == b""


def test_every_command_that_needs_the_keys_says_that_they_are_short(data: str, tmp_path: Path) -> None:
    code = (tmp_path / "code").read_text(encoding="utf-8")
    before = (Path(data) / KEYS).read_bytes()
    (Path(data) / KEYS).write_bytes(before[:10])
    length = len(Store(Path(data)).table(code).entries)
    for words in (
        ("table", "show-seat", code, "grey-moth"),
        ("table", "free-seat", code, "grey-moth"),
        ("backup",),
        ("backup", str(tmp_path / "copy.db")),
    ):
        told = run(*words, "--data", data)
        assert (told.exit_code, "Seat key 1 in" in told.stderr) == (1, True), told.output
    assert len(Store(Path(data)).table(code).entries) == length, "no seat was freed"
    assert (Path(data) / KEYS).read_bytes() == before[:10]
    assert run("table", "list", "--data", data).exit_code == 0, "who needs no keys goes on"


def test_a_backup_brings_whole_keys_back_in_the_place_of_spoilt_ones(data: str, tmp_path: Path) -> None:
    copy, before = str(tmp_path / "copy.db"), (Path(data) / KEYS).read_bytes()
    assert run("backup", copy, "--data", data).exit_code == 0
    (Path(data) / KEYS).write_bytes(b"")
    assert run("restore", copy, "--replace", "--data", data).exit_code == 0
    assert (Path(data) / KEYS).read_bytes() == before


def test_keys_that_people_added_are_read_on(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, b"")
    (folder / KEYS).write_text(f"{KEY}\na-word-of-our-own-for-the-house\n\n{KEY.upper()}\n", encoding="utf-8")
    assert keys_in(folder) == [KEY, "a-word-of-our-own-for-the-house", KEY.upper()]


def test_first_keys_are_written_beside_their_place_synced_and_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    synced, replaced = whole_files.sync, Path.replace

    def sync(path: Path) -> None:
        done.append(f"sync {'folder' if path.is_dir() else len(path.read_bytes())}")
        synced(path)

    def replace(path: Path, target: Path) -> Path:
        done.append(f"rename to {target.name}")
        return replaced(path, target)

    monkeypatch.setattr(whole_files, "sync", sync)
    monkeypatch.setattr(Path, "replace", replace)
    (key,) = keys_in(tmp_path)
    assert done == [f"sync {DIGITS + 1}", f"rename to {KEYS}", "sync folder"]
    assert (len(key), names_in(tmp_path)) == (DIGITS, [KEYS])
    assert keys_in(tmp_path) == [key]


def test_of_several_that_start_at_once_one_makes_the_keys(tmp_path: Path) -> None:
    imported = "import sys; from pathlib import Path; from app.storage.signing_keys import keys_in"
    line = [sys.executable, "-c", f"{imported}; print(keys_in(Path(sys.argv[1])))", str(tmp_path)]
    at_once = [subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(6)]
    assert len({one.communicate(timeout=60)[0] for one in at_once}) == 1


def test_whoever_comes_second_keeps_the_keys_of_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / KEYS).write_text(f"{KEY}\n", encoding="utf-8")
    asked: list[Path] = []
    exists = Path.exists

    def not_yet(path: Path, **more: bool) -> bool:
        asked.append(path)
        return exists(path, **more) and len(asked) > 1

    monkeypatch.setattr(signing_keys.Path, "exists", not_yet)
    assert keys_in(tmp_path) == [KEY]


def test_no_program_writes_a_file_but_the_one_that_writes_them_whole() -> None:
    writes = re.compile(
        r"\.write_(?:text|bytes)\(|\.open\(\"[wax]|O_WRONLY \| os.O_CREAT|click\.File\(\"w|copyfile\(|copy2?\(.*Path"
    )
    found = {
        str(file.relative_to(ROOT)): line.strip()
        for folder in ("app", "printables")
        for file in (ROOT / folder).rglob("*.py")
        for line in file.read_text(encoding="utf-8").splitlines()
        if writes.search(line)
    }
    kept = {"app/storage/whole_files.py"}
    set_aside = {"app/storage/backups.py", "printables/job_worker.py"}
    of_no_folder = {
        "app/core/error_log.py",
        "app/storage/print_queue.py",
    }  # a setting of the system, last words of a process
    assert set(found) == kept | set_aside | of_no_folder
