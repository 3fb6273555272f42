"""The Harpoon Gun: it strikes, drags, holds and sticks. Source: Incursion, Hans the Hunter."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from app.core.engine.command import Command
from app.core.engine.offers import Choice, DiceRequest, Offer
from app.core.errors import Refused, passes
from app.core.rules.ruling import RulingResult, working
from app.games.incursion.awaited_answers import follow_up
from app.games.incursion.cards.effects import changes, total
from app.games.incursion.combat import attack, powers
from app.games.incursion.events.attacks import HarpoonFired, HarpoonPulled, Square, TargetDragged
from app.games.incursion.pending_reactions import FollowUp
from app.games.incursion.state import Draft, GameContext, Model
from app.games.incursion.turn.actions import Action, AttackAction, attack_offer, board_offer, check_fire
from app.games.incursion.turn.activation import acting, check_entered
from app.games.incursion.turn.costs import has_power
from app.games.incursion.turn.reaction_setup import alert_watchers, check_unhurried

GUN = "harpoon-gun"
SQUARES = ["free", "taken"]
"""States of the square before Hans."""


def places(look: GameContext) -> dict[str, Choice]:
    return {"square": SQUARES, **({"into_fire": [False, True]} if look.state.flames else {})}


def check_gun(look: GameContext, key: str, model: Model) -> None:
    if not has_power(look, model, "harpoon"):
        raise Refused("no-harpoon", "powers.harpoon", field="model")
    if model.harpoon_stuck:
        raise Refused("harpoon-stuck", "powers.harpoon", field="model")
    held = any(other.held_by == key for other in look.state.models.values())
    if held and look.book.answer_for("harpooned") == "held":
        raise Refused("harpoon-holds", "powers.harpoon", field="model")


def is_ready(look: GameContext, key: str) -> bool:
    """Return whether a model has a harpoon that neither sticks in somebody nor holds anybody."""
    return passes(check_gun, look, key, look.state.models[key])


def harpoon_facts(look: GameContext, key: str, target: str) -> dict[str, int]:
    enemy = look.state.models[target]
    fortitude = max(0, enemy.fortitude + total(changes(look, target, "fortitude")))
    return {"fortitude": fortitude, "dp": enemy.dp, "modifier": total(changes(look, key, "shot-die"))}


def harpoon_at(
    look: GameContext, key: str, target: str, die: int | None = None, square: Square = "free"
) -> RulingResult:
    facts = {**harpoon_facts(look, key, target), "die": die, "taken": square == "taken"}
    return powers.harpoon(powers.Harpoon.model_validate(facts), look.book)


def drag_at(look: GameContext, follow: FollowUp, drag_die: int, square: Square) -> RulingResult:
    facts = {**harpoon_facts(look, follow.model, follow.target), **follow.facts}
    given = {**facts, "die": follow.faces[0], "drag_die": drag_die, "taken": square == "taken"}
    return powers.harpoon(powers.Harpoon.model_validate(given), look.book)


class Harpoon(AttackAction):
    rolls: ClassVar[bool] = True
    cost_of: ClassVar[str] = "fire"
    facing: ClassVar[str | None] = "hint.harpoon-ahead"
    target: str
    square: Square = "free"
    into_fire: bool = False

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        key, model = acting(look)
        check_gun(look, key, model)
        for targets, preview in attack.targets_alike(look, partial(harpoon_at, look, key)):
            yield attack_offer(look, cls, targets, preview, places(look))

    def decide(self, draft: Draft) -> None:
        key, model = acting(draft, self.model)
        check_gun(draft, key, model)
        attack.target_of(draft, self.target)
        check_unhurried(draft, [self.target], "target")
        check_fire(draft, into_fire=self.into_fire)
        paid = self.payment(draft)
        roll = draft.roll(DiceRequest(1))
        before = harpoon_at(draft, key, self.target)
        answer = harpoon_at(draft, key, self.target, roll.numbers[0], self.square)
        hit = int(answer["hit"])
        holds = bool(hit and answer["harpooned"] and draft.book.answer_for("harpooned") == "held")
        facts = harpoon_facts(draft, key, self.target)
        left = None if hit else FollowUp(key, "drag", GUN, self.target, 1, roll.numbers, holds=True, facts=facts)
        dragged = bool(hit and answer["dragged"])
        harm = before["needs"], hit, hit
        fired = HarpoonFired(key, self.target, roll, *harm, working(answer), holds, left, dragged, self.square)
        fired.into_fire = self.into_fire if dragged else None
        draft.emit(fired.paid_with(paid))
        attack.remove_casualty(draft, self.target, ranged=True, by=key)
        alert_watchers(draft, key, "fire")


class Drag(Command):
    """Roll whether a harpoon that caused no Damage Point drags its target before Hans."""

    rolls: ClassVar[bool] = True
    model: str
    square: Square = "free"
    into_fire: bool = False

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        follow = due_drag(look)
        given = {"model": follow.model}
        yield Offer(cls.key, given=given, choose=places(look), dice=DiceRequest(1), about=(follow.model, follow.target))

    def decide(self, draft: Draft) -> None:
        follow = due_drag(draft)
        if self.model != follow.model:
            raise Refused("nothing-to-drag", "powers.harpoon", field="model")
        check_fire(draft, into_fire=self.into_fire)
        roll = draft.roll(DiceRequest(1))
        answer = drag_at(draft, follow, roll.numbers[0], self.square)
        drag = list(answer.also["drag"].reasons)
        holds = answer["harpooned"] and draft.book.answer_for("harpooned") == "held"
        dragged = TargetDragged(follow.model, follow.target, roll, answer["dragged"], drag, self.square, holds)
        dragged.into_fire = self.into_fire if dragged.dragged else None
        draft.emit(dragged)


def due_drag(look: GameContext) -> FollowUp:
    return follow_up(look, "drag", Refused("nothing-to-drag", "powers.harpoon"))


class FreeHarpoon(Action):
    cost_of: ClassVar[str] = "free-harpoon"

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_stuck(acting(look)[1])
        yield board_offer(look, cls)

    def decide(self, draft: Draft) -> None:
        key, model = acting(draft, self.model)
        check_stuck(model)
        check_entered(model)
        self.pay(draft, HarpoonPulled(key, self.cost_reasons(draft)))


def check_stuck(model: Model) -> None:
    if not model.harpoon_stuck:
        raise Refused("harpoon-free", "powers.harpoon", field="model")
