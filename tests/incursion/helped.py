"""Missions without a server in which the app plays the zombies of a German person, who answers what it asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.core.engine.command import CommandRequest
from app.core.engine.offers import MultiChoice, Offer
from app.core.game.setup import opening_of, options_of
from app.core.table.app_turn import next_decision
from app.core.table.execute import run_command
from app.core.table_commands.opponents import is_by_app
from app.games import REGISTRY
from tests.incursion.headless import GERMAN, Person, SoloMission, check_filled_in

HORDE: Mapping[str, int] = {"sturmzombie": 9}
"""Card → the most of it that the German side buys."""


@dataclass
class HelpedMission(SoloMission):
    """One mission between two scripted people; the app plays the zombies while the German lets it."""

    force: Mapping[str, int] = field(default_factory=lambda: HORDE)
    by_app: Counter[str] = field(default_factory=Counter)
    """Commands that the app has given."""

    def opening(self) -> dict[str, Any]:
        wishes = {"game": "incursion", "mission": self.mission, "edition": self.edition, "rp": self.rp}
        return dict(opening_of(*options_of(REGISTRY, wishes)))

    @property
    def is_helped(self) -> bool:
        return self.state.seats[GERMAN].helper is not None

    def switch(self, *, on: bool) -> None:
        assert self.give(self.table.seat(GERMAN), "let-app-help" if on else "stop-app-help", {})

    def app_step(self) -> bool:
        """Let the app give its next command, if it has one."""
        found = next_decision(self.table.copied(), self.dice.seed)
        if found is None:
            return False
        seat, decision = found
        check_filled_in(decision)
        self.by_app[decision.offer.command] += 1
        return self.give(seat, decision.offer.command, decision.filled, decision)

    def step(self) -> bool:
        return self.app_step() or GermanPerson(self, GERMAN).act() or Person(self).act()

    def undo(self, seat: str) -> None:
        self.add(seat, run_command(self.table, self.table.seat(seat), CommandRequest("undo", {}), self.dice).events)

    def last_by_app(self) -> bool:
        return is_by_app(self.table.entries[-1])


class GermanPerson(Person):
    """A German who buys zombies and lets the others go to the nearest Ally and attack."""

    def set_up(self) -> bool:
        add = self.offers.get("add-model")
        if add or "force-ready" in self.offers:
            bought = Counter(self.state.sides[GERMAN].force)
            force = self.game.force if isinstance(self.game, HelpedMission) else {}
            left = Counter(force) - bought
            card = next((one for one in left if add and one in add[0].values("card")), None)
            return self.give("add-model", card=card) if card else self.give("force-ready")
        if "deploy" in self.offers:
            some = self.offers["deploy"][0].choose["models"]
            assert isinstance(some, MultiChoice)
            for number, key in enumerate(some.some):
                self.board.place(key, self.game.entry_for("", number))
        for offer in [*self.offers.get("volatile", ()), *self.offers.get("explode", ())]:
            return self.give(offer.command, **({"caught": []} if "caught" in offer.choose else {}), **offer.given)
        for offer in self.offers.get("arrive", ()):
            return self.give("arrive", **{name: choice[0] for name, choice in offer.choose.items()}, **offer.given)
        return super().set_up()

    def half(self) -> bool:
        """Move each zombie to the nearest Ally and let it attack, if the app does not; then end the half."""
        if "done" not in self.offers:
            return False
        acting = self.state.acting
        if acting is not None and not self.is_ally(acting) and self.goes_on(acting):
            return True
        for offer in self.offers.get("activate", ()) if not self.is_helped() else ():
            fresh = [key for key in offer.values("model") if not self.state.models[key].activated]
            if fresh:
                return self.give("activate", model=fresh[0])
        choice = self.offers["done"][0].choose.get("reaction_fire")
        return self.give("done", **({"reaction_fire": []} if choice is not None else {}))

    def is_helped(self) -> bool:
        return self.state.seats[GERMAN].helper is not None

    def goes_on(self, key: str) -> bool:
        if self.is_helped() and self.state.models[key].ap == 0:
            return False
        if not self.state.models[key].on_board:
            return self.enters(key)
        allies = [one for one in self.state.enemies(GERMAN) if one in self.board.at]
        for offer in self.offers.get("melee", ()):
            near = [one for one in offer.values("target") if self.board.best_before(key, one, 0)]
            if near and (fields := self.paid(offer, 0)) is not None:
                return self.give("melee", **fields, target=near[0])
        here = self.board.at.get(key)
        self.board.approach(key, [self.board.at[one] for one in allies], 1)
        return self.board.at.get(key) != here and self.steps(key)

    def steps(self, key: str) -> bool:
        for offer in self.offers.get("move", ()):
            is_plain = offer.given["step"] == "forward" and not offer.given.get("leap")
            if is_plain and (fields := self.paid(offer, 0)) is not None:
                return self.give("move", **fields)
        return False


def offered(game: SoloMission, seat: str) -> dict[str, Offer]:
    return {offer.command: offer for offer in reversed(game.table.offers_for(game.table.seat(seat)))}
