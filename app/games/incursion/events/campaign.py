"""Events between the missions of a campaign."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.engine.event import deep_copy
from app.games.incursion.campaign_record import Campaign, Veteran
from app.games.incursion.events import IncursionEvent
from app.games.incursion.state import InPlay, State


def campaign_of(state: State) -> Campaign:
    assert state.campaign is not None
    return state.campaign


def call_up_veteran(state: State, side: str, model: str) -> Veteran:
    waiting = campaign_of(state).experience[side]
    veteran = next(one for one in waiting if one.model == model)
    waiting.remove(veteran)
    return veteran


@dataclass
class ExperienceAwaited(IncursionEvent):
    sides: list[str]

    def apply(self, state: State) -> None:
        for side in self.sides:
            state.wait_for(side, "experience")


@dataclass
class ExperienceKept(IncursionEvent):
    """An Effect on a surviving model is an Experience Card. `placed` is its id in play."""

    terms = {"placed": "one-of-many"}

    side: str
    model: str
    card: str
    placed: str

    def apply(self, state: State) -> None:
        kept = state.in_play[self.placed]
        kept.came, kept.owner = "experience", self.side
        state.stop_waiting_for(self.side)


@dataclass
class ExperienceDeclined(IncursionEvent):
    side: str

    def apply(self, state: State) -> None:
        state.stop_waiting_for(self.side)


@dataclass
class ExperienceLaid(IncursionEvent):
    """A model that was bought has its Experience Cards at once."""

    side: str
    model: str
    veteran: str
    cards: list[str]
    placed: dict[str, InPlay]

    def apply(self, state: State) -> None:
        call_up_veteran(state, self.side, self.veteran)
        state.in_play.update(deep_copy(self.placed))


@dataclass
class ExperienceReturned(IncursionEvent):
    """A model was not bought: its Experience Cards are in the deck again."""

    side: str
    model: str
    cards: list[str]
    rule: str

    def apply(self, state: State) -> None:
        for kept in call_up_veteran(state, self.side, self.model).cards:
            campaign_of(state).lose(self.side, self.model, kept, "not-bought")


@dataclass
class ExperienceRemoved(IncursionEvent):
    """A model was not bought: its Experience Cards are removed from the campaign."""

    side: str
    model: str
    cards: list[str]
    rule: str

    def apply(self, state: State) -> None:
        for kept in call_up_veteran(state, self.side, self.model).cards:
            campaign_of(state).lose(self.side, self.model, kept, "not-bought", out=True)
            state.copies[kept.card] -= not kept.paper
