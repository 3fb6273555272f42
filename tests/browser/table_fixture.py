"""A table of Hello on a real server: what leads to a screen goes through the JSON interface."""

from __future__ import annotations

from typing import Any

from tests.browser.phones import Lobby, Phone
from tests.seated import sit_in_browser
from tests.server import Server
from tests.toy_game.playing import GREY, LAMP, WHITE

SEATS = (GREY, WHITE, LAMP)


class Evening:
    """One table of Hello, played as its seats until somebody looks."""

    def __init__(self, server: Server, **options: Any) -> None:
        self.server, self.presses = server, 0
        opened = server.ask("POST", "/api/tables", {"game": "hello", **options}).json
        self.code, self.tokens = opened["code"], opened["seats"]

    def press(self, seat: str, command: str, **fields: Any) -> None:
        """A press of a seat."""
        self.presses += 1
        asked = {"command": command, "key": f"press-{self.presses}", "seen": 0, **fields}
        answer = self.server.ask("POST", f"/api/tables/{self.code}/commands", asked, self.tokens[seat])
        assert answer.status == 200, answer.json

    def asked(self) -> str:
        """The moth that is to choose the window of its side."""
        waiting = self.server.ask("GET", f"/api/tables/{self.code}").json["state"]["waiting"]
        return next(str(one["seat"]) for one in waiting if one["side"] == "moths")

    def windows(self) -> None:
        """Both sides choose theirs."""
        self.press(self.asked(), "choose-window", window="north")
        self.press(LAMP, "choose-window", window="east")

    def sit(self, seat: str, lobby: Lobby, **how: Any) -> Phone:
        """A phone that holds this seat."""
        phone = Phone(lobby.context(**how), self.code)
        sit_in_browser(phone.page, self.server.url, self.code, self.tokens[seat])
        return phone
