"""Overlord with a commander and three generals a side: section cards as secret orders.

Each general carries out his own. Source: Memoir '44, Command cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.core.engine.command import Command
from app.core.engine.offers import MultiChoice, Offer
from app.core.errors import Refused
from app.games.memoir_44.board_state import Draft, GameContext, board_state_of
from app.games.memoir_44.events.turn import CardLaidDown, OrderCarriedOut, OrdersDealt
from app.games.memoir_44.geometry import SECTIONS
from app.games.memoir_44.state import General, Slot
from app.games.memoir_44.turn.cards import check_eligible, eligible, in_hand, slots_of
from app.games.memoir_44.turn.sequence import OfCommander, check_turn

NO_ORDER = "no-order"


class DealOrders(OfCommander):
    """Deal section cards to the generals, to each one of his section or none.

    Nobody else reads them. There is a form for each general who may be the first one, from the left, to have an
    order.
    """

    left: str
    centre: str
    right: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        may = check_dealing(look)
        sections: Sequence[str] = SECTIONS
        for number, first in enumerate(sections):
            if may[first]:
                given = dict.fromkeys(sections[:number], NO_ORDER)
                further = {section: [NO_ORDER, *may[section]] for section in sections[number + 1 :]}
                yield Offer(cls.key, given=given, choose={first: may[first], **further}, about=(first,))

    def decide(self, draft: Draft) -> None:
        may = check_dealing(draft)
        chosen: Mapping[str, str] = {section: getattr(self, section) for section in SECTIONS}
        orders = {section: card for section, card in chosen.items() if card != NO_ORDER}
        for section, card in orders.items():
            if card not in may[section]:
                raise Refused("not-to-that-general", "cards.orders", field=section, card=card)
        if not orders:
            raise Refused("nothing-dealt", "cards.orders")
        draft.emit(OrdersDealt(draft.side, draft.seat.name, orders))


def check_dealing(look: GameContext) -> Mapping[str, list[str]]:
    """Return the cards that may be dealt to the general of each section. Raise Refused."""
    check_turn(look, "card")
    if not look.state.generals:
        raise Refused("no-generals", "cards.orders")
    cards = sorted(set(look.state.accounts[look.side].hand)) if look.state.dealt else section_cards(look)
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
            draft.emit(CardLaidDown(draft.side, card))
        name = in_hand(card, draft.book)[0] if card else None
        draft.emit(OrderCarriedOut(draft.side, draft.seat.name, name, general.section, self.units))


def check_pending(look: GameContext) -> tuple[General, Slot | None]:
    """Return the general of this seat and the units of his order, if he has one. Raise Refused."""
    check_turn(look, "orders")
    general = look.state.generals[look.seat.name]
    if not general.pending:
        raise Refused("carried-out-already", "cards.orders")
    if general.order is None:
        return general, None
    (slot,) = slots_of(in_hand(general.order, look.book)[0], general.section, look.book)
    return general, slot
