"""Battles without a server: two players who choose among the offers, until somebody has won."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.core.engine.command import CommandRequest, GameContext
from app.core.engine.event import Seat
from app.core.engine.offers import Offer
from app.core.errors import Malformed, Refused
from app.core.game.opponent import Decision, Why
from app.core.game.setup import opening_of, options_of
from app.core.rules.dice import SeededDice
from app.core.table.app_turn import offers_for_app, random_of, view_of
from app.core.table.execute import run_command
from app.core.table.seat_view import Table
from app.core.table_commands.lifecycle import TableOpened
from app.fuzz.player import chosen
from app.games import REGISTRY
from app.games.memoir_44.book import SIDES
from app.games.memoir_44.opponent.general import choose
from app.games.memoir_44.opponent.weights import LEVELS
from tests.headless import HeadlessGame

Player = Callable[[GameContext, Sequence[Offer], random.Random], Decision | None]


def level(number: int) -> Player:
    """The app at a level, 1 for the weakest."""
    return lambda view, offers, chance: choose(view, offers, number, chance)


def by_chance(view: GameContext, offers: Sequence[Offer], chance: random.Random) -> Decision | None:
    """A player who does anything that is offered."""
    offer = chance.choice(offers)
    return Decision(offer, {name: chosen(one, chance) for name, one in offer.choose.items()}, Why("must"))


def beginner(view: GameContext, offers: Sequence[Offer], chance: random.Random) -> Decision | None:
    """A player who orders as many units as he can, goes forward and attacks with the most dice."""
    kinds = {offer.command: offer for offer in offers}
    if "begin-battle" in kinds:
        return Decision(kinds["begin-battle"], {}, Why("must"))
    attacks = [offer for offer in offers if offer.command in ("battle", "announce-attack", "ambush")]
    moves = [offer for offer in offers if offer.command == "move"]
    if "play-card" in kinds:
        return best_card(view, [offer for offer in offers if offer.command == "play-card"], chance)
    if "order" in kinds:
        choice: Any = kinds["order"].choose["units"]
        return Decision(kinds["order"], {"units": chance.sample(choice.some, choice.max)}, Why("must"))
    if moves and not view.state.battling and chance.random() < 0.85:
        offer = chance.choice(moves)
        forward = min if view.book.scenario.sides[view.side].edge == "bottom" else max
        rows = {to: view.book.scenario.board.by_name[to][1] for to in offer.values("to")}
        best = forward(rows.values())
        return Decision(offer, {"to": chance.choice([to for to, row in rows.items() if row == best])}, Why("must"))
    if attacks:
        most = max(attacks, key=lambda offer: offer.preview.result.get("dice_needed", 0) if offer.preview else 0)
        return Decision(most, {}, Why("must"))
    other = [offer for offer in offers if offer.command not in ("move", "end-turn")]
    offer = chance.choice(other) if other else kinds.get("end-turn", offers[0])
    return Decision(offer, {name: chosen(one, chance) for name, one in offer.choose.items()}, Why("must"))


def best_card(view: GameContext, offers: Sequence[Offer], chance: random.Random) -> Decision:
    orders: dict[str, int] = {"assault": 4, "attack": 3, "direct-from-hq": 4, "general-advance": 6, "probe": 2}
    found = [(orders.get(card.rsplit("-", 1)[0], 2), offer, card) for offer in offers for card in offer.values("card")]
    found = found or [(1, offer, str(offer.given["card"])) for offer in offers]
    _, offer, card = max(found, key=lambda one: (one[0], chance.random()))
    fields = {name: chosen(one, chance) for name, one in offer.choose.items()}
    return Decision(offer, {**fields, **({"card": card} if "card" in offer.choose else {})}, Why("must"))


WITHOUT_GUESSES = (by_chance, beginner)
"""Players that draw anew for each decision; the app draws once a turn."""


@dataclass
class Battle(HeadlessGame):
    """A battle of two players on a scenario, by a seed."""

    scenario: str
    players: dict[str, Player]
    seed: int
    refused: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    """Of each decision of the app."""
    timed: str = ""
    """The side whose decisions are timed."""

    def __post_init__(self) -> None:
        game, options = options_of(REGISTRY, {"game": "memoir-44", "mission": self.scenario, "deck": "app"})
        self.table = Table("BATTLE", game, [])
        self.dice = SeededDice(random.Random(self.seed).randbytes(32))
        self.chance = random.Random(self.seed)
        self.add("", [TableOpened(dict(opening_of(game, options)))])

    def seats(self) -> list[Seat]:
        seats = [self.table.seat(side) for side in SIDES]
        return sorted(seats, key=lambda seat: (not self.state.awaits(seat), seat.side != self.state.active))

    def step(self) -> bool:
        """Let whoever is asked do the next thing; False if nobody does anything."""
        if self.state.phase == "set-up":
            return self.give(self.table.seat(SIDES[0]), CommandRequest("begin-battle", {}))
        for seat in self.seats():
            began = time.process_time()
            offers = offers_for_app(self.table, seat)
            if not offers:
                continue
            player = self.players[seat.name]
            chance = self.chance if player in WITHOUT_GUESSES else random_of(self.dice.seed, self.table, seat)
            decision = player(view_of(self.table, seat), offers, chance)
            if seat.name == self.timed:
                self.seconds.append(time.process_time() - began)
            if decision is not None:
                return self.give(seat, CommandRequest(decision.offer.command, decision.filled))
        return False

    def give(self, seat: Seat, request: CommandRequest) -> bool:
        try:
            draft = run_command(self.table, seat, request, self.dice)
        except (Refused, Malformed) as no:
            self.refused.append(f"{request.command} {dict(request.fields)}: {no}")
            return False
        self.add(seat.name, draft.events)
        return True


PLAYERS: dict[str, Player] = {
    "random": by_chance,
    "beginner": beginner,
    **{name: level(number) for number, name in enumerate(LEVELS, 1)},
}
