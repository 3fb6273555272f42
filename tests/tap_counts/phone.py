"""A phone whose taps are counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import BrowserContext

from tests.browser.phones import Lobby, Phone
from tests.seated import sit_in_browser


@dataclass(frozen=True)
class Counted:
    """An action of a game, how many taps it may take, and how many it took."""

    game: str
    action: str
    goal: int
    taps: int


class CountingPhone(Phone):
    """Each tap is counted; what is typed with the keys of a phone is not."""

    def __init__(self, context: BrowserContext, code: str) -> None:
        super().__init__(context, code)
        self.taps = 0

    def tap(self, selector: str) -> None:
        self.taps += 1 + self.open_more(selector)
        super().tap(selector)

    def since(self) -> int:
        taps, self.taps = self.taps, 0
        return taps

    def pad(self, form: str, *faces: int | str) -> None:
        """Type dice on the pad of a form that is open, and send it."""
        for face in faces:
            self.tap(f"{form} .face[value='{face}']")
        self.tap(f"{form} button[name=by][value=hand]")

    def shows(self, selector: str) -> bool:
        self.page.reload()
        return self.find(selector).count() > 0


def seated(lobby: Lobby, code: str, token: str, **how: Any) -> CountingPhone:
    """A phone that has scanned the code of a seat; nothing of that is counted."""
    phone = CountingPhone(lobby.context(**how), code)
    sit_in_browser(phone.page, lobby.url, code, token)
    return phone
