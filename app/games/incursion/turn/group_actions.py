"""Several squares or models in one command, each in its own activation, one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, ClassVar

from pydantic import Field

from app.core.engine.command import Command, Doubt, Precondition
from app.core.engine.offers import Choice, MultiChoice, NumberChoice, Offer
from app.core.errors import Refused, passes
from app.core.rules.ruling import working
from app.games.incursion.events.actions import AdvanceStopped, ModelsAdvanced, Payment, WhyStopped
from app.games.incursion.pending_reactions import Advancing
from app.games.incursion.state import Draft, GameContext
from app.games.incursion.turn.actions import MOST_STEPS, STEPS, Move, check_fire, check_not_held, is_held, moved_by
from app.games.incursion.turn.activation import (
    activate,
    check_activation,
    check_half,
    check_next,
    check_not_over,
    fresh,
    own_model,
    own_models,
)
from app.games.incursion.turn.costs import check_each_once, check_landed, cost
from app.games.incursion.turn.reaction_setup import alert_watchers, alerted

STEP = "move-forward"
"""The row of the AP table."""


class Advance(Command):
    """These models go straight ahead (or enter) in this order, each so many squares.

    Their own AP must allow it. It stops at the step that an enemy in Reaction Fire may answer, and at one for which
    dice of fire are due. While anything burns each goes one square; those of them that are named step `into_fire`.
    """

    models: Annotated[list[str], Field(min_length=1)]
    squares: Annotated[int, Field(ge=1)]
    into_fire: list[str] = Field(default_factory=list)
    precondition: ClassVar[Precondition] = check_half

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_landed(look)
        far = {key: reach for key in acts_now(look) if (reach := reach_of(look, key))}
        if not far:
            raise Refused("nobody-can-advance" if acts_now(look) else "all-activated", "action.activation")
        acting = look.state.acting or ""
        if look.state.flames:
            some = MultiChoice(list(far), 1, len(far)), MultiChoice(list(far), 0, len(far), ticked=False)
            fields: dict[str, Choice] = dict(zip(("models", "into_fire"), some, strict=True))
            hint = "hint.advance-in-fire"
            yield Offer(cls.key, given={"squares": 1}, choose=fields, label="everybody-advances", hint=hint)
            return
        if len(far) > 1:
            most = max(far.values())
            choose: dict[str, Choice] = {
                "squares": NumberChoice(1, most, most),
                "models": MultiChoice(list(far), 1, len(far)),
            }
            yield Offer(cls.key, choose=choose, label="everybody-advances", hint="hint.everybody-advances")
        if far.get(acting, 0) > 1:
            yield Offer(
                cls.key, given={"models": [acting]}, choose={"squares": NumberChoice(2, far[acting])}, about=(acting,)
            )

    def decide(self, draft: Draft) -> None:
        check_landed(draft)
        check_each_once(self.models)
        for index, key in enumerate(self.models):
            if not squares_of(draft, key):
                raise why_not(draft, key, f"models.{index}")
        check_each_once(self.into_fire, "into_fire")
        for index, key in enumerate(self.into_fire):
            check_fire(draft, into_fire=True)
            if not squares_of(draft, key):
                raise why_not(draft, key, f"into_fire.{index}")
        go_ahead(draft, acting_first(draft, self.models), self.squares, self.squares, self.into_fire)

    def asked_before(self, look: GameContext) -> Doubt | None:
        return left_over(look, self.models, {key: self._spent(look, key) for key in self.models})

    def _spent(self, look: GameContext, key: str) -> int:
        check_acts(look, key)
        return int(cost(look, STEP, key)["ap"]) * min(self.squares, reach_of(look, key))


def go_ahead(draft: Draft, models: list[str], first: int, squares: int, into_fire: list[str]) -> None:
    """Move models ahead one by one, the first so many squares and each other one so many.

    Stop at what has to be answered first.
    """
    gone: dict[str, int] = {}
    for number, key in enumerate(models):
        wished = squares if number else first
        gone[key], why = advance(draft, key, wished, into_fire=key in into_fire)
        if why is None and key == models[-1] and draft.state.flames and wished > 1:
            why = "square-by-square"
        if why is not None:
            left, burns = models[number + 1 :], draft.state.flames or draft.state.models[key].in_fire
            to_go = 0 if burns or why != "reaction-fire" else min(wished - 1, squares_of(draft, key))
            if left or wished > 1:
                draft.emit(AdvanceStopped(key, why, left, to_go, squares, into_fire, gone=gone))
                return
            break
    if len(gone) > 1:
        draft.emit(ModelsAdvanced(gone))


def go_on_advancing(draft: Draft) -> bool:
    """Go on with a move of several steps whose last step is answered, whoever answered it.

    Return whether it did.

    Not if one of its models is lost or held, or may no longer go as it was meant to.
    """
    state, plan = draft.state, draft.state.advancing
    if plan is None or state.over or state.waiting or state.follow_ups or state.dues():
        return False
    side = state.models[plan.model].side
    own = replace(draft, seat=draft.log.seat(side), known={}, refusals={})
    stands = state.models[plan.model].in_reach and not is_held(own, state.models[plan.model])
    if not (stands and passes(check_half, own) and passes(check_landed, own)):
        return False
    if not (walk_on(own, plan) if plan.cp or plan.step != STEPS[0] else advance_on(own, plan)):
        return False
    draft.known, draft.refusals = {}, {}
    return True


def advance_on(own: Draft, plan: Advancing) -> bool:
    models = [plan.model] * bool(plan.to_go) + plan.left
    if not all(squares_of(own, key) for key in models):
        return False
    go_ahead(own, models, plan.to_go or plan.squares, plan.squares, plan.into_fire)
    return True


def walk_on(own: Draft, plan: Advancing) -> bool:
    """Let a model go on that does not only go ahead with its own AP; return whether it may."""
    if own.state.flames or not 0 < plan.to_go <= MOST_STEPS:
        return False
    price = cost(own, f"move-{plan.step}")["ap"] * plan.to_go
    move = Move(model=plan.model, step=plan.step, steps=plan.to_go, cp=max(0, min(plan.cp, price)))
    if not passes(move.check, own):
        return False
    move.decide(own)
    return True


def acting_first(look: GameContext, models: list[str]) -> list[str]:
    return sorted(models, key=lambda key: key != look.state.acting)


def acts_now(look: GameContext) -> list[str]:
    """Return the models of this side that act or may be activated for the first time this turn."""

    def found() -> list[str]:
        those = {look.state.acting, *fresh(look)}
        return [key for key, _ in own_models(look) if key in those]

    return look.cached(("acts-now", look.side), found)


def check_acts(look: GameContext, key: str) -> None:
    own_model(look, key)
    if key not in acts_now(look):
        check_next(look)
        check_activation(look, key)
        raise Refused("activated-already", "action.activation", field="model", model=key)


def squares_of(look: GameContext, key: str) -> int:
    return reach_of(look, key) if key in acts_now(look) else 0


def reach_of(look: GameContext, key: str) -> int:
    model = look.state.models[key]
    stays = is_held(look, model) or model.passed_on
    return 0 if stays else int(model.ap // max(1, cost(look, STEP, key)["ap"]))


def why_not(look: GameContext, key: str, field: str) -> Refused:
    try:
        check_acts(look, key)
        check_not_held(look, look.state.models[key])
        check_not_over(look, key)
    except Refused as refused:
        return Refused(refused.code, refused.rule, field=field, **refused.words)
    return Refused("not-enough-ap", "action.cp-as-ap", field=field, needed=cost(look, STEP, key)["ap"], ap=0, cp=0)


def left_over(look: GameContext, models: list[str], spent: Mapping[str, int]) -> Doubt | None:
    """Return the AP lost by models that finish within a command.

    All but the last of these, and the model that acts now.
    """
    order = acting_first(look, models)
    acting = [look.state.acting] if look.state.acting and look.state.acting not in models else []
    ap = {key: look.state.models[key].ap - spent.get(key, 0) for key in (*acting, *order[:-1])}
    lost = {key: left for key, left in ap.items() if left > 0}
    return Doubt("ap-lost", {"lost": lost}) if lost else None


def advance(draft: Draft, key: str, wished: int, *, into_fire: bool) -> tuple[int, WhyStopped | None]:
    """Move a model ahead. Return its squares, and why everybody stops after it; None if the others go on."""
    if draft.state.acting != key:
        activate(draft, key)
    model = draft.state.models[key]
    price, watched = cost(draft, STEP), bool(alerted(draft, key, "step"))
    squares = 1 if watched or draft.state.flames or model.in_fire else min(wished, reach_of(draft, key))
    moved = moved_by(key, "forward", model, squares, working(price))
    moved.into_fire, moved.out_of_fire = into_fire, model.in_fire
    burns = into_fire or model.in_fire
    draft.emit(moved.paid_with(Payment(price["ap"] * squares)))
    alert_watchers(draft, key, "step")
    return squares, "reaction-fire" if watched else "dice-of-fire" if burns else None
