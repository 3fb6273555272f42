"""Several squares, or several models, in one press: each of them acts in its own activation, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from app.core.commands import Command, Doubt, Draft, Gate, Look
from app.core.offers import Choice, Offer, Some, Span
from app.core.refusals import Refused
from app.core.ruling import working
from app.games.incursion.events.actions import AdvanceStopped, ModelAdvanced, ModelMoved, Payment
from app.games.incursion.state import Model
from app.games.incursion.turn.actions import check_not_held, is_held
from app.games.incursion.turn.activation import (
    activate,
    check_activation,
    check_half,
    check_next,
    fresh,
    own_model,
    own_models,
)
from app.games.incursion.turn.costs import check_landed, cost
from app.games.incursion.turn.watching import alert_watchers, alerted

STEP = "move-forward"
"""The row of the AP table."""


class Advance(Command):
    """These models go straight ahead (or enter) in this order, each so many squares as its own AP allow.

    It stops at the step that an enemy in Reaction Fire may answer, and at one that leads out of fire.
    """

    models: Annotated[list[str], Field(min_length=1)]
    squares: Annotated[int, Field(ge=1)]
    gate: ClassVar[Gate] = check_half

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        check_landed(look)
        far = {key: reach for key in acts_now(look) if (reach := reach_of(look, key))}
        if not far:
            raise Refused("all-activated", "action.activation")
        acting = look.state.acting
        if far.get(acting, 0) > 1:
            yield Offer(cls.key, given={"models": [acting]}, choose={"squares": Span(2, far[acting])}, about=(acting,))
        if len(far) > 1:
            most = max(far.values())
            choose: dict[str, Choice] = {"models": Some(list(far), 1, len(far)), "squares": Span(1, most, most)}
            yield Offer(cls.key, choose=choose, label="everybody-advances", hint="hint.everybody-advances")

    def decide(self, draft: Draft) -> None:
        check_landed(draft)
        check_each_once(self.models)
        for index, key in enumerate(self.models):
            if not squares_of(draft, key):
                raise why_not(draft, key, f"models.{index}")
        models = acting_first(draft, self.models)
        for number, key in enumerate(models, 1):
            moved = advance(draft, key, self.squares)
            if moved is not None:
                if key != models[-1] or moved < self.squares:
                    draft.note(AdvanceStopped(key, why_stopped(draft, key), models[number:]))
                return

    def asked_before(self, look: Look) -> Doubt | None:
        return left_over(look, self.models, {key: self._spent(look, key) for key in self.models})

    def _spent(self, look: Look, key: str) -> int:
        """The AP that a model spends if nobody stops it. Raises Refused for one that does not act."""
        check_acts(look, key)
        return int(cost(look, STEP, key)["ap"]) * min(self.squares, reach_of(look, key))


def why_stopped(look: Look, key: str) -> Literal["reaction-fire", "dice-of-fire"]:
    """Whether somebody may fire at the step of a model, or it left fire."""
    return "reaction-fire" if any(one.model == key for one in look.state.triggers) else "dice-of-fire"


def acting_first(look: Look, models: list[str]) -> list[str]:
    """These models in their order, but that whoever acts finishes before the others are activated."""
    return sorted(models, key=lambda key: key != look.state.acting)


def check_each_once(models: list[str]) -> None:
    """Raises Refused for a model that is named twice."""
    for index, key in enumerate(models):
        if key in models[:index]:
            raise Refused("named-twice", field=f"models.{index}", model=key)


def acts_now(look: Look) -> list[str]:
    """The models of this side that act or may be activated for the first time this turn."""

    def found() -> list[str]:
        those = {look.state.acting, *fresh(look)}
        return [key for key, _ in own_models(look) if key in those]

    return look.once(("acts-now", look.side), found)


def check_acts(look: Look, key: str) -> None:
    """Raises Refused unless a model acts or may be activated for the first time this turn."""
    own_model(look, key)
    if key not in acts_now(look):
        check_next(look)
        check_activation(look, key)
        raise Refused("activated-already", "action.activation", field="model", model=key)


def squares_of(look: Look, key: str) -> int:
    """How many squares a model can go straight ahead with AP of its own; 0 where it cannot, or does not act."""
    return reach_of(look, key) if key in acts_now(look) else 0


def reach_of(look: Look, key: str) -> int:
    """The same of a model that acts now."""
    model: Model = look.state.models[key]
    return 0 if is_held(look, model) else int(model.ap // max(1, cost(look, STEP, key)["ap"]))


def why_not(look: Look, key: str, field: str) -> Refused:
    """Why a model does not advance, at its place in the list."""
    try:
        check_acts(look, key)
        check_not_held(look, look.state.models[key])
    except Refused as refused:
        return Refused(refused.code, refused.rule, field=field, **refused.words)
    return Refused("not-enough-ap", "action.cp-as-ap", field=field, needed=cost(look, STEP, key)["ap"], ap=0, cp=0)


def left_over(look: Look, models: list[str], spent: Mapping[str, int]) -> Doubt | None:
    """The AP that are lost by models which finish within a press: all but the last of these, and who acts now."""
    order = acting_first(look, models)
    acting = [look.state.acting] if look.state.acting and look.state.acting not in models else []
    ap = {key: look.state.models[key].ap - spent.get(key, 0) for key in (*acting, *order[:-1])}
    lost = {key: left for key, left in ap.items() if left > 0}
    return Doubt("ap-lost", {"lost": lost}) if lost else None


def advance(draft: Draft, key: str, wished: int) -> int | None:
    """A model goes ahead. How far it went where everybody stops after it; None where the others go on."""
    if draft.state.acting != key:
        activate(draft, key)
    model = draft.state.models[key]
    price = cost(draft, STEP)
    one = bool(alerted(draft, key, "step")) or model.in_fire
    squares = 1 if one else min(wished, squares_of(draft, key))
    entered, why = model.place == "entry", working(price)
    moved = ModelMoved(key, "forward", entered, why)
    if squares > 1:
        moved = ModelAdvanced(key, "forward", entered, why, squares=squares)
    moved.out_of_fire = model.in_fire
    draft.note(moved.paid_with(Payment(price["ap"] * squares)))
    alert_watchers(draft, key, "step")
    return squares if one else None
