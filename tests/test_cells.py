"""Cells: several databases of one address, where the first letter of a code says which one has the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from app import opened_on
from app.cli import main
from app.storage.codes import CODE_SYMBOLS, LETTERS
from tests.playing import PlayedTable
from tests.seated import link_to
from tests.server import serving
from tests.web.test_again import ended, go

Cell = Callable[..., FlaskClient]


@pytest.fixture
def cell(routes: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cell:
    """A server on the folder of this test that was told these letters: `cell("AB")`."""

    def opened(letters: str = "") -> FlaskClient:
        monkeypatch.setenv(LETTERS, letters)
        return opened_on(routes, tmp_path / "data").test_client()

    return opened


def new_code(client: FlaskClient) -> str:
    code: str = client.post("/api/tables", json={"game": "incursion"}).json["code"]
    return code


def test_codes_of_a_cell_have_seven_letters_and_begin_with_one_of_its_own(cell: Cell) -> None:
    codes = [new_code(cell("bQ")) for _ in range(12)]
    assert {(code[0], len(code)) for code in codes} == {("B", 7), ("Q", 7)}
    assert set("".join(codes)) <= {*CODE_SYMBOLS}


def test_without_letters_codes_have_six(cell: Cell) -> None:
    assert {len(new_code(cell())) for _ in range(3)} == {6}


@pytest.mark.parametrize(("before", "after"), [("AB", "X"), ("", "X"), ("X", "")])
def test_the_next_table_begins_as_its_table_even_if_the_letters_have_changed(
    cell: Cell, before: str, after: str
) -> None:
    """It is stored beside its table, so a proxy must look for it there."""
    table = ended(PlayedTable(cell(before), referee=True))
    table.client = cell(after)
    code = go(table, "referee", again="same").json["code"]
    assert (code[0], len(code)) == (table.code[0], len(table.code))
    assert new_code(table.client)[0] in (after or CODE_SYMBOLS)


def test_the_next_mission_of_a_campaign_stays_in_its_cell(cell: Cell) -> None:
    table = ended(PlayedTable(cell("K"), referee=True, campaign={"name": "Gibraltar"}))
    code = go(table, "referee").json["code"]
    assert (code[0], len(code)) == ("K", 7)


def test_an_imported_table_is_of_the_cell_that_imports_it(cell: Cell, tmp_path: Path) -> None:
    client = cell("A")
    file = client.application.extensions["store"].export(new_code(client))
    client = cell("B")
    assert client.post("/api/tables/import", json=file).json["code"][0] == "B"
    (tmp_path / "served").mkdir()
    with serving(tmp_path / "served", "--letters", "c") as server:  # by a process of its own
        code = server.ask("POST", "/api/tables/import", file).json["code"]
        assert (code[0], len(code)) == ("C", 7)


def test_codes_of_both_lengths_are_read_however_they_are_typed(cell: Cell) -> None:
    short, long = new_code(cell()), new_code(client := cell("A"))
    for code in (short, long):
        typed = f"{code[:3]}-{code[3:]}".lower()
        assert client.get(f"/join?code={typed}").location == f"/t/{code}/seats"
        assert client.get(f"/t/{typed}/seats").location == f"/t/{code}/seats"
        assert client.get(f"/api/tables/{typed}").json["code"] == code
        assert CliRunner().invoke(main, ["table", "show", typed, "--data", str(store_folder(client))]).exit_code == 0
        assert client.get(link_to(client.application, code, "allied")).status_code == 200


def store_folder(client: FlaskClient) -> Path:
    folder: Path = client.application.extensions["store"].folder
    return folder


@pytest.mark.parametrize("letters", ["", "A0", "AA", "aA", "A B", "A,B", "Ñ", "I"])
@pytest.mark.parametrize(("locale", "said"), [("en_GB", "for this cell"), ("es_ES", "para esta célula")])
def test_other_letters_are_refused_in_one_sentence_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, letters: str, locale: str, said: str
) -> None:
    monkeypatch.setenv("LC_ALL", f"{locale}.UTF-8")
    done = CliRunner().invoke(main, ["serve", "--letters", letters, "--data", str(tmp_path / "data")])
    assert (done.exit_code, done.stderr.count("\n"), said in done.stderr) == (1, 1, True), done.output
    assert not (tmp_path / "data").exists()


def test_letters_of_the_environment_are_refused_likewise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LETTERS, "A0")
    done = CliRunner().invoke(main, ["table", "import", __file__, "--data", str(tmp_path / "data")])
    assert (done.exit_code, done.stderr.count("\n"), CODE_SYMBOLS in done.stderr) == (1, 1, True), done.output
