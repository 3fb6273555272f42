"""Battles: attackers, dice, results, and the ground afterwards. Source: M44, Battle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.rules.ruling import Ruling, RulingResult, working
from app.games.memoir_44.board_state import BoardState, Draft, GameContext, board_state_of
from app.games.memoir_44.book import Attacker
from app.games.memoir_44.events.units import (
    AttackRolled,
    CrosshairPlaced,
    FlagsAsked,
    GroundTaken,
    GroundWon,
)
from app.games.memoir_44.geometry import distance
from app.games.memoir_44.rulings.asking import checked
from app.games.memoir_44.rulings.attacking import Attack, attack_dice
from app.games.memoir_44.rulings.faces import Throw, battle_dice, hitting, read_dice
from app.games.memoir_44.rulings.moving import Entered, against_step, closed, stop_of
from app.games.memoir_44.rulings.taking_ground import Won, take_ground
from app.games.memoir_44.scenarios.forms import Odd
from app.games.memoir_44.state import State, Unit, other
from app.games.memoir_44.state import Won as Emptied
from app.games.memoir_44.turn.cards import AMBUSH, card_of
from app.games.memoir_44.turn.hex_entry import enter
from app.games.memoir_44.turn.medals import lose
from app.games.memoir_44.turn.moving import clear_way, landed
from app.games.memoir_44.turn.sequence import check_general, check_turn, ordered_of_seat, ordered_to_act, turn_of
from app.games.memoir_44.turn.trains import hit_train
from app.games.memoir_44.turn.unrefereed import RULE, as_decided, naming, of_way, touching

GUN: Attacker = "big-gun"
TRAIN_GUN: Attacker = "artillery"
MOUNTAIN = "mountain"
DESERT = "north-african-desert"


class Battle(Command):
    """Battle an enemy unit with an ordered one."""

    rolls = True

    unit: str
    target: str
    precondition: ClassVar[Precondition] = turn_of("action", attacking=True)

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key, target, answer in attacks(look, may_roll, Refused("nobody-battles", "units.close-assault")):
            given, ask = {"unit": key, "target": target}, battle_dice(look.book, answer["dice"])
            about = look.state.placed(key, target)
            yield Offer(cls.key, given=given, dice=ask, preview=shown(answer), about=about, aim="target")

    def decide(self, draft: Draft) -> None:
        answer = check_attack(draft, self.unit, self.target)
        if not may_roll(board_state_of(draft), self.unit, self.target):
            raise Refused("announce-first", "turn.ambush", field="target", target=self.target)
        roll = draft.roll(battle_dice(draft.book, answer["dice"]))
        facts = Throw.model_validate({"target": type_of(draft.state, self.target), "faces": roll.faces})
        read = read_dice(facts, draft.book)
        needs: list[str] = [*hitting(facts.target, draft.book)]
        event = AttackRolled(
            draft.side, self.unit, self.target, roll, needs, read["hits"], read["flags"], working(answer)
        )
        draft.emit(event)
        strike(draft, self.target, read["hits"], read["flags"], self.unit)


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
        raise Refused("cannot-attack", answer.working.reasons[0].rule, why=answer["refused_because"])
    return answer


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
    if not state.dealt or state.let_come or AMBUSH in state.discard or not fights_back(state, target):
        return False
    own = place_of(state, key)
    return field.apart(own, nearest(field, own, target)) == 1


def fights_back(state: State, key: str) -> bool:
    train = state.trains.get(key)
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
    card = card_of(look)
    twice = card is not None and unit.type in card.units and unit.moves == 0
    most = card.battles if twice and card else 1
    if unit.battles >= most:
        raise Refused("battled-already", "turn.order", field="unit", unit=key)


def check_train_may_battle(look: GameContext, key: str) -> None:
    """Raise Refused for a train that has no gun left, is not ordered or has battled."""
    train = look.state.trains[key]
    if not (train.side == look.side and train.ordered and train.kind == "armoured" and train.wagon == "alive"):
        raise Refused("not-ordered", "trains.moving", field="unit", unit=key)
    check_general(look, key, train)
    if train.battles:
        raise Refused("battled-already", "turn.order", field="unit", unit=key)


# -- facts


def type_of(state: State, key: str) -> Any:
    return state.units[key].type if key in state.units else "train"


def place_of(state: State, key: str) -> str:
    """Return the hex of a unit, or of the gun of a train."""
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
    profiles, unit = field.book.profiles, field.state.units.get(key)
    if field.scenario.has_odd:
        return max(len(profile.dice) for profile in profiles.values())
    return len(profiles[attacker_of(field, unit) if unit else TRAIN_GUN].dice)


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
        "target_unit": type_of(field.state, target),
        "same_mountain": field.same_range(own, at),
    }
    if key in field.state.trains:
        enemy = other(field.state.trains[key].side)
        facts |= {"attacker": TRAIN_GUN, "own": [], "enemy_adjacent": field.near(own, enemy)}
    else:
        facts |= facts_of_unit(look, field, key, target, facts["distance"])
    answer = attack_dice(Attack.model_validate(facts), look.book)
    odd = touching(field, own, at, key, target)
    return as_decided(field, answer, (key, target), odd, facts["target_unit"]) if odd else answer


def facts_of_unit(look: GameContext, field: BoardState, key: str, target: str, distance: int) -> dict[str, Any]:
    unit: Unit = field.state.units[key]
    mined = field.state.mine_at(str(unit.at))
    infantry, path = unit.type == "infantry", [] if unit.table_says else unit.path
    return {
        "attacker": attacker_of(field, unit),
        "own": field.under(unit),
        "engineer": unit.badge == "engineer",
        "french_resistance": unit.badge == "french-resistance",
        "leader": unit.leader and infantry,
        "crosshair": any((one.gun, one.unit) == (key, target) for one in field.state.crosshairs),
        "friendly_crosshair": any(one.unit == target for one in field.state.crosshairs),
        "card_bonus": bonus_of(look, unit, distance),
        "enemy_adjacent": field.near(str(unit.at), other(unit.side)),
        "placed_this_turn": unit.placed,
        "moved_too_far": unit.kept == "moved-too-far",
        "transported": unit.kept == "transported",
        "entered": [name for place in path[1:] for name in field.at(place)],
        "left": [name for place in path[:-1] for name in field.at(place)],
        "on_enemy_mine": mined is not None and mined.layer != unit.side,
    }


def attacker_of(field: BoardState, unit: Unit) -> Attacker:
    if unit.type != "artillery":
        return unit.type
    if unit.badge == GUN or observed(field, unit.side):
        return GUN
    return "artillery-on-mountain" if MOUNTAIN in field.under(unit) else unit.type


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
    if lose(draft, target, hits):
        win_ground(draft, by, at)
    elif flags:
        seat = board_state_of(draft).general_of(unit.side, at)
        draft.emit(FlagsAsked(target, flags, unit.side, by, hits, cannot_ignore, seat))
    else:
        place_crosshair(draft, by, target, hits)


def attacked(draft: Draft, by: str | None, target: str) -> str | None:
    unit = draft.state.units.get(by or "")
    return nearest(board_state_of(draft), str(unit.at), target) if unit is not None and unit.there else None


def win_hex_of_train(draft: Draft, by: str | None, at: str | None) -> None:
    if at is not None and draft.state.asked is None and draft.state.at(at) is None:
        win_ground(draft, by, at)


def place_crosshair(draft: Draft, by: str | None, target: str, hits: int) -> None:
    state = draft.state
    unit = state.units.get(by or "")
    if not hits or by is None or unit is None or not unit.there or attacker_of(board_state_of(draft), unit) != GUN:
        return
    if unit.badge != GUN and draft.book.answer_for("observer") == "range-only":
        return
    own = [one for one in state.crosshairs if one.gun == by]
    if len(own) < draft.book.profiles[GUN].crosshairs and all(one.unit != target for one in own):
        draft.emit(CrosshairPlaced(by, target, str(state.units[target].at)))


def win_ground(draft: Draft, by: str | None, at: str) -> None:
    state = draft.state
    unit = state.units.get(by or "")
    field = board_state_of(draft)
    if state.over or by is None or unit is None or not unit.there or unit.side != state.active:
        return
    if field.apart(str(unit.at), at) != 1:
        return
    facts = Won.model_validate(
        {
            "unit": unit.type,
            "own": field.around_one(unit, str(unit.at)),
            "target": field.around_one(unit, at),
            "over_a_side": field.over_a_side(field.hex(str(unit.at)), field.hex(at)),
            "hard_stop": unit.hard,
            "overran": unit.overran,
            "desert": DESERT in draft.book.scenario.special_rules,
        }
    )
    answer = take_ground(facts, draft.book)
    draft.emit(GroundWon(by, at, answer["hexes"], answer["overrun"], answer["refused_because"]))


class TakeGround(Command):
    """Move into the hex that a close assault has emptied, in the desert one further."""

    to: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        hexes = check_won(look)
        won, odd = check_emptied(look), odd_of_ground(look)
        label = "overrun" if won.overrun else None
        shown = naming(RulingResult({}, Ruling()), odd) if odd else None
        yield Offer(cls.key, choose={"to": list(hexes)}, about=look.state.placed(won.unit), label=label, preview=shown)

    def decide(self, draft: Draft) -> None:
        hexes = check_won(draft)
        if self.to not in hexes:
            raise Refused("not-reached", "units.take-ground", field="to", to=self.to)
        move_up(draft, hexes[self.to], overrun=check_emptied(draft).overrun)


def move_up(draft: Draft, path: list[str], *, overrun: bool) -> None:
    assert draft.state.won is not None
    key, field = draft.state.won.unit, board_state_of(draft)
    unit = draft.state.units[key]
    stops = [stop_of(entered(field, unit, at), unit.type) for at in path]
    start, boat = str(unit.at), unit.boat and not landed(field, str(unit.at), path)
    draft.emit(GroundTaken(draft.side, key, path[-1], path, overrun, "hard" in stops, boat))
    clear_way(draft, field, key, start, path)
    enter(draft, key, may_battle=False)


def entered(field: BoardState, unit: Unit, at: str) -> Entered:
    return Entered(checked(field.around_one(unit, at), field.book, "ground"))


def check_emptied(look: GameContext) -> Emptied:
    """Return the close assault of this side that has just emptied a hex. Raise Refused."""
    check_turn(look, "action")
    won = look.state.won
    if won is None:
        raise Refused("no-ground-won", "units.take-ground")
    check_general(look, won.unit, look.state.units[won.unit])
    return won


def check_won(look: GameContext) -> dict[str, list[str]]:
    """Return the hexes into which one may move, each with the way there.

    Over no ground that the table decides. Raise Refused if there is none.
    """
    won, field = check_emptied(look), board_state_of(look)
    odd = field.scenario.odd_places
    if {field.hex(won.hex), field.hex(str(look.state.units[won.unit].at))} & odd and ever_moves_in(look, won):
        raise Refused("table-decides-move", RULE, to=won.hex)
    if not won.hexes:
        raise Refused("no-ground-because", "units.take-ground", why=won.why_not)
    return {to: way for to, way in ways_in(look, won, won.hexes).items() if field.hex(to) not in odd}


def ever_moves_in(look: GameContext, won: Emptied) -> bool:
    field, unit = board_state_of(look), look.state.units[won.unit]
    own, side = entered(field, unit, str(unit.at)), field.over_a_side(field.hex(str(unit.at)), field.hex(won.hex))
    shut = next(closed(unit.type, own, Entered(entered(field, unit, won.hex).names, side)), None)
    return shut is None and look.book.units[unit.type].takes_ground


def ways_in(look: GameContext, won: Emptied, hexes: int) -> dict[str, list[str]]:
    field, unit = board_state_of(look), look.state.units[won.unit]
    ways = {won.hex: [won.hex]}
    here = entered(field, unit, won.hex)
    goes_on = hexes > 1 and won.hex not in look.state.mines
    for place in field.board.around(field.hex(won.hex)) if goes_on else ():
        at = field.name(place)
        there = Entered(entered(field, unit, at).names, field.over_a_side(field.hex(won.hex), place))
        free = look.state.at(at) is None and at != unit.at
        if free and next(against_step(unit.type, 1, here, there, False), None) is None:
            ways[at] = [won.hex, at]
    return ways


def odd_of_ground(look: GameContext) -> list[Odd]:
    won, field = check_emptied(look), board_state_of(look)
    places = {field.hex(str(look.state.units[won.unit].at)), *map(field.hex, ways_in(look, won, max(1, won.hexes)))}
    return of_way(field, won.unit, sorted(places))
