"""Hands that the app deals: a shuffled deck, cards that only their side reads.

Source: Memoir '44, Command cards.
"""

from __future__ import annotations

from collections.abc import Collection

from app.games.memoir_44.board_state import Draft, GameContext, armies_of
from app.games.memoir_44.book import SIDES, Army, Book
from app.games.memoir_44.events.armies import ChipAsked, DeckEnded
from app.games.memoir_44.events.turn import (
    BattleEnded,
    CardLaidDown,
    CardsDealt,
    CardsDrawn,
    CardsToLayOff,
    DeckShuffled,
)
from app.games.memoir_44.geometry import SECTIONS
from app.games.memoir_44.rulings.armies import Ordering, orders
from app.games.memoir_44.state import Account

AMBUSH = "ambush"
BOMBARDS = {"air-power": "artillery-bombard"}


def every_card(book: Book, rules: Collection[str] = ()) -> list[str]:
    """Return the cards of the deck, as special rules exchange them."""
    other = BOMBARDS if "air-power-is-bombard" in rules else {}
    return [
        other.get(name, name) if section == "all" else f"{name}-{section}"
        for name, card in book.cards.items()
        for section, copies in card.copies.items()
        for _ in range(copies)
    ]


def in_hand(card: str, book: Book) -> tuple[str, str | None]:
    """Return the name of a card of a hand, and its section if it has one."""
    name, _, section = card.rpartition("-")
    return (name, section) if name in book.cards and section in SECTIONS else (card, None)


def text_of(card: str) -> str:
    """Return the message key of a card's text; a card of a hand has its section behind its name."""
    name, _, section = card.rpartition("-")
    return f"card-text.{name if section in SECTIONS else card}"


def texts_of(look: GameContext, card: str) -> tuple[str, ...]:
    return told_of(look.book, look.book.scenario.armies.get(str(look.side), ()), card)


def told_of(book: Book, armies: Collection[str], card: str) -> tuple[str, ...]:
    """Return the message keys of a card: its text, and whom it orders besides in the hands of these armies."""
    name, _ = in_hand(card, book)
    answer = orders(Ordering(card=name, army=with_more_units(book, armies)), book)
    plain = orders(Ordering(card=name), book)
    more = []
    if answer["one_more"] or (answer["units"] != plain["units"] and book.cards[name].kind == "section"):
        more.append("one-more")
    elif answer["units"] != plain["units"]:
        more.append(f"units-{answer['units']}")
    if answer["on_the_move"]:
        more.append(f"marching-{answer['on_the_move']}")
    return (text_of(card), *(f"card-text.{one}" for one in more))


def with_more_units(book: Book, armies: Collection[str]) -> str | None:
    return next((key for key in armies if book.armies[key].more_units), None)


def deal(draft: Draft) -> None:
    if not draft.state.dealt:
        return
    deck, roll = draft.shuffle(every_card(draft.book, draft.book.scenario.special_rules))
    draft.emit(CardsDealt(deck, roll))
    for side in SIDES:
        take(draft, side, draft.state.accounts[side].hand_limit)


def draw(draft: Draft, side: str) -> None:
    state = draft.state
    account = state.accounts[side]
    missing = account.hand_limit - held(account)
    if not state.dealt or missing <= 0:
        return
    cards = [draft.book.cards[name] for name in state.played]
    more = sum(card.draws - 1 for card in cards)
    if len(state.deck) < missing + more or any(card.reshuffles for card in cards):
        shuffle_in(draft)
    take(draft, side, missing + more)
    if held(account) < account.hand_limit and draft.book.scenario.deck_ends:
        end_with_deck(draft)
    elif (too_many := held(account) - account.hand_limit) > 0:
        draft.emit(CardsToLayOff(side, too_many))


def end_with_deck(draft: Draft) -> None:
    winner = draft.book.scenario.deck_ends
    if winner is not None and not draft.state.over:
        draft.emit(DeckEnded(winner))
        draft.emit(BattleEnded(winner))


def held(account: Account) -> int:
    """Return the cards of a side, the one under its chip too."""
    return len(account.hand) + len(account.chip)


def replace(draft: Draft, side: str) -> None:
    missing = draft.state.accounts[side].hand_limit - held(draft.state.accounts[side])
    if missing > 0:
        refill(draft, side, missing)


def refill(draft: Draft, side: str, count: int) -> None:
    """Draw so many cards, of a deck that is shuffled again if it has fewer."""
    if len(draft.state.deck) < count:
        shuffle_in(draft)
    take(draft, side, count)


def shuffle_in(draft: Draft) -> None:
    if draft.book.scenario.deck_ends:
        return
    deck, roll = draft.shuffle([*draft.state.deck, *draft.state.discard])
    draft.emit(DeckShuffled(deck, roll))


def take(draft: Draft, side: str, count: int) -> None:
    cards = draft.state.deck[:count]
    if cards:
        draft.emit(CardsDrawn(side, len(cards), cards, draft.state.accounts[side].seat))


def lay_down(draft: Draft, side: str, card: str, section: str | None) -> None:
    if draft.state.dealt:
        draft.emit(CardLaidDown(side, card if section is None else f"{card}-{section}"))


# -- the chip of a commissar


def commissar_of(look: GameContext, side: str | None) -> Army | None:
    return next((one for one in armies_of(look, side) if one.from_hand), None)


def layable(look: GameContext, side: str) -> list[str]:
    hand = dict.fromkeys(look.state.accounts[side].hand)
    return [card for card in hand if in_hand(card, look.book)[0] != AMBUSH]


def ask_for_chips(draft: Draft) -> None:
    for side in SIDES:
        account = draft.state.accounts[side]
        if commissar_of(draft, side) and draft.state.dealt and not account.chip and layable(draft, side):
            draft.emit(ChipAsked(side, account.seat))
