"""Overlord with a commander and three generals a side: section cards as secret orders.

Each general carries out his own. Source: Memoir '44, Command cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from app.core.engine.command import Command
from app.core.engine.offers import Choice, MultiChoice, Offer
from app.core.errors import Refused
from app.games.memoir_44.board_state import Draft, GameContext, board_state_of
from app.games.memoir_44.events.armies import ChipPlayed
from app.games.memoir_44.events.turn import CardLaidDown, OrderCarriedOut, OrdersDealt
from app.games.memoir_44.geometry import SECTIONS
from app.games.memoir_44.state import General, Slot
from app.games.memoir_44.turn import commissar, hands
from app.games.memoir_44.turn.cards import check_eligible, eligible, slots_of
from app.games.memoir_44.turn.hands import in_hand
from app.games.memoir_44.turn.sequence import OfCommander, check_turn

NO_ORDER = "no-order"


class DealOrders(OfCommander):
    """Deal section cards to the generals, to each one of his section or none.

    Nobody else reads them. There is an offer for each general who may be the first one, from the left, to have an
    order; pages join them. A commissar deals the card under the chip, under which he lays the next one, or what he
    may play straight from the hand.
    """

    left: str
    centre: str
    right: str
    under: str | None = None

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for may in check_dealing(look):
            yield from may.offers(cls.key)

    def decide(self, draft: Draft) -> None:
        ways = check_dealing(draft)
        chosen: Mapping[str, str] = {section: getattr(self, section) for section in SECTIONS}
        orders = {section: card for section, card in chosen.items() if card != NO_ORDER}
        for section, card in orders.items():
            if not any(card in one.cards[section] for one in ways):
                raise Refused("not-to-that-general", "cards.orders", field=section, card=card)
        if not orders:
            raise Refused("nothing-dealt", "cards.orders")
        fitting = [one for one in ways if one.deals(orders)]
        if not fitting:
            raise Refused("one-under-the-chip", "turn.commissar")
        may = next((one for one in fitting if bool(one.under) == (self.under is not None)), fitting[-1])
        may.check_under(self.under)
        draft.emit(OrdersDealt(draft.side, draft.seat.name, orders))
        if may.under is not None:
            commissar.lay(draft, draft.side, self.under)
            commissar.turn_chip(draft, in_hand(next(iter(orders.values())), draft.book)[0])


class Dealing(NamedTuple):
    """The cards for the general of each section: any at once, or from under the chip only one.

    `under`: those of which one is then laid there; None: not from under the chip.
    """

    cards: Mapping[str, list[str]]
    under: list[str] | None = None

    def offers(self, command: str) -> Iterator[Offer]:
        sections: Sequence[str] = SECTIONS
        for number, first in enumerate(sections):
            if not self.cards[first]:
                continue
            others = sections[number + 1 :] if self.under is None else ()
            given = {one: NO_ORDER for one in sections if one != first and one not in others}
            choose: dict[str, Choice] = {first: self.cards[first]}
            choose |= {section: [NO_ORDER, *self.cards[section]] for section in others}
            choose |= {"under": self.under} if self.under else {}
            if self.under is None:
                yield Offer(command, given=given, choose=choose, joined=True)
            else:
                yield Offer(command, given=given, choose=choose, about=(first,), label="deal-chip")

    def deals(self, orders: Mapping[str, str]) -> bool:
        fits = all(card in self.cards[section] for section, card in orders.items())
        return fits and (self.under is None or len(orders) == 1)

    def check_under(self, card: str | None) -> None:
        """Raise Refused unless that card may be laid under the chip, or none if none may."""
        if card is not None and card not in (self.under or ()):
            raise Refused("not-under-the-chip", "turn.commissar", field="under", card=card)
        if card is None and self.under:
            raise Refused("lay-under-first", "turn.commissar", field="under")


def check_dealing(look: GameContext) -> list[Dealing]:
    """Return how cards may be dealt: with a commissar from the hand, or from under the chip.

    Raise Refused.
    """
    check_turn(look, "card")
    if not look.state.generals:
        raise Refused("no-generals", "cards.orders")
    account, rule = look.state.accounts[look.side], hands.commissar_of(look, look.side)
    cards = sorted(set(account.hand)) if look.state.dealt else section_cards(look)
    if rule is None:
        return [Dealing(dealt(look, cards))]
    straight = [card for card in cards if in_hand(card, look.book)[0] in rule.from_hand]
    chip = account.chip if look.state.dealt else [card for card in cards if card not in straight]
    under = hands.layable(look, look.side) if look.state.dealt else []
    return [Dealing(dealt(look, straight)), Dealing(dealt(look, chip), under)]


def dealt(look: GameContext, cards: Sequence[str]) -> Mapping[str, list[str]]:
    return {section: [card for card in cards if goes_to(look, card, section)] for section in SECTIONS}


def section_cards(look: GameContext) -> list[str]:
    return [name for name, card in look.book.cards.items() if card.kind == "section"]


def goes_to(look: GameContext, card: str, section: str) -> bool:
    name, of = in_hand(card, look.book)
    return look.book.cards[name].kind == "section" and of in (None, section)


class CarryOutOrder(Command):
    """Show the order dealt to a general and name its units; or say that there is none."""

    units: list[str]

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return look.seat.name in look.state.generals

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        general, slot = check_pending(look)
        may = eligible(board_state_of(look), look.side, slot) if slot else []
        most = len(may) if slot is None or slot.count is None else min(slot.count, len(may))
        label = "carry-out-order" if slot else "carry-out-nothing"
        about = (str(general.order), general.section) if slot else ()
        yield Offer(
            cls.key, choose={"units": MultiChoice(may, 0, most, ticked=most == len(may))}, about=about, label=label
        )

    def decide(self, draft: Draft) -> None:
        general, slot = check_pending(draft)
        nobody = Slot(None, [], 0)
        check_eligible(self.units, eligible(board_state_of(draft), draft.side, slot) if slot else [], slot or nobody)
        card = general.order
        if card is not None and draft.state.dealt:
            account = draft.state.accounts[draft.side]
            from_chip = len(account.chip) > 1 or card not in account.hand
            draft.emit(ChipPlayed(draft.side, card) if from_chip else CardLaidDown(draft.side, card))
        name = in_hand(card, draft.book)[0] if card else None
        draft.emit(OrderCarriedOut(draft.side, draft.seat.name, name, general.section, self.units))


def check_pending(look: GameContext) -> tuple[General, Slot | None]:
    check_turn(look, "orders")
    general = look.state.generals[look.seat.name]
    if not general.pending:
        raise Refused("carried-out-already", "cards.orders")
    if general.order is None:
        return general, None
    slot = slots_of(look, in_hand(general.order, look.book)[0], general.section)[0]
    brought = sum(unit.came and unit.by == look.seat.name for unit in look.state.units.values())
    return general, slot if slot.count is None else replace(slot, count=max(0, slot.count - brought))
