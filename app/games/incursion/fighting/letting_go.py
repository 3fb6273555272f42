"""What an attack left to do is let go, so that nobody waits for it: a free shot, dice to reroll; never a drag."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.commands import Command
from app.core.offers import Offer
from app.core.refusals import Refused
from app.games.incursion.events.attacks import FollowUpLetGo, ReactionFireEnded
from app.games.incursion.fighting.rerolls import attack_ruling
from app.games.incursion.pending import FollowUp
from app.games.incursion.state import Draft, Look
from app.games.incursion.turn.watching import still_due
from app.games.incursion.waiting import follow_up


class LetGo(Command):
    """Do without what an attack left to do, where the enemy waits for it. Source: Incursion, Reaction Fire."""

    model: str

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        follow = awaited(look)
        given, label = {"model": follow.model}, f"let-go-{follow.kind}"
        yield Offer(cls.key, given=given, label=label, about=(follow.model,))

    def decide(self, draft: Draft) -> None:
        follow = awaited(draft)
        if self.model != follow.model:
            raise Refused("nothing-to-let-go", "reaction.trigger", field="model")
        draft.note(FollowUpLetGo(follow.model, follow.kind))
        if follow.reaction and draft.state.models[follow.model].reaction_fire:
            if attack_ruling(draft, follow).result.get("out_of_ammo"):
                draft.note(ReactionFireEnded(follow.model, "out-of-ammo"))


def awaited(look: Look) -> FollowUp:
    """What the enemy waits for: dice of a watcher, or the rest of an action that it may answer. Raises Refused."""
    none = Refused("nothing-to-let-go", "reaction.trigger")
    follow = follow_up(look, None, none)
    answers = [due for due in still_due(look) if due.unfinished and not due.stuck]
    if follow.kind == "drag":
        raise Refused("drag-first", "powers.harpoon", model=follow.model, target=follow.target)
    if not (follow.reaction or answers):
        raise none
    return follow
