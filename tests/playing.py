"""A table played through Flask's client, so that tests read as sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core.engine.command import Draft, GameContext
from app.core.rules.dice import Roll
from app.core.table import serialize
from app.core.table.seat_view import Table

GRUNTS = ["grunt-ape", "grunt-ape"]
BATCHES = ["sturmzombie", "sturmzombie"]


class No(Exception):
    """The table said no."""

    def __init__(self, status: int, error: dict[str, Any]) -> None:
        super().__init__(f"{status} {error}")
        self.status, self.error, self.code = status, error, error["code"]


def code_of(act: Callable[[], Any]) -> str:
    """The code of the "no" that an act meets."""
    with pytest.raises(No) as no:
        act()
    code: str = no.value.code
    return code


def refusal(act: Callable[[], Any]) -> tuple[str, str | None]:
    """The code of the "no" that an act meets, and the field that it names."""
    with pytest.raises(No) as no:
        act()
    return no.value.code, no.value.error["field"]


def stacked_deck(monkeypatch: pytest.MonkeyPatch, *top: str) -> None:
    """From now on the deck of turn 1 has these cards on top, the others as the seed has them. The Allies draw first."""
    by_the_seed = getattr(Draft.shuffle, "by_the_seed", Draft.shuffle)

    def stacked(self: Draft, cards: Sequence[str]) -> tuple[list[str], Roll]:
        order, roll = by_the_seed(self, cards)
        if self.state.turn == 1 and not self.state.deck and not self.state.discard:
            order = [*top, *(Counter(order) - Counter(top)).elements()]
            assert Counter(order) == Counter(cards), "the deck does not hold those cards"
        return order, roll

    stacked.by_the_seed = by_the_seed  # type: ignore[attr-defined]
    monkeypatch.setattr(Draft, "shuffle", stacked)


def stacked_counters(monkeypatch: pytest.MonkeyPatch, faces: Sequence[int]) -> None:
    """From now on the Victory Point counters lie in this order, the others by the seed as ever."""
    by_the_seed = Draft.shuffle

    def stacked(self: Draft, cards: Sequence[str]) -> tuple[list[str], Roll]:
        order, roll = by_the_seed(self, cards)
        counters = [str(face) for face in faces]
        return (counters if sorted(order) == sorted(counters) else order), roll

    monkeypatch.setattr(Draft, "shuffle", stacked)


class PlayedTable:
    """One table and its seats. `table.allied("bid", cp=2)` presses; `table["sides.allied.cp"]` reads the state."""

    def __init__(self, client: FlaskClient, **wishes: Any) -> None:
        self.client = client
        self.game = wishes.get("game", "incursion")
        answer = client.post("/api/tables", json={**wishes, "game": self.game})
        assert answer.status_code == 201, answer.json
        self.code, self.tokens = answer.json["code"], answer.json["seats"]
        self.commitment = answer.json["seed_commitment"]
        self.presses = 0

    def go_on(self, *seats: str) -> PlayedTable:
        """The next table of a campaign, with the rights of these seats (or of all), asked for one by one. Raises No."""
        following: PlayedTable = object.__new__(PlayedTable)
        following.client, following.game, following.presses, following.tokens = self.client, self.game, 0, {}
        for seat in seats or self.tokens:
            headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
            answer = self.client.post(f"/api/tables/{self.code}/next", headers=headers)
            if answer.status_code not in (200, 201):
                raise No(answer.status_code, answer.json["error"])
            following.code, following.tokens[seat] = answer.json["code"], answer.json["token"]
        following.commitment = following.get()["seed_commitment"]
        return following

    def get(self, path: str = "", seat: str | None = "allied", **query: Any) -> Any:
        """The JSON of a GET on this table."""
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"} if seat else {}
        return self.client.get(f"/api/tables/{self.code}{path}", headers=headers, query_string=query).json

    def kept(self) -> Table:
        """The table as the server keeps it; a look by the interface, with its offers, takes longer than a press."""
        table: Table = self.client.application.extensions["store"].table(self.code)
        return table

    def written_on(self) -> Any:
        """The state, to write on by hand."""
        return self.kept().state

    def seq(self, seat: str) -> int:
        return self.kept().seq(self.kept().seat(seat))

    def state(self, seat: str | None = "allied") -> Any:
        """The state as the interface tells it to this seat, without the offers."""
        return serialize.state(self.kept(), self.kept().seat(seat))

    def post(self, seat: str, /, brief: bool = False, **body: Any) -> Any:
        """The response to a press, whatever it is; `brief`: without state and offers."""
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"} | ({"Prefer": "return=minimal"} if brief else {})
        return self.client.post(f"/api/tables/{self.code}/commands", json=body, headers=headers)

    def press(self, seat: str, command: str, /, **fields: Any) -> Any:
        """A press at what the seat has seen. Raises No."""
        self.presses += 1
        fields.setdefault("seen", self.seq(seat))
        if command == "done" and self.game == "incursion":
            fields.setdefault("reaction_fire", [])
        answer = self.post(seat, brief=True, **{"command": command, "key": f"press-{self.presses}", **fields})
        if answer.status_code != 200:
            raise No(answer.status_code, answer.json["error"])
        return answer.json

    def allied(self, command: str, **fields: Any) -> Any:
        return self.press("allied", command, **fields)

    def german(self, command: str, **fields: Any) -> Any:
        return self.press("german", command, **fields)

    def referee(self, command: str, /, **fields: Any) -> Any:
        return self.press("referee", command, **fields)

    def __getitem__(self, path: str) -> Any:
        """A value of the state as the Allies see it: `table["models.grunt-ape-1.dp"]`."""
        return at(self.state(), path)

    def offers(self, seat: str = "allied", command: str | None = None, **query: Any) -> list[dict[str, Any]]:
        offers = self.get(seat=seat, **query)["offers"]
        return [offer for offer in offers if command in (None, offer["command"])]

    def log(self, seat: str | None = "allied", since: int = 0) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = []
        more = True
        while more:
            told = self.get("/log", seat, since=since)
            events, more = events + told["events"], told["more"]
            since = events[-1]["seq"] if events else since
        return events

    def look(self, side: str = "allied") -> GameContext:
        kept = self.kept()
        return GameContext(kept.state, kept.book(), kept.seat(side), kept)

    # -- short cuts

    def choose_forces(self, allied: list[str] = GRUNTS, german: list[str] = BATCHES) -> PlayedTable:
        """Both sides choose and show their forces."""
        for seat, cards in (("allied", allied), ("german", german)):
            for card in cards:
                self.press(seat, "add-model", card=card)
            self.press(seat, "force-ready")
        return self

    def replenish(self, **discard: list[str]) -> PlayedTable:
        """Whoever is asked for its hand draws: `table.replenish(german=["smoke"])` discards first."""
        for waiting in self.state()["waiting"]:
            if waiting["for"] == "hand":
                self.press(waiting["side"], "replenish-hand", discard=discard.get(waiting["side"], []))
        return self

    def bid(self, allied: int = 0, german: int = 0) -> PlayedTable:
        """Both sides draw, where they are asked, and bid."""
        self.replenish()
        self.allied("bid", cp=allied)
        self.german("bid", cp=german)
        return self

    def deploy(self, allied: list[str], german: list[str]) -> PlayedTable:
        """Both sides deploy, where they have anybody to place."""
        asked = [waiting["side"] for waiting in self.state()["waiting"]]
        for seat, models in (("allied", allied), ("german", german)):
            if seat in asked:
                self.press(seat, "deploy", models=models)
        return self

    def to_action(self) -> PlayedTable:
        """Forces, even bids, deployment: the Allies act first."""
        zombies = [f"sturmzombie-{number}" for number in (1, 2, 3)]
        return self.choose_forces().bid().deploy(["grunt-ape-1", "grunt-ape-2"], zombies)

    def enter(self, seat: str, *models: str) -> PlayedTable:
        """These models enter the board, one activation each."""
        for model in models:
            self.press(seat, "activate", model=model)
            self.press(seat, "move", model=model, step="forward")
        return self

    def let_go(self) -> PlayedTable:
        """Whoever may still answer in Reaction Fire lets it be."""
        for side in ("allied", "german"):
            if self.kept().state.answerable(side):
                self.press(side, "no-reaction")
        return self

    def end_turn(self) -> PlayedTable:
        """Whoever is to act is done, until the turn is over; nobody answers in Reaction Fire."""
        while (state := self.state())["phase"] in ("action", "last-chance"):
            self.let_go().press(state["active"], "done")
        return self

    def next_turn(self, allied: int = 0, german: int = 0) -> PlayedTable:
        """On to the next Action Phase: nobody does anything more, nobody new is deployed."""
        return self.end_turn().bid(allied, german).deploy([], [])

    def play_card(self, seat: str, card: str, on: str | None = None) -> str:
        """A card is played and waits for its answer: its id in play."""
        fields = {"card": card} if on is None else {"card": card, "on": on}
        events = self.press(seat, "play-card", **fields)["events"]
        name: str = events[0]["data"]["placed"]
        return name

    def put(self, seat: str, card: str, on: str | None = None) -> str:
        """A card is played and let be: its id in play."""
        name = self.play_card(seat, card, on)
        self.press("german" if seat == "allied" else "allied", "let-card", card=name)
        return name

    def to_melee(self) -> PlayedTable:
        """The Grunts have entered and are done; the Germans act."""
        self.to_action().enter("allied", "grunt-ape-1", "grunt-ape-2").allied("done")
        return self


def at(thing: Any, path: str) -> Any:
    """The value at a dotted path; a number counts along a list."""
    return reduce(lambda part, key: part[int(key)] if isinstance(part, list) else part[key], path.split("."), thing)


def without_keys(text: str) -> str:
    """A page without the random keys of its forms."""
    return re.sub(r'name="key" value="[^"]*"', 'name="key" value="…"', text)


def without_commitments(text: str) -> str:
    return re.sub(r"\b[0-9a-f]{16,64}\b", "…", without_keys(text))
