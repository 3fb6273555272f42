"""Command cards: plays, orderable units, orders. Source: Memoir '44, Command cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from app.core.engine.command import Precondition
from app.core.engine.offers import MultiChoice, Offer
from app.core.errors import Refused
from app.games.memoir_44.board_state import BoardState, Draft, GameContext, board_state_of
from app.games.memoir_44.book import Book, Card
from app.games.memoir_44.events.scenery import DugIn
from app.games.memoir_44.events.turn import CardPlayed, UnitsOrdered
from app.games.memoir_44.geometry import SECTIONS
from app.games.memoir_44.state import Slot, State
from app.games.memoir_44.turn import hands
from app.games.memoir_44.turn.sequence import MEDICS, ORDERING, PLAYING, OfCommander

EVERY_TYPE = ["infantry", "armour", "artillery"]
OF_A_SECTION = ("infantry-assault",)
"""Cards that are no section cards and order units of one section all the same."""
AMBUSH = "ambush"
COPYING, DIGGING, AIR_POWER = "counter-attack", "dig-in", "air-power"
NEXT_TO_ENEMIES = {"close-assault": True, "firefight": False}
MIRRORED: dict[str | None, str] = dict(zip(SECTIONS, reversed(SECTIONS), strict=True))


def card_of(look: GameContext) -> Card | None:
    card: str | None = look.state.card
    cards: dict[str, Card] = look.book.cards
    return cards[card] if card else None


def needs_section(name: str, book: Book) -> bool:
    return book.cards[name].kind == "section" or name in OF_A_SECTION


def in_hand(card: str, book: Book) -> tuple[str, str | None]:
    name, _, section = card.rpartition("-")
    return (name, section) if name in book.cards and section in SECTIONS else (card, None)


class PlayCard(OfCommander):
    """Play a command card: from the table, or from the hand that the app holds."""

    card: str
    section: str | None = None
    precondition: ClassVar[Precondition] = PLAYING

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        if look.state.dealt:
            yield from cls._from_hand(look)
            return
        names = [name for name in look.book.cards if may_be_played(look, name)]
        sections = [name for name in names if needs_section(name, look.book)]
        yield Offer(cls.key, choose={"card": sections, "section": list(SECTIONS)}, label="play-section")
        tactics = [name for name in names if name not in sections]
        yield Offer(cls.key, choose={"card": tactics}, label="play-tactic")

    @classmethod
    def _from_hand(cls, look: GameContext) -> Iterator[Offer]:
        hand = list(dict.fromkeys(look.state.accounts[look.side].hand))
        free = [card for card in hand if may_be_played(look, in_hand(card, look.book)[0])]
        plain = [card for card in free if card not in OF_A_SECTION]
        if plain:
            yield Offer(cls.key, choose={"card": plain}, label="play-hand")
        for card in free:
            if card in OF_A_SECTION:
                yield Offer(cls.key, given={"card": card}, choose={"section": list(SECTIONS)}, label="play-assault")
        if not free:
            raise Refused("no-card", "cards.orders")

    def decide(self, draft: Draft) -> None:
        name, section = self._meant(draft)
        if draft.state.dealt:
            hands.lay_down(draft, draft.side, self.card, None)
        if name == COPYING:
            name, section = str(draft.state.last_card), MIRRORED.get(draft.state.last_section)
        draft.emit(CardPlayed(draft.side, name, section, slots_of(name, section, draft.book)))

    def _meant(self, draft: Draft) -> tuple[str, str | None]:
        """Return the card and its section. Raise Refused for an unknown one, or without its section."""
        name, section = in_hand(self.card, draft.book) if draft.state.dealt else (self.card, None)
        if draft.state.dealt and self.card not in draft.state.accounts[draft.side].hand:
            raise Refused("no-card", "cards.orders", field="card")
        if not may_be_played(draft, name):
            raise Refused("cannot-be-played", "cards.orders", field="card", card=name)
        if not needs_section(name, draft.book):
            return name, None
        section = section or self.section
        if section not in SECTIONS:
            raise Refused("not-allowed", "cards.orders", field="section", allowed=", ".join(SECTIONS))
        return name, section


def may_be_played(look: GameContext, name: str) -> bool:
    if name not in look.book.cards or name == AMBUSH:
        return False
    if name == AIR_POWER and look.state.accounts[look.side].announced == look.state.turn:
        return False
    last = look.state.last_card
    return name != COPYING or last is not None


def slots_of(name: str, section: str | None, book: Book) -> list[Slot]:
    card = book.cards[name]
    if not card.orders:
        return []
    count = None if card.orders == "all" else card.orders
    types: list[str] = [*card.units]
    if card.kind == "several":
        return [Slot(one, types, count) for one in card.sections]
    return [Slot(section, types, count, NEXT_TO_ENEMIES.get(name))]


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
            about = (slot.section,) if slot.section else (tuple(slot.types),) if len(look.state.slots) > 1 else ()
            yield Offer(cls.key, given={"place": place}, choose=choose, about=about)

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
    """Raise Refused for a unit that the card does not order, a duplicate, or too many."""
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
        if unit.type in slot.types and not unit.ordered and not unit.placed and fits(field, str(unit.at), side, slot)
    ]
    if len(slot.types) < len(EVERY_TYPE) or state.card == MEDICS:
        return found
    trains = ((key, train) for key, train in state.trains.items() if train.side == side and not train.ordered)
    return found + [key for key, train in trains if any(fits(field, at, side, slot) for at in train.places)]


def fits(field: BoardState, at: str, side: str, slot: Slot) -> bool:
    enemy = next(one for one in field.state.accounts if one != side)
    near = slot.near is None or field.near(at, enemy) == slot.near
    return near and (slot.section is None or slot.section in field.sections(at, side))
