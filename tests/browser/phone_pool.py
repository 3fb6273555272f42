"""Phones are used again, wiped: to make a new one costs more than most of what is done with it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize

from tests.browser.thumb import LISTENS

SIZE: ViewportSize = {"width": 390, "height": 844}
"""Of a phone, unless it is asked for in another."""


class Drawer:
    """Where a worker's phones lie between tests, those of one make together."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.lying: dict[str, list[BrowserContext]] = {}
        self.makes: dict[BrowserContext, str] = {}

    def take(self, *, viewport: ViewportSize, **make: Any) -> BrowserContext:
        """A phone of this make that remembers nothing; of whatever size it was, it is of this one now."""
        context = self.of_make(**make)
        if context.pages or viewport != SIZE:
            (context.pages or [context.new_page()])[0].set_viewport_size(viewport)
        return context

    def of_make(self, **make: Any) -> BrowserContext:
        """One that lies here, or a new one."""
        named = str(sorted(make.items()))
        lying = self.lying.setdefault(named, [])
        if lying:
            return lying.pop()
        context = self.browser.new_context(viewport=SIZE, **make)
        if make.get("java_script_enabled", True):
            context.add_init_script(LISTENS)
        self.makes[context] = named
        return context

    def put_back(self, context: BrowserContext) -> None:
        """Wipe a phone; one that cannot be wiped is thrown away."""
        try:
            wipe(context)
            self.lying[self.makes[context]].append(context)
        except Error:
            context.close()


def wipe(context: BrowserContext) -> None:
    """No page is open, and nothing is kept."""
    context.set_offline(False)
    for page in context.pages[1:]:
        page.close()
    for page in context.pages:
        forget(page)
    context.clear_cookies()


def forget(page: Page) -> None:
    page.unroute_all()
    if page.url.startswith("http"):
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    page.goto("about:blank")
