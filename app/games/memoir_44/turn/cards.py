"""Command cards: plays, orderable units, orders. Source: Memoir '44, Command cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, ClassVar

from app.core.engine.command import Precondition
from app.core.engine.offers import Choice, MultiChoice, Offer
from app.core.errors import Refused
from app.games.memoir_44.board_state import BoardState, Draft, GameContext, armies_named, board_state_of
from app.games.memoir_44.book import Book, Card
from app.games.memoir_44.events.scenery import DugIn
from app.games.memoir_44.events.turn import CardPlayed, UnitsOrdered
from app.games.memoir_44.geometry import SECTIONS
from app.games.memoir_44.rulings.armies import IN_THE_DARK, Ordering, is_dark, orders
from app.games.memoir_44.state import Slot, State, Unit
from app.games.memoir_44.turn import commissar, hands
from app.games.memoir_44.turn.hands import AMBUSH, in_hand, text_of
from app.games.memoir_44.turn.sequence import MEDICS, ORDERING, PLAYING, OfCommander, seen_by_night

EVERY_TYPE = ["infantry", "armour", "artillery"]
OF_A_SECTION = ("infantry-assault",)
"""Cards that are no section cards and order units of one section all the same."""
COPYING, DIGGING, AIR_POWER, BOMBARD = "counter-attack", "dig-in", "air-power", "artillery-bombard"
BY_BOMBARD = "air-power-is-bombard"
"""The special rule by which the card Air Power is an Artillery Bombard."""
NEXT_TO_ENEMIES = {"close-assault": True, "firefight": False}
MIRRORED: dict[str | None, str] = dict(zip(SECTIONS, reversed(SECTIONS), strict=True))


def card_of(look: GameContext) -> Card | None:
    card: str | None = look.state.card
    cards: dict[str, Card] = look.book.cards
    return cards[card] if card else None


def most_battles(state: State, book: Book, unit: Unit) -> int:
    """Return how often a unit may battle this turn: some cards let those that did not move battle again."""
    card = book.cards[state.card] if state.card else None
    return card.battles if card and unit.type in card.units and unit.moves == 0 else 1


def needs_section(name: str, book: Book) -> bool:
    return book.cards[name].kind == "section" or name in OF_A_SECTION


class PlayCard(OfCommander):
    card: str
    section: str | None = None
    under: str | None = None
    """The next card under the chip of a commissar."""
    precondition: ClassVar[Precondition] = PLAYING

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        if look.state.dealt:
            yield from cls._from_hand(look)
            return
        names = [name for name in look.book.cards if may_be_played(look, name)]
        sections = [name for name in names if needs_section(name, look.book)]
        choose: dict[str, Choice] = {"card": sections, "section": list(SECTIONS)}
        yield Offer(cls.key, choose=choose, label="play-section", tell=partial(hands.texts_of, look))
        tactics = [name for name in names if name not in sections]
        yield Offer(cls.key, choose={"card": tactics}, label="play-tactic", tell=partial(text_here, look))

    @classmethod
    def _from_hand(cls, look: GameContext) -> Iterator[Offer]:
        if hands.commissar_of(look, look.side):
            yield from commissar.offered(look, cls.key, partial(may_be_played, look), sections_to_name)
            return
        hand = list(dict.fromkeys(look.state.accounts[look.side].hand))
        free = [card for card in hand if may_be_played(look, in_hand(card, look.book)[0])]
        plain = [card for card in free if card not in OF_A_SECTION]
        if plain:
            yield Offer(cls.key, choose={"card": plain}, label="play-hand", tell=partial(text_here, look))
        for card in free:
            if card in OF_A_SECTION:
                yield Offer(
                    cls.key,
                    given={"card": card},
                    choose={"section": list(SECTIONS)},
                    label="play-assault",
                    hint=text_of(card),
                    tell=partial(hands.texts_of, look),
                )
        if not free:
            raise Refused("no-card", "cards.orders")

    def decide(self, draft: Draft) -> None:
        name, section = self._meant(draft)
        if draft.state.dealt and hands.commissar_of(draft, draft.side):
            commissar.take(draft, self.card, self.under, partial(may_be_played, draft))
        elif draft.state.dealt:
            hands.lay_down(draft, draft.side, self.card, None)
        commissar.turn_chip(draft, name)
        if name == COPYING:
            name, section = str(draft.state.last_card), MIRRORED.get(draft.state.last_section)
        if name == AIR_POWER and is_bombard(draft):
            name = BOMBARD
        draft.emit(CardPlayed(draft.side, name, section, slots_of(draft, name, section)))

    def _meant(self, draft: Draft) -> tuple[str, str | None]:
        name, section = in_hand(self.card, draft.book) if draft.state.dealt else (self.card, None)
        account = draft.state.accounts[draft.side]
        if draft.state.dealt and self.card not in (*account.hand, *account.chip):
            raise Refused("no-card", "cards.orders", field="card")
        if not may_be_played(draft, name):
            raise Refused("cannot-be-played", "cards.orders", field="card", card=name)
        if not needs_section(name, draft.book):
            return name, None
        section = section or self.section
        if section not in SECTIONS:
            raise Refused("not-allowed", "cards.orders", field="section", allowed=", ".join(SECTIONS))
        return name, section


def sections_to_name(card: str) -> list[str]:
    return [*SECTIONS] if card in OF_A_SECTION else []


def may_be_played(look: GameContext, name: str) -> bool:
    if name not in look.book.cards or name == AMBUSH:
        return False
    if name == AIR_POWER and look.state.accounts[look.side].announced == look.state.turn:
        return False
    last = look.state.last_card
    return name != COPYING or last is not None


def text_here(look: GameContext, card: str) -> tuple[str, ...]:
    """Return the message keys of a card's text, as it is played in this battle."""
    if card == AIR_POWER and is_bombard(look):
        return (text_of(BOMBARD),)
    return ("card-text.in-the-dark",) if in_the_dark(look, card) else hands.texts_of(look, card)


def in_the_dark(look: GameContext, name: str | None) -> bool:
    return name in IN_THE_DARK and is_dark(seen_by_night(look.state), look.book)


def is_bombard(look: GameContext) -> bool:
    return BY_BOMBARD in look.book.scenario.special_rules


def slots_of(look: GameContext, name: str, section: str | None) -> list[Slot]:
    army = hands.with_more_units(look.book, armies_named(look, look.side))
    answer = orders(Ordering(card=name, army=army, visibility=seen_by_night(look.state)), look.book)
    card, types = look.book.cards[name], [*look.book.cards[name].units]
    if in_the_dark(look, name):
        return [Slot(None, EVERY_TYPE, answer["units"])]
    count = None if answer["units"] == "all" else answer["units"]
    marching = [Slot(None, EVERY_TYPE, answer["on_the_move"], march=True)] if answer["on_the_move"] else []
    if card.kind == "several":
        more = [Slot(None, [*types], answer["one_more"], among=[*card.sections])] if answer["one_more"] else []
        return [*(Slot(one, [*types], count) for one in card.sections), *more, *marching]
    return [Slot(section, [*types], count, NEXT_TO_ENEMIES.get(name)), *marching] if card.orders else []


class Order(OfCommander):
    """Order units by a card; if it orders several sections, one after the other."""

    place: int
    units: list[str]
    precondition: ClassVar[Precondition] = ORDERING

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        field = board_state_of(look)
        for place, slot in enumerate(look.state.slots):
            may = eligible(field, look.side, slot)
            most = len(may) if slot.count is None else min(slot.count, len(may))
            choose = {"units": MultiChoice(may, 0, most, ticked=slot.count is None)}
            about = about_slot(slot, alone=len(look.state.slots) == 1)
            label = "order-on-the-move" if slot.march else "order-one-more" if slot.among else None
            yield Offer(cls.key, given={"place": place}, choose=choose, about=about, label=label)

    def decide(self, draft: Draft) -> None:
        slots = draft.state.slots
        if not 0 <= self.place < len(slots):
            raise Refused("no-such-slot", "cards.orders", field="place")
        slot = slots[self.place]
        check_eligible(self.units, eligible(board_state_of(draft), draft.side, slot), slot)
        if draft.state.card == DIGGING:
            for key in self.units:
                draft.emit(DugIn(draft.side, key, str(draft.state.units[key].at)))
        units = [] if draft.state.card == DIGGING else self.units
        draft.emit(
            UnitsOrdered(draft.side, units, self.place, generals_of(board_state_of(draft), draft.side, units, slot))
        )


def about_slot(slot: Slot, *, alone: bool) -> tuple[Any, ...]:
    """Return what an order is about: its sections, else its types if there are several orders."""
    if slot.section:
        return (slot.section,)
    if slot.among:
        return (tuple(slot.among),)
    return () if alone or slot.march else (tuple(slot.types),)


def generals_of(field: BoardState, side: str, units: Sequence[str], slot: Slot) -> list[str]:
    """Return the generals who have these units in this turn.

    That of the section of the order, or of each unit's hex.
    """
    state: State = field.state
    places = [one.at for key in units for one in [state.units.get(key) or state.trains[key]]]
    seats = [field.general_of(side, str(at)) for at in places]
    named = next((key for key, one in state.generals.items() if (one.side, one.section) == (side, slot.section)), None)
    return [named or seat for seat in seats if seat is not None]


def check_eligible(units: Sequence[str], may: Sequence[str], slot: Slot) -> None:
    for key in units:
        if key not in may:
            raise Refused("not-by-this-card", "cards.orders", field="units", unit=key)
    if len(set(units)) < len(units):
        raise Refused("named-twice", "cards.orders", field="units")
    if slot.count is not None and len(units) > slot.count:
        raise Refused("too-many-units", "cards.orders", field="units", limit=slot.count)


def eligible(field: BoardState, side: str, slot: Slot) -> list[str]:
    state: State = field.state
    found = [
        key
        for key, unit in state.of(side)
        if unit.type in slot.types and may_be_ordered(state, unit) and fits(field, str(unit.at), side, slot)
    ]
    if len(slot.types) < len(EVERY_TYPE) or state.card == MEDICS:
        return found
    trains = ((key, train) for key, train in state.trains.items() if train.side == side and not train.ordered)
    return found + [key for key, train in trains if any(fits(field, at, side, slot) for at in train.places)]


def may_be_ordered(state: State, unit: Unit) -> bool:
    return not unit.ordered and not unit.placed and unit.idle_until < state.turn


def fits(field: BoardState, at: str, side: str, slot: Slot) -> bool:
    enemy = next(one for one in field.state.accounts if one != side)
    near = slot.near is None or field.near(at, enemy) == slot.near
    sections = [slot.section] if slot.section else slot.among
    return near and (not sections or any(one in sections for one in field.sections(at, side)))
