"""The current activation, and who may be activated next. Source: Incursion, Action Phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from app.core.engine import command
from app.core.engine.command import Command, Precondition
from app.core.engine.offers import Offer
from app.core.errors import Refused, passes
from app.games.incursion.events.actions import ModelActivated
from app.games.incursion.state import Draft, GameContext, Model
from app.games.incursion.turn.costs import check_landed, spendable_cp
from app.games.incursion.turn.last_activation import (
    check_last_over,
    check_own_half,
    end_last_activation,
    has_last_activation,
)
from app.games.incursion.turn.sequence import check_done, end_activation, put_out_flames


def check_half(look: GameContext) -> None:
    check_done(look)
    if look.state.phase != "action":
        raise Refused("not-time-to-act", "turn.sequence")


def check_activation(look: GameContext, key: str) -> None:
    model = own_model(look, key)
    look.require(check_landed)
    if (no := not_ready(look, key, model)) is not None:
        raise no


def not_ready(look: GameContext, key: str, model: Model) -> Refused | None:
    state = look.state
    if state.is_locked(key):
        return Refused("still-stranded", "missions.stranded", field="model", model=key)
    if not model.in_reach:
        return Refused("not-on-board" if model.alive else "model-dead", "action.activation", field="model", model=key)
    if state.acting == key and not (model.passed_on and may_come_back(look, model)):
        return Refused("acting-already", "action.activation", field="model", model=key)
    if model.last or (model.activated and not may_come_back(look, model)):
        return Refused("activated-already", "action.activation", field="model", model=key)
    return None


def in_reach(look: GameContext, *, activated: bool) -> list[tuple[str, Model]]:
    return [(key, model) for key, model in own_models(look) if model.activated == activated and model.in_reach]


def own_models(look: GameContext) -> list[tuple[str, Model]]:
    return look.cached(("own-models", look.side), lambda: look.state.of(look.side))


def fresh(look: GameContext) -> list[str]:

    def found() -> list[str]:
        unspent = in_reach(look, activated=False)
        return [key for key, model in unspent if not_ready(look, key, model) is None]

    held_up = look.refusal_for(check_next) or look.refusal_for(check_landed)
    return look.cached(("fresh", look.side), found) if held_up is None else []


def may_come_back(look: GameContext, model: Model) -> bool:
    if look.book.activation.activated_model != "may-come-back" or look.book.answer_for("reactivation") == "never":
        return False
    return spendable_cp(look, model) > 0


def own_model(look: GameContext, key: str) -> Model:
    model = look.state.models.get(key)
    if model is None or model.side != look.side:
        raise Refused("not-your-model", "action.activation", field="model", model=key)
    return model


class Activate(Command):
    model: str
    precondition: ClassVar[Precondition] = check_half

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_landed(look)
        check_next(look)
        first = fresh(look)
        spent = in_reach(look, activated=True)
        again = [key for key, model in spent if not_ready(look, key, model) is None]
        if not first and not again:
            raise Refused("all-activated", "action.activation")
        if first:
            yield Offer(cls.key, choose={"model": first})
        if again:
            yield Offer(cls.key, choose={"model": again}, label="activate-again")

    def decide(self, draft: Draft) -> None:
        activate(draft, self.model)


def activate(draft: Draft, key: str) -> None:
    """Begin a model's activation; whoever was acting has finished. Raise Refused."""
    check_half(draft)
    check_next(draft)
    check_activation(draft, key)
    if has_last_activation(draft):
        end_last_activation(draft)
    end_activation(draft)
    put_out_flames(draft)
    draft.emit(ModelActivated(key, draft.state.models[key].activated, chances_stand=True))


def may_begin(look: GameContext, key: str) -> bool:
    return look.state.acting != key and not own_model(look, key).activated and passes(check_activation, look, key)


def check_next(look: GameContext) -> None:
    check_own_half(look)
    if has_last_activation(look):
        check_last_over(look)


def acting(
    look: GameContext, key: str | None = None, *, mid_leap: bool = False, passing: bool = False
) -> tuple[str, Model]:
    """Return the acting model (`key`, if given).

    Raise Refused, also in the middle of a Leap, and once it has passed AP on, but for `passing` more. In a command
    the first action of a model that has not been activated activates it.
    """
    look.require(check_half)
    if isinstance(look, command.Draft) and key is not None and may_begin(look, key):
        activate(look, key)
    now = look.state.acting
    if key is not None:
        own_model(look, key)
    if now is None or key not in (None, now):
        raise Refused("no-activation", "action.activation", field="model", model=key or "")
    model = look.state.models[now]
    if not model.in_reach:
        raise Refused("no-activation", "action.activation", field="model", model=now)
    if not mid_leap:
        look.require(check_landed)
    if not passing:
        check_not_over(look, now)
    return now, model


def check_not_over(look: GameContext, key: str) -> None:
    if look.state.models[key].passed_on:
        raise Refused("passed-on", "powers.tactical-fulcrum", field="model", model=key)


def check_entered(model: Model) -> None:
    if model.place != "board":
        raise Refused("not-entered", "turn.deployment", field="model")
