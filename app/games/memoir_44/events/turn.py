"""Events of turns, cards, orders, medals, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, ClassVar

from app.core.engine.event import deep_copy
from app.core.engine.visibility import private, sealed, secret
from app.core.rules.dice import Roll
from app.games.memoir_44.events import MemoirEvent
from app.games.memoir_44.state import Slot, State


@dataclass
class MinesLaid(MemoirEvent):
    """Mine tokens are face down on their hexes, shuffled: nobody knows which is where."""

    count: int
    values: dict[str, int] = sealed(factory=dict)
    roll: Roll | None = sealed()

    def apply(self, state: State) -> None:
        for place, value in self.values.items():
            state.mines[place].hidden = value


@dataclass
class CardsDealt(MemoirEvent):
    deck: list[str] = sealed(factory=list)
    roll: Roll | None = sealed()

    def apply(self, state: State) -> None:
        state.deck = list(self.deck)


@dataclass
class CardsDrawn(MemoirEvent):
    """A side draws cards.

    `seat`: the one that alone reads them, if generals sit beside it.
    """

    reveals: ClassVar[bool] = True

    side: str
    count: int
    cards: list[str] = secret(factory=list)
    seat: str | None = None

    def apply(self, state: State) -> None:
        account = state.accounts[self.side]
        account.hand += self.cards
        account.drawn = list(self.cards)
        state.deck = state.deck[len(self.cards) :]


@dataclass
class DeckShuffled(MemoirEvent):
    deck: list[str] = sealed(factory=list)
    roll: Roll | None = sealed()

    def apply(self, state: State) -> None:
        state.deck, state.discard = list(self.deck), []


@dataclass
class CardsToLayOff(MemoirEvent):
    """A side has drawn more cards than it keeps, and chooses which to lay off."""

    side: str
    count: int

    def apply(self, state: State) -> None:
        state.surplus, state.active, state.phase = self.count, self.side, "draw"


@dataclass
class DrawnCardLaidOff(MemoirEvent):
    side: str
    card: str

    def apply(self, state: State) -> None:
        account = state.accounts[self.side]
        account.hand.remove(self.card)
        account.drawn.remove(self.card)
        state.discard.append(self.card)
        state.surplus -= 1


@dataclass
class TurnBegan(MemoirEvent):
    begins_turn: ClassVar[bool] = True

    turn: int
    side: str

    def apply(self, state: State) -> None:
        state.turn, state.active, state.phase = self.turn, self.side, "card"
        state.last_card, state.last_section = state.card, state.section
        state.card = state.section = state.won = None
        state.slots, state.targets, state.struck, state.played = [], [], [], []
        state.battling = state.dams_rolled = state.hour_rolled = state.medics_rolled = False
        state.returning = {}
        if state.night is not None:
            state.night.rolled = False
        state.draws, state.decided, state.called = True, {}, False
        state.assault, state.let_come = None, False
        for unit in state.units.values():
            unit.by = None
            unit.ordered = unit.hard = unit.overran = unit.placed = unit.recovered = unit.came = False
            unit.path, unit.moves, unit.battles, unit.kept, unit.table_says = [], 0, 0, None, None
        for train in state.trains.values():
            train.ordered, train.by, train.moves, train.battles, train.kept = False, None, 0, 0, None
        for account in state.accounts.values():
            account.drawn, account.orders = [], {}


@dataclass
class CardPlayed(MemoirEvent):
    side: str
    card: str
    section: str | None = None
    slots: list[Slot] = field(default_factory=list)
    called: bool = False
    """True if it is an air strike called by another card."""

    def apply(self, state: State) -> None:
        state.called = self.called
        state.card, state.section, state.slots = self.card, self.section, deep_copy(self.slots)
        state.played.append(self.card)
        state.phase = "orders" if self.slots else "action"


@dataclass
class DiceDecided(MemoirEvent):
    """The table decides the dice of an attack in this turn that the app cannot referee."""

    side: str
    unit: str
    target: str
    count: int

    def apply(self, state: State) -> None:
        state.decided[f"{self.unit} {self.target}"] = self.count


@dataclass
class MoveDecided(MemoirEvent):
    """The table decides a unit's move over unrefereed ground, and whether it may battle then."""

    side: str
    unit: str
    to: str
    afterwards: str

    def apply(self, state: State) -> None:
        state.units[self.unit].table_says = self.afterwards


@dataclass
class NoticeUsed(MemoirEvent):
    """Air Power that was announced has been played."""

    side: str

    def apply(self, state: State) -> None:
        state.accounts[self.side].announced = None


@dataclass
class NoticeFreed(MemoirEvent):
    """Announced Air Power no longer binds anybody: the radar station has another holder."""

    side: str

    def apply(self, state: State) -> None:
        state.accounts[self.side].announced = None


@dataclass
class CardLaidDown(MemoirEvent):
    side: str
    card: str

    def apply(self, state: State) -> None:
        state.accounts[self.side].hand.remove(self.card)
        state.discard.append(self.card)


@dataclass
class UnitsOrdered(MemoirEvent):
    """Units are ordered.

    `place` is the slot of the card, `by` the generals who have them, if any.
    """

    side: str
    units: list[str]
    place: int = 0
    by: list[str] = field(default_factory=list)

    def apply(self, state: State) -> None:
        order(state, self.units, self.by, "on-the-move" if state.slots[self.place].march else None)
        del state.slots[self.place]
        if not state.slots:
            state.phase = "action"


def order(state: State, units: Sequence[str], by: Sequence[str], kept: str | None = None) -> None:
    for key, seat in zip_longest(units, by):
        thing: Any = state.units.get(key) or state.trains.get(key)
        thing.ordered, thing.by, thing.kept = True, seat, kept


@dataclass
class OrdersDealt(MemoirEvent):
    """A commander has dealt orders to generals, each of whom reads his own."""

    side: str
    seat: str
    orders: dict[str, str] = private(factory=dict)
    """Section → card."""

    def apply(self, state: State) -> None:
        state.accounts[self.side].orders = dict(self.orders)
        state.phase = "orders"
        for general in state.generals.values():
            if general.side == self.side:
                general.order, general.pending = self.orders.get(general.section), True
                state.wait_for(self.side, "orders", general.seat)


@dataclass
class OrderCarriedOut(MemoirEvent):
    """A general shows his order and the units he orders by it; or that he has none."""

    side: str
    seat: str
    card: str | None
    section: str
    units: list[str] = field(default_factory=list)

    def apply(self, state: State) -> None:
        general = state.generals[self.seat]
        general.order, general.pending = None, False
        state.stop_waiting_for(self.side, self.seat)
        if self.card is not None:
            state.card, state.section = self.card, self.section
            state.played.append(self.card)
        order(state, self.units, [self.seat] * len(self.units))
        if not any(one.pending for one in state.generals.values()):
            state.phase = "action"


@dataclass
class MedalsWon(MemoirEvent):
    explains_end = True

    side: str
    count: int
    what: str

    def apply(self, state: State) -> None:
        account = state.accounts[self.side]
        account.medals += self.count
        account.earned[self.what] = account.earned.get(self.what, 0) + self.count


@dataclass
class MedalsLost(MemoirEvent):
    side: str
    count: int
    what: str

    def apply(self, state: State) -> None:
        account = state.accounts[self.side]
        account.medals = max(0, account.medals - self.count)
        account.earned.pop(self.what, None)


@dataclass
class HandCut(MemoirEvent):
    side: str
    limit: int

    def apply(self, state: State) -> None:
        state.accounts[self.side].hand_limit = self.limit


@dataclass
class TurnEnded(MemoirEvent):
    side: str

    def apply(self, state: State) -> None:
        state.won, state.active = None, None


@dataclass
class Conceded(MemoirEvent):
    explains_end = True

    side: str

    def apply(self, state: State) -> None:
        state.asked = state.leader_down = state.in_mine = state.ice = state.second = state.back = None


@dataclass
class BattleEnded(MemoirEvent):
    reveals = True
    ends_game = True

    winner: str

    def apply(self, state: State) -> None:
        state.over, state.winner, state.phase, state.active = True, self.winner, "over", None
        state.asked = state.won = state.leader_down = state.in_mine = state.ice = state.assault = state.back = None
        state.second = None
        state.waiting, state.slots, state.targets, state.struck, state.surplus = [], [], [], [], 0
