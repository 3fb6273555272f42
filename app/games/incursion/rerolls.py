"""Dice that a power lets a model roll once more; no die is ever rerolled a second time.

Source: Incursion, Shooting; Two-Gun; Thumper.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from app.core.dice import Roll
from app.core.play import Ask, Command, Draft, Look, Offer, Refused, working
from app.core.ruling import Answer, Ruling
from app.games.incursion import attack, melee
from app.games.incursion.attack_events import DiceRerolled, ReactionFireEnded
from app.games.incursion.shooting import fire_at
from app.games.incursion.state import FollowUp, Model
from app.games.incursion.waiting import follow_up


class Reroll(Command):
    """Roll once more each die of the last attack that caused no Damage Point. Source: Two-Gun."""

    rolls: ClassVar[bool] = True
    model: str

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        follow = due_reroll(look)
        answer = judged(look, follow)
        chance, dp = attack.chance(answer["needs"]), look.state.models[follow.target].dp
        dice = Ruling().plus("two-gun", follow.number, "shooting.two-gun")
        result = {"dice_needed": follow.number, "needs": answer["needs"]}
        preview = Answer(result, dice, answer.also, attack.odds(follow.number, chance, dp))
        yield Offer(cls.key, given={"model": follow.model}, dice=Ask(follow.number), preview=preview)

    def decide(self, draft: Draft) -> None:
        follow = due_reroll(draft)
        if self.model != follow.model:
            raise Refused("nothing-to-reroll", "shooting.two-gun", field="model")
        roll = draft.roll(Ask(follow.number))
        if follow.weapon == melee.HAND_TO_HAND:
            melee.reroll(draft, follow, roll)
        else:
            reshoot(draft, follow, roll)


def judged(look: Look, follow: FollowUp) -> Answer:
    """The ruling on the attack before its dice."""
    if follow.weapon == melee.HAND_TO_HAND:
        return melee.strike(look, follow.model, follow.target)
    return fire_at(look, follow.model, follow.weapon, follow.target, reaction=follow.reaction)


def reshoot(draft: Draft, follow: FollowUp, roll: Roll) -> None:
    """The misses of a shot, rolled once more. Source: Two-Gun."""
    target: Model = draft.state.models[follow.target]
    judge = partial(fire_at, draft, follow.model, follow.weapon, follow.target, follow.faces, reaction=follow.reaction)
    before, shot = judge(), judge(rerolls=roll.faces)
    hits = shot["hits"] - before["hits"]
    harm = shot["needs"], hits, min(hits, target.dp)
    draft.note(DiceRerolled(follow.model, follow.target, roll, *harm, working(shot)))
    if shot["out_of_ammo"] and draft.state.models[follow.model].reaction_fire:
        draft.note(ReactionFireEnded(follow.model, "out-of-ammo"))
    attack.bury(draft, follow.target, ranged=True)


def due_reroll(look: Look) -> FollowUp:
    """The dice that this side may reroll now. Raises Refused."""
    return follow_up(look, "reroll", Refused("nothing-to-reroll", "shooting.two-gun"))
