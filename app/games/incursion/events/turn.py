"""Events in the sequence of a Game Turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from app.core.engine.event import deep_copy
from app.core.engine.visibility import sealed, secret
from app.core.rules.dice import Roll
from app.core.rules.ruling import Reason
from app.core.table_commands.board_orders import forget_orders
from app.core.table_commands.board_questions import forget_questions
from app.games.incursion.board_talk import APP_SIDE
from app.games.incursion.events import IncursionEvent
from app.games.incursion.events.cards import give_ap
from app.games.incursion.state import Model, State


def stop_asking(state: State) -> None:
    if state.app is not None:
        forget_questions(state)
        forget_orders(state)


@dataclass
class TurnBegan(IncursionEvent):
    begins_turn = True

    turn: int

    def apply(self, state: State) -> None:
        state.turn, state.phase = self.turn, "maintenance"
        state.first = state.active = state.acting = None
        for model in state.models.values():
            model.activated, model.ap, model.attackers, model.used_will = False, 0, [], False
        state.triggers, state.door_closed_by, state.follow_ups = [], None, {}
        give_ap(state, [key for key, model in state.models.items() if model.in_use])


@dataclass
class CommandPointsReplenished(IncursionEvent):
    """Left-over CP are lost; the side gets its CP for the turn."""

    side: str
    cp: int
    zombie_cp: int
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        side = state.sides[self.side]
        side.cp, side.zombie_cp = self.cp, self.zombie_cp


@dataclass
class HandSized(IncursionEvent):
    side: str
    cards: int
    working: list[Reason] = field(default_factory=list)
    extra: int = 0
    """Cards to draw this turn beyond that."""

    def apply(self, state: State) -> None:
        side = state.sides[self.side]
        side.hand_size, side.extra_cards = self.cards, self.extra


@dataclass
class HordeArrived(IncursionEvent):
    """Zombies become available; `due` more wait for figures.

    `beyond`: those that do not come because the side has the most models in play that it can have.
    """

    side: str
    models: dict[str, Model]
    due: int
    working: list[Reason] = field(default_factory=list)
    beyond: int = 0
    most: int = 0

    def apply(self, state: State) -> None:
        state.models.update(deep_copy(self.models))
        state.sides[self.side].horde_due = self.due
        give_ap(state, self.models)


@dataclass
class BiddingOpened(IncursionEvent):
    def apply(self, state: State) -> None:
        state.phase = "bids"
        for side in state.sides:
            state.wait_for(side, "bid")


@dataclass
class BidMade(IncursionEvent):
    """A sealed bid of a side, hidden until both have bid."""

    side: str
    commitment: str
    cp: int = secret(0)
    salt: str = sealed("")

    def apply(self, state: State) -> None:
        side = state.sides[self.side]
        side.bid, side.bid_salt, side.commitment = self.cp, self.salt, self.commitment
        state.waiting = [one for one in state.waiting if (one.side, one.for_) != (self.side, "bid")]


@dataclass
class BidsRevealed(IncursionEvent):
    """Both bids and the salts that sealed them.

    Both are spent, and the first side is known.
    """

    reveals: ClassVar[bool] = True
    opens_seals: ClassVar[bool] = True
    bids: dict[str, int]
    salts: dict[str, str]
    first: str
    working: list[Reason] = field(default_factory=list)

    def opened(self, state: State) -> list[tuple[str | None, str, int]]:
        return [(state.sides[name].commitment, self.salts[name], bid) for name, bid in self.bids.items()]

    def apply(self, state: State) -> None:
        state.first = self.first
        stop_asking(state)
        for name, bid in self.bids.items():
            side = state.sides[name]
            side.cp = max(0, side.cp - bid)
            side.bid = side.bid_salt = side.commitment = None


@dataclass
class AlliedIntelligenceUsed(IncursionEvent):
    """Once per game the Allies simply go first.

    No bid counts this turn; a sealed one is void and stays sealed.
    """

    side: str

    def apply(self, state: State) -> None:
        state.first = self.side
        stop_asking(state)
        state.sides[self.side].may_use_intelligence = False
        state.waiting = []
        for side in state.sides.values():
            side.bid = side.bid_salt = side.commitment = None


@dataclass
class DeploymentAwaited(IncursionEvent):
    """Sides with models off the board are asked which to place at their entry points."""

    sides: list[str]

    def apply(self, state: State) -> None:
        state.phase, state.deploys_next = "deployment", None
        for side in self.sides:
            state.wait_for(side, "deployment")


@dataclass
class DiceOffAwaited(IncursionEvent):
    """A die for each of these sides decides who deploys first; either of them rolls both."""

    sides: list[str]

    def apply(self, state: State) -> None:
        state.phase = "deployment"
        for side in self.sides:
            state.wait_for(side, "dice-off")


@dataclass
class DiceOffRolled(IncursionEvent):
    """A die for the Allies and one for the Germans: the higher deploys first.

    On a tie they are rolled again.
    """

    roll: Roll
    first: str | None
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        if self.first is not None:
            state.stop_awaiting("dice-off")
            state.wait_for(self.first, "deployment")
            state.deploys_next = state.other(self.first)


@dataclass
class ModelsDeployed(IncursionEvent):
    side: str
    models: list[str]
    pickets: list[str] = field(default_factory=list)
    """Models placed on the board at once."""

    def apply(self, state: State) -> None:
        for key in self.models:
            if key in state.models:
                state.models[key].place = "board" if key in self.pickets else "entry"
        state.stop_waiting_for(self.side)


@dataclass
class HalfBegan(IncursionEvent):
    side: str

    def apply(self, state: State) -> None:
        state.phase, state.active, state.acting = "action", self.side, None
        for _, model in state.of(self.side):
            model.shot_at = []


@dataclass
class HalfEnded(IncursionEvent):
    """A side is done.

    Models that did not act count as activated without spending anything; these watch from now on.
    """

    side: str
    reaction_fire: list[str] = field(default_factory=list)
    stayed: list[str] = field(default_factory=list)
    """Models in fire that were not activated."""
    closes: bool = False
    """True if it was the second half: the last chance follows, once no dice are owed."""

    def apply(self, state: State) -> None:
        state.active = state.acting = state.door_closed_by = state.advancing = None
        state.phase = "last-chance" if self.closes else state.phase
        state.sides[state.other(self.side)].reacts_only = None
        if state.app is not None and self.side == APP_SIDE:
            state.app.forget(near=any(model.on_board and model.attackers for model in state.models.values()))
            stop_asking(state)
        for key, model in state.of(self.side):
            model.reaction_fire = key in self.reaction_fire and model.on_board
            if model.in_reach:
                model.activated, model.ap = True, 0


@dataclass
class LastChanceOpened(IncursionEvent):
    """The first side may still kill cards before the turn is over."""

    side: str

    def apply(self, state: State) -> None:
        state.phase, state.active = "last-chance", self.side
        state.wait_for(self.side, "last-chance")


@dataclass
class LastChanceSkipped(IncursionEvent):
    """The first side visibly cannot kill a card: nobody waits for it."""

    side: str

    def apply(self, state: State) -> None:
        state.phase = "last-chance"


@dataclass
class TurnEnded(IncursionEvent):
    turn: int

    def apply(self, state: State) -> None:
        state.waiting, state.active = [], None
