"""Caves that infantry seals instead of battling."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.rules.ruling import working
from app.games.memoir_44.board_state import BoardState, Draft, GameContext, board_state_of
from app.games.memoir_44.book import ALLIED
from app.games.memoir_44.events.caves import CaveAttacked
from app.games.memoir_44.rulings.caves import RULE, Sealing, seal_cave
from app.games.memoir_44.rulings.faces import STAR, battle_dice
from app.games.memoir_44.state import Unit, other
from app.games.memoir_44.turn.engineering import OfAUnit, instead_of_battle


class SealCave(OfAUnit):
    """Roll the close-assault dice of Allied infantry on a cave; any star seals it."""

    rolls = True

    @classmethod
    def check(cls, look: GameContext, field: BoardState, key: str) -> Unit:
        unit = instead_of_battle(look, field, key)
        if unit.type != "infantry" or unit.side != ALLIED or field.hex(str(unit.at)) not in field.caves:
            raise Refused("no-unit-there", RULE)
        if field.near(str(unit.at), other(unit.side)):
            raise Refused("enemy-beside", RULE, field="unit", unit=key)
        return unit

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key in cls.able(look):
            answer = seal_cave(facts_of(look), look.book)
            dice = battle_dice(look.book, answer["dice_needed"])
            yield Offer(cls.key, given={"unit": key}, dice=dice, preview=answer, about=look.state.placed(key))

    def decide(self, draft: Draft) -> None:
        unit = self.able_unit(draft)
        facts = facts_of(draft)
        roll = draft.roll(battle_dice(draft.book, seal_cave(facts, draft.book)["dice_needed"]))
        answer = seal_cave(facts.model_copy(update={"faces": roll.faces}), draft.book)
        at = str(unit.at)
        caves = [(name, draft.book.ground(name).cave) for name in board_state_of(draft).at(at)]
        cave, ground = next((name, left) for name, left in caves if left)
        sealed, told = answer["sealed"], working(answer)
        draft.emit(CaveAttacked(draft.side, self.unit, at, roll, [STAR], sealed, cave, ground, told))


def facts_of(look: GameContext) -> Sealing:
    return Sealing(dice=look.book.profiles["infantry"].dice[0])
