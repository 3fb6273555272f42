"""Medics & Mechanics of Breakthrough: dice whose symbols return figures to any units."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.games.memoir_44.board_state import Draft, GameContext
from app.games.memoir_44.events.armies import FigureReturned, MedicsRolled
from app.games.memoir_44.rulings.faces import STAR, battle_dice
from app.games.memoir_44.turn.cards import EVERY_TYPE, card_of
from app.games.memoir_44.turn.sequence import OfCommander, check_turn


class RollMedics(OfCommander):
    rolls = True

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, dice=battle_dice(look.book, check_medics(look)))

    def decide(self, draft: Draft) -> None:
        roll = draft.roll(battle_dice(draft.book, check_medics(draft)))
        symbols = [*EVERY_TYPE, STAR]
        counts = {symbol: roll.faces.count(symbol) for symbol in symbols}
        draft.emit(MedicsRolled(draft.side, roll, {key: count for key, count in counts.items() if count}, symbols))


def check_medics(look: GameContext) -> int:
    check_turn(look, "action")
    card = card_of(look)
    if card is None or not card.returns or look.state.medics_rolled:
        raise Refused("no-strike", "cards.medics")
    return card.returns


class ReturnFigure(OfCommander):
    """Return a lost figure to a unit by its own symbol, else by a star; the unit is ordered."""

    unit: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key in check_returning(look):
            yield Offer(cls.key, given={"unit": key}, about=look.state.placed(key))

    def decide(self, draft: Draft) -> None:
        found = check_returning(draft)
        if self.unit not in found:
            raise Refused("no-unit-there", "cards.medics", field="unit")
        draft.emit(FigureReturned(draft.side, self.unit, found[self.unit]))


def check_returning(look: GameContext) -> dict[str, str]:
    """Return the units to which a figure may return, each with the symbol that is spent.

    Raise Refused.
    """
    check_turn(look, "action")
    state, left = look.state, look.state.returning
    found: dict[str, str] = {
        key: symbol
        for key, unit in state.of(look.side)
        if 0 < unit.figures < unit.most and not (unit.path or unit.battles)
        for symbol in [unit.type if left.get(unit.type) else STAR]
        if left.get(symbol)
    }
    if state.battling or not found:
        raise Refused("no-unit-there", "cards.medics")
    return found
