"""Chromium, by Playwright: a touch screen; it goes offline where others are put into a pocket."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import BrowserContext, Error

from tests.engines.phone import PHONE, Engine, Phone
from tests.one_playwright import one_playwright
from tests.server import FLAGS

NO_FAULTS = ("navigator.vibrate", "ERR_INTERNET_DISCONNECTED")
"""A phone does not vibrate before it was tapped, and one that sleeps gets no answers."""


class Chromium(Engine):
    """One headless browser; each phone is a context of it."""

    def __init__(self, path: str) -> None:
        self.browser = one_playwright().chromium.launch(executable_path=path, args=FLAGS)

    def phone(self, url: str, *, scripts: bool) -> Phone:
        width, height = PHONE
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, java_script_enabled=scripts
        )
        return ChromiumPhone(url, context)

    def close(self) -> None:
        self.browser.close()


class ChromiumPhone(Phone):
    gone = Error

    def __init__(self, url: str, context: BrowserContext) -> None:
        super().__init__(url)
        self.context, self.page = context, context.new_page()
        self.heard: list[str] = []
        self.page.on("console", lambda said: self.heard.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.heard.append(str(error)))

    def open(self, address: str) -> None:
        self.page.goto(address)

    def run(self, function: str, *arguments: Any) -> Any:
        return self.page.evaluate(f"() => ({function})(...{json.dumps(arguments)})")

    def press(self, x: int, y: int) -> None:
        self.page.touchscreen.tap(x, y)

    def keys(self, text: str) -> None:
        self.page.keyboard.type(text)

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def sleep(self) -> None:
        self.context.set_offline(True)

    def wake(self) -> None:
        self.context.set_offline(False)

    def complaints(self) -> list[str]:
        return [one for one in self.heard if not any(fine in one for fine in NO_FAULTS)]

    def close(self) -> None:
        self.context.close()
