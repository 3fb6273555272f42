"""A whole mission by two phones at two servers of one PostgreSQL; one is killed in the middle of an attack."""

from __future__ import annotations

import os
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen
from unittest.mock import patch

from playwright.sync_api import Error, sync_playwright

from app.storage.database import ADDRESS
from tests import postgresql as pg
from tests.browser.conftest import chromium
from tests.browser.phone_pool import Drawer
from tests.browser.phones import Lobby
from tests.relay import to_first_of
from tests.server import FLAGS, serving
from tests.tap_counts.evenings import SEND, USABLE, Recon

MOST_TURNS = 40


@dataclass(frozen=True)
class Mission:
    winner: str
    turns: int
    entries: int

    def __str__(self) -> str:
        return f"one server killed in an attack, {self.winner} won in turn {self.turns}: {self.entries} entries"


class Survived(Recon):
    """Recon whose German phone has an attack open while its server is killed."""

    def __init__(self, lobby: Lobby, url: str, server: Popen[bytes]) -> None:
        super().__init__(lobby)
        self.server = server
        self.german.page.goto(f"{url}/t/{self.table.code}")

    def zombies_act(self) -> None:
        if self.server.poll() is None and self.german.find(f"a#open-assault{USABLE}").count():
            self.german.tap("#open-assault")
            self.server.kill()
            self.server.wait()
            self.german.tap(SEND)
        super().zombies_act()

    @property
    def winner(self) -> str | None:
        found: str | None = self.table.look()["winner"]
        return found

    def play(self) -> None:
        """Play turns until the mission has ended, maybe in the middle of one."""
        for _ in range(MOST_TURNS):
            try:
                self.turn(watch=False)
            except (AssertionError, Error):
                if self.winner is None:
                    raise
            if self.winner is not None:
                return


def mission() -> Mission:
    """Play Recon by tapping to its end."""
    with pg.running() as database, tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        address = database.address()
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        with (
            patch.dict(os.environ, {ADDRESS: address}),
            serving(Path(folder) / "one") as one,
            serving(Path(folder) / "other") as other,
            to_first_of(one, other) as proxy,
            closing(Lobby(Drawer(browser), other.url)) as lobby,
        ):
            recon = Survived(lobby, proxy.url, one.process)
            recon.play()
            assert one.process.poll() is not None, "no attack, so no server was killed"
            state = recon.table.look()
        browser.close()
        count = int(database.sql(f"SELECT count(*) FROM {database.schema_of(address)}.entries"))
        return Mission(state["winner"] or "nobody", state["turn"], count)
