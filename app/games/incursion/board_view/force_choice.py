"""Choosing a force: the cards that fit, the chosen ones, and the points left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.core.engine.buttons import AvailableOffers, Button
from app.core.engine.offers import Offer
from app.core.game.details import Part
from app.games.incursion.board_view.buttons import choice, submit_button
from app.games.incursion.board_view.details import OWN, weapons
from app.games.incursion.book import Book
from app.games.incursion.campaign_record import Campaign
from app.games.incursion.missions.forces import limit_of, may_ever_be_chosen, rp_of
from app.games.incursion.state import Side, State
from app.games.incursion.turn.maintenance import Batch, horde

Veteran = tuple[str, tuple[str, ...]]
"""(model, its Experience Cards)."""


@dataclass(frozen=True)
class Chosen:
    """Cards of a force; `every_turn`: the figures that they bring each turn, 0 if they are figures themselves."""

    card: str
    count: int
    every_turn: int
    back: tuple[Button, ...]


@dataclass(frozen=True)
class Ware:
    """A card that may be chosen, with its values, weapons, powers, and its button.

    The button is greyed if no more of it fits, for want of RP if it `lacks` some. `every_turn`: see `Chosen`.
    """

    card: str
    rp: int
    every_turn: int
    ap: int
    fortitude: int
    dp: int
    weapons: tuple[Part, ...]
    powers: tuple[str, ...]
    take: Button
    count: int = 0
    lacks: int = 0


@dataclass(frozen=True)
class Choosing:
    """A side choosing its force for `rp`.

    `waits` if there is nothing to choose: "sealed" or "later"; `own_values`: the set whose cards have values from no
    book, or nothing.
    """

    rp: int = 0
    veterans: tuple[Veteran, ...] = ()
    chosen: tuple[Chosen, ...] = ()
    shop: tuple[Ware, ...] = ()
    waits: str = ""
    own_values: str = ""


def choosing(state: State, mine: str | None, may: AvailableOffers, book: Book, card_set: str) -> Choosing | None:
    if mine is None or state.phase != "forces" or state.models:
        return None
    side = state.sides[mine]
    chosen = tuple(
        Chosen(card, count, every_turn(book, card, count), tuple(put_back(card, may)))
        for card, count in side.force.items()
    )
    if not state.awaits_side(mine):
        return Choosing(chosen=chosen, waits="sealed" if side.commitment else "later")
    return Choosing(
        side.rp,
        veterans(state.campaign, mine),
        chosen,
        (shop := tuple(wares(side, may["add-model"], book))),
        own_values=card_set if any(OWN in book.models[ware.card].from_.values() for ware in shop) else "",
    )


def veterans(campaign: Campaign | None, side: str) -> tuple[Veteran, ...]:
    kept = campaign.experience.get(side, []) if campaign else []
    return tuple((veteran.model, tuple(card.card for card in veteran.cards)) for veteran in kept)


def put_back(card: str, may: AvailableOffers) -> Iterator[Button]:
    for offer in may["drop-model"]:
        if card in choice(offer, "card"):
            yield submit_button(offer, f"drop-{card}", "quiet", card=card)


def wares(side: Side, offers: Sequence[Offer], book: Book) -> Iterator[Ware]:
    add = {card: offer for offer in offers for card in choice(offer, "card")}
    left = side.rp - rp_of(side.force, book).total
    for card, values in book.models.items():
        if card in add or may_ever_be_chosen(book, side, card):
            guns = tuple(weapons(values, book))
            take = submit_button(add[card], f"add-{card}", "card", card=card) if card in add else no_more(card)
            numbers = (values.rp, every_turn(book, card), values.ap, values.fortitude, values.dp)
            at_limit = side.force.get(card, 0) >= limit_of(book, side, card)
            lacks = max(values.rp - left, 0) if take.greyed and not at_limit else 0
            yield Ware(card, *numbers, guns, tuple(values.powers), take, side.force.get(card, 0), lacks)


def every_turn(book: Book, card: str, count: int = 1) -> int:
    values = book.models[card]
    return int(horde(Batch(rp=values.rp * count), book)["per_turn"]) if values.horde else 0


def no_more(card: str) -> Button:
    return Button("add-model", f"add-{card}", "command.add-model", (("card", card),), "card", greyed=True)
