"""Tables that are under way when the phones sit down: what leads there goes through the JSON interface, in no time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.browser.phones import Desk, Lobby, Phone
from tests.browser.thumb import TAPPED
from tests.seated import sit_in_browser

SEATS = ("allied", "german")
FORCES = (["grunt-ape"] * 2, ["sturmzombie"] * 2)
"""Two Grunts against two batches."""
ANSWERED = ("hand", "bid", "deployment")


class Begun:
    """One table, played as its seats until somebody looks."""

    def __init__(self, lobby: Desk, **wishes: Any) -> None:
        self.lobby, self.presses = lobby, 0
        self.seen: Any = None
        opened = lobby.ask("", {"game": "incursion", **wishes})
        self.code, self.tokens = opened["code"], opened["seats"]

    def look(self) -> Any:
        """The state as it is after what the phones did; what is secret in it is hidden."""
        self.seen = self.lobby.ask(f"/{self.code}", token=self.tokens["allied"])["state"]
        return self.seen

    @property
    def state(self) -> Any:
        """The state after the last press of this table's own."""
        return self.seen or self.look()

    def press(self, seat: str, command: str, **fields: Any) -> None:
        """A press of a seat."""
        self.presses += 1
        self.seen = None
        TAPPED.pop(f"/t/{self.code}", None)
        self.lobby.press(self.code, self.tokens[seat], {"command": command, "key": f"press-{self.presses}", **fields})

    def choose(self, allied: Sequence[str], german: Sequence[str]) -> Begun:
        """Both sides choose and show their forces."""
        for seat, cards in zip(SEATS, (allied, german), strict=True):
            for card in cards:
                self.press(seat, "add-model", card=card)
            self.press(seat, "force-ready")
        return self

    def bid(self, allied: int, german: int) -> Begun:
        """Both sides bid this much, the Allies last."""
        self.press("german", "bid", cp=german)
        self.press("allied", "bid", cp=allied)
        return self

    def on(self, first: str = "allied") -> Begun:
        """Until somebody acts: hands are drawn, `first` wins the bids, everybody is deployed."""
        self.look()
        while (waiting := self.state["waiting"]) and waiting[0]["for"] in ANSWERED:
            side = waiting[0]["side"]
            if waiting[0]["for"] == "hand":
                self.press(side, "replenish-hand", discard=[])
            elif waiting[0]["for"] == "bid":
                self.press(side, "bid", cp=int(side == first))
            else:
                self.press(side, "deploy", models=self.outside(side))
        return self

    def outside(self, side: str) -> list[str]:
        """Models of a side that wait to be deployed."""
        models = self.state["models"].items()
        return [key for key, model in models if model["side"] == side and model["place"] == "reserve" and model["dp"]]

    def enter(self, *models: str) -> Begun:
        """These models of the side whose half it is step onto the board."""
        side = self.look()["active"]
        for model in models:
            self.press(side, "activate", model=model)
            self.press(side, "move", model=model, step="forward")
        return self

    def done(self) -> Begun:
        """The side whose half or last chance it is ends it; nobody watches."""
        state = self.look()
        side = state["waiting"][0]["side"] if state["waiting"] else state["active"]
        self.press(side, "done", reaction_fire=[])
        return self

    def until(self, turn: int, first: str = "allied") -> Begun:
        """Nobody does anything until this turn."""
        while self.on(first).state["turn"] < turn:
            self.done()
        return self

    def sit(self, seat: str, lobby: Lobby | None = None, **how: Any) -> Phone:
        """A phone that holds this seat, of this lobby if the table outlives it."""
        phone = Phone((lobby or self.lobby).context(**how), self.code)
        sit_in_browser(phone.page, self.lobby.url, self.code, self.tokens[seat])
        return phone

    def pair(self, **how: Any) -> tuple[Phone, Phone]:
        """An Allied and a German phone."""
        return self.sit("allied", **how), self.sit("german", **how)
