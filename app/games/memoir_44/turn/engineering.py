"""Actions of a unit in its hex, instead of battling or besides.

Wire, road blocks, mines, sabotage, recovery, exits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.rules.ruling import RulingResult, working
from app.games.memoir_44.board_state import BoardState, Draft, GameContext, board_state_of
from app.games.memoir_44.events.scenery import MineRemoved, ObstacleRemoved, Recovered, Sabotaged, WorkDone
from app.games.memoir_44.events.units import UnitLeft
from app.games.memoir_44.rulings.attacking import Attack, before_battle
from app.games.memoir_44.rulings.faces import STAR, battle_dice
from app.games.memoir_44.rulings.moving import allowance, closed_to, on_road, stop_of
from app.games.memoir_44.rulings.recovery import InHospital, Recovery, hospital, medics
from app.games.memoir_44.rulings.stars import Sabotage, sabotage
from app.games.memoir_44.scenarios.forms import MOST_HAND
from app.games.memoir_44.scenarios.scenario import RECOVERY
from app.games.memoir_44.state import Star, State, Unit, other
from app.games.memoir_44.turn import hands
from app.games.memoir_44.turn.battle import facts_of_unit
from app.games.memoir_44.turn.medals import win_medals
from app.games.memoir_44.turn.moving import walker_of
from app.games.memoir_44.turn.sequence import ACTING, MEDICS, ordered, ordered_of_seat, ordered_to_act
from app.games.memoir_44.turn.taking_ground import entered

WIRE, BLOCK, DEPOT, OASIS = "wire", "road-block", "supply-depot", "oasis"
ENGINEER = "engineer"
MOST_FIGURES = 9
"""The most figures that rulings ask about."""


class OfAUnit(Command):
    unit: str
    precondition: ClassVar[Precondition] = ACTING

    @classmethod
    def check(cls, look: GameContext, field: BoardState, key: str) -> Unit:
        """Return the unit, if it can do this now. Raise Refused."""
        raise NotImplementedError

    @classmethod
    def able(cls, look: GameContext) -> list[str]:
        """Return the units that can do this now. Raise Refused if none can."""
        field, found = board_state_of(look), []
        for key in ordered_of_seat(look):
            try:
                cls.check(look, field, key)
            except Refused:
                continue
            found.append(key)
        if not found:
            raise Refused("no-unit-there", "turn.order")
        return found

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key in cls.able(look):
            yield Offer(cls.key, given={"unit": key}, about=look.state.placed(key))

    def able_unit(self, draft: Draft) -> Unit:
        return self.check(draft, board_state_of(draft), self.unit)


def might_battle(look: GameContext, field: BoardState, key: str) -> Unit:
    """Return an ordered unit that nothing keeps from battling but a minefield to be cleared.

    Raise Refused.
    """
    unit = ordered_to_act(look, key)
    facts = {**facts_of_unit(look, field, key, key, 1), "distance": 1, "on_enemy_mine": False}
    for why, rule in before_battle(Attack.model_validate(facts), look.book):
        raise Refused("cannot-attack", rule, why=why)
    if unit.table_says == "may-not-battle":
        raise Refused("kept-by-table", "table.house-ruling", field="unit", unit=key)
    return unit


def must_clear(look: GameContext, unit: Unit) -> bool:
    mined = look.state.mine_at(str(unit.at))
    return unit.badge == ENGINEER and mined is not None and mined.layer != unit.side


def instead_of_battle(look: GameContext, field: BoardState, key: str, *, clears: bool = False) -> Unit:
    unit = might_battle(look, field, key)
    if unit.battles:
        raise Refused("battled-already", "turn.order", field="unit", unit=key)
    if must_clear(look, unit) and not clears:
        raise Refused("cannot-attack", "mines.engineers", why="clear-mine-instead")
    return unit


class RemoveWire(OfAUnit):
    """Remove the wire of its hex by infantry instead of battling.

    Engineers also when they battle.
    """

    @classmethod
    def check(cls, look: GameContext, field: BoardState, key: str) -> Unit:
        unit = might_battle(look, field, key)
        if unit.type != "infantry" or WIRE not in field.at(str(unit.at)):
            raise Refused("no-unit-there", "terrain.wire")
        return unit if unit.badge == ENGINEER else instead_of_battle(look, field, key)

    def decide(self, draft: Draft) -> None:
        unit = self.able_unit(draft)
        draft.emit(ObstacleRemoved(str(unit.at), WIRE))
        if unit.badge != ENGINEER:
            draft.emit(WorkDone(draft.side, self.unit))


class RemoveBlock(OfAUnit):
    """Remove the road block of its hex by engineers instead of battling, if allowed (TP-29)."""

    @classmethod
    def check(cls, look: GameContext, field: BoardState, key: str) -> Unit:
        unit = instead_of_battle(look, field, key)
        if (
            look.book.answer_for("remove-block") == "no"
            or unit.badge != ENGINEER
            or BLOCK not in field.at(str(unit.at))
        ):
            raise Refused("no-unit-there", "obstacles.road-block")
        return unit

    def decide(self, draft: Draft) -> None:
        unit = self.able_unit(draft)
        draft.emit(ObstacleRemoved(str(unit.at), BLOCK))
        draft.emit(WorkDone(draft.side, self.unit))


class ClearMine(OfAUnit):
    """Clear an enemy minefield by the engineers in it instead of battling (TP-10)."""

    @classmethod
    def check(cls, look: GameContext, field: BoardState, key: str) -> Unit:
        unit = instead_of_battle(look, field, key, clears=True)
        if not must_clear(look, unit):
            raise Refused("no-unit-there", "mines.engineers")
        return unit

    def decide(self, draft: Draft) -> None:
        unit = self.able_unit(draft)
        draft.emit(MineRemoved(str(unit.at), self.unit, cleared=True))


class LeaveBoard(OfAUnit):
    @classmethod
    def check(cls, look: GameContext, field: BoardState, key: str) -> Unit:
        unit = ordered_to_act(look, key)
        exits = (one for one in look.book.scenario.exits if one.side in (None, unit.side))
        if not all(look.book.traits[name].exits for name in unit.traits):
            raise Refused("never-leaves", "turn.no-exit", unit=key)
        if look.state.battling or unit.at not in {field.name(place) for one in exits for place in one.at}:
            raise Refused("no-unit-there", "turn.order")
        if not may_go_on(look, field, unit):
            raise Refused("no-move-left", "units.moving", field="unit", unit=key)
        return unit

    def decide(self, draft: Draft) -> None:
        self.able_unit(draft)
        draft.emit(UnitLeft(draft.side, self.unit))
        medals = draft.book.scenario.exit_medals.get(draft.state.units[self.unit].type, 1)
        win_medals(draft, draft.side, medals, f"exit-{self.unit}")


def may_go_on(look: GameContext, field: BoardState, unit: Unit) -> bool:
    """Return whether a unit has a hex of its move left, and need not stop where it is."""
    way = unit.path or [str(unit.at)]
    hexes, walker = [entered(field, unit, at) for at in way], walker_of(look, unit)
    held = hexes[-1].first(closed_to(unit.type)) or (len(way) > 1 and stop_of(hexes[-1], unit.type) != "none")
    most = allowance(walker, "no_battle", on_road(hexes, look.book), look.book).total
    return not held and len(way) <= most


# -- sabotage


class SabotageHex(OfAUnit):
    """Roll a unit's close-assault dice to destroy its hex's target; any star does (TP-18)."""

    rolls = True

    @classmethod
    def check(cls, look: GameContext, field: BoardState, key: str) -> Unit:
        unit = instead_of_battle(look, field, key)
        if star_under(look.state, unit) is None or not look.book.kind(unit.type, unit.badge).dice:
            raise Refused("no-unit-there", "stars.sabotage")
        return unit

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key in cls.able(look):
            answer = sabotage(facts_of(look, look.state.units[key]), look.book)
            dice = battle_dice(look.book, answer["dice_needed"])
            yield Offer(cls.key, given={"unit": key}, dice=dice, preview=answer, about=look.state.placed(key))

    def decide(self, draft: Draft) -> None:
        unit = self.able_unit(draft)
        facts = facts_of(draft, unit)
        roll = draft.roll(battle_dice(draft.book, sabotage(facts, draft.book)["dice_needed"]))
        answer = sabotage(facts.model_copy(update={"faces": roll.faces}), draft.book)
        star, at = str(star_under(draft.state, unit)), str(unit.at)
        destroyed = answer["destroyed"]
        draft.emit(Sabotaged(draft.side, self.unit, star, at, roll, [STAR], destroyed, working(answer)))
        if destroyed:
            destroy(draft, at, star)


def facts_of(look: GameContext, unit: Unit) -> Sabotage:
    return Sabotage(dice=look.book.kind(unit.type, unit.badge).dice[0])


def star_under(state: State, unit: Unit) -> str | None:
    found = (key for key, star in state.stars.items() if is_target(star, unit))
    return next(found, None)


def is_target(star: Star, unit: Unit) -> bool:
    return star.purpose == "sabotage" and star.at == unit.at and star.side in (None, unit.side)


def destroy(draft: Draft, at: str, star: str) -> None:
    field = board_state_of(draft)
    terrain = field.scenario.terrain(field.hex(at))
    slows = terrain == DEPOT and "depot-slows-armour" in field.scenario.special_rules
    draft.emit(ObstacleRemoved(at, terrain, other(draft.side) if slows else None))
    win_medals(draft, draft.side, 1, star)


# -- figures that come back


class Recover(OfAUnit):
    """Recover figures of an ordered unit: in an oasis, or by Medics & Mechanics."""

    rolls = True

    @classmethod
    def check(cls, look: GameContext, field: BoardState, key: str) -> Unit:
        unit = ordered(look, key)
        if recovers_by(look, field, unit) is None or unit.recovered or not 0 < unit.figures < unit.most:
            raise Refused("no-unit-there", "cards.medics")
        if unit.path or unit.battles:
            raise Refused("moved-already", "turn.order", unit=key)
        recovery(look, field, unit, None)
        return unit

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        field = board_state_of(look)
        for key in cls.able(look):
            answer = recovery(look, field, look.state.units[key], None)
            dice = battle_dice(look.book, answer["dice_needed"])
            yield Offer(cls.key, given={"unit": key}, dice=dice, preview=answer, about=look.state.placed(key))

    def decide(self, draft: Draft) -> None:
        unit = self.able_unit(draft)
        field = board_state_of(draft)
        asked = recovery(draft, field, unit, None)
        roll = draft.roll(battle_dice(draft.book, asked["dice_needed"]))
        answer = recovery(draft, field, unit, roll.faces)
        goes_on = answer["may_be_ordered"]
        told = working(answer), asked["needs"]
        draft.emit(Recovered(draft.side, self.unit, roll, answer["figures_back"], goes_on, *told))


CARD, HOSPITAL = "card", "hospital"
"""Ways in which figures return to a unit, beside an oasis."""


def recovers_by(look: GameContext, field: BoardState, unit: Unit) -> str | None:
    """Return how figures may return to a unit: by a card, in a hospital or in an oasis.

    None: not.
    """
    if look.state.card == MEDICS:
        return CARD
    here = [look.book.ground(name) for name in field.at(str(unit.at))] if unit.type == "infantry" else []
    if any(one.heals for one in here) and not field.near(str(unit.at), other(unit.side)):
        return HOSPITAL
    everywhere = "oasis-recovery" in look.book.scenario.special_rules and any(one.recovers for one in here)
    by_oasis = everywhere or (bool(here) and RECOVERY in field.at(str(unit.at)))
    return OASIS if by_oasis else None


def recovery(look: GameContext, field: BoardState, unit: Unit, faces: Sequence[Any] | None) -> RulingResult:
    if recovers_by(look, field, unit) == HOSPITAL:
        strength = min(unit.most, MOST_FIGURES)
        facts = {"figures": unit.figures, "strength": strength, "faces": faces}
        return hospital(InHospital.model_validate(facts), look.book)
    return medics(facts_of_recovery(look, field, unit).model_copy(update={"faces": faces}), look.book)


def facts_of_recovery(look: GameContext, field: BoardState, unit: Unit) -> Recovery:
    oasis = look.state.card != MEDICS
    facts: dict[str, Any] = {
        "unit": unit.type,
        "badge": unit.badge,
        "cards": cards_held(look.state, unit.side),
        "figures": unit.figures,
        "strength": min(unit.most, MOST_FIGURES),
        "oasis": oasis,
        "enemy_adjacent": oasis and field.near(str(unit.at), other(unit.side)),
    }
    return Recovery.model_validate(facts)


def cards_held(state: State, side: str) -> int:
    account = state.accounts[side]
    held = hands.held(account) + 1 if state.dealt else account.hand_limit
    return max(1, min(held, MOST_HAND))
