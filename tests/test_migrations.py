"""Databases as every released schema had them: each opens, plays on, and exports byte by byte what it exported then.

In `folders/` a file of each schema was kept by the version that had it, with its keys, the right to its seats, and
what it exported. They are never made anew: a new schema gets one more.
"""

from __future__ import annotations

import json
import lzma
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import opened_on
from app.games import REGISTRY
from app.storage.backups import DATABASE
from app.storage.health import damage_of, put_back
from app.storage.signing_keys import KEYS
from app.storage.store import Store
from app.storage.table_rows import OF_A_TABLE
from tests.seated import link_to

OURS = {"Origin": "http://localhost"}
KEPT = Path(__file__).parent / "folders"
SCHEMAS = {
    "first": {"tables", "entries", "used"},
    "files": {"card_sets", "missions"},
    "printers": {"printers"},
    "answers": {"file_answers"},
    "exported": {"exported"},
    "unproven": {"unproven"},
    "makers": {"file_makers", "file_versions", "file_sources", "imported"},
    "left": {"left"},
    "pictures": {"pictures", "table_pictures"},
    "numbered": {"migrations"},
    "shared": {"signing_keys", "opened"},
}
"""What came with each schema."""
MARKED = frozenset({"exported", "unproven", "makers", "left", "pictures", "numbered", "shared"})
"""Those at which a table that was exported is noted."""


EARLIER = {"makers": 1, "left": 1, "pictures": 2, "numbered": 2, "shared": 2}
"""Earlier versions of the set that was kept, at those that kept any."""


@dataclass(frozen=True)
class Then:
    """What was kept beside a database: its exports, the tokens of seats, the table that is still open."""

    exports: dict[str, Any]
    tokens: dict[str, dict[str, str]]
    keys: str
    open: str


@cache
def then(name: str) -> Then:
    return Then(**json.loads(lzma.decompress((KEPT / f"{name}.json.xz").read_bytes())))


def folder_of(name: str, folder: Path) -> Path:
    """A data folder as it was left."""
    folder.mkdir()
    (folder / DATABASE).write_bytes(lzma.decompress((KEPT / f"{name}.db.xz").read_bytes()))
    (folder / KEYS).write_text(then(name).keys, encoding="utf-8")
    return folder


def tables_in(folder: Path) -> set[str]:
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        return {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


@pytest.fixture(params=SCHEMAS)
def name(request: pytest.FixtureRequest) -> str:
    named: str = request.param
    return named


@pytest.fixture
def client(name: str, routes: Flask, tmp_path: Path) -> FlaskClient:
    """The app of today on a folder of then."""
    return opened_on(routes, folder_of(name, tmp_path / "then")).test_client()


def test_every_schema_that_was_released_is_kept(tmp_path: Path) -> None:
    assert {file.name.removesuffix(".db.xz") for file in KEPT.glob("*.db.xz")} == set(SCHEMAS)
    for name, came in SCHEMAS.items():
        assert came <= tables_in(folder_of(name, tmp_path / name)), name
    Store(tmp_path / "now").close()
    assert set.union(*SCHEMAS.values()) == tables_in(tmp_path / "now")
    assert tables_in(tmp_path / "first") == SCHEMAS["first"]


def test_it_opens_whole_and_has_what_today_has(client: FlaskClient, name: str, tmp_path: Path) -> None:
    store: Store = client.application.extensions["store"]
    assert damage_of(store) is None
    assert set(store.codes()) >= set(then(name).exports) | set(then(name).tokens)
    assert tables_in(tmp_path / "then") >= set.union(*SCHEMAS.values())
    assert set(OF_A_TABLE) <= tables_in(tmp_path / "then")
    if name != "first":
        assert [kept.name for kept in store.card_sets.files(REGISTRY["incursion"])] == ["Kept of old"]
    if name not in ("first", "files"):
        assert [printer.name for printer in store.printers.printers()] == ["Kept laser"]


def test_files_of_then_are_their_makers_or_the_hosts_and_have_the_versions_that_they_had(
    client: FlaskClient, name: str
) -> None:
    store: Store = client.application.extensions["store"]
    game = REGISTRY["incursion"]
    made = {one.key: one.maker for box in (store.card_sets, store.missions) for one in box.files(game)}
    assert made.get("radio-room") == ("0123456789abcdef" if name in EARLIER else None)
    assert {maker for key, maker in made.items() if key != "radio-room"} <= {""}
    for one in store.card_sets.files(game):
        assert len(store.card_sets.earlier(game, one.key)) == EARLIER.get(name, 0)
        store.card_sets.change(game, one.key, one.version, text=f"{one.text}# today\n")
        assert store.card_sets.earlier(game, one.key)[0].text == one.text


def test_a_picture_of_then_is_kept_with_set_and_table(client: FlaskClient, name: str) -> None:
    store: Store = client.application.extensions["store"]
    named = {file for code in then(name).exports for file in store.pictures.of_table(code)}
    assert len(named) == (name in ("pictures", "numbered", "shared"))
    assert store.pictures.known(named) == named
    for file in named:
        assert f"/pictures/{file}.jpg" in client.get("/cards/incursion/set/kept-of-old").text


def test_it_exports_what_it_exported_then_byte_by_byte(client: FlaskClient, name: str) -> None:
    store: Store = client.application.extensions["store"]
    for code, kept in then(name).exports.items():
        assert json.dumps(store.export(code)) == json.dumps(kept), code
        assert store.table(store.import_file(kept)).entries


def test_it_plays_on_by_the_rights_given_out_then(client: FlaskClient, name: str) -> None:
    code = then(name).open
    right = {"Authorization": f"Bearer {then(name).tokens[code]['allied']}"}
    seen = client.get(f"/api/tables/{code}", headers=right).json
    assert seen["seat"] == "allied"
    (offer,) = [offer for offer in seen["offers"] if offer["command"] == "activate"]
    chosen = {field: values[0] for field, values in offer["choose"].items()}
    press = {"command": "activate", **offer["given"], **chosen, "key": "today", "seen": seen["seq"]}
    answer = client.post(f"/api/tables/{code}/commands", json=press, headers=right)
    assert answer.status_code == 200, answer.json
    seen = answer.json
    named = {"command": "rename", "name": "Ada", "key": "later", "seen": seen["seq"]}
    answer = client.post(f"/api/tables/{code}/commands", json=named, headers=right)
    assert answer.status_code == 200, answer.json
    after = client.get(f"/api/tables/{code}", headers=right).json
    assert after["state"]["seats"]["allied"]["name"] == "Ada"
    assert client.get(f"/t/{code}").status_code == 200


def test_a_phone_that_sat_then_stays_seated_while_one_more_joins(client: FlaskClient, name: str) -> None:
    app, code = client.application, then(name).open
    sitting, joining = app.test_client(), app.test_client()
    sitting.set_cookie(f"seat-{code}", then(name).tokens[code]["allied"], path=f"/t/{code}")
    assert "My force" in sitting.get(f"/t/{code}").text
    sitting.post(f"/t/{code}/invite", data={"seat": "allied"}, headers=OURS)
    assert joining.post(link_to(app, code, "allied"), headers=OURS).status_code == 303
    assert ["My force" in phone.get(f"/t/{code}").text for phone in (sitting, joining)] == [True, True]


def test_it_is_put_back_as_a_backup(name: str, tmp_path: Path) -> None:
    folder = folder_of(name, tmp_path / "then")
    put_back(folder / DATABASE, tmp_path / "new")
    store = Store(tmp_path / "new")
    assert set(store.codes()) >= set(then(name).exports)
    store.close()


def test_a_table_of_then_is_deleted_for_good(client: FlaskClient, name: str) -> None:
    store: Store = client.application.extensions["store"]
    code = next(iter(then(name).exports))
    store.remove(code)
    assert not store.has(code)
    if name in MARKED:
        with store.database.reading() as file:
            assert not [*file.table("exported").rows_where("[table] = ?", [code])]
