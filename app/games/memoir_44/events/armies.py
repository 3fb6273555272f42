"""Events of armies and the night: commissar's chip, strike back, taken cards, visibility."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from app.core.engine.visibility import secret
from app.core.rules.dice import Roll
from app.core.rules.ruling import Reason
from app.games.memoir_44.events import MemoirEvent
from app.games.memoir_44.events.units import Volley
from app.games.memoir_44.state import Back, Drop, State, Unit

CHIP, BACK = "chip", "battle-back"
"""Answers that a side owes: a card under the chip, a strike back."""


@dataclass
class ChipAsked(MemoirEvent):
    side: str
    seat: str | None = None

    def apply(self, state: State) -> None:
        state.wait_for(self.side, CHIP, self.seat)


@dataclass
class CardLaidUnder(MemoirEvent):
    """A card of a hand is laid face down under the chip; its side alone reads it."""

    side: str
    cards: list[str] = secret(factory=list)
    seat: str | None = None

    def apply(self, state: State) -> None:
        account = state.accounts[self.side]
        for card in self.cards:
            account.hand.remove(card)
        account.chip = [*account.chip, *self.cards]
        state.waiting = [one for one in state.waiting if (one.side, one.for_) != (self.side, CHIP)]


@dataclass
class ChipPlayed(MemoirEvent):
    side: str
    card: str

    def apply(self, state: State) -> None:
        state.accounts[self.side].chip.remove(self.card)
        state.discard.append(self.card)


@dataclass
class ChipTurned(MemoirEvent):
    """With paper cards: the card under the chip was played, and the next one is there."""

    side: str

    def apply(self, state: State) -> None:
        state.accounts[self.side].chips += 1


@dataclass
class BackAsked(MemoirEvent):
    side: str
    unit: str
    against: str
    seat: str | None = None

    def apply(self, state: State) -> None:
        state.back = Back(self.unit, self.against)
        state.wait_for(self.side, BACK, self.seat)


@dataclass
class StruckBack(Volley):
    def apply(self, state: State) -> None:
        end_back(state)


@dataclass
class BackLeft(MemoirEvent):
    side: str
    unit: str

    def apply(self, state: State) -> None:
        end_back(state)


def end_back(state: State) -> None:
    state.back = None
    state.waiting = [one for one in state.waiting if one.for_ != BACK]


@dataclass
class CardTaken(MemoirEvent):
    reveals: ClassVar[bool] = True

    side: str
    card: str
    roll: Roll | None = None

    def apply(self, state: State) -> None:
        state.accounts[self.side].hand.remove(self.card)
        state.discard.append(self.card)


@dataclass
class NightRolled(MemoirEvent):
    side: str
    visibility: int
    roll: Roll
    needs: list[str]
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        if state.night is not None:
            state.night.visibility, state.night.rolled = self.visibility, True


DROP = "drop"


def numbered(drops: Sequence[Drop]) -> Mapping[int, Drop]:
    """Return air drops by number from 0: a list would have one at -1, too."""
    return dict(enumerate(drops))


@dataclass
class DropDue(MemoirEvent):
    side: str
    number: int
    seat: str | None = None

    def apply(self, state: State) -> None:
        numbered(state.drops)[self.number].due = True
        state.wait_for(self.side, DROP, self.seat)


@dataclass
class UnitDropped(MemoirEvent):
    side: str
    number: int
    start: str
    unit: str
    at: str | None = None
    roll: Roll | None = None

    def apply(self, state: State) -> None:
        drop = numbered(state.drops)[self.number]
        if self.at is not None:
            unit = Unit(drop.side, drop.type, drop.figures, drop.figures, self.at, drop.nation, drop.badge, drop.emblem)
            unit.idle_until = state.turn - 1 + 2 * drop.rests
            state.units[self.unit] = unit
        drop.left[0] -= 1
        drop.at = self.start
        if not drop.left[0]:
            drop.left, drop.at = drop.left[1:], None
        if not drop.left:
            drop.due = False
        if not any(one.due and one.side == self.side for one in state.drops):
            state.waiting = [one for one in state.waiting if (one.side, one.for_) != (self.side, DROP)]


@dataclass
class MedicsRolled(MemoirEvent):
    side: str
    roll: Roll
    returning: dict[str, int]
    needs: list[str]

    def apply(self, state: State) -> None:
        state.returning, state.medics_rolled = dict(self.returning), True


@dataclass
class FigureReturned(MemoirEvent):
    side: str
    unit: str
    symbol: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.figures, unit.ordered, unit.recovered = unit.figures + 1, True, True
        state.returning[self.symbol] -= 1


SMOKE = "smoke"
"""The answer awaited of a side that may lay smoke, and the name of the smoke on its hexes."""


@dataclass
class SmokeDue(MemoirEvent):
    side: str
    seat: str | None = None

    def apply(self, state: State) -> None:
        state.wait_for(self.side, SMOKE, self.seat)


@dataclass
class SmokeLaid(MemoirEvent):
    side: str
    at: list[str] = field(default_factory=list)

    def apply(self, state: State) -> None:
        for place in self.at:
            state.added[place] = [*state.added.get(place, []), SMOKE]
        state.waiting = [one for one in state.waiting if (one.side, one.for_) != (self.side, SMOKE)]


@dataclass
class SmokeCleared(MemoirEvent):
    at: list[str] = field(default_factory=list)

    def apply(self, state: State) -> None:
        for place in self.at:
            state.added[place] = [one for one in state.added[place] if one != SMOKE]


@dataclass
class UnitBrought(MemoirEvent):
    """A card brings a unit onto the enemy's baseline: it may battle and does not move.

    `place`: the slot of the card; None: a general's order. `by`: the general who has it. `hard`: it made a hard stop.
    """

    side: str
    unit: str
    at: str
    place: int | None = None
    by: str | None = None
    hard: bool = False

    def apply(self, state: State) -> None:
        one = state.reserves[self.side]
        unit = Unit(one.side, one.type, one.figures, one.figures, self.at, one.nation, one.badge, one.emblem)
        unit.traits, unit.by, unit.hard = [*one.traits], self.by, self.hard
        unit.ordered, unit.came, unit.moves = True, True, 1
        state.units[self.unit] = unit
        one.left, one.came = one.left - 1, state.turn
        if self.place is not None:
            use_order(state, self.place)


def use_order(state: State, place: int) -> None:
    slot = dict(enumerate(state.slots))[place]
    if slot.count is None:
        return
    slot.count -= 1
    if not slot.count:
        del state.slots[place]
    if not state.slots:
        state.phase = "action"


@dataclass
class SuddenDeath(MemoirEvent):
    explains_end = True

    side: str

    def apply(self, state: State) -> None:
        """Change nothing: the end of the battle follows."""


@dataclass
class DeckEnded(MemoirEvent):
    explains_end = True

    side: str

    def apply(self, state: State) -> None:
        """Change nothing: the end of the battle follows."""
