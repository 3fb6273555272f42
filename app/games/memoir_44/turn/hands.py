"""Hands that the app deals: a shuffled deck, cards that only their side reads.

Source: Memoir '44, Command cards.
"""

from __future__ import annotations

from app.games.memoir_44.board_state import Draft
from app.games.memoir_44.book import SIDES, Book
from app.games.memoir_44.events.turn import CardLaidDown, CardsDealt, CardsDrawn, CardsToLayOff, DeckShuffled


def every_card(book: Book) -> list[str]:
    return [
        name if section == "all" else f"{name}-{section}"
        for name, card in book.cards.items()
        for section, copies in card.copies.items()
        for _ in range(copies)
    ]


def deal(draft: Draft) -> None:
    if not draft.state.dealt:
        return
    deck, roll = draft.shuffle(every_card(draft.book))
    draft.emit(CardsDealt(deck, roll))
    for side in SIDES:
        take(draft, side, draft.state.accounts[side].hand_limit)


def draw(draft: Draft, side: str) -> None:
    state = draft.state
    account = state.accounts[side]
    missing = account.hand_limit - len(account.hand)
    if not state.dealt or missing <= 0:
        return
    cards = [draft.book.cards[name] for name in state.played]
    more = sum(card.draws - 1 for card in cards)
    if len(state.deck) < missing + more or any(card.reshuffles for card in cards):
        shuffle_in(draft)
    take(draft, side, missing + more)
    if (too_many := len(account.hand) - account.hand_limit) > 0:
        draft.emit(CardsToLayOff(side, too_many))


def replace(draft: Draft, side: str) -> None:
    missing = draft.state.accounts[side].hand_limit - len(draft.state.accounts[side].hand)
    if len(draft.state.deck) < missing:
        shuffle_in(draft)
    if missing > 0:
        take(draft, side, missing)


def shuffle_in(draft: Draft) -> None:
    deck, roll = draft.shuffle([*draft.state.deck, *draft.state.discard])
    draft.emit(DeckShuffled(deck, roll))


def take(draft: Draft, side: str, count: int) -> None:
    cards = draft.state.deck[:count]
    if cards:
        draft.emit(CardsDrawn(side, len(cards), cards, draft.state.accounts[side].seat))


def lay_down(draft: Draft, side: str, card: str, section: str | None) -> None:
    if draft.state.dealt:
        draft.emit(CardLaidDown(side, card if section is None else f"{card}-{section}"))
