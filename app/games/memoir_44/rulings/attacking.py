"""The dice of an attack: distance, own hex, leader, cross-hair, card, protection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from app.core.errors import Refused
from app.core.rules.dice import successes
from app.core.rules.inputs import Facts, NotRemembered, Seldom
from app.core.rules.ruling import Ruling, RulingResult
from app.games.memoir_44.book import Book, Terrain, Unit, UnitType
from app.games.memoir_44.rulings.asking import (
    ArmyName,
    AttackerName,
    Ground,
    TargetName,
    Traits,
    army_of,
    check_named,
    check_traits,
    checked,
)
from app.games.memoir_44.rulings.faces import chance, hit_odds, hitting
from app.games.memoir_44.rulings.moving import too_long
from app.games.memoir_44.rulings.rule_of import ARMIES, ATTACKERS, GROUND, TRAITS

Reason = tuple[str, str]
"""The reason why an attack is not possible, and the rule."""


class Attack(Facts):
    """An attack: attacker, distance, contents of both hexes, earlier events of this turn.

    `cut_off`: between them lies ground over which it does not battle. `traits`: what the scenario says of the attacker;
    `camouflaged`: the target is; `supplied`: the attacker was.
    """

    attacker: AttackerName
    distance: Annotated[int, Field(ge=1, le=99, examples=[1, 2, 3, 4, 5, 6])]
    target: Annotated[Ground, NotRemembered()] = ["open"]
    own: Ground = ["open"]
    engineer: bool = False
    leader: Annotated[bool, Seldom()] = False
    crosshair: Annotated[bool, NotRemembered(), Seldom()] = False
    friendly_crosshair: Annotated[bool, NotRemembered(), Seldom()] = False
    card_bonus: Annotated[int, Field(ge=0, le=9)] = 0
    same_mountain: Annotated[bool, NotRemembered(), Seldom()] = False
    line_of_sight: Annotated[bool, NotRemembered()] = True
    cut_off: Annotated[bool, NotRemembered(), Seldom()] = False
    enemy_adjacent: Annotated[bool, NotRemembered(), Seldom()] = False
    transported: Annotated[bool, NotRemembered(), Seldom()] = False
    placed_this_turn: Annotated[bool, NotRemembered(), Seldom()] = False
    moved_too_far: Annotated[bool, NotRemembered(), Seldom()] = False
    hexes_moved: Annotated[int, Field(ge=0, le=99), NotRemembered(), Seldom()] = 0
    entered: Annotated[Ground, NotRemembered(), Seldom()] = []
    left: Annotated[Ground, NotRemembered(), Seldom()] = []
    on_enemy_mine: Annotated[bool, NotRemembered(), Seldom()] = False
    french_resistance: Annotated[bool, Seldom()] = False
    army: Annotated[ArmyName, Seldom()] = None
    full_strength: Annotated[bool, NotRemembered(), Seldom()] = False
    charged: Annotated[bool, NotRemembered(), Seldom()] = False
    on_the_move: Annotated[bool, NotRemembered(), Seldom()] = False
    visibility: Annotated[Annotated[int, Field(ge=1, le=99)] | None, Seldom()] = None
    moved: Annotated[bool, NotRemembered(), Seldom()] = False
    supplied: Annotated[bool, NotRemembered(), Seldom()] = False
    traits: Annotated[Traits, Seldom()] = []
    camouflaged: Annotated[bool, NotRemembered(), Seldom()] = False
    target_unit: TargetName | None = None


def attack_dice(facts: Attack, book: Book) -> RulingResult:
    """Calculate the number of dice of an attack, or the reason why there are none.

    `target_unit`: the target whose odds are asked. `charged`: it went as far as only its army lets it go and battle.
    Raise Refused, naming the field. Source: Memoir '44, M44 p.13–16; Terrain Pack, I, III–V.
    """
    check_attack(facts, book)
    reason = next(reasons_against(facts, book), None)
    if reason is not None:
        return RulingResult({"dice": 0, "refused_because": reason[0]}, Ruling().plus(reason[0], 0, reason[1]))
    dice = dice_of(facts, book)
    if dice.total < 1:
        return RulingResult({"dice": 0, "refused_because": "no-dice"}, dice.within(0, None, "units.no-dice"))
    if facts.target_unit is None:
        return RulingResult({"dice": dice.total, "refused_because": None}, dice)
    needs = hitting(facts.target_unit, book, by=profile_of(facts, book))
    odds = hit_odds(successes(dice.total, chance(needs, book)))
    return RulingResult({"dice": dice.total, "refused_because": None}, dice, odds=odds)


def check_attack(facts: Attack, book: Book) -> None:
    check_named(facts.attacker, book.profiles, "attacker")
    check_named(facts.target_unit, book.targets, "target_unit")
    check_traits(facts.traits, book)
    for field in ("target", "own", "entered", "left"):
        checked(getattr(facts, field), book, field)
    army_of(facts.army, profile_of(facts, book).unit, book)
    infantry = profile_of(facts, book).unit == "infantry"
    for field, rule in (
        ("leader", "stars.leader"),
        ("engineer", "badges.engineer"),
        ("french_resistance", "badges.french-resistance"),
    ):
        if getattr(facts, field) and not infantry:
            raise Refused("infantry-only", rule, field=field)
    if facts.attacker == "artillery" and any(book.ground(name).height == "mountain" for name in facts.own):
        raise Refused("say-artillery-on-mountain", "terrain.mountain", field="attacker")


def profile_of(facts: Attack, book: Book) -> Unit:
    return book.attack(facts.attacker, moved=facts.moved)


def close(facts: Attack) -> bool:
    return facts.distance == 1


# -- whether it may battle at all


def reasons_against(facts: Attack, book: Book) -> Iterator[Reason]:
    yield from before_battle(facts, book)
    unit = profile_of(facts, book)
    if not unit.dice:
        yield "never-battles", ATTACKERS[facts.attacker]
    if facts.enemy_adjacent and not close(facts):
        yield "enemy-adjacent", "units.close-assault"
    if facts.distance > len(unit.dice):
        yield "out-of-range", ATTACKERS[facts.attacker]
    if facts.visibility is not None and facts.distance > facts.visibility:
        yield "too-dark", "night.visibility"
    if facts.charged and not close(facts):
        yield "charged", ARMIES[str(facts.army)] if facts.army else "armies.japanese"
    if not close(facts) and only_adjacent(facts, book):
        yield "wadi", "terrain.wadi"
    if facts.cut_off:
        yield "cut-off", "sight.cut-off"
    if unit.sees and not facts.line_of_sight:
        yield "no-line-of-sight", "sight.line"
    if facts.camouflaged and not close(facts):
        yield "camouflaged", "badges.camouflage"


def before_battle(facts: Attack, book: Book) -> Iterator[Reason]:
    """Yield the reasons that keep a unit from battling any target."""
    if facts.transported:
        yield "transported", "trains.supply"
    if facts.placed_this_turn:
        yield "placed-this-turn", "landmarks.airfield"
    if facts.on_the_move:
        yield "on-the-move", "cards.on-the-move"
    if facts.moved_too_far:
        yield "moved-too-far", "units.moving"
    if facts.supplied:
        yield "supplied", "badges.supply"
    yield from after_entering(facts, book)
    if facts.engineer and facts.on_enemy_mine:
        yield "clear-mine-instead", "mines.engineers"


def after_entering(facts: Attack, book: Book) -> Iterator[Reason]:
    unit = profile_of(facts, book)
    for name, ground in checked(facts.entered, book, "entered"):
        if not (ground.battle_on_entry or facts.french_resistance or unit.battles_on_entry):
            yield "no-battle-on-entry", GROUND[name]
        fits = facts.french_resistance or unit.battles_on_entry
        if too_long(facts.hexes_moved, ground.battle_after) and not fits:
            yield "moved-too-far", GROUND[name]
    for name, ground in checked(facts.own, book, "own"):
        if unit.unit in ground.no_battle_from and name not in unit.sails:
            yield "no-battle-on-entry" if ground.sea else "no-battle-from-there", GROUND[name]
    for name, ground in checked([*facts.entered, *facts.left], book, "entered"):
        if ground.soft_ground and unit.unit == "armour":
            yield "armour-in-water", GROUND[name]


def only_adjacent(facts: Attack, book: Book) -> bool:
    unit = profile_of(facts, book).unit
    return any(unit in book.ground(name).adjacent_only for name in (*facts.own, *facts.target))


# -- dice


def dice_of(facts: Attack, book: Book) -> Ruling:
    profile = profile_of(facts, book)
    dice = Ruling().plus(facts.attacker, profile.dice[facts.distance - 1], ATTACKERS[facts.attacker])
    name, change = worst_penalty(facts, book)
    dice = dice.plus(f"out-of-{name}", change, GROUND[name])
    dice = dice.plus("leader", book.leader.bonus if facts.leader else 0, "stars.leader")
    dice = dice.plus("crosshair", book.crosshair.bonus if marked(facts, book) else 0, "badges.crosshair")
    dice = with_traits(dice, facts, book)
    dice = dice.plus("card", facts.card_bonus, "cards.bonus")
    army = army_of(facts.army, profile.unit, book)
    if facts.full_strength and close(facts):
        dice = dice.plus("full-strength", army.close_bonus, ARMIES.get(str(facts.army), "armies.japanese"))
    return protected(dice, facts, book)


def with_traits(dice: Ruling, facts: Attack, book: Book) -> Ruling:
    for name in () if facts.moved else dict.fromkeys(facts.traits):
        dice = dice.plus(name, book.traits[name].unmoved_bonus, TRAITS[name])
    return dice


def worst_penalty(facts: Attack, book: Book) -> tuple[str, int]:
    unit = profile_of(facts, book).unit
    own = [(name, ground.out.get(unit, 0)) for name, ground in checked(facts.own, book, "own")]
    return min(own, key=lambda one: one[1], default=("open", 0))


def marked(facts: Attack, book: Book) -> bool:
    if not profile_of(facts, book).crosshairs:
        return False
    return facts.crosshair or (facts.friendly_crosshair and book.answer_for("crosshair") == "any-friendly")


def protected(dice: Ruling, facts: Attack, book: Book) -> Ruling:
    name, worth = best_protection(facts, book)
    dice = dice.plus(name, -worth, GROUND[name])
    passed = worth if facts.engineer and close(facts) else 0
    dice = dice.plus("engineer", passed, "badges.engineer")
    return dice.plus(facts.attacker, max(0, worth - passed - most_taken(worth, facts, book)), ATTACKERS[facts.attacker])


def most_taken(worth: int, facts: Attack, book: Book) -> int:
    unit = profile_of(facts, book)
    if not unit.terrain_counts:
        return 0
    return unit.close_terrain if unit.close_terrain is not None and close(facts) else worth


def best_protection(facts: Attack, book: Book) -> tuple[str, int]:
    unit = profile_of(facts, book).unit
    target = checked(facts.target, book, "target")
    worth = [(name, protection(name, ground, unit, facts, book)) for name, ground in target]
    return max(worth, key=lambda one: one[1], default=("open", 0))


def protection(name: str, ground: Terrain, unit: UnitType, facts: Attack, book: Book) -> int:
    worth = ground.protection.get(unit, 0)
    heights = {book.ground(one).height for one in facts.own}
    if ground.height == "hill" and heights & {"hill", "mountain"}:
        return 0
    if ground.height == "mountain" and (facts.same_mountain or level_with_others("mountain" in heights, book)):
        return 0
    if name == "wadi" and worth and name in facts.own and book.answer_for("wadi-to-wadi") == "0":
        return 0
    return worth


def level_with_others(on_mountain: bool, book: Book) -> bool:
    return on_mountain and book.answer_for("range-to-range") == "0"
