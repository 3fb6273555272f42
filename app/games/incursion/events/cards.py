"""Events of battle cards."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from app.core.engine.visibility import sealed, secret
from app.core.rules.dice import Roll
from app.core.rules.ruling import Reason
from app.games.incursion.book import CARDS_AT_MOST
from app.games.incursion.campaign_record import Kept
from app.games.incursion.events import IncursionEvent
from app.games.incursion.state import ON_PAPER, InPlay, Model, State

Because = Literal["spent", "run-out", "model-lost", "cancelled"]


def free_name(taken: Container[str], card: str) -> str:
    """Return a free id for a card that comes into play: its key and the least free number."""
    number = 1
    while f"{card}-{number}" in taken:
        number += 1
    return f"{card}-{number}"


@dataclass
class DeckShuffled(IncursionEvent):
    """The deck in a new secret order, with the discard pile if there was one."""

    order: list[str] = sealed(factory=list)
    roll: Roll | None = sealed()

    def apply(self, state: State) -> None:
        state.deck, state.discard = list(self.order), []


@dataclass
class HandAwaited(IncursionEvent):
    """These sides may discard before they draw, or say what they drew by hand."""

    sides: list[str]

    def apply(self, state: State) -> None:
        for side in self.sides:
            state.wait_for(side, "hand")


@dataclass
class CardsDiscarded(IncursionEvent):
    """Cards of a hand were put on the discard pile, face up."""

    reveals: ClassVar[bool] = True
    side: str
    cards: list[str]

    def apply(self, state: State) -> None:
        for card in self.cards:
            state.sides[self.side].hand.remove(card)
            state.discard.append(card)


@dataclass
class CardsDrawn(IncursionEvent):
    """Cards from the top of the deck.

    `short` more were due, but deck and discard pile are empty.
    """

    reveals: ClassVar[bool] = True
    side: str
    cards: list[str] = secret(factory=list, referee=True)
    short: int = 0

    def apply(self, state: State) -> None:
        del state.deck[: len(self.cards)]
        state.sides[self.side].hand += self.cards


@dataclass
class HandReplenished(IncursionEvent):
    side: str

    def apply(self, state: State) -> None:
        state.stop_waiting_for(self.side)


@dataclass
class HandCounted(IncursionEvent):
    """People drew from their own deck: the side holds so many cards."""

    side: str
    cards: Annotated[int, Field(ge=0, le=CARDS_AT_MOST)]

    def apply(self, state: State) -> None:
        state.sides[self.side].hand = [ON_PAPER] * self.cards
        state.waiting = [wait for wait in state.waiting if (wait.side, wait.for_) != (self.side, "hand")]


@dataclass
class CardPlayed(IncursionEvent):
    """A card on the table; its opponent is asked.

    `name` is its id, `on` its target.
    """

    reveals: ClassVar[bool] = True
    side: str
    card: str
    placed: str
    on: str | None
    lasts: Literal["instant", "turn", "mission"]
    change: dict[str, int]
    paper: bool
    asks: str
    """The side that answers."""
    ignored_by: list[str] = field(default_factory=list)

    def apply(self, state: State) -> None:
        state.sides[self.side].hand.remove(ON_PAPER if self.paper else self.card)
        change = dict(self.change)
        placed = InPlay(self.card, self.side, self.on, self.lasts, change, self.paper, came="played")
        placed.ignored_by = list(self.ignored_by)
        state.in_play[self.placed] = placed
        state.unanswered.append(self.placed)
        ask_for_answer(state)


def ask_for_answer(state: State) -> None:
    state.stop_awaiting("card")
    if state.unanswered:
        state.wait_for(state.other(state.in_play[state.unanswered[-1]].owner), "card")


def take_away(state: State, placed: str, *, out: bool = False) -> InPlay:
    card = state.in_play.pop(placed)
    if card.paper:
        pass
    elif out:
        state.copies[card.card] -= 1
    else:
        state.discard.append(card.card)
    if card.came == "experience":
        lose_experience(state, card, out=out)
    if placed in state.unanswered:
        state.unanswered.remove(placed)
        ask_for_answer(state)
    return card


def lose_experience(state: State, card: InPlay, *, out: bool) -> None:
    assert state.campaign is not None
    assert card.on is not None
    alive = state.models[card.on].alive
    kept = Kept(card.card, card.paper)
    state.campaign.lose(card.owner, card.on, kept, "killed" if alive else "model-lost", out=out)


def change_ap_by(state: State, card: InPlay) -> None:
    for key, model in state.models.items():
        acts = state.acting == key or not model.activated
        if acts and model.in_use and state.lies_on(card, key):
            change_ap_of(key, model, card)


def change_ap_of(key: str, model: Model, card: InPlay) -> None:
    if model.card in card.ignored_by:
        return
    before = model.ap
    model.ap = max(0, before + card.change.get("ap", 0))
    card.ap_changed[key] = model.ap - before


def ap_by_cards(state: State, key: str) -> Iterator[tuple[str, int]]:
    """Yield (card in play, change) of those that change a model's initial AP, never below 0."""
    model = state.models[key]
    ap = model.full_ap
    for name, placed in sorted(state.cards_on(key), key=lambda card: -card[1].change.get("ap", 0)):
        if model.card not in placed.ignored_by:
            changed = max(0, ap + placed.change.get("ap", 0)) - ap
            yield name, changed
            ap += changed


def give_ap(state: State, keys: Iterable[str]) -> None:
    for key in keys:
        model = state.models[key]
        model.ap = model.full_ap
        for name, changed in ap_by_cards(state, key):
            model.ap += changed
            state.in_play[name].ap_changed[key] = changed


def give_back_ap(state: State, card: InPlay) -> None:
    for key, changed in card.ap_changed.items():
        model = state.models[key]
        if model.in_use and (state.acting == key or not model.activated):
            model.ap = max(0, model.ap - changed)


@dataclass
class CardLetBe(IncursionEvent):
    """The opponent let a card be: it takes effect."""

    terms = {"placed": "one-of-many"}

    placed: str

    def apply(self, state: State) -> None:
        card = state.in_play[self.placed]
        card.unanswered = False
        state.unanswered.remove(self.placed)
        ask_for_answer(state)
        change_ap_by(state, card)


@dataclass
class CardKilled(IncursionEvent):
    """A side paid a card's Kill Value: it is cancelled and discarded.

    `out`: removed from the campaign.
    """

    terms = {"placed": "one-of-many"}

    side: str
    placed: str
    cp: int
    working: list[Reason] = field(default_factory=list)
    out: bool = False

    def apply(self, state: State) -> None:
        state.sides[self.side].cp -= self.cp
        card = take_away(state, self.placed, out=self.out)
        give_back_ap(state, card)


@dataclass
class CardDiscarded(IncursionEvent):
    """A card is used up, or its target is gone; `out`: it is removed from the campaign."""

    terms = {"placed": "one-of-many"}

    placed: str
    because: Because
    out: bool = False

    def apply(self, state: State) -> None:
        card = take_away(state, self.placed, out=self.out)
        give_back_ap(state, card)


@dataclass
class PointsChanged(IncursionEvent):
    side: str
    cp: int
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        side = state.sides[self.side]
        side.cp = max(0, side.cp + self.cp)


@dataclass
class ZombiePointsLost(IncursionEvent):
    """The controller of the zombies is dead: their CP of the turn are gone."""

    side: str
    model: str
    zombie_cp: int

    def apply(self, state: State) -> None:
        state.sides[self.side].zombie_cp = 0


@dataclass
class ModelRepaired(IncursionEvent):
    model: str
    dp: int

    def apply(self, state: State) -> None:
        model = state.models[self.model]
        model.dp = min(model.full_dp, model.dp + self.dp)


@dataclass
class ModelRefreshed(IncursionEvent):
    """A model may be activated once more, with all its AP."""

    model: str

    def apply(self, state: State) -> None:
        state.models[self.model].activated = False
        give_ap(state, [self.model])
