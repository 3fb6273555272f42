"""The deck, the discard pile and the hands. Source: Incursion, Replenish Hand; Battle Cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import Field

from app.core.engine.command import Command
from app.core.engine.offers import MultiChoice, NumberChoice, Offer
from app.core.errors import Refused
from app.games.incursion.awaited_answers import check_awaited
from app.games.incursion.book import BattleCard
from app.games.incursion.events.cards import (
    CardsDiscarded,
    CardsDrawn,
    DeckShuffled,
    HandAwaited,
    HandCounted,
    HandReplenished,
)
from app.games.incursion.events.turn import BiddingOpened
from app.games.incursion.state import ON_PAPER, Draft, GameContext, Side


def all_copies(cards: Mapping[str, BattleCard]) -> list[str]:
    return [key for key, card in cards.items() for _ in range(card.copies)]


def undealt(look: GameContext) -> list[str]:
    """Return the deck of a new game.

    Every copy but those that are on models as Experience Cards, or left the campaign.
    """
    lying = Counter(placed.card for placed in look.state.in_play.values() if not placed.paper)
    removed = look.state.campaign.removed if look.state.campaign else []
    gone = Counter(kept.card for kept in removed if not kept.paper)
    return [*(Counter(all_copies(look.book.battle)) - lying - gone).elements()]


def shuffle(draft: Draft, cards: list[str]) -> None:
    if cards:
        draft.emit(DeckShuffled(*draft.shuffle(cards)))


def draw(draft: Draft, side: Side, count: int) -> None:
    """Draw so many cards from the top.

    If the deck runs out the discard pile becomes the deck at once. If both are empty, stop drawing and record it.
    People with a deck of their own draw by hand.
    """
    state = draft.state
    if side.deck == "physical":
        draft.emit(HandCounted(side.side, len(side.hand) + count))
        return
    while count > 0 and (state.deck or state.discard):
        if not state.deck:
            shuffle(draft, list(state.discard))
        cards = state.deck[:count]
        count -= len(cards)
        draft.emit(CardsDrawn(side.side, cards))
        if not state.deck:
            shuffle(draft, list(state.discard))
    if count > 0:
        draft.emit(CardsDrawn(side.side, [], count))


def deal(draft: Draft) -> None:
    """Deal the hands of a new turn.

    Whoever holds cards, or a deck of paper, is asked first; the others draw.
    """
    state = draft.state
    asked = [side.side for side in state.sides.values() if side.hand or side.deck == "physical"]
    for side in state.sides.values():
        if side.side not in asked:
            fill_hand(draft, side)
    if asked:
        draft.emit(HandAwaited(asked))


def fill_hand(draft: Draft, side: Side) -> None:
    missing = max(0, side.hand_size - len(side.hand)) + side.extra_cards
    if missing > 0:
        draw(draft, side, missing)


class ReplenishHand(Command):
    """Discard any cards, then draw up to the hand size.

    Or say how many are held after drawing by hand.
    """

    discard: list[str] = Field(default_factory=list)
    held: Annotated[int, Field(ge=0, le=99)] | None = None

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        side = replenishing_side(look)
        if side.deck == "physical":
            yield Offer(cls.key, choose={"held": NumberChoice(0, most_held(side))}, label="count-hand")
        else:
            yield Offer(cls.key, choose={"discard": MultiChoice(list(side.hand), 0, len(side.hand), ticked=False)})

    def decide(self, draft: Draft) -> None:
        side = replenishing_side(draft)
        if side.deck == "physical":
            self._count(draft, side)
        else:
            self._discard(draft, side)
        if not draft.state.waiting:
            draft.emit(BiddingOpened())

    def _count(self, draft: Draft, side: Side) -> None:
        held = side.hand_size if self.held is None else self.held
        if self.discard:
            raise Refused("deck-on-paper", "cards.physical", field="discard")
        if held > most_held(side):
            raise Refused("too-big", "hand.by-rp", field="held", limit=most_held(side))
        draft.emit(HandCounted(side.side, held))

    def _discard(self, draft: Draft, side: Side) -> None:
        if self.held is not None:
            raise Refused("deck-in-the-app", "cards.physical", field="held")
        hand = list(side.hand)
        for index, card in enumerate(self.discard):
            if card not in hand:
                raise Refused("not-in-hand", "cards.hand", field=f"discard.{index}", card=card)
            hand.remove(card)
        if self.discard:
            draft.emit(CardsDiscarded(side.side, self.discard))
        fill_hand(draft, side)
        draft.emit(HandReplenished(side.side))


def replenishing_side(look: GameContext) -> Side:
    check_awaited(look, "hand")
    return look.state.sides[look.side]


def most_held(side: Side) -> int:
    return max(side.hand_size, len(side.hand)) + side.extra_cards


def held_cards(side: Side) -> list[str]:
    """Return each card of a hand once."""
    return [card for card in dict.fromkeys(side.hand) if card != ON_PAPER]
