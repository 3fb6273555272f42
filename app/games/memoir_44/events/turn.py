"""Turns, cards, orders, medals, the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from app.core.dice import Roll
from app.core.play import Event, copied
from app.core.veil import sealed, secret
from app.games.memoir_44.state import Slot, State


@dataclass
class MinesLaid(Event):
    """Mine tokens lie face down on their hexes, shuffled: nobody knows which is where."""

    count: int
    values: dict[str, int] = sealed(factory=dict)
    roll: Roll | None = sealed()

    def apply(self, state: State) -> None:
        for place, value in self.values.items():
            state.mines[place].hidden = value


@dataclass
class CardsDealt(Event):
    """Both hands are dealt from a shuffled deck."""

    deck: list[str] = sealed(factory=list)
    roll: Roll | None = sealed()

    def apply(self, state: State) -> None:
        state.deck = list(self.deck)


@dataclass
class CardsDrawn(Event):
    """A side draws cards."""

    side: str
    count: int
    cards: list[str] = secret(factory=list)

    def apply(self, state: State) -> None:
        state.accounts[self.side].hand += self.cards
        state.deck = state.deck[len(self.cards) :]


@dataclass
class DeckShuffled(Event):
    """The discarded cards are shuffled and become the deck."""

    deck: list[str] = sealed(factory=list)
    roll: Roll | None = sealed()

    def apply(self, state: State) -> None:
        state.deck, state.discard = list(self.deck), []


@dataclass
class TurnBegan(Event):
    """A side's turn begins."""

    begins_turn: ClassVar[bool] = True

    turn: int
    side: str

    def apply(self, state: State) -> None:
        state.turn, state.active, state.phase = self.turn, self.side, "card"
        state.last_card, state.last_section = state.card, state.section
        state.card = state.section = state.won = None
        state.slots, state.targets = [], []
        state.battling = state.dams_rolled = state.hour_rolled = False
        state.draws, state.decided = True, {}
        for unit in state.units.values():
            unit.ordered = unit.hard = unit.overran = unit.placed = unit.recovered = False
            unit.path, unit.moves, unit.battles, unit.kept = [], 0, 0, None
        for train in state.trains.values():
            train.ordered, train.moves, train.battles = False, 0, 0


@dataclass
class CardPlayed(Event):
    """A side plays a command card: whom it lets be ordered."""

    side: str
    card: str
    section: str | None = None
    slots: list[Slot] = field(default_factory=list)

    def apply(self, state: State) -> None:
        state.card, state.section, state.slots = self.card, self.section, copied(self.slots)
        state.phase = "orders" if self.slots else "action"


@dataclass
class DiceDecided(Event):
    """The table says how many dice an attack has in this turn that the notebook cannot referee."""

    side: str
    unit: str
    target: str
    count: int

    def apply(self, state: State) -> None:
        state.decided[f"{self.unit} {self.target}"] = self.count


@dataclass
class NoticeUsed(Event):
    """Air Power that was announced has been played."""

    side: str

    def apply(self, state: State) -> None:
        state.accounts[self.side].announced = None


@dataclass
class CardLaidDown(Event):
    """A card leaves a hand for the discard pile."""

    side: str
    card: str

    def apply(self, state: State) -> None:
        state.accounts[self.side].hand.remove(self.card)
        state.discard.append(self.card)


@dataclass
class UnitsOrdered(Event):
    """Units are ordered; `place` is the slot of the card by which."""

    side: str
    units: list[str]
    place: int = 0

    def apply(self, state: State) -> None:
        for key in self.units:
            thing: Any = state.units.get(key) or state.trains.get(key)
            thing.ordered = True
        del state.slots[self.place]
        if not state.slots:
            state.phase = "action"


@dataclass
class MedalsWon(Event):
    """A side wins medals."""

    side: str
    count: int
    what: str

    def apply(self, state: State) -> None:
        account = state.accounts[self.side]
        account.medals += self.count
        account.earned[self.what] = account.earned.get(self.what, 0) + self.count


@dataclass
class MedalsLost(Event):
    """A side loses medals that it no longer holds the ground for."""

    side: str
    count: int
    what: str

    def apply(self, state: State) -> None:
        account = state.accounts[self.side]
        account.medals = max(0, account.medals - self.count)
        account.earned.pop(self.what, None)


@dataclass
class HandCut(Event):
    """A side holds fewer cards from now on."""

    side: str
    limit: int

    def apply(self, state: State) -> None:
        state.accounts[self.side].hand_limit = self.limit


@dataclass
class TurnEnded(Event):
    """A side has done everything it wanted in its turn."""

    side: str

    def apply(self, state: State) -> None:
        state.won, state.active = None, None


@dataclass
class Conceded(Event):
    """A side gives the battle up."""

    side: str

    def apply(self, state: State) -> None:
        state.asked = state.leader_down = state.in_mine = None


@dataclass
class BattleEnded(Event):
    """A side has won the battle."""

    reveals = True

    winner: str

    def apply(self, state: State) -> None:
        state.over, state.winner, state.phase, state.active = True, self.winner, "over", None
        state.asked = state.won = state.leader_down = state.in_mine = None
        state.waiting, state.slots, state.targets = [], [], []


ALL: tuple[type[Event], ...] = (
    MinesLaid, CardsDealt, CardsDrawn, DeckShuffled, TurnBegan, CardPlayed, DiceDecided, NoticeUsed, CardLaidDown,
    UnitsOrdered, MedalsWon, MedalsLost, HandCut, TurnEnded, Conceded, BattleEnded,
)  # fmt: skip
