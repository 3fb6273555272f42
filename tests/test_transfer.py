"""Tables move between SQLite and PostgreSQL by a backup, either way, with every byte, code, key and seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app import create_app
from app.cli import main
from app.storage import transfer
from app.storage.backups import DATABASE
from app.storage.database import ADDRESS, Row, Tables
from app.storage.schema import SCHEMA
from app.storage.signing_keys import KEYS
from app.storage.store import Store
from tests import postgresql as pg
from tests.test_migrations import SCHEMAS, folder_of, then

STRANGE = "\x1a0 \0 \x1a ö 👾"


def run(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(main, [*words, "--data", str(folder)])


def everything(folder: Path) -> dict[str, list[Row]]:
    """The rows of each table in the order in which they were inserted, but for what moves elsewhere or stays."""
    store = Store(folder)
    with store.database.reading() as tables:
        rows = {
            name: [*tables.table(name).rows_where(order_by="rowid", select=transfer.columns_of(name))]
            for name in SCHEMA.keys() - transfer.OF_ITSELF - {"signing_keys", "entries"}
        }
        rows["entries"] = [*tables.table("entries").rows_where(order_by='"table", seq')]
    store.close()
    return rows


def exports(folder: Path) -> dict[str, bytes]:
    """What the command line exports of each table."""
    store = Store(folder)
    codes = store.codes()
    store.close()
    return {code: run(folder, "table", "export", code).stdout_bytes for code in codes}


@pytest.fixture
def address(postgresql: pg.Server) -> str:
    return postgresql.address()


@pytest.mark.parametrize("name", SCHEMAS)
def test_everything_moves_to_postgresql_and_back(
    name: str, tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, served, new = folder_of(name, tmp_path / "old"), tmp_path / "served", tmp_path / "new"
    before = exports(old)
    assert len(before) >= 2
    assert all(text.startswith(b"{") for text in before.values())
    rows = everything(old)
    assert run(old, "backup", str(tmp_path / "one.db")).exit_code == 0
    monkeypatch.setenv(ADDRESS, address)
    done = run(served, "restore", str(tmp_path / "one.db"))
    assert (done.exit_code, done.output.startswith("postgresql://")) == (0, True), done.output
    assert everything(served) == rows
    assert exports(served) == before
    app = create_app(served)
    client, code, token = app.test_client(), then(name).open, then(name).tokens[then(name).open]["allied"]
    seen = client.get(f"/api/tables/{code}", headers={"Authorization": f"Bearer {token}"}).json
    assert seen["seat"] == "allied"
    app.extensions["store"].close()
    assert run(served, "backup", str(tmp_path / "two.db")).exit_code == 0
    monkeypatch.delenv(ADDRESS)
    assert run(new, "restore", str(tmp_path / "two.db")).exit_code == 0
    assert everything(new) == rows
    assert exports(new) == before
    assert (new / KEYS).read_text().split() == (old / KEYS).read_text().split()
    assert not (served / DATABASE).exists()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two tables, strange text, and a note about a table that is gone."""
    client = create_app(tmp_path / "old").test_client()
    for _ in range(2):
        assert client.post("/api/tables", json={"game": "incursion"}).status_code == 201
    store: Store = client.application.extensions["store"]
    with store.database.writing() as tables:
        tables.table("used").insert({"table": "GONE22", "seat": "allied", "claimed": 1})
        files = ({"game": "x", "key": f"k{number}", "name": STRANGE, "text": "", "version": 1} for number in range(3))
        tables.table("missions").insert_all(files)
        tables.table("pictures").insert({"key": "p", "content": bytes(range(256))})
        tables.table("printers").insert(
            {"key": "a", "name": "a", "paper": "a4", "duplex": ""}
            | dict.fromkeys(("offset_x", "offset_y", "rotation", "scale_x", "scale_y", "at"), 0.1 + 0.2)
        )
    store.close()
    assert run(tmp_path / "old", "backup", str(tmp_path / "one.db")).exit_code == 0
    return tmp_path / "old"


def test_strange_text_bytes_and_numbers_stay_and_notes_about_nothing_go(
    folder: Path, tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = everything(folder)
    assert rows.pop("used")
    monkeypatch.setenv(ADDRESS, address)
    monkeypatch.setattr(transfer, "AT_ONCE", 2)
    assert run(tmp_path / "served", "restore", str(tmp_path / "one.db")).exit_code == 0
    assert everything(tmp_path / "served") == {**rows, "used": []}


def test_a_database_that_is_not_empty_stays_as_it_is(
    folder: Path, tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ADDRESS, address)
    create_app(tmp_path / "served").extensions["store"].close()  # keys alone are in nobody's way
    assert run(tmp_path / "served", "restore", str(tmp_path / "one.db")).exit_code == 0
    before = everything(tmp_path / "served")
    for more in ((), ("--replace",)):
        again = run(tmp_path / "served", "restore", str(tmp_path / "one.db"), *more)
        assert (again.exit_code, "contains tables or files already" in again.stderr) == (1, True), again.output
        assert again.stderr.count("\n") == 1
    assert everything(tmp_path / "served") == before


def test_a_file_that_is_no_backup_leaves_nothing(tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ADDRESS, address)
    (tmp_path / "text").write_text("no backup", encoding="utf-8")
    for words in (("restore", str(tmp_path / "text")), ("backup", str(tmp_path / "text"))):
        done = run(tmp_path, *words)
        assert (done.exit_code, "is not a valid backup" in done.stderr) == (1, True), done.output
    assert (tmp_path / "text").read_text(encoding="utf-8") == "no backup"
    assert not any(everything(tmp_path).values())


@pytest.mark.parametrize("is_lost", [False, True])
def test_a_backup_is_of_one_moment_or_none(
    folder: Path,
    tmp_path: Path,
    address: str,
    monkeypatch: pytest.MonkeyPatch,
    postgresql: pg.Server,
    is_lost: bool,
) -> None:
    monkeypatch.setenv(ADDRESS, address)
    assert run(tmp_path / "served", "restore", str(tmp_path / "one.db")).exit_code == 0
    before, entries_of = everything(tmp_path / "served"), transfer.entries_of
    other = create_app(tmp_path / "other")

    def meanwhile(source: Tables, codes: Sequence[str]) -> Iterator[Row]:
        assert other.test_client().post("/api/tables", json={"game": "incursion"}).status_code == 201
        if is_lost:
            mine = f"application_name <> '{other.extensions['store'].database._name}'"
            postgresql.sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'adjutant-%' AND "
                f"state = 'idle in transaction' AND {mine}"
            )
        return entries_of(source, codes)

    monkeypatch.setattr(transfer, "entries_of", meanwhile)
    done = run(tmp_path / "served", "backup", str(tmp_path / "two.db"))
    other.extensions["store"].close()
    assert done.exit_code == is_lost, done.output
    assert (tmp_path / "two.db").exists() is not is_lost
    if is_lost:
        assert ("cannot be used" in done.stderr, done.stderr.count("\n")) == (True, 1), done.stderr
        return
    monkeypatch.delenv(ADDRESS)
    assert run(tmp_path / "new", "restore", str(tmp_path / "two.db")).exit_code == 0
    assert everything(tmp_path / "new") == before
