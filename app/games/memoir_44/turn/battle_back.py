"""Striking back: the owner of a unit rolls its die, or leaves it.

Source: Mediterranean, British Commonwealth.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.core.engine.command import Command
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.rules.dice import successes
from app.core.rules.ruling import Ruling, RulingResult, working
from app.games.memoir_44.board_state import Draft, GameContext, armies_named, concerns
from app.games.memoir_44.events.armies import BackLeft, StruckBack
from app.games.memoir_44.rulings.faces import Throw, battle_dice, chance, hit_odds, hitting, read_dice
from app.games.memoir_44.state import Back
from app.games.memoir_44.turn.battle import strike, type_of
from app.games.memoir_44.turn.sequence import check_goes_on

RULE = "armies.battle-back"


class BattleBack(Command):
    rolls = True

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        back, answer = check_back(look), ruling(look)
        about = look.state.placed(back.unit, back.against)
        yield Offer(cls.key, dice=battle_dice(look.book, answer["dice_needed"]), preview=answer, about=about)

    def decide(self, draft: Draft) -> None:
        back, answer = check_back(draft), ruling(draft)
        roll = draft.roll(battle_dice(draft.book, answer["dice_needed"]))
        facts = Throw.model_validate({"target": type_of(draft.state, back.against), "faces": roll.faces})
        read, needs = read_dice(facts, draft.book), [*hitting(facts.target, draft.book)]
        hits, flags = read["hits"], read["flags"]
        needed: list[str] = [*needs]
        draft.emit(StruckBack(draft.side, back.unit, back.against, roll, needed, hits, flags, working(answer)))
        strike(draft, back.against, hits, flags, back.unit)


class HoldBack(Command):
    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        back = check_back(look)
        yield Offer(cls.key, about=look.state.placed(back.unit, back.against))

    def decide(self, draft: Draft) -> None:
        draft.emit(BackLeft(draft.side, check_back(draft).unit))


def check_back(look: GameContext) -> Back:
    check_goes_on(look)
    back: Back | None = look.state.back
    if back is None or look.state.units[back.unit].side != look.side or not look.state.awaits(look.seat):
        raise Refused("nobody-strikes-back", RULE)
    return back


def ruling(look: GameContext) -> RulingResult:
    """Return the dice of a strike back, with the odds against its target."""
    back = check_back(look)
    unit = look.state.units[back.unit]
    rules = (look.book.armies[name] for name in armies_named(look, unit.side))
    count = next((one.battle_back.dice for one in rules if one.battle_back and concerns(one, unit)), None)
    if count is None:
        raise Refused("nobody-strikes-back", RULE)
    faces = hitting(type_of(look.state, back.against), look.book)
    odds = hit_odds(successes(count, chance(faces, look.book)))
    return RulingResult({"dice_needed": count}, Ruling().plus("battle-back", count, RULE), odds=odds)
