"""Plays each row in Chromium on a phone, prints its taps beside the goal, and writes docs/taps.md."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import chromium
from tests.browser.phone_pool import Drawer
from tests.browser.phones import Lobby
from tests.server import FLAGS, ROOT, serving
from tests.tap_counts import incursion, memoir_44, mobile_infantry
from tests.tap_counts.phone import Counted

PAGE = ROOT / "docs" / "taps.md"
HEAD = """# Taps

What a thumb must do for the commonest actions, counted by `make taps` in Chromium on a phone of 390×844, from a board
that is ready for the action until it has happened. Three turns of Recon are played by two phones on which every form is
sent as it stands: two Grunts against two batches; one shoots each turn, zombies attack or advance together, Reaction
Fire is answered, the app rolls all dice. An evening of Infantería Móvil is played by two phones, each with a squad,
against the app’s Brain: each turn a pack reaches a team, each squad that may fire does so once as a whole, all teams
move, what a team must answer is answered, and the lists for the table are ticked off; the app rolls all dice.

The tests count the actions of Incursion through the forms of its pages without a browser
(`tests/incursion/test_taps.py`, `tests/incursion/test_taps_of_an_evening.py`), and three turns of Recon by two ordinary
players besides: 90 taps at most; those of Memoir '44 (`tests/memoir_44/test_taps.py`) and of Infantería Móvil
(`tests/mobile_infantry/test_taps.py`) likewise, and a whole turn of 40 men and 20 bugs: 40 commands at most
(`test_presses.py`).

| game | action | goal | taps |
|---|---|---|---|
"""
FOOT = """
Some actions take a tap more than they could, on purpose:

- *Hand to hand* by several zombies is one tile; how many attack is chosen in its sheet.
- *Correct the figures of a unit*: its row opens the unit, with all that it can do; the correction is there.
- *End turn* is tapped a second time where an ordered unit could still battle: no turn ends by mistake.
- A retreat and the ground to take are tapped on the map even if there is only one hex: no hex is chosen in advance.

Not counted: what is typed with the keys of a phone (the values of one's own cards, names, reasons), and reading.
"""


def counted() -> list[Counted]:
    """Every row of every game."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        lobby = Lobby(Drawer(browser), server.url)
        rows = []
        for game in (incursion, mobile_infantry, memoir_44):
            for row in game.rows(lobby):
                print(f"{row.game}: {row.action}: {row.taps} (goal {row.goal})", flush=True)
                rows.append(row)
        browser.close()
    return rows


def page_of(rows: Sequence[Counted]) -> str:
    """The page of the docs."""
    return HEAD + "".join(f"| {row.game} | {row.action} | {row.goal} | {row.taps} |\n" for row in rows) + FOOT


def main() -> int:
    """Fails where a goal is missed."""
    rows = counted()
    PAGE.write_text(page_of(rows), encoding="utf-8")
    return int(any(row.taps > row.goal for row in rows))


if __name__ == "__main__":
    sys.exit(main())
