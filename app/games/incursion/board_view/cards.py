"""Battle Cards on a board: own hand, cards in play, seen counters, the discard pile."""

from __future__ import annotations

from typing import NamedTuple

from app.core.content.cards.pictures import Photo
from app.core.engine.buttons import AvailableOffers, Button
from app.games.incursion.board_view.buttons import form_link, submit_button
from app.games.incursion.book import Book
from app.games.incursion.cards.effects import NOTHING
from app.games.incursion.on_table import has_left
from app.games.incursion.state import ON_PAPER, InPlay, State


class HandCard(NamedTuple):
    """A card of one's own hand, to be read at arm's length; `kill` is its value in CP."""

    card: str
    kind: str
    zombie_icon: bool
    kill: int
    plays: tuple[Button, ...]
    aimless: bool = False
    """True if it might be played, were there a model on which it may lie."""
    photos: tuple[Photo, ...] = ()


class Hand(NamedTuple):
    """One's own hand: its cards, or how many are `on_paper` and whether one may be played."""

    cards: tuple[HandCard, ...]
    on_paper: int = 0
    may_play: bool = False


class CardInPlay(NamedTuple):
    key: str
    card: str
    owner: str
    on: str | None
    this_turn: bool
    experience: bool
    unanswered: bool
    price: int
    kills: tuple[Button, ...]


class Counter(NamedTuple):
    """A counter whose face this seat has seen, and its carrier."""

    item: str
    face: int
    bearer: str | None


def hand_of(state: State, mine: str | None, may: AvailableOffers, book: Book) -> Hand | None:
    cards = state.sides[mine].hand if mine and state.turn else []
    if not cards:
        return None
    if ON_PAPER in cards:
        return Hand((), len(cards), bool(may["play-card"]))
    own = state.phase == "action" and state.active == mine and not state.waiting
    return Hand(tuple(hand_card(card, number, may, book, own=own) for number, card in enumerate(cards, start=1)))


def hand_card(card: str, number: int, may: AvailableOffers, book: Book, *, own: bool) -> HandCard:
    values = book.battle[card]
    plays = tuple(form_link(offer, f"play-{number}", "play") for offer in may.of("play-card", card=card))
    aimless = own and not plays and values.on != NOTHING
    return HandCard(card, values.kind, values.zombie_icon, values.kill, plays, aimless, book.photos(card))


def in_play(state: State, may: AvailableOffers, book: Book) -> tuple[CardInPlay, ...]:
    here = [
        (key, placed) for key, placed in state.in_play.items() if placed.unanswered or not has_left(state, placed.on)
    ]
    return tuple(card_in_play(key, placed, may, book) for key, placed in here)


def card_in_play(key: str, placed: InPlay, may: AvailableOffers, book: Book) -> CardInPlay:
    offers = [] if placed.unanswered else may.of("kill-card", card=key)
    return CardInPlay(
        key,
        placed.card,
        placed.owner,
        placed.on,
        this_turn=placed.lasts == "turn",
        experience=placed.came == "experience",
        unanswered=placed.unanswered,
        price=book.battle[placed.card].kill,
        kills=tuple(submit_button(offer, f"kill-{key}", "quiet") for offer in offers),
    )


def counters(state: State, mine: str | None) -> tuple[Counter, ...]:
    seen = {**state.open_faces, **(state.sides[mine].seen if mine else {})}
    return tuple(Counter(item, face, state.carried(item)) for item, face in seen.items())
