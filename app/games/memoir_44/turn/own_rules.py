"""Rules of single kinds of units: the second roll against a Tiger, supply by vehicles."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.engine.command import Command
from app.core.engine.offers import NumberChoice, Offer
from app.core.errors import Refused
from app.core.rules.ruling import RulingResult, working
from app.games.memoir_44.board_state import Draft, GameContext, board_state_of
from app.games.memoir_44.events.units import SecondRolled, Supplied
from app.games.memoir_44.rulings.faces import GRENADE, battle_dice
from app.games.memoir_44.rulings.losses import SecondRoll as SecondRollFacts
from app.games.memoir_44.rulings.losses import Supply as SupplyFacts
from app.games.memoir_44.rulings.losses import supply, tiger_second_roll
from app.games.memoir_44.state import SecondRoll, Unit
from app.games.memoir_44.turn.engineering import instead_of_battle
from app.games.memoir_44.turn.medals import eliminate
from app.games.memoir_44.turn.sequence import ACTING, check_goes_on, ordered_of_seat
from app.games.memoir_44.turn.taking_ground import win_ground


class RollAgain(Command):
    rolls = True

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        second = check_second(look)
        answer = tiger_second_roll(SecondRollFacts(hits=second.dice), look.book)
        dice = battle_dice(look.book, answer["dice_needed"])
        yield Offer(cls.key, dice=dice, preview=answer, about=look.state.placed(second.unit))

    def decide(self, draft: Draft) -> None:
        second = check_second(draft)
        key, by, at = second.unit, second.by, str(draft.state.units[second.unit].at)
        roll = draft.roll(battle_dice(draft.book, second.dice))
        facts = SecondRollFacts.model_validate({"hits": second.dice, "faces": roll.faces})
        answer = tiger_second_roll(facts, draft.book)
        destroyed = answer["destroyed"]
        draft.emit(SecondRolled(draft.side, key, roll, [GRENADE], destroyed, working(answer)))
        if destroyed:
            eliminate(draft, key)
            win_ground(draft, by, at)


def check_second(look: GameContext) -> SecondRoll:
    check_goes_on(look)
    second: SecondRoll | None = look.state.second
    if second is None or look.state.units[second.unit].side == look.side:
        raise Refused("no-second-roll", "badges.tiger")
    return second


class GiveSupply(Command):
    """Give up figures of a vehicle, instead of battling, for a unit beside it that lost some."""

    unit: str
    target: str
    figures: int
    precondition = ACTING

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        found = False
        for key in ordered_of_seat(look):
            for target in beside(look, key):
                found, answer = True, ruling(look, key, target)
                span = NumberChoice(1, answer["figures_back"], first=answer["figures_back"])
                about = look.state.placed(key, target)
                yield Offer(
                    cls.key,
                    given={"unit": key, "target": target},
                    choose={"figures": span},
                    preview=answer,
                    about=about,
                )
        if not found:
            raise Refused("nobody-supplies", "badges.supply")

    def decide(self, draft: Draft) -> None:
        if self.target not in beside(draft, self.unit):
            instead_of_battle(draft, board_state_of(draft), self.unit)
            raise Refused("nobody-supplies", "badges.supply", field="target")
        most = ruling(draft, self.unit, self.target)["figures_back"]
        if not 1 <= self.figures <= most:
            raise Refused("so-many-given", "badges.supply", field="figures", limit=most)
        left = draft.state.units[self.unit].figures - self.figures
        draft.emit(Supplied(draft.side, self.unit, self.target, self.figures, left))


def ruling(look: GameContext, key: str, target: str) -> RulingResult:
    vehicle, unit = look.state.units[key], look.state.units[target]
    facts = {"figures": min(vehicle.figures, 9), "lost": unit.most - unit.figures}
    return supply(SupplyFacts.model_validate(facts), look.book)


def beside(look: GameContext, key: str) -> list[str]:
    unit: Unit | None = look.state.units.get(key)
    if unit is None or not look.book.kind(unit.type, unit.badge).supplies:
        return []
    field = board_state_of(look)
    try:
        instead_of_battle(look, field, key)
    except Refused:
        return []
    near = {field.name(place) for place in field.board.around(field.hex(str(unit.at)))}
    return [one for one, friend in look.state.of(unit.side) if friend.at in near and may_take(look, friend)]


def may_take(look: GameContext, unit: Unit) -> bool:
    return 0 < unit.figures < unit.most and not unit.battles and look.book.kind(unit.type, unit.badge).heals
