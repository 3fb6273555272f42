"""Events of headquarters and supply tents."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from app.core.engine.visibility import sealed
from app.core.rules.dice import Roll
from app.games.memoir_44.events import MemoirEvent
from app.games.memoir_44.state import FREED, TAKEN, State


@dataclass
class HeadquartersTaken(MemoirEvent):
    """An enemy has entered headquarters: a random card of their side is gone, its hand smaller."""

    reveals: ClassVar[bool] = True

    side: str
    unit: str
    at: str
    limit: int
    cards: list[str] = field(default_factory=list)
    roll: Roll | None = sealed()

    def apply(self, state: State) -> None:
        account = state.accounts[self.side]
        account.hand_limit = self.limit
        for card in self.cards:
            account.hand.remove(card)
            state.discard.append(card)
        state.headquarters[self.at] = TAKEN


@dataclass
class HeadquartersFreed(MemoirEvent):
    """Headquarters are their owner's again, who draws a card."""

    side: str
    unit: str
    at: str
    limit: int

    def apply(self, state: State) -> None:
        state.accounts[self.side].hand_limit = self.limit
        state.headquarters[self.at] = FREED
