"""`make by-ear`: the first mission of each game, whole, by a player who gets nothing but the accessibility tree."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import chromium
from tests.browser.phone_pool import Drawer
from tests.browser.phones import Lobby
from tests.browser.rules_of_thumb import GAMES
from tests.server import FLAGS, serving

MOST = 3000


def main() -> int:
    """Plays the games that are named, or all; fails where a press was refused."""
    refused = []
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for game in sys.argv[1:] or GAMES:
            lobby = Lobby(Drawer(browser), server.url)
            ear = GAMES[game].sit(lobby)
            print(f"{game}: {ear.play(MOST)} {ear.presses} presses, {len(ear.refused)} refused", flush=True)
            refused += ear.refused
            lobby.close()
        browser.close()
    return int(bool(refused))


if __name__ == "__main__":
    sys.exit(main())
