"""Two phones at two servers of one PostgreSQL; one server is killed in the middle of an attack."""

from __future__ import annotations

import os
import signal
import time
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.phone_pool import Drawer
from tests.browser.phones import Lobby
from tests.browser.started_tables import FORCES, Begun
from tests.relay import to_first_of
from tests.server import serving

PATIENCE = 10.0


@pytest.mark.parametrize("lost", ["request", "answer"])
def test_an_attack_goes_on_at_the_other_server_with_the_same_dice(
    address: str, tmp_path: Path, drawer: Drawer, lost: str
) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    with (
        serving(tmp_path / "one") as one,
        serving(tmp_path / "other") as other,
        to_first_of(one, other) as proxy,
        closing(Lobby(drawer, proxy.url)) as here,
        closing(Lobby(drawer, other.url)) as there,
    ):
        table = Begun(here).choose(*FORCES).bid(0, 0).on().enter("grunt-ape-1").done().enter("sturmzombie-1")
        german, allied = table.sit("german", here), table.sit("allied", there)

        def dice() -> list[object]:
            log = there.ask(f"/{table.code}/log", token=table.tokens["german"])["events"]
            return [event["dice"] for event in log if event["event"] == "blow-struck"]

        german.tap("#open-melee")
        german.see("Your dice")
        if lost == "request":
            os.kill(one.process.pid, signal.SIGSTOP)
        else:
            proxy.mute()
        german.find("button[name=by][value=table]").tap()
        until = time.monotonic() + PATIENCE
        while not dice() and lost == "answer":
            assert time.monotonic() < until
            german.page.wait_for_timeout(50)
        before = dice()
        one.process.kill()
        german.see("the app’s dice")
        allied.see("Sturmzombie 1 attacks Grunt APE 1 hand to hand")
        assert len(dice()) == 1
        assert before in ([], dice())
        german.read_result()
        german.done()
        allied.see("Turn 2")
        expect(german.find("#board")).to_have_attribute("data-seq", str(allied.seq()))
