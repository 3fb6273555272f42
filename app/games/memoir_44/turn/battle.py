"""Battles: attackers, dice, results, and the ground afterwards. Source: M44, Battle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import replace
from typing import Any, ClassVar

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.rules.dice import Roll
from app.core.rules.ruling import RulingResult, working
from app.games.memoir_44.board_state import BoardState, Draft, GameContext, board_state_of
from app.games.memoir_44.book import Book, UnitType
from app.games.memoir_44.events.units import (
    AttackRolled,
    CrosshairPlaced,
    FlagsAsked,
)
from app.games.memoir_44.geometry import distance
from app.games.memoir_44.movement_range import Reached
from app.games.memoir_44.rulings.armies import is_dark
from app.games.memoir_44.rulings.attacking import Attack, attack_dice
from app.games.memoir_44.rulings.faces import Throw, battle_dice, hitting, read_dice
from app.games.memoir_44.state import State, Unit, other
from app.games.memoir_44.turn.asking_back import ask_back
from app.games.memoir_44.turn.cards import card_of, most_battles
from app.games.memoir_44.turn.hands import AMBUSH
from app.games.memoir_44.turn.medals import lose
from app.games.memoir_44.turn.moving import BEHIND_LINES, charging, landed, movers, ways_of
from app.games.memoir_44.turn.sequence import (
    check_general,
    ordered_of_seat,
    ordered_to_act,
    seen_by_night,
    turn_of,
)
from app.games.memoir_44.turn.taking_ground import win_ground
from app.games.memoir_44.turn.trains import hit_train
from app.games.memoir_44.turn.unrefereed import as_decided, touching

NO_DICE = "units.no-dice"

GUN = "big-gun"
TRAIN_GUN: UnitType = "artillery"
MOUNTAIN = "mountain"
DESERT = "north-african-desert"


class Battle(Command):
    rolls = True

    unit: str
    target: str
    precondition: ClassVar[Precondition] = turn_of("action", attacking=True)

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key, target, answer in attacks(look, may_roll, Refused("nobody-battles", "units.close-assault")):
            given, ask = {"unit": key, "target": target}, battle_dice(look.book, answer["dice"])
            about, hint = look.state.placed(key, target), ends_moves(look)
            yield Offer(cls.key, given=given, dice=ask, preview=shown(answer), about=about, aim="target", hint=hint)

    def decide(self, draft: Draft) -> None:
        answer = check_attack(draft, self.unit, self.target)
        if not may_roll(board_state_of(draft), self.unit, self.target):
            raise Refused("announce-first", "turn.ambush", field="target", target=self.target)
        roll = draft.roll(battle_dice(draft.book, answer["dice"]))
        read, needs = volley(draft, self.unit, self.target, roll)
        event = AttackRolled(
            draft.side, self.unit, self.target, roll, needs, read["hits"], read["flags"], working(answer)
        )
        draft.emit(event)
        strike(draft, self.target, read["hits"], read["flags"], self.unit)


def volley(look: GameContext, key: str, target: str, roll: Roll) -> tuple[RulingResult, list[str]]:
    """Return what the dice of a unit do to a target, and the faces that hit it."""
    by = attack_of(board_state_of(look), key)
    facts = {"target": target_of(look, target), "faces": roll.faces, **by}
    needs = needs_of(look.book, target_of(look, target), by)
    return read_dice(Throw.model_validate(facts), look.book), needs


def needs_of(book: Book, target: str, by: Mapping[str, Any]) -> list[str]:
    return [*hitting(target, book, by=book.attack(by["attacker"], moved=by["moved"]))]


def attack_of(field: BoardState, key: str) -> dict[str, Any]:
    """Return the kind whose attack a unit or the gun of a train has, and whether it has moved."""
    unit = field.state.units.get(key)
    if unit is None:
        return {"attacker": TRAIN_GUN, "moved": False}
    return {"attacker": attacker_of(field, unit), "moved": has_moved(unit)}


def has_moved(unit: Unit) -> bool:
    """Return whether a unit has moved or taken ground in this turn."""
    return len(unit.path) > 1


def ends_moves(look: GameContext) -> str | None:
    """Return the message key of what an attack does to units that have not moved.

    None if all have.
    """
    if look.state.battling or look.state.card == BEHIND_LINES:
        return None
    field, units = board_state_of(look), look.state.units
    return "hint.ends-moves" if any(ways_of(look, field, units[key]) for key in movers(look)) else None


def attacks(
    look: GameContext, among: Callable[[BoardState, str, str], bool], none: Refused, least: int = 1
) -> Iterator[tuple[str, str, RulingResult]]:
    """Yield the attacks with so many dice: attacker, target, ruling.

    Raise Refused if there is none.
    """
    field, found = board_state_of(look), False
    for key in fighters(look):
        for target in targets_in_range(field, key):
            if among(field, key, target) and (answer := ruling(look, field, key, target))["dice"] >= least:
                found = True
                yield key, target, answer
    if not found:
        raise none


def check_attack(look: GameContext, key: str, target: str) -> RulingResult:
    """Return the ruling on an attack that has dice. Raise Refused for an impossible one."""
    check_may_battle(look, key)
    if target not in look.state.things_of(other(look.side)):
        raise Refused("no-such-target", "units.close-assault", field="target", target=target)
    answer = ruling(look, board_state_of(look), key, target)
    if not answer["dice"]:
        raise without_dice(answer)
    return answer


def without_dice(answer: RulingResult) -> Refused:
    """Return the refusal of an attack that its ruling leaves no dice; the sum is told where it falls to none."""
    because = answer["refused_because"]
    if because != "no-dice":
        return Refused("cannot-attack", answer.working.reasons[0].rule, why=because)
    return Refused("cannot-attack", NO_DICE, why=Refused("no-dice", NO_DICE, sum=answer.working))


def may_roll(field: BoardState, key: str, target: str) -> bool:
    assault = field.state.assault
    if assault is not None:
        return assault.clear and (assault.unit, assault.target) == (key, target)
    return not is_announced(field, key, target)


def is_announced(field: BoardState, key: str, target: str) -> bool:
    """Return whether an attack is announced before its dice.

    A close one if the app holds the hands, as long as Ambush may be in one of them. Only public facts are looked at:
    the question tells nothing of a hand.
    """
    state: State = field.state
    if not state.dealt or state.let_come or AMBUSH in state.discard or not fights_back(field, target):
        return False
    own = place_of(state, key)
    return field.apart(own, nearest(field, own, target)) == 1


def fights_back(field: BoardState, key: str) -> bool:
    unit, train = field.state.units.get(key), field.state.trains.get(key)
    if unit is not None:
        return bool(field.book.kind(unit.type, unit.badge).dice)
    return train is None or (train.kind == "armoured" and train.wagon == "alive")


def shown(answer: RulingResult) -> RulingResult:
    return RulingResult({"dice_needed": answer["dice"]}, answer.working, odds=answer.odds)


def fighters(look: GameContext) -> Iterator[str]:
    for key in (*ordered_of_seat(look), *look.state.trains):
        try:
            check_may_battle(look, key)
        except Refused:
            continue
        yield key


def check_may_battle(look: GameContext, key: str) -> None:
    """Raise Refused for a unit that may not battle.

    It is not ordered, has battled, or moved in a turn in which it may not do both.
    """
    if key in look.state.trains:
        check_train_may_battle(look, key)
        return
    unit = ordered_to_act(look, key)
    if unit.table_says == "may-not-battle":
        raise Refused("kept-by-table", "table.house-ruling", field="unit", unit=key)
    if unit.battles >= most_battles(look.state, look.book, unit):
        raise Refused("battled-already", "turn.order", field="unit", unit=key)


def check_train_may_battle(look: GameContext, key: str) -> None:
    train = look.state.trains[key]
    if not (train.side == look.side and train.ordered and train.kind == "armoured" and train.wagon == "alive"):
        raise Refused("not-ordered", "trains.moving", field="unit", unit=key)
    check_general(look, key, train)
    if train.kept:
        raise Refused("cannot-attack", "cards.on-the-move", field="unit", why=train.kept)
    if train.battles:
        raise Refused("battled-already", "turn.order", field="unit", unit=key)


# -- facts


def type_of(state: State, key: str) -> Any:
    return state.units[key].type if key in state.units else "train"


def target_of(look: GameContext, key: str) -> str:
    """Return the kind that a unit or train is as a target."""
    unit = look.state.units.get(key)
    return look.book.kind(unit.type, unit.badge).target_as if unit is not None else "train"


def place_of(state: State, key: str) -> str:
    unit = state.units.get(key)
    if unit is not None:
        return str(unit.at)
    train = state.trains[key]
    return str(train.tail) if train.tail and train.wagon == "alive" else train.at


def targets_in_range(field: BoardState, key: str) -> Iterator[str]:
    state, most = field.state, range_of(field, key)
    own, side = field.hex(place_of(state, key)), (state.units.get(key) or state.trains[key]).side
    for target, places in field.things_of[other(side)].items():
        if any(distance(own, place) <= most for place in places):
            yield target


def range_of(field: BoardState, key: str) -> int:
    if field.scenario.has_odd:
        return max(len(profile.dice) for profile in field.book.profiles.values())
    by = attack_of(field, key)
    return len(field.book.attack(by["attacker"], moved=by["moved"]).dice)


def finds_target(look: GameContext, field: BoardState, key: str, way: Reached) -> bool:
    """Return whether a unit would have dice against an enemy at the end of a way after which it may battle."""
    state, unit = copy(field.state), field.state.units[key]
    path = [str(unit.at), *map(field.name, way.path)]
    kept, boat = charging(look, field, unit, way), unit.boat and not landed(field, path[0], path[1:])
    moved = replace(unit, at=path[-1], path=path, moves=1, kept=kept or unit.kept, boat=boat)
    state.units = {**state.units, key: moved}
    then, there = GameContext(state, look.book, look.seat), BoardState(state, look.book)
    return any(ruling(then, there, key, target)["dice"] for target in targets_in_range(there, key))


def nearest(field: BoardState, own: str, target: str) -> str:
    """Return the hex of a target that is attacked: the nearest one, of two the visible one."""
    places = field.state.places_of(target)
    if len(places) == 1:
        return places[0]
    return min(places, key=lambda place: (field.apart(own, place), not field.sees(own, place)))


def ruling(look: GameContext, field: BoardState, key: str, target: str) -> RulingResult:
    return look.cached(("attack", key, target), lambda: _ruling(look, field, key, target))


def _ruling(look: GameContext, field: BoardState, key: str, target: str) -> RulingResult:
    own = place_of(field.state, key)
    at = nearest(field, own, target)
    lying = field.under(field.state.units[target]) if target in field.state.units else field.at(at)
    facts: dict[str, Any] = {
        "distance": field.apart(own, at),
        "target": lying,
        "line_of_sight": field.sees(own, at),
        "visibility": seen if is_dark(seen := seen_by_night(field.state), field.book) else None,
        "cut_off": field.cut_off(own, at, unit.type if (unit := field.state.units.get(key)) else TRAIN_GUN),
        "target_unit": target_of(look, target),
        "camouflaged": target in field.state.units and field.state.units[target].camouflaged,
        "same_mountain": field.same_range(own, at),
    }
    if key in field.state.trains:
        enemy = other(field.state.trains[key].side)
        facts |= {"attacker": TRAIN_GUN, "own": [], "enemy_adjacent": field.near(own, enemy)}
    else:
        facts |= facts_of_unit(look, field, key, target, facts["distance"])
    answer = attack_dice(Attack.model_validate(facts), look.book)
    odd = touching(field, own, at, key, target)
    if not odd:
        return answer
    needs = needs_of(look.book, facts["target_unit"], attack_of(field, key))
    return as_decided(field, answer, (key, target), odd, needs)


def facts_of_unit(look: GameContext, field: BoardState, key: str, target: str, distance: int) -> dict[str, Any]:
    return {**facts_where_it_stands(field, key), **facts_against(look, field, key, target, distance)}


def facts_against(look: GameContext, field: BoardState, key: str, target: str, distance: int) -> dict[str, Any]:
    return {
        "crosshair": any((one.gun, one.unit) == (key, target) for one in field.state.crosshairs),
        "friendly_crosshair": any(one.unit == target for one in field.state.crosshairs),
        "card_bonus": bonus_of(look, field.state.units[key], distance),
    }


def facts_where_it_stands(field: BoardState, key: str) -> dict[str, Any]:
    unit: Unit = field.state.units[key]
    mined = field.state.mine_at(str(unit.at))
    infantry, path = unit.type == "infantry", [] if unit.table_says else unit.path
    came_onto = [str(unit.at)] if unit.came else path[1:]
    return {
        **attack_of(field, key),
        "traits": unit.traits,
        "supplied": unit.kept == "supplied",
        "own": field.under(unit),
        "engineer": unit.badge == "engineer",
        "french_resistance": unit.badge == "french-resistance",
        "leader": unit.leader and infantry,
        "enemy_adjacent": field.near(str(unit.at), other(unit.side)),
        "placed_this_turn": unit.placed,
        "army": field.army_of(unit),
        "full_strength": unit.figures >= unit.most,
        "charged": unit.kept == "charged",
        "on_the_move": unit.kept == "on-the-move",
        "moved_too_far": unit.kept == "moved-too-far",
        "transported": unit.kept == "transported",
        "hexes_moved": max(0, len(path) - 1),
        "entered": [name for place in came_onto for name in field.at(place)],
        "left": [name for place in path[:-1] for name in field.at(place)],
        "on_enemy_mine": mined is not None and mined.layer != unit.side,
    }


def attacker_of(field: BoardState, unit: Unit) -> str:
    """Return the kind whose attack a unit has.

    Ordinary artillery has a farther one on a mountain, or observed.
    """
    kind = field.book.kind(unit.type, unit.badge)
    if kind.attacks_as != TRAIN_GUN:
        return kind.attacks_as
    if observed(field, unit.side):
        return GUN
    return "artillery-on-mountain" if MOUNTAIN in field.heights(unit) else TRAIN_GUN


def observed(field: BoardState, side: str) -> bool:
    stars = (star for star in field.state.stars.values() if star.purpose == "observer" and star.side in (None, side))
    return any(star.at is not None and field.state.side_at(star.at) == side for star in stars)


def bonus_of(look: GameContext, unit: Unit, distance: int) -> int:
    card = card_of(look)
    if card is None or unit.type not in card.units or unit.side != look.state.active:
        return 0
    if card.bonus_when == "always" or (card.bonus_when == "close") == (distance == 1):
        return card.bonus
    return 0


# -- follow-ups


def strike(draft: Draft, target: str, hits: int, flags: int, by: str | None, *, cannot_ignore: bool = False) -> None:
    if target in draft.state.trains:
        at = attacked(draft, by, target)
        hit_train(draft, target, hits, flags, by, cannot_ignore=cannot_ignore)
        win_hex_of_train(draft, by, at)
        return
    unit = draft.state.units[target]
    at = str(unit.at)
    waits = flags and draft.book.kind(unit.type, unit.badge).second_roll
    if not waits and lose(draft, target, hits, by):
        win_ground(draft, by, at)
    elif flags:
        seat = board_state_of(draft).general_of(unit.side, at)
        draft.emit(FlagsAsked(target, flags, unit.side, by, hits, cannot_ignore, seat))
    else:
        place_crosshair(draft, by, target, hits)
        ask_back(draft, target, by, hits)


def attacked(draft: Draft, by: str | None, target: str) -> str | None:
    unit = draft.state.units.get(by or "")
    return nearest(board_state_of(draft), str(unit.at), target) if unit is not None and unit.there else None


def win_hex_of_train(draft: Draft, by: str | None, at: str | None) -> None:
    if at is not None and draft.state.asked is None and draft.state.at(at) is None:
        win_ground(draft, by, at)


def place_crosshair(draft: Draft, by: str | None, target: str, hits: int) -> None:
    state = draft.state
    unit = state.units.get(by or "")
    if not hits or by is None or unit is None or not unit.there:
        return
    attacker = attacker_of(board_state_of(draft), unit)
    most = draft.book.profiles[attacker].crosshairs
    if attacker != unit.badge and draft.book.answer_for("observer") == "range-only":
        return
    own = [one for one in state.crosshairs if one.gun == by]
    if len(own) < most and all(one.unit != target for one in own):
        draft.emit(CrosshairPlaced(by, target, str(state.units[target].at)))
