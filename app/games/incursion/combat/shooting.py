"""Shooting: a weapon's rate of fire in Damage Dice against the target's Fortitude.

Source: Incursion, Shooting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from app.core.engine.offers import DiceRequest, Offer, fitting
from app.core.errors import Refused
from app.core.rules.inputs import Dice, Facts, Modifier, Points
from app.core.rules.ruling import Ruling, RulingResult
from app.games.incursion.book import Book, Gun
from app.games.incursion.cards.effects import Parts, changes, least_dice, total, with_each_card
from app.games.incursion.combat import attack
from app.games.incursion.combat.powers import Chain, bambi, bambi_bonus
from app.games.incursion.edition import Weapon
from app.games.incursion.events.actions import Payment
from app.games.incursion.events.attacks import ShotFired
from app.games.incursion.pending_reactions import FollowUp
from app.games.incursion.state import Draft, GameContext, Model
from app.games.incursion.turn.actions import AttackAction, attack_offer
from app.games.incursion.turn.activation import acting
from app.games.incursion.turn.costs import cost, has_power
from app.games.incursion.turn.reaction_setup import alert_watchers, check_unhurried
from app.games.incursion.turn.sequence import end_activation


class Shot(Facts):
    """One shot at one enemy model.

    `fortitude` is the value after cards, before the weapon's own change.
    """

    weapon: Gun
    fortitude: attack.Fortitude
    dp: Points = 1
    reaction: bool = False
    modifier: Modifier = 0
    extra_dice: Modifier = 0
    dice: Dice | None = None
    two_gun: bool = False
    rerolls: Dice | None = None


def shot_ruling(shot: Shot, book: Book) -> RulingResult:
    """Resolve one shot: dice needed and the face they need.

    With dice also hits, Damage Points lost, casualty and Out of Ammo. Raise Refused for impossible dice. Source:
    Incursion, Shooting; Reaction Fire.
    """
    weapon = book.shooting.weapons[shot.weapon]
    dice, needs = dice_of(shot, book, weapon), needs_of(shot, book, weapon)
    chance = attack.chance(needs.total)
    if may_reroll(shot, book):
        chance += (1 - chance) * chance
    result = {"dice_needed": dice.total, "needs": needs.total}
    faces = attack.faces_of(shot.dice, dice.total)
    if faces is None and shot.rerolls is not None:
        raise Refused("wrong-dice-count", "table.dice", field="rerolls", needed=0, given=len(shot.rerolls))
    if faces is not None:
        result |= outcome(shot, book, faces, needs.total)
    odds = attack.odds(dice.total, chance, shot.dp) if shot.dice is None else None
    return RulingResult(result, dice, {"needs": needs}, odds)


def dice_of(shot: Shot, book: Book, weapon: Weapon) -> Ruling:
    dice = Ruling().plus("weapon", weapon.rof, "shooting.rof")
    if shot.reaction:
        dice = dice.plus("reaction-fire", weapon.reaction_rof - weapon.rof, "shooting.reaction-rof")
    dice = dice.plus("ammo-cards", shot.extra_dice, "shooting.ammo-cards")
    return dice.within(least_dice(book), None, "shooting.no-dice")


def needs_of(shot: Shot, book: Book, weapon: Weapon) -> Ruling:
    fortitude = Ruling().plus("fortitude", shot.fortitude, "dice.fortitude")
    fortitude = fortitude.plus(shot.weapon, weapon.fortitude, "shooting.shotgun")
    return attack.needed_face(book, fortitude, Ruling().plus("die-modifier", shot.modifier, "dice.modifier"))


def may_reroll(shot: Shot, book: Book) -> bool:
    if shot.two_gun and shot.weapon != "smg":
        raise Refused("two-gun-is-smg", "shooting.two-gun", field="two_gun")
    return shot.two_gun and (not shot.reaction or book.answer_for("rf-two-gun") == "rerolls")


def outcome(shot: Shot, book: Book, faces: list[int], needs: int) -> dict[str, Any]:
    missed = [face for face in faces if face < needs] if may_reroll(shot, book) else []
    second = shot.rerolls
    if second is not None:
        second = fitting(second, DiceRequest(len(missed)), "rerolls")
    final = faces if second is None else [face for face in faces if face >= needs] + second
    judged = final if book.answer_for("ammo-doubles") == "final" else faces
    result = attack.harm(attack.hits_among(final, needs), shot.dp)
    result["out_of_ammo"] = shot.reaction and has_doubles(judged)
    if missed and second is None:
        result["rerolls_needed"] = len(missed)
    return result


def has_doubles(faces: Sequence[int]) -> bool:
    return len(set(faces)) < len(faces)


# -- at the table


class Fire(AttackAction):
    """One shot of the acting model's weapon at one enemy in sight.

    `again`: one that is already paid for.
    """

    rolls: ClassVar[bool] = True
    cost_of: ClassVar[str] = "fire"
    target: str
    weapon: str | None = None
    again: bool = False

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        key, model = acting(look)
        if (follow := free_shot(look, key)) is not None:
            yield from cls._free_offers(look, key, follow)
            if cost(look, cls.cost_of)["ap"] > model.ap + look.state.sides[model.side].cp:
                return
        sure = not changes(look, key, "damage-dice")
        for weapon in weapons_of(look, model):
            for targets, preview in attack.targets_with_sums(look, partial(shot_at, look, key, weapon), sure=sure):
                if preview is not None:
                    dice_left(preview)
                yield attack_offer(look, cls, targets, preview, weapon=weapon)

    @classmethod
    def _free_offers(cls, look: GameContext, key: str, follow: FollowUp) -> Iterator[Offer]:
        given = {"model": key, "weapon": follow.weapon, "again": True}
        ruling = partial(shot_at, look, key, follow.weapon, shot=follow.number)
        for targets, preview in attack.targets_alike(look, ruling, free=one_action(look)):
            allowed = [target for target in targets if may_follow(look, follow, target)]
            if allowed and preview["dice_needed"]:
                shot = Offer(cls.key, given=given, label="fire-again", preview=preview, own=0, about=(key,))
                yield replace(shot, choose={"target": allowed}, dice=DiceRequest(preview["dice_needed"]), aim="target")

    def decide(self, draft: Draft) -> None:
        _, model = acting(draft, self.model)
        weapon = self.weapon or weapons_of(draft, model)[0]
        if weapon not in weapons_of(draft, model):
            raise Refused("no-such-weapon", "shooting.rof", field="weapon")
        attack.target_of(draft, self.target)
        number = self._number(draft, weapon)
        free = self.again and one_action(draft)
        check_unhurried(draft, [self.target], "target", free=free)
        paid = Payment() if self.again else self.payment(draft)
        roll = draft.roll(DiceRequest(dice_left(shot_at(draft, self.model, weapon, self.target, shot=number))))
        shot = shot_at(draft, self.model, weapon, self.target, roll.numbers, shot=number)
        follow = what_follows(draft, self.model, weapon, self.target, shot, roll.numbers, number)
        fired = ShotFired(self.model, self.target, roll, *attack.harm_of(shot), weapon, self.again, follow)
        draft.emit(fired.paid_with(paid))
        attack.remove_casualty(draft, self.target, ranged=True)
        if not free:
            alert_watchers(draft, self.model, "fire")
        if shot.result.get("activation_ends"):
            end_activation(draft)

    def _number(self, look: GameContext, weapon: str) -> int:
        """Return the number of this shot among those of its AP.

        Raise Refused for a free shot that is not available.
        """
        if not self.again:
            return 1
        follow = free_shot(look, self.model)
        if follow is None or follow.weapon != weapon:
            raise Refused("no-free-shot", "shooting.hmg", field="again")
        if not may_follow(look, follow, self.target):
            raise Refused("same-target", "shooting.hmg", field="target", model=follow.target)
        return follow.number


def one_action(look: GameContext) -> bool:
    return look.book.answer_for("rf-shots") == "action"


def free_shot(look: GameContext, key: str) -> FollowUp | None:
    follow = look.state.follow_ups.get(look.side)
    return follow if follow and (follow.model, follow.kind) == (key, "shot") else None


def may_follow(look: GameContext, follow: FollowUp, target: str) -> bool:
    """Return whether a free shot may go at this target.

    The second one of an HMG, or a further one of Bambi's chain.
    """
    question = "bambi-target" if follow.weapon == BAMBI else "hmg-second"
    return look.book.answer_for(question) == "any" or target == follow.target


BAMBI = "pistol"
"""Slugger's weapon with the Bambi chain."""


def what_follows(
    look: GameContext, key: str, weapon: str, target: str, shot: RulingResult, faces: list[int], number: int
) -> FollowUp | None:
    if shot.result.get("rerolls_needed") and not shot["casualty"]:
        return misses_to_reroll(look, key, weapon, target, shot, faces)
    if not shot.result.get("next") and number >= look.book.shooting.weapons[weapon].shots_per_ap:
        return None
    follow = FollowUp(key, "shot", weapon, target, number + 1, holds=one_action(look))
    left = [other for other in look.state.enemies(look.side) if other != target or not shot["casualty"]]
    return follow if any(may_follow(look, follow, other) for other in left) else None


def dice_left(answer: RulingResult) -> int:
    """Return the dice of a shot. Raise Refused if cards have left none."""
    dice: int = answer["dice_needed"]
    if not dice:
        raise Refused("no-dice-left", "shooting.no-dice", field="model")
    return dice


def weapons_of(look: GameContext, model: Model) -> list[str]:
    """Return the guns of a model's card: weapons whose dice go at one model.

    Raise Refused if it has none.
    """
    guns = look.book.shooting.weapons
    weapons = [weapon for weapon in dict.fromkeys(look.book.models[model.card].weapons) if weapon in guns]
    if not weapons:
        raise Refused("no-weapon", "shooting.rof", field="model")
    return weapons


def parts_of(look: GameContext, key: str, target: str, *, reaction: bool, shot: int = 1) -> Parts:
    counts = look.book.answer_for("ammo-cards") == "shots" or not (reaction or shot > 1)
    more = changes(look, key, "damage-dice", ammo=counts)
    return Parts(more, changes(look, key, "shot-die"), changes(look, target, "fortitude"))


def shot_facts(
    look: GameContext, key: str, weapon: str, target: str, parts: Parts, *, reaction: bool
) -> dict[str, Any]:
    model, enemy = look.state.models[key], look.state.models[target]
    return {
        "weapon": weapon,
        "fortitude": max(0, enemy.fortitude + total(parts.fortitude)),
        "dp": enemy.dp,
        "extra_dice": total(parts.more),
        "modifier": total(parts.die),
        "reaction": reaction,
        "two_gun": weapon == "smg" and has_two_gun(look, model),
    }


def shot_at(
    look: GameContext,
    key: str,
    weapon: str,
    target: str,
    dice: list[int] | None = None,
    *,
    reaction: bool = False,
    shot: int = 1,
) -> RulingResult:
    parts = parts_of(look, key, target, reaction=reaction, shot=shot)
    facts = {**shot_facts(look, key, weapon, target, parts, reaction=reaction), "dice": dice}
    chained = weapon == BAMBI and has_power(look, look.state.models[key], "bambi")
    judged = partial(_shot_by, look, facts, parts, shot if chained else None)
    return judged() if dice is not None else look.cached(("shot", *facts.values(), *parts.key, shot, chained), judged)


def _shot_by(look: GameContext, facts: dict[str, Any], parts: Parts, of_chain: int | None) -> RulingResult:
    needs = {"fortitude": parts.fortitude, "die-modifier": parts.die}
    if of_chain is not None:
        return with_each_card(bambi_shot(look, facts, of_chain), parts.more, needs)
    return with_each_card(shot_ruling(Shot.model_validate(facts), look.book), parts.more, needs)


READINGS = ("no-dice", "rf-two-gun")
"""Open questions that affect the dice of a rerolled shot."""


def misses_to_reroll(
    look: GameContext,
    key: str,
    weapon: str,
    target: str,
    shot: RulingResult,
    faces: list[int],
    *,
    reaction: bool = False,
) -> FollowUp:
    facts = shot_facts(look, key, weapon, target, parts_of(look, key, target, reaction=reaction), reaction=reaction)
    readings = {question: look.book.answer_for(question) for question in READINGS}
    number = shot["rerolls_needed"]
    return FollowUp(key, "reroll", weapon, target, number, faces, reaction, not reaction, facts, readings)


def has_two_gun(look: GameContext, model: Model) -> bool:
    named = look.book.answer_for("two-gun")
    return model.card == named or (named == "ilsa" and has_power(look, model, "two-gun"))


def bambi_shot(look: GameContext, facts: dict[str, Any], shot: int) -> RulingResult:
    if not facts["extra_dice"]:
        chain = {name: facts[name] for name in ("fortitude", "dp", "modifier", "reaction")}
        return bambi(Chain.model_validate({**chain, "earlier": shot - 1, "dice": facts["dice"] or None}), look.book)
    bonus = bambi_bonus(look.book, shot).total
    answer = shot_ruling(Shot.model_validate({**facts, "modifier": facts["modifier"] + bonus}), look.book)
    faces = facts["dice"] or []
    one, hit = look.book.bambi.ends_on in faces, answer.result.get("hits", 0) > 0
    free = not one and not facts["reaction"]
    chained = {"activation_ends": one and not facts["reaction"], "next": hit and free}
    return replace(answer, result={**answer.result, **(chained if faces else {})})
