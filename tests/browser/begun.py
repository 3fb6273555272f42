"""Tables that are under way when the phones sit down: what leads there goes through the JSON interface, in no time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.browser.phones import Lobby, Phone

SEATS = ("allied", "german")


class Begun:
    """One table, played as its seats until somebody looks."""

    def __init__(self, lobby: Lobby, **wishes: Any) -> None:
        self.lobby, self.presses = lobby, 0
        self.request = lobby.context().request
        opened = self._post("/api/tables", {"game": "incursion", **wishes})
        self.code, self.tokens = opened["code"], opened["seats"]

    def _post(self, path: str, body: Mapping[str, Any], **headers: str) -> Any:
        answer = self.request.post(f"{self.lobby.url}{path}", data=body, headers=headers)
        assert answer.ok, f"{path} {body}: {answer.status} {answer.text()}"
        return answer.json()

    def see(self, seat: str) -> Any:
        """The table as a seat sees it."""
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
        return self.request.get(f"{self.lobby.url}/api/tables/{self.code}", headers=headers).json()

    def press(self, seat: str, command: str, **fields: Any) -> Any:
        """A press of a seat; what it sees then."""
        self.presses += 1
        envelope = {"command": command, "key": f"press-{self.presses}", "seen": self.see(seat)["seq"]}
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
        return self._post(f"/api/tables/{self.code}/commands", {**envelope, **fields}, **headers)

    def choose(self, allied: Sequence[str], german: Sequence[str]) -> Begun:
        """Both sides choose and show their forces."""
        for seat, cards in zip(SEATS, (allied, german), strict=True):
            for card in cards:
                self.press(seat, "add-model", card=card)
            self.press(seat, "force-ready")
        return self

    def on(self, first: str = "allied") -> Begun:
        """Until somebody acts: hands are drawn, `first` wins the bids, everybody is deployed."""
        asked = ("hand", "bid", "deployment")
        while (waiting := self.see("allied")["state"]["waiting"]) and waiting[0]["for"] in asked:
            side, due = waiting[0]["side"], waiting[0]["for"]
            if due == "hand":
                self.press(side, "replenish-hand", discard=[])
            elif due == "bid":
                self.press(side, "bid", cp=int(side == first))
            else:
                offers = self.see(side)["offers"]
                models = next(offer["choose"]["models"]["some"] for offer in offers if offer["command"] == "deploy")
                self.press(side, "deploy", models=models)
        return self

    def enter(self, *models: str) -> Begun:
        """These models of the side whose half it is step onto the board."""
        side = self.see("allied")["state"]["active"]
        for model in models:
            self.press(side, "activate", model=model)
            self.press(side, "move", model=model, step="forward")
        return self

    def done(self, *reaction_fire: str) -> Begun:
        """The side whose half it is ends it; these models watch."""
        offers = {seat: [offer["command"] for offer in self.see(seat)["offers"]] for seat in SEATS}
        side = next(seat for seat in SEATS if "done" in offers[seat])
        self.press(side, "done", **({"reaction_fire": list(reaction_fire)} if reaction_fire else {}))
        return self

    def until(self, turn: int, first: str = "allied") -> Begun:
        """Nobody does anything until this turn."""
        while self.see("allied")["state"]["turn"] < turn:
            if not self.see("allied")["state"]["waiting"]:
                self.done()
            elif self.see("allied")["state"]["waiting"][0]["for"] == "last-chance":
                self.done()
            else:
                self.on(first)
        return self.on(first)

    def sit(self, seat: str, **how: Any) -> Phone:
        """A phone that holds this seat."""
        phone = Phone(self.lobby.context(**how), self.code)
        phone.page.goto(f"{self.lobby.url}/t/{self.code}/join/{self.tokens[seat]}")
        return phone

    def pair(self, **how: Any) -> tuple[Phone, Phone]:
        """An Allied and a German phone."""
        return self.sit("allied", **how), self.sit("german", **how)
