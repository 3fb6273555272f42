"""Rows shared by the servers of one PostgreSQL: signing keys, and the tables opened within the last hour."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from app import create_app
from app.cli import main
from app.storage import signing_keys
from app.storage.database import ADDRESS
from app.storage.signing_keys import KEYS, add_to, keys_in
from app.web.request import guard
from tests import postgresql as pg

Another = Callable[[str], FlaskClient]


@pytest.fixture
def server(postgresql: pg.Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Another:
    """Makes an app of its own on one database, with a data folder of its own."""
    monkeypatch.setenv(ADDRESS, postgresql.address())
    return lambda name: create_app(tmp_path / name).test_client()


def host_token(client: FlaskClient) -> str:
    token: str = client.application.extensions["signed"].token("", "host")
    return token


def look(client: FlaskClient, code: str, token: str) -> int:
    return client.get(f"/api/tables/{code}", headers={"Authorization": f"Bearer {token}"}).status_code


def opened(client: FlaskClient, address: str = "10.0.0.1") -> int:
    return client.post("/api/tables", json={"game": "hello"}, environ_base={"REMOTE_ADDR": address}).status_code


def test_a_seat_of_one_server_is_one_at_each_and_the_host_has_one_address(server: Another, tmp_path: Path) -> None:
    one, other = server("one"), server("other")
    table = one.post("/api/tables", json={"game": "incursion"}).json
    assert look(other, table["code"], table["seats"]["allied"]) == 200
    assert look(other, table["code"], f"{table['seats']['allied']}x") == 401
    assert host_token(one) == host_token(other)
    assert not (tmp_path / "one" / KEYS).exists()


def test_a_server_reads_what_a_key_signed_that_was_added_later(
    server: Another, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = server("one")
    table, before = one.post("/api/tables", json={"game": "incursion"}).json, host_token(one)
    added = CliRunner().invoke(main, ["keys", "new", "--data", str(tmp_path / "one")])
    assert (added.exit_code, "older ones are still read" in added.output) == (0, True)
    later = server("later")
    right, newer = later.application.extensions["signed"].token(table["code"], "german"), host_token(later)
    assert newer != before
    assert look(one, table["code"], right) == 401, "it was read a moment ago"
    monkeypatch.setattr(signing_keys, "BETWEEN_READS", 0.0)
    assert look(one, table["code"], right) == 200
    assert host_token(one) == newer
    assert later.get(f"/host/{before}").status_code == 303, "what older keys signed stays valid"


def test_keys_of_the_folder_become_rows_once(server: Another, tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    keys, unused = keys_in(tmp_path / "one"), keys_in(tmp_path / "other")
    one, other = server("one"), server("other")
    rows = signing_keys.SigningKeys(other.application.extensions["store"].database, tmp_path / "other")
    assert (rows.all, host_token(one)) == (keys, host_token(other))
    assert unused != keys


def test_the_file_of_a_folder_gets_a_key_more(tmp_path: Path) -> None:
    known = keys_in(tmp_path)
    before = host_token(create_app(tmp_path).test_client())
    assert CliRunner().invoke(main, ["keys", "new", "--data", str(tmp_path)]).exit_code == 0
    assert keys_in(tmp_path)[:-1] == known
    after = create_app(tmp_path).test_client()
    assert host_token(after) != before
    assert after.get(f"/host/{before}").status_code == 303
    add_to(tmp_path)
    assert len(keys_in(tmp_path)) == 3


def test_the_tables_of_an_hour_are_counted_for_all_servers(server: Another, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "TABLES_AN_HOUR", 2)
    one, other = server("one"), server("other")
    assert [opened(one), opened(other), opened(one), opened(other)] == [201, 201, 429, 429]
    assert opened(other, "10.0.0.2") == 201
    assert opened(server("restarted")) == 429


def test_what_all_opened_counts_but_a_share_is_left(server: Another, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "TABLES_AN_HOUR_IN_ALL", 2)
    monkeypatch.setattr(guard, "SHARE", 1)
    one, other = server("one"), server("other")
    assert [opened(one), opened(other, "10.0.0.2"), opened(one, "10.0.0.3")] == [201, 201, 201]
    assert [opened(other), opened(one, "10.0.0.3")] == [429, 429]


def test_rows_name_no_address_and_go_after_an_hour_or_by_a_wrong_clock(
    server: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "TABLES_AN_HOUR", 1)
    client, now = server("one"), time.time()
    database = client.application.extensions["store"].database

    def rows() -> list[dict[str, object]]:
        with database.reading() as tables:
            return [*tables.table("opened").rows_where()]

    for wrong in (now - 3700, now + 3700):
        monkeypatch.setattr(time, "time", lambda wrong=wrong: wrong)
        assert (opened(client), opened(client)) == (201, 429)
        monkeypatch.setattr(time, "time", lambda: now)
    assert opened(client) == 201
    (row,) = rows()
    assert (row["at"], "10.0.0" in str(row["address"]), len(str(row["address"]))) == (now, False, 64)


def test_wrong_tries_at_one_server_are_told_to_the_others(server: Another) -> None:
    one, other = server("one"), server("other")
    sent: list[tuple[str, str]] = []
    one.application.extensions["store"].notifications.send = lambda kind, text: sent.append((kind, text))
    for _ in range(10):
        assert one.get("/api/tables/QQQQQQ", environ_base={"REMOTE_ADDR": "10.0.0.9"}).status_code == 404
    assert len({*sent}) == 10, "equal messages would be sent once"
    hear = other.application.extensions["store"].notifications.hear
    for kind, text in sent:
        hear(f"another {kind} {text}")
    assert other.get("/api/tables/QQQQQQ", environ_base={"REMOTE_ADDR": "10.0.0.9"}).status_code == 429
    assert other.get("/api/tables/QQQQQQ", environ_base={"REMOTE_ADDR": "10.0.0.8"}).status_code == 404
