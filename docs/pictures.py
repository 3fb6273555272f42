"""Plays the start of a mission on two phones and photographs it: python docs/pictures.py [folder [language]]."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

HERE = Path(__file__).parent
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
TELEVISION: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DOUBLE_TAP = 350


@contextmanager
def serving() -> Iterator[str]:
    """A server of its own on a free port; gives its address."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "app.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--data", data]
        server = subprocess.Popen(command, cwd=HERE.parent, stdout=subprocess.PIPE, text=True)
        try:
            lines = iter(server.stdout or ())
            yield next(line.strip().rstrip("/") for line in lines if line.startswith("http"))
        finally:
            server.terminate()
            server.wait()


class Game:
    """Two phones and the host's page at one table of Incursion."""

    def __init__(self, browser: Browser, address: str, language: str = "en", **phone: Any) -> None:
        self.browser, self.address, self.language = browser, address, language
        self.phone = {**PHONE, **phone}
        self.host = self.page()
        self.host.goto(address)
        self.host.click(".game.incursion")
        self.host.click("main button.main")
        self.host.wait_for_selector("#chairs")
        self.code = self.host.url.split("/")[4]
        self.lobby = self.host.content()

    def sit_down(self) -> None:
        """Both sides join by their codes."""
        self.allied, self.german = self.seated("allied"), self.seated("german")

    def page(self, **how: Any) -> Page:
        """A new phone, or whatever `how` says."""
        context: BrowserContext = self.browser.new_context(**{**self.phone, **how})
        context.add_cookies([{"name": "lang", "value": self.language, "url": self.address}])
        return context.new_page()

    def seated(self, side: str) -> Page:
        """A phone that has scanned the code of a side."""
        link = re.search(rf'id="qr-{side}"><a href="([^"]+)"', self.lobby)
        phone = self.page()
        phone.goto(link[1] if link else "")
        return phone

    def tap(self, phone: Page, *ids: str) -> None:
        """Press, one after the other, what has these ids."""
        for name in ids:
            phone.click(f"#{name}:is(a, button), #{name}-go")
            phone.wait_for_timeout(DOUBLE_TAP)

    def forces(self) -> None:
        """Both choose what their Requisition Points allow."""
        self.tap(self.allied, "add-grunt-ape", "add-grunt-ape")
        self.tap(self.german, "add-sturmzombie", "add-sturmzombie")
        self.tap(self.allied, "force-ready")
        self.tap(self.german, "force-ready")

    def bids(self) -> None:
        """The Allies bid one point more."""
        self.tap(self.allied, "bid-1")
        self.tap(self.german, "bid-0")

    def deployment(self) -> None:
        """Everybody who waits outside stands at an entry."""
        for _ in range(2):
            for phone in (self.allied, self.german):
                if phone.query_selector("#deploy-all-go"):
                    self.tap(phone, "deploy-all")

    def half(self, phone: Page, steps: int) -> None:
        """Every model of a phone's side in turn goes so many steps."""
        for _ in range(20):
            if not phone.query_selector("#activate-next-go"):
                break
            self.tap(phone, "activate-next")
            for _ in range(steps):
                if phone.query_selector("#move-forward-go"):
                    self.tap(phone, "move-forward")
        self.tap(phone, "done")

    def turn(self) -> None:
        """A turn in which everybody walks."""
        self.bids()
        self.deployment()
        for _ in range(6):
            for phone in (self.allied, self.german):
                if phone.query_selector("#activate-next-go"):
                    self.half(phone, 2)
                elif phone.query_selector("#done-go"):
                    self.tap(phone, "done")
            if self.allied.query_selector("#bids"):
                return


def photograph(folder: Path, page: Page, name: str) -> None:
    """A picture of the page in few colours."""
    page.wait_for_timeout(400)
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    folder.mkdir(parents=True, exist_ok=True)
    shot.quantize(128, dither=Image.Dither.NONE).save(folder / f"{name}.png", optimize=True)


def take(browser: Browser, address: str, folder: Path, language: str = "en") -> None:
    """Play, and photograph on the way."""
    game = Game(browser, address, language)
    shoot = partial(photograph, folder)
    shoot(game.host, "lobby")
    game.sit_down()
    game.forces()
    game.turn()
    game.bids()
    game.deployment()
    game.tap(game.allied, "activate-next")
    shoot(game.allied, "allied-board")
    shoot(game.german, "german-board")
    game.tap(game.allied, "open-fire")
    dice = game.allied.locator("#sheet form").first
    for face in ("5", "2", "6"):
        if dice.locator(f".face[value='{face}']").is_enabled():
            dice.locator(f".face[value='{face}']").click()
            game.allied.wait_for_timeout(DOUBLE_TAP)
    shoot(game.allied, "dice-pad")
    while dice.locator(".face:enabled").count():
        dice.locator(".face[value='1']").click()
        game.allied.wait_for_timeout(DOUBLE_TAP)
    dice.locator("button[name=by][value=hand]").click()
    shoot(game.allied, "result")
    game.allied.click("#sheet a.close.main")
    dark = game.page(color_scheme="dark")
    cookies: list[Any] = [cookie for cookie in game.allied.context.cookies() if cookie["name"] != "lang"]
    dark.context.add_cookies(cookies)
    dark.goto(f"{address}/t/{game.code}")
    shoot(dark, "dark")
    log = game.page()
    log.goto(f"{address}/t/{game.code}/log")
    shoot(log, "log")
    wall = game.page(**TELEVISION, device_scale_factor=1, is_mobile=False, has_touch=False)
    wall.goto(f"{address}/t/{game.code}/wall")
    shoot(wall, "wall")


def main() -> None:
    """All pictures into docs/pictures, or the folder that is named."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "pictures"
    language = sys.argv[2] if len(sys.argv) > 2 else "en"
    with serving() as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        take(browser, address, folder, language)
        browser.close()


if __name__ == "__main__":
    main()
