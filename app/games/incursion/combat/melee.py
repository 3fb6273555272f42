"""Hand to hand: one Damage Die at an enemy in front, and the powers that change it.

Source: Incursion, Hand to Hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar, Literal

from app.core.engine.offers import Choice, DiceRequest, Offer
from app.core.errors import Refused
from app.core.rules.inputs import Dice, DiceCount, Facts, Modifier, Points
from app.core.rules.ruling import Ruling, RulingResult
from app.games.incursion.book import Book
from app.games.incursion.cards.effects import Parts, changes, least_dice, total, with_each_card
from app.games.incursion.combat import attack
from app.games.incursion.edition import Attacker
from app.games.incursion.events.actions import Payment
from app.games.incursion.events.attacks import BlowStruck, ReactionFireEnded, Way
from app.games.incursion.pending_reactions import FollowUp
from app.games.incursion.state import Draft, GameContext, Model
from app.games.incursion.turn.actions import AttackAction, attack_offer
from app.games.incursion.turn.activation import acting
from app.games.incursion.turn.costs import has_power
from app.games.incursion.turn.reaction_setup import check_unhurried
from app.games.incursion.turn.sequence import end_activation


class Blow(Facts):
    """One hand-to-hand attack.

    `nth`: the ordinal of this zombie among those that attacked this model in the German turn. `twitcher`: the attack
    of a corpse that wakes. `wall`: a closed door or the corner of a wall is between the two.
    """

    attacker: Literal[
        "grunt-ape",
        "hmg-ape",
        "ape-blazer",
        "ape-sarge",
        "slugger-murphy",
        "gretel",
        "ilsa",
        "hans",
        "blitzhund",
        "sturmzombie",
    ]
    target: Literal["other", "sturmzombie"] = "other"
    fortitude: attack.Fortitude
    dp: Points = 1
    nth: DiceCount = 1
    modifier: Modifier = 0
    extra_dice: Modifier = 0
    twitcher: bool = False
    wall: bool = False
    dice: Dice | None = None


def blow_ruling(blow: Blow, book: Book) -> RulingResult:
    """Resolve a hand-to-hand attack: dice needed and the face they need.

    With dice (final faces if rerolled) also hits, DP lost and casualty. Raise Refused for impossible dice, and
    through walls unless the table allows it. Source: Incursion, Hand to Hand; the models' powers.
    """
    check_way("wall" if blow.wall else "clear", book, "wall")
    attacker = book.melee.attackers[blow.attacker]
    modifier = Ruling().plus("die-modifier", blow.modifier, "dice.modifier")
    modifier = modifier.plus("club", attacker.modifier, "melee.club")
    needs = attack.needed_face(book, Ruling().plus("fortitude", blow.fortitude, "dice.fortitude"), modifier)
    if blow.target in attacker.slays:
        return slain(blow, needs)
    dice = dice_of(blow, book, attacker)
    result = {"dice_needed": dice.total, "needs": needs.total}
    faces = attack.faces_of(blow.dice, dice.total)
    if faces is not None:
        result |= attack.harm(attack.hits_among(faces, needs.total), blow.dp)
    odds = attack.odds(dice.total, attack.chance(needs.total), blow.dp) if blow.dice is None else None
    return RulingResult(result, dice, {"needs": needs}, odds)


def slain(blow: Blow, needs: Ruling) -> RulingResult:
    attack.faces_of(blow.dice, 0)
    result = {"dice_needed": 0, "needs": needs.total, "hits": 0, "dp_lost": blow.dp, "casualty": True}
    return RulingResult(result, Ruling().plus("thumper", 0, "melee.thumper"), {"needs": needs})


def dice_of(blow: Blow, book: Book, attacker: Attacker) -> Ruling:
    dice = Ruling().plus("one-die", book.melee.dice, "melee.one-die")
    if attacker.dice is not None:
        dice = dice.plus("raging-beast", attacker.dice - dice.total, "melee.raging-beast")
    if blow.twitcher:
        dice = dice.plus("twitcher-attack", book.twitcher.dice - dice.total, "missions.twitcher")
    if attacker.strength_in_numbers:
        dice = dice.plus("strength-in-numbers", blow.nth - 1, "melee.strength-in-numbers")
    dice = dice.plus("cards", blow.extra_dice, "melee.cards")
    return dice.within(least_dice(book), None, "shooting.no-dice")


# -- at the table


class Melee(AttackAction):
    """One hand-to-hand attack of the acting model at one enemy in the three squares in front."""

    rolls: ClassVar[bool] = True
    cost_of: ClassVar[str] = "melee"
    facing: ClassVar[str | None] = "hint.in-front"
    target: str
    way: Way = "clear"

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        key, _ = acting(look)
        for targets, preview in attack.targets_with_sums(look, partial(blow_at, look, key), sure=True):
            yield attack_offer(look, cls, targets, preview, ways(look))

    def decide(self, draft: Draft) -> None:
        acting(draft, self.model)
        check_way(self.way, draft.book, "way")
        attack.target_of(draft, self.target)
        check_unhurried(draft, [self.target], "target")
        strike(draft, self.model, self.target, self.payment(draft), self.way)


def strike(draft: Draft, key: str, target: str, paid: Payment, way: Way = "clear") -> BlowStruck:
    model, enemy = draft.state.models[key], draft.state.models[target]
    nth = rank(key, enemy) if draft.book.models[model.card].zombie else 0
    roll = draft.roll(DiceRequest(blow_at(draft, key, target)["dice_needed"]))
    blow = blow_at(draft, key, target, roll.numbers)
    left = what_follows(draft, key, model, target, roll.numbers, blow)
    struck = BlowStruck(key, target, roll, *attack.harm_of(blow), nth, left, way)
    draft.emit(struck.paid_with(paid))
    if enemy.reaction_fire:
        draft.emit(ReactionFireEnded(target, "attacked"))
    attack.remove_casualty(draft, target)
    if ends_activation(draft, model, roll.numbers):
        end_activation(draft)
    return struck


def ends_activation(look: GameContext, model: Model, faces: list[int]) -> bool:
    bambi = has_power(look, model, "bambi") and look.book.bambi.any_die_ends
    return bambi and look.book.answer_for("thumper-one") == "yes" and look.book.bambi.ends_on in faces


def what_follows(
    look: GameContext, key: str, model: Model, target: str, faces: list[int], blow: RulingResult
) -> FollowUp | None:
    misses = [face for face in faces if face < blow["needs"]]
    spent = ends_activation(look, model, faces)
    if not has_power(look, model, "thumper") or not misses or blow["casualty"] or spent:
        return None
    facts = blow_facts(look, key, target, parts_of(look, key, target))
    return FollowUp(key, "reroll", HAND_TO_HAND, target, len(misses), faces, facts=facts)


def ways(look: GameContext) -> dict[str, Choice]:
    return {"way": ["clear", "wall"]} if look.book.answer_for("melee-walls") == "yes" else {}


def check_way(way: Way, book: Book, field: str) -> None:
    if way == "wall" and book.answer_for("melee-walls") == "no":
        raise Refused("wall-between", "melee.one-die", field=field)


HAND_TO_HAND = "hand-to-hand"
"""The name of an attack without a weapon in a follow-up."""


def rank(key: str, target: Model) -> int:
    attackers = target.attackers
    return (attackers.index(key) if key in attackers else len(attackers)) + 1


def fighter(look: GameContext, model: Model) -> str:
    attackers = look.book.melee.attackers
    powers = look.book.models[model.card].powers
    return next(name for name, attacker in attackers.items() if attacker.power is None or attacker.power in powers)


def parts_of(look: GameContext, key: str, target: str) -> Parts:
    more, die = changes(look, key, "melee-dice"), changes(look, key, "melee-die")
    return Parts(more, die, changes(look, target, "fortitude"))


def blow_facts(look: GameContext, key: str, target: str, parts: Parts) -> dict[str, Any]:
    """Return the facts of a hand-to-hand attack at the table, but for its dice."""
    model, enemy = look.state.models[key], look.state.models[target]
    return {
        "attacker": fighter(look, model),
        "target": "sturmzombie" if look.book.models[enemy.card].horde else "other",
        "fortitude": max(0, enemy.fortitude + total(parts.fortitude)),
        "dp": enemy.dp,
        "nth": rank(key, enemy),
        "extra_dice": total(parts.more),
        "modifier": total(parts.die),
    }


def blow_at(
    look: GameContext, key: str, target: str, dice: list[int] | None = None, nth: int | None = None
) -> RulingResult:
    parts = parts_of(look, key, target)
    facts = blow_facts(look, key, target, parts)
    facts |= {"nth": nth or facts["nth"], "dice": dice}
    judged = partial(_blow_by, look, facts, parts)
    return judged() if dice is not None else look.cached(("blow", *facts.values(), *parts.key), judged)


def _blow_by(look: GameContext, facts: dict[str, Any], parts: Parts) -> RulingResult:
    needs = {"fortitude": parts.fortitude, "die-modifier": parts.die}
    return with_each_card(blow_ruling(Blow.model_validate(facts), look.book), parts.more, needs)
