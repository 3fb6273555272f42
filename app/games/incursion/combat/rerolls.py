"""Dice that a power lets a model reroll; no die is rerolled a second time.

Source: Incursion, Shooting; Two-Gun; Thumper.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from app.core.engine.command import Command
from app.core.engine.offers import DiceRequest, Offer
from app.core.errors import Refused
from app.core.rules.ruling import Ruling, RulingResult
from app.games.incursion.awaited_answers import follow_up
from app.games.incursion.combat import attack, melee, shooting
from app.games.incursion.combat.shooting import Shot
from app.games.incursion.events.attacks import DiceRerolled, FollowUpLetGo, ReactionFireEnded
from app.games.incursion.pending_reactions import FollowUp
from app.games.incursion.state import Draft, GameContext
from app.games.incursion.turn.costs import has_power
from app.games.incursion.turn.reaction_setup import still_due
from app.games.incursion.turn.sequence import end_activation


class Reroll(Command):
    """Roll once more each die of the last attack that caused no Damage Point.

    Source: Two-Gun; Thumper.
    """

    rolls: ClassVar[bool] = True
    model: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        follow = due_reroll(look)
        preview = reroll_ruling(look, follow)
        given, ask = {"model": follow.model}, DiceRequest(follow.number)
        yield Offer(cls.key, given=given, dice=ask, preview=preview, about=(follow.model,))

    def decide(self, draft: Draft) -> None:
        follow = due_reroll(draft, self.model)
        if self.model != follow.model:
            raise nothing_to_reroll(draft, self.model)
        roll = draft.roll(DiceRequest(follow.number))
        answer = reroll_ruling(draft, follow, roll.numbers)
        draft.emit(DiceRerolled(follow.model, follow.target, roll, *attack.harm_of(answer)))
        if answer["out_of_ammo"] and draft.state.models[follow.model].reaction_fire:
            draft.emit(ReactionFireEnded(follow.model, "out-of-ammo"))
        by_hand = follow.weapon == melee.HAND_TO_HAND
        attack.remove_casualty(draft, follow.target, ranged=not by_hand)
        model = draft.state.models[follow.model]
        if by_hand and draft.state.acting == follow.model and melee.ends_activation(draft, model, roll.numbers):
            end_activation(draft)


def reroll_ruling(look: GameContext, follow: FollowUp, faces: list[int] | None = None) -> RulingResult:
    by_hand = follow.weapon == melee.HAND_TO_HAND
    before = attack_ruling(look, follow)
    dp = look.state.models[follow.target].dp
    rule = "melee.thumper" if by_hand else "shooting.two-gun"
    dice = Ruling().plus("thumper" if by_hand else "two-gun", follow.number, rule)
    result = {"dice_needed": follow.number, "needs": before["needs"]}
    odds = attack.odds(follow.number, attack.chance(before["needs"]), dp)
    if faces is None:
        return RulingResult(result, dice, before.also, odds)
    after = attack_ruling(look, follow, faces)
    hits = attack.harm(after["hits"] - before["hits"], dp)
    return RulingResult({**result, **hits, "out_of_ammo": after.result.get("out_of_ammo", False)}, dice, before.also)


def attack_ruling(look: GameContext, follow: FollowUp, faces: list[int] | None = None) -> RulingResult:
    if follow.weapon != melee.HAND_TO_HAND:
        book = look.book.with_answers({**look.book.answers, **follow.readings})
        return shooting.shot_ruling(Shot.model_validate({**follow.facts, "dice": follow.faces, "rerolls": faces}), book)
    blow = melee.Blow.model_validate({**follow.facts, "dice": follow.faces})
    before = melee.blow_ruling(blow, look.book)
    if faces is None:
        return before
    final = [face for face in follow.faces if face >= before["needs"]] + faces
    return melee.blow_ruling(blow.model_copy(update={"dice": final}), look.book)


def due_reroll(look: GameContext, key: str | None = None) -> FollowUp:
    return follow_up(look, "reroll", nothing_to_reroll(look, key or look.state.acting))


def nothing_to_reroll(look: GameContext, key: str | None) -> Refused:
    model = look.state.models.get(key or "")
    by_hand = model is not None and model.side == look.side and has_power(look, model, "thumper")
    return Refused("nothing-to-reroll", "melee.thumper" if by_hand else "shooting.two-gun", field="model")


class LetGo(Command):
    """Waive the follow-up of an attack for which the enemy waits.

    Source: Incursion, Reaction Fire.
    """

    model: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        follow = awaited(look)
        given, label = {"model": follow.model}, f"let-go-{follow.kind}"
        yield Offer(cls.key, given=given, label=label, about=(follow.model,))

    def decide(self, draft: Draft) -> None:
        follow = awaited(draft)
        if self.model != follow.model:
            raise Refused("nothing-to-let-go", "reaction.trigger", field="model")
        draft.emit(FollowUpLetGo(follow.model, follow.kind))
        if follow.reaction and draft.state.models[follow.model].reaction_fire:
            if attack_ruling(draft, follow).result.get("out_of_ammo"):
                draft.emit(ReactionFireEnded(follow.model, "out-of-ammo"))


def awaited(look: GameContext) -> FollowUp:
    none = Refused("nothing-to-let-go", "reaction.trigger")
    follow = follow_up(look, None, none)
    answers = [due for due in still_due(look) if due.unfinished and not due.stuck]
    if follow.kind == "drag":
        raise Refused("drag-first", "powers.harpoon", model=follow.model, target=follow.target)
    if not (follow.reaction or answers):
        raise none
    return follow
