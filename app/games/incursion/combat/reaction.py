"""Reaction Fire: watchers shoot at enemy actions until they run out of ammo.

Source: Reaction Fire.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import DiceRequest, MultiChoice, Offer
from app.core.errors import Refused
from app.core.rules.ruling import RulingResult
from app.games.incursion.awaited_answers import BEFORE_THE_BLAST, check_answered, check_none_to_reroll
from app.games.incursion.combat import attack
from app.games.incursion.combat.shooting import misses_to_reroll, shot_at
from app.games.incursion.events.attacks import (
    ReactionDeclined,
    ReactionFireEnded,
    ReactionLimited,
    ReactionShot,
    ReactionUnlimited,
    WatchersNudged,
)
from app.games.incursion.pending_reactions import Trigger
from app.games.incursion.state import Draft, GameContext
from app.games.incursion.turn.costs import check_each_once
from app.games.incursion.turn.reaction_setup import reaction_weapon, still_due, watchers_of


def open_triggers(look: GameContext) -> list[Trigger]:
    if look.state.over:
        raise Refused("mission-over", "table.over")
    check_answered(look, but_for=BEFORE_THE_BLAST)
    check_none_to_reroll(look)
    triggers = look.state.answerable(look.side)
    if not triggers:
        raise Refused("nothing-to-react-to", "reaction.trigger")
    return triggers


class React(Command):
    """A shot in Reaction Fire at an enemy action that has just been seen."""

    rolls: ClassVar[bool] = True
    model: str
    target: str
    action: Annotated[int, Field(ge=1)] | None = None
    precondition: ClassVar[Precondition] = open_triggers

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        shots: dict[Hashable, tuple[DiceRequest, RulingResult]] = {}
        acted = Counter(trigger.model for trigger in open_triggers(look))
        for trigger, key in chances(look):
            target, alike = trigger.model, (trigger.model, kind_of_watcher(look, key))
            if alike not in shots:
                answer = reaction_shot(look, key, target)
                shots[alike] = DiceRequest(answer["dice_needed"]), answer
            ask, answer = shots[alike]
            if ask.count:
                given = {"model": key, "target": target, "action": trigger.number}
                hint, about = f"name.{trigger.action}" if acted[target] > 1 else None, (key, target)
                yield Offer(cls.key, given=given, dice=ask, preview=answer, about=about, aim="target", hint=hint)

    def decide(self, draft: Draft) -> None:
        action = self._action(draft)
        weapon = watching_with(draft, self.model, self.target, action)
        needed = reaction_shot(draft, self.model, self.target)["dice_needed"]
        if not needed:
            raise Refused("no-dice-left", "shooting.no-dice", field="model")
        roll = draft.roll(DiceRequest(needed))
        answer = reaction_shot(draft, self.model, self.target, roll.numbers)
        left = None
        if answer.result.get("rerolls_needed") and not answer["casualty"]:
            left = misses_to_reroll(draft, self.model, weapon, self.target, answer, roll.numbers, reaction=True)
        late = next(one.late for one in open_triggers(draft) if one.number == action)
        draft.emit(ReactionShot(self.model, self.target, roll, *attack.harm_of(answer), weapon, action, left, late))
        waits = left is not None and draft.book.answer_for("ammo-doubles") == "final"
        if answer.result.get("out_of_ammo") and not waits:
            draft.emit(ReactionFireEnded(self.model, "out-of-ammo"))
        attack.remove_casualty(draft, self.target, ranged=True)

    def _action(self, look: GameContext) -> int:
        if self.action is not None:
            return self.action
        numbers = [one.number for one, key in chances(look) if (key, one.model) == (self.model, self.target)]
        return max(numbers, default=0)


def chances(look: GameContext) -> list[tuple[Trigger, str]]:
    models = look.state.models
    return [
        (trigger, key)
        for trigger in reversed(open_triggers(look))
        for key in trigger.watchers
        if reaction_weapon(look, models[key])
    ]


def watching_with(look: GameContext, key: str, target: str, number: int) -> str:
    fitting = [one for one in open_triggers(look) if one.number == number and one.model == target]
    if not fitting:
        raise Refused("nothing-to-react-to", "reaction.trigger", field="action")
    if key not in fitting[0].watchers:
        raise Refused("does-not-watch", "reaction.trigger", field="model", model=key)
    return gun_of(look, key)


def gun_of(look: GameContext, key: str) -> str:
    weapon = reaction_weapon(look, look.state.models[key])
    if weapon is None:
        raise Refused("no-reaction-weapon", "reaction.enter", field="model", model=key)
    return weapon


def reaction_shot(look: GameContext, key: str, target: str, dice: list[int] | None = None) -> RulingResult:
    return shot_at(look, key, gun_of(look, key), target, dice, reaction=True)


def kind_of_watcher(look: GameContext, key: str) -> Hashable:

    def found() -> Hashable:
        state = look.state
        return state.models[key].card, tuple([name for name, _ in state.cards_on(key)])

    return look.cached(("kind-of-watcher", key), found)


class NoReaction(Command):
    """Waive every open chance of Reaction Fire.

    Or those at one enemy `model` for its activation.
    """

    model: str | None = None
    precondition: ClassVar[Precondition] = open_triggers

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        triggers = open_triggers(look)
        yield Offer(cls.key)
        if look.state.acting in {trigger.model for trigger in triggers}:
            yield Offer(cls.key, given={"model": look.state.acting}, label="no-reaction-to")

    def decide(self, draft: Draft) -> None:
        triggers = open_triggers(draft)
        if self.model is not None and self.model not in {trigger.model for trigger in triggers}:
            raise Refused("nothing-to-react-to", "reaction.trigger", field="model")
        draft.emit(ReactionDeclined(draft.side, self.model))


def check_watches(look: GameContext) -> None:
    """Raise Refused unless in the enemy's half this side watches or limits its reactions."""
    state = look.state
    if state.over:
        raise Refused("mission-over", "table.over")
    enemy_half = state.phase_of_half == "action" and state.half_of == state.other(look.side)
    limited = state.sides[look.side].reacts_only is not None
    if not enemy_half or not (limited or watchers_of(look, look.side)):
        raise Refused("nobody-watches", "reaction.trigger")
    check_answered(look, but_for=BEFORE_THE_BLAST)
    check_none_to_reroll(look)


class LimitReaction(Command):
    """React to nothing until the enemy's half ends, pending shots included.

    But to what enemies named in `only` do, and with watchers named there.
    """

    only: list[str] = Field(default_factory=list)
    precondition: ClassVar[Precondition] = check_watches

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        now = look.state.sides[look.side].reacts_only
        if now != []:
            yield Offer(cls.key, label="nobody-this-half")
        some = may_be_named(look)
        only = MultiChoice(some, 1, len(some), ticked=False)
        yield Offer(cls.key, choose={"only": only}, label="ask-only-for", hint="hint.ask-only-for")

    def decide(self, draft: Draft) -> None:
        some = set(may_be_named(draft))
        for index, key in enumerate(self.only):
            if key not in some:
                raise Refused("cannot-react-to", "reaction.trigger", field=f"only.{index}", model=key)
        check_each_once(self.only, "only")
        draft.emit(ReactionLimited(draft.side, self.only))


def may_be_named(look: GameContext) -> list[str]:
    state = look.state
    enemies = [key for key, model in state.of(state.other(look.side)) if model.in_reach]
    return [*watchers_of(look, look.side), *enemies]


def check_limited(look: GameContext) -> None:
    check_watches(look)
    if look.state.sides[look.side].reacts_only is None:
        raise Refused("asked-anyway", "reaction.trigger")


class AskForAll(Command):
    """Be asked about every enemy action again, from now on."""

    precondition: ClassVar[Precondition] = check_limited

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        draft.emit(ReactionUnlimited(draft.side))


def check_due(look: GameContext) -> None:
    if look.state.over:
        raise Refused("mission-over", "table.over")
    if all(due.unfinished for due in still_due(look)):
        raise Refused("nobody-to-nudge", "reaction.trigger")


class Nudge(Command):
    """Ask the enemy for the outstanding answers in Reaction Fire."""

    precondition: ClassVar[Precondition] = check_due

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        draft.emit(WatchersNudged(draft.state.other(draft.side)))
