"""A table against the app: its questions after an undo, whoever comes late, and whoever leaves the seat to it again."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from app.core.engine.command import CommandRequest
from app.core.game.setup import options_of
from app.core.table.seat_view import Table
from app.core.table_commands.opponents import AppStuck
from app.games import REGISTRY
from app.opponents import Opponents

ALLIED, GERMAN = "allied", "german"
ANSWERS = ("tell-all-reach", "tell-reach-none")


class Played:
    """A table with one person, who plays the Allies; the app is the Germans, without pauses and threads."""

    def __init__(self, app: Flask, mission: int) -> None:
        self.acts = app.extensions["acts"]
        given = {"game": "incursion", "mission": mission, "opponents": {GERMAN: 3}}
        self.table: Table = self.acts.open_table(*options_of(REGISTRY, given))
        self.acts.claim_seat(self.table, ALLIED)
        self.app = Opponents(self.acts, pause=lambda seconds: None)
        self.app.note(self.table.code)

    @property
    def state(self) -> Any:
        return self.table.state

    def offers(self, side: str = ALLIED) -> dict[str, Any]:
        found = self.table.offers_for(self.table.seat(side))
        return {offer.command: offer for offer in reversed(found)}

    def give(self, command: str, side: str = ALLIED, **fields: Any) -> None:
        seat = self.table.seat(side)
        request = CommandRequest(command, fields, seen=self.table.seq(seat))
        self.acts.submit(self.table, seat, request, f"k{len(self.table.entries)}", command)
        self.app.note(self.table.code)

    def play_until(self, wanted: str) -> None:
        """Let the Allies do as little as they can until a command is offered to them."""
        for _ in range(120):
            offers = self.offers()
            if wanted in offers:
                return
            self.give_least(offers)
        raise AssertionError(f"{wanted} was never offered")

    def give_least(self, offers: dict[str, Any]) -> None:
        for command in (
            "replenish-hand",
            "let-card",
            "tell-leave",
            "tell-sight-none",
            "tell-reach-none",
            "no-reaction",
        ):
            if command in offers:
                values = {
                    name: choice[0] for name, choice in offers[command].choose.items() if isinstance(choice, list)
                }
                return self.give(command, **{**values, **offers[command].given})
        if "add-model" in offers and "grunt-ape" in offers["add-model"].values("card"):
            return self.give("add-model", card="grunt-ape")
        if "force-ready" in offers:
            return self.give("force-ready")
        if "bid" in offers:
            return self.give("bid", cp=0)
        if "deploy" in offers:
            return self.give("deploy", models=offers["deploy"].choose["models"].some)
        acting = self.state.models.get(self.state.acting or "")
        if "move" in offers and acting is not None and acting.place == "entry":
            return self.give("move", model=self.state.acting, step="forward")
        waits = list(offers["activate"].values("model")) if "activate" in offers else []
        outside = [key for key in waits if self.state.models[key].place == "entry"]
        return self.give("activate", model=outside[0]) if outside else self.give("done")

    def stuck(self) -> bool:
        return any(isinstance(event, AppStuck) for entry in self.table.entries for event in entry.events)


@pytest.fixture
def played(app: Flask) -> Played:
    found = Played(app, 1)
    found.play_until("tell-reach-none")
    return found


def test_an_undo_takes_back_what_the_app_did_since_and_asks_again(played: Played) -> None:
    asked = dict(played.state.app.inquiries)
    before = len([entry for entry in played.table.entries if entry.seat == GERMAN])
    played.give("tell-reach-none")
    assert not {*asked} & {*played.state.app.inquiries}
    since = [entry for entry in played.table.entries if entry.seat == GERMAN][before:]
    assert since, "the app has gone on"
    undo = played.offers()["undo"]
    played.app = Opponents(played.acts, pause=lambda seconds: None, spawn=lambda *given: None)
    played.give("undo", **undo.given)
    assert played.state.app.inquiries == asked
    assert played.state.app.facts == {}
    assert "tell-reach-none" in played.offers()
    assert not played.stuck()


def test_whoever_comes_late_goes_on_amid_its_questions_and_leaves_it_the_seat_again(
    played: Played,
) -> None:
    played.acts.claim_seat(played.table, GERMAN)
    assert played.state.seats[GERMAN].app is None
    offers = played.offers(GERMAN)
    assert "done" in offers
    assert not {"survey", "plan-attacks", "approach"} & {*offers}, "what only the app gives is offered to nobody else"
    played.give("done", GERMAN)
    assert not played.state.app.inquiries, "its questions of that half are gone"
    assert not {*ANSWERS} & {*played.offers()}
    before = len(played.table.entries)
    let = played.offers(GERMAN)["let-app-play"]
    played.give("let-app-play", GERMAN, seat=GERMAN, level=let.values("level")[0])
    assert played.state.seats[GERMAN].app is not None
    played.play_until("tell-reach-none")
    assert any(entry.seat == GERMAN for entry in played.table.entries[before + 1 :])
    assert not played.stuck()
