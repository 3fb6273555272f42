"""Backups: a folder as one file, put back whole or not at all."""

from __future__ import annotations

import shutil
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from app import create_app
from app.core.errors import Refused
from app.storage import backups
from app.storage.store import Store
from tests.server import serving, with_templates
from tests.toy_game.playing import LAMP, Evening


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def client(home: Path) -> FlaskClient:
    home.mkdir(0o700)
    with_templates(home)
    return create_app(home).test_client()


@pytest.fixture
def evening(client: FlaskClient) -> Evening:
    return Evening(client).windows()


@pytest.fixture
def copy(evening: Evening, home: Path, tmp_path: Path) -> Path:
    """A backup made while the table is open."""
    file = tmp_path / "copy.db"
    backups.make(home, file)
    return file


def everything(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def refused(act: Callable[[], None]) -> str:
    with pytest.raises(Refused) as no:
        act()
    return no.value.code


def test_a_backup_is_one_file_for_its_owner_alone_that_holds_log_and_keys(copy: Path, evening: Evening) -> None:
    assert sorted(file.name for file in copy.parent.iterdir() if file.is_file()) == ["copy.db"]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with closing(sqlite3.connect(copy)) as database:
        (count,) = database.execute("SELECT count(*) FROM entries").fetchone()
        keys = [key for (key,) in database.execute("SELECT key FROM signing_keys")]
    assert count == len(evening.kept().entries)
    assert keys == (evening.client.application.extensions["store"].folder / "keys").read_text().split()


def test_at_the_folder_that_is_put_back_every_seat_is_still_somebodys(
    copy: Path, evening: Evening, tmp_path: Path
) -> None:
    backups.restore_backup(copy, tmp_path / "new")
    there = create_app(tmp_path / "new").test_client()
    told = there.get(f"/api/tables/{evening.code}", headers=evening.headers(LAMP)).json
    assert told == evening.get(seat=LAMP)
    with closing(sqlite3.connect(tmp_path / "new" / backups.DATABASE)) as database:
        assert database.execute("SELECT count(*) FROM signing_keys").fetchone() == (0,), "they are in the file `keys`"


def test_where_tables_are_nothing_is_put_back_unless_it_shall_replace_them(
    copy: Path, evening: Evening, home: Path
) -> None:
    evening.press("grey-moth", "rest")
    assert refused(lambda: backups.restore_backup(copy, home)) == "tables-there-already"
    evening.client.application.extensions["store"].close()
    (home / f"{backups.DATABASE}-wal").write_bytes(b"the newest presses of another folder" * 50)
    backups.restore_backup(copy, home, replace=True)
    store = Store(home)
    kept = store.table(evening.code)
    assert not kept.state.moths["grey-moth"].resting
    store.close()


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def damaged(file: Path) -> None:
    text = bytearray(file.read_bytes())
    text[4096 : 4096 + 2000] = b"\x55" * 2000
    file.write_bytes(bytes(text))


def of_another_program(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE tables (code TEXT, guests INTEGER)")


def no_database(file: Path) -> None:
    file.write_text("a letter, and no database at all " * 200, encoding="utf-8")


@pytest.mark.parametrize("spoil", [cut_short, damaged, of_another_program, no_database])
@pytest.mark.parametrize("replace", [False, True])
def test_a_damaged_or_foreign_file_is_refused_and_nothing_changes(
    copy: Path, evening: Evening, home: Path, tmp_path: Path, spoil: Callable[[Path], None], replace: bool
) -> None:
    spoil(copy)
    folder = tmp_path / "kept"
    shutil.copytree(home, folder) if replace else folder.mkdir()
    before = everything(folder)
    assert refused(lambda: backups.restore_backup(copy, folder, replace=replace)) == "no-backup"
    assert everything(folder) == before


def test_a_damaged_folder_is_not_backed_up_over_a_good_backup(copy: Path, home: Path, tmp_path: Path) -> None:
    good = copy.read_bytes()
    broken = tmp_path / "broken"
    broken.mkdir()
    no_database(broken / backups.DATABASE)
    assert refused(lambda: backups.make(broken, copy)) == "no-backup"
    assert copy.read_bytes() == good
    assert refused(lambda: backups.make(tmp_path / "nowhere", copy)) == "no-tables-there"
    assert refused(lambda: backups.make(home, tmp_path / "nowhere" / "copy.db")) == "cannot-be-written"


def test_a_server_that_ends_leaves_one_whole_file(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        code = server.ask("POST", "/api/tables", {"game": "incursion"}).json["code"]
        assert (tmp_path / f"{backups.DATABASE}-wal").exists()
    assert not (tmp_path / f"{backups.DATABASE}-wal").exists()
    with closing(sqlite3.connect(tmp_path / backups.DATABASE)) as database:
        assert database.execute("SELECT code FROM tables").fetchall() == [(code,)]
