"""Fixtures: an app on an empty folder, and a table to be played in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from tests.playing import PlayedTable


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    """The app, its tables in an empty folder."""
    return create_app(tmp_path / "data", TESTING=True, PROPAGATE_EXCEPTIONS=False)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def play(client: FlaskClient) -> Callable[..., PlayedTable]:
    """Opens a table through the JSON interface: `play(edition="es-2009")`."""
    return lambda **wishes: PlayedTable(client, **wishes)


@pytest.fixture
def table(play: Callable[..., PlayedTable]) -> PlayedTable:
    """Recon by the English rulebook, with a referee, before forces are chosen."""
    return play(referee=True)


@pytest.fixture
def in_action(table: PlayedTable) -> PlayedTable:
    """The Allies act first: two Grunts and three Sturmzombies stand at their entries, 4 CP each."""
    return table.to_action()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """A plain closing line that counts skips too."""
    counts = {name: len(terminalreporter.stats.get(name, [])) for name in ("passed", "failed", "skipped")}
    failed = counts["failed"] + len(terminalreporter.stats.get("error", []))
    terminalreporter.write_line(f"{counts['passed']} passed, {failed} failed, {counts['skipped']} skipped")


@pytest.fixture(autouse=True)
def _closed_stores(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every store that a test opens is closed after it."""
    from app import store

    opened: list[store.Store] = []
    begin = store.Store.__init__

    def remembered(self: store.Store, folder: Path) -> None:
        begin(self, folder)
        opened.append(self)

    monkeypatch.setattr(store.Store, "__init__", remembered)
    yield
    for kept in opened:
        kept.close()
