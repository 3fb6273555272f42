"""Armour reinforcements: once in a battle a card brings units onto the enemy's baseline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.core.engine.command import Command
from app.core.engine.offers import Choice, Offer
from app.core.errors import Refused
from app.games.memoir_44.board_state import BoardState, Draft, GameContext, board_state_of
from app.games.memoir_44.events.armies import UnitBrought
from app.games.memoir_44.rulings.asking import checked
from app.games.memoir_44.rulings.moving import Entered, stop_of
from app.games.memoir_44.state import Reserve, Slot, other
from app.games.memoir_44.turn.cards import about_slot, fits
from app.games.memoir_44.turn.dropping import may_land, next_key
from app.games.memoir_44.turn.ice import come_in
from app.games.memoir_44.turn.overlord import check_pending
from app.games.memoir_44.turn.sequence import MEDICS, ORDERING, undecided

RULE = "turn.reinforcements"


class BringReinforcements(Command):
    """Bring a unit onto the enemy's baseline by an order: it battles and does not move."""

    place: int
    at: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        slots = slots_now(look)
        for place, hexes in check_landings(look, slots).items():
            if hexes:
                choose: dict[str, Choice] = {"at": hexes}
                about = about_slot(slots[place], alone=len(slots) == 1)
                given = {"place": place}
                yield Offer(cls.key, given=given, choose=choose, about=about, must_choose=undecided(choose))

    def decide(self, draft: Draft) -> None:
        slots = slots_now(draft)
        found, reserve = check_landings(draft, slots), check_reserve(draft)
        if self.place not in slots:
            raise Refused("no-such-slot", "cards.orders", field="place")
        if self.at not in found[self.place]:
            raise Refused("not-brought-there", RULE, field="at", at=self.at)
        field, key, general = board_state_of(draft), next_key(draft, reserve), draft.seat.name in draft.state.generals
        ground = Entered(checked(field.around_any(draft.side, reserve.type, self.at), draft.book, "ground"))
        hard = stop_of(ground, reserve.type) == "hard"
        place = None if general else self.place
        by = draft.seat.name if general else general_of(field, draft.side, self.at, slots[self.place])
        draft.emit(UnitBrought(draft.side, key, self.at, place, by, hard))
        come_in(draft, key, [self.at], may_battle=True)


def check_reserve(look: GameContext) -> Reserve:
    reserve = look.state.reserves.get(str(look.side))
    if reserve is None or not reserve.left or reserve.came not in (None, look.state.turn):
        raise Refused("no-reinforcements", RULE)
    return reserve


def slots_now(look: GameContext) -> dict[int, Slot]:
    if look.seat.name in look.state.generals:
        _, slot = check_pending(look)
        return {0: slot} if slot and slot.count != 0 else {}
    ORDERING(look)
    return {place: slot for place, slot in enumerate(look.state.slots) if not slot.march and look.state.card != MEDICS}


def check_landings(look: GameContext, slots: Mapping[int, Slot]) -> dict[int, list[str]]:
    reserve = check_reserve(look)
    found = {place: landings(look, reserve, slot) for place, slot in slots.items()}
    if slots and not any(found.values()):
        raise Refused("no-room-on-baseline", RULE)
    return found


def landings(look: GameContext, reserve: Reserve, slot: Slot) -> list[str]:
    field = board_state_of(look)
    if reserve.type not in slot.types:
        return []
    row = 0 if field.edge(other(reserve.side)) == "top" else field.board.rows - 1
    baseline = [field.name(place) for place in field.board.hexes if place[1] == row]
    return [at for at in baseline if may_land(field, reserve, at) and fits(field, at, reserve.side, slot)]


def general_of(field: BoardState, side: str, at: str, slot: Slot) -> str | None:
    """Return the general who has a unit that comes, by the section of the order or its hex."""
    generals = field.state.generals.items()
    named = next((key for key, one in generals if (one.side, one.section) == (side, slot.section)), None)
    return named or field.general_of(side, at)
