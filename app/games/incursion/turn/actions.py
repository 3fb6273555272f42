"""Actions of the AP table that move models, doors and AP.

Source: Incursion, Action Phase.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import Choice, DiceRequest, NumberChoice, Offer
from app.core.errors import Refused, passes
from app.core.rules.ruling import Reason, RulingResult, working
from app.games.incursion.events.actions import (
    Act,
    AdvanceStopped,
    ApPassed,
    DoorMoved,
    DoorSealed,
    ModelAdvanced,
    ModelMoved,
    ModelTurned,
    Payment,
    Step,
    WhyStopped,
)
from app.games.incursion.events.missions import RoomOpened
from app.games.incursion.state import Draft, GameContext, Model
from app.games.incursion.turn.activation import acting, check_entered, check_half, own_model, own_models
from app.games.incursion.turn.costs import cost, cp_span, has_power, mid_leap, payment, payment_form
from app.games.incursion.turn.reaction_setup import alert_watchers, alerted, check_may_end

STEPS: tuple[Step, ...] = ("forward", "sideways", "backward")


class Action(Command):
    """An action of the acting model.

    `cp` of its cost are paid with CP, a zombie's own first; left out, the least.
    """

    model: str
    cp: Annotated[int, Field(ge=0)] | None = None
    cost_of: ClassVar[str]
    """The row of the AP table."""
    attacks: ClassVar[bool] = False
    facing: ClassVar[str | None] = None
    """The hint on facing in its form: only the board shows it."""
    precondition: ClassVar[Precondition] = check_half

    def row(self, look: GameContext) -> str:
        """Return the row of the AP table that this action costs."""
        return self.cost_of

    def span(self, look: GameContext, model: Model) -> NumberChoice:
        return cp_span(look, model, self.row(look))

    def payment(self, look: GameContext) -> Payment:
        model = look.state.models[self.model]
        if self.attacks:
            check_way_in(look, model, blocked=getattr(self, "blocked", False))
        return payment(look, model, self.row(look), self.span(look, model), self.cp)

    def cost_reasons(self, look: GameContext) -> list[Reason]:
        return working(cost(look, self.row(look)))

    def pay(self, draft: Draft, act: Act) -> None:
        draft.emit(act.paid_with(self.payment(draft)))


class Move(Action):
    """So many squares one way; the first may enter the board, with Leap onto another model.

    It stops at the step that somebody may answer, until that is answered, and goes one square at a time while anything
    burns.
    """

    step: Step
    steps: Annotated[int, Field(ge=1, le=MOST_STEPS)] = 1
    into_fire: bool = False
    leap: bool = False

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        key, model = acting(look, mid_leap=True)
        check_not_held(look, model)
        leaps = (False, True) if has_power(look, model, "leap") else (False,)
        payable: dict[tuple[Step, bool], NumberChoice] = {}
        for way in ((step, leap) for leap in leaps for step in ways_over(look, inside=model.on_board)):
            with suppress(Refused):
                payable[way] = step_span(look, model, *way)
        if not payable:
            step_span(look, model, "forward", False)
        for (step, leap), span in payable.items():
            given, choose = payment_form(span, {"model": key, "step": step, **({"leap": True} if leap else {})})
            ap, label = cost(look, row_of(look, step, inside=model.on_board))["ap"], move_label(model, step, leap)
            yield from with_fire(look, Offer(cls.key, given=given, choose=choose, label=label, own=ap))

    def decide(self, draft: Draft) -> None:
        self.check(draft)
        model = draft.state.models[self.model]
        watched = bool(alerted(draft, self.model, "step"))
        steps = 1 if watched or draft.state.flames else self.steps
        moved = moved_by(self.model, self.step, model, steps, self.cost_reasons(draft))
        moved.into_fire, moved.out_of_fire, moved.leap = self.into_fire, model.in_fire, self.leap
        whole, paid = self.paid_for(draft, model, self.steps), self.paid_for(draft, model, steps)
        draft.emit(moved.paid_with(paid))
        alert_watchers(draft, self.model, "step")
        if steps < self.steps:
            goes_on = watched and not (draft.state.flames or model.in_fire)
            to_go, cp = (self.steps - steps, whole.all_cp - paid.all_cp) if goes_on else (0, 0)
            why: WhyStopped = "reaction-fire" if watched else "square-by-square"
            draft.emit(AdvanceStopped(self.model, why, to_go=to_go, step=self.step, cp=cp, gone={self.model: steps}))

    def check(self, look: GameContext) -> None:
        _, model = acting(look, self.model, mid_leap=True)
        check_not_held(look, model)
        check_fire(look, into_fire=self.into_fire)
        if self.steps > 1:
            self.check_all(look, model)
        else:
            self.payment(look)

    def row(self, look: GameContext) -> str:
        return row_of(look, self.step, inside=look.state.models[self.model].on_board)

    def span(self, look: GameContext, model: Model) -> NumberChoice:
        return step_span(look, model, self.step, self.leap)

    def check_all(self, look: GameContext, model: Model) -> None:
        if self.leap or mid_leap(look, model):
            raise Refused("one-square-a-leap", "powers.leap", field="steps")
        self.all_of_it(look, model)

    def all_of_it(self, look: GameContext, model: Model) -> Payment:
        first = self.row(look)
        more = cost(look, f"move-{self.step}")["ap"] * (self.steps - 1)
        return payment(look, model, first, cp_span(look, model, first, more), self.cp, more)

    def paid_for(self, look: GameContext, model: Model, steps: int) -> Payment:
        """Return the price of so many squares: if it stops before the last, the least CP.

        Raise Refused.
        """
        if self.steps == 1:
            return self.payment(look)
        if steps == self.steps:
            return self.all_of_it(look, model)
        return payment(look, model, self.row(look), self.span(look, model), None)


MOST_STEPS = 99
"""More than any model has AP for."""


def moved_by(key: str, step: Step, model: Model, steps: int, why: list[Reason]) -> ModelMoved:
    entered = model.place == "entry"
    if steps > 1:
        return ModelAdvanced(key, step, entered, why, squares=steps)
    return ModelMoved(key, step, entered, why)


def ways_over(look: GameContext, *, inside: bool) -> tuple[Step, ...]:
    return ("forward",) if not inside and look.book.answer_for("edge-steps") == "one" else STEPS


def row_of(look: GameContext, step: Step, *, inside: bool) -> str:
    return "move-forward" if not inside and look.book.answer_for("edge-steps") == "one" else f"move-{step}"


def with_fire(look: GameContext, offer: Offer) -> Iterator[Offer]:
    if not look.state.flames:
        yield offer
        return
    yield replace(offer, given={**offer.given, "into_fire": False}, label=f"{offer.label}-clear")
    yield replace(offer, given={**offer.given, "into_fire": True}, label=f"{offer.label}-into-fire")


def check_fire(look: GameContext, *, into_fire: bool) -> None:
    if into_fire and not look.state.flames:
        raise Refused("nothing-burns", "fire.placing", field="into_fire")


def move_label(model: Model, step: Step, leap: bool) -> str:
    if not model.on_board:
        return "enter" if step == "forward" else f"enter-{step}"
    return f"{'leap' if leap else 'move'}-{step}"


def step_span(look: GameContext, model: Model, step: Step, leap: bool) -> NumberChoice:
    """Return the CP that may pay for a step.

    None for the squares of a Leap, for which its AP must last to the last. Raise Refused. Source: Leap.
    """
    row = row_of(look, step, inside=model.on_board)
    if leap:
        if not has_power(look, model, "leap"):
            raise Refused("no-leap", "powers.leap", field="leap")
        check_entered(model)
    if not (leap or mid_leap(look, model)):
        return cp_span(look, model, row)
    needed = cost(look, row)["ap"] + (cost(look, "move-forward")["ap"] if leap else 0)
    if needed > model.ap:
        raise Refused("leap-needs-ap", "powers.leap", field="step", needed=needed, ap=model.ap)
    return NumberChoice(0, 0)


def check_not_held(look: GameContext, model: Model) -> None:
    """Raise Refused for a model that a harpoon holds: it acts, but cannot leave its square."""
    if is_held(look, model):
        raise Refused("held-by-harpoon", "powers.harpoon", field="model", gunner=model.held_by)


def is_held(look: GameContext, model: Model) -> bool:
    return model.held_by is not None and look.book.answer_for("harpooned") == "held"


class AttackAction(Action):
    """An action that harms somebody.

    `blocked`: an enemy bars the way in of a model at its entry.
    """

    attacks: ClassVar[bool] = True
    facing: ClassVar[str | None] = "hint.in-sight"
    blocked: bool = False


def check_way_in(look: GameContext, model: Model, *, blocked: bool) -> None:
    if needs_block(look, model) and not blocked:
        raise Refused("could-walk-in", "turn.deployment", field="blocked")


def needs_block(look: GameContext, model: Model) -> bool:
    return model.place == "entry" and look.book.answer_for("shoot-outside") == "blocked"


def outside(look: GameContext, model: Model) -> dict[str, Any]:
    return {"blocked": True} if needs_block(look, model) else {}


def attack_offer(
    look: GameContext,
    command: type[Action],
    targets: list[str],
    preview: RulingResult | None,
    also: Mapping[str, Choice] | None = None,
    **given: Any,
) -> Offer:
    """Build the form of an attack at one of these targets, with dice and preview if read.

    `also`: further choices.
    """
    key, model = acting(look)
    more = {"model": key, **given, **outside(look, model)}
    fixed, choose = payment_form(cp_span(look, model, command.cost_of), more)
    price, choose = cost(look, command.cost_of)["ap"], {"target": targets, **choose, **(also or {})}
    hint = WAY_BLOCKED if needs_block(look, model) else command.facing
    form = Offer(command.key, given=fixed, choose=choose, own=price, about=(key,), aim="target", hint=hint)
    if look.wants_previews and preview is not None:
        form.dice, form.preview = DiceRequest(preview["dice_needed"]), preview
    return form


WAY_BLOCKED = "hint.way-blocked"
"""The hint in the form of an attack from the entry."""


def board_offer(look: GameContext, command: type[Action], **given: Any) -> Offer:
    """Build the form of an action that only a model on the board can do. Raise Refused."""
    check_entered(acting(look)[1])
    return action_offer(look, command, **given)


def action_offer(look: GameContext, command: type[Action], **given: Any) -> Offer:
    """Build the form of an action, also of an attack at a model whose entry is blocked."""
    key, model = acting(look)
    more = {"model": key, **given, **(outside(look, model) if command.attacks else {})}
    fixed, choose = payment_form(cp_span(look, model, command.cost_of), more)
    hint = WAY_BLOCKED if "blocked" in more else command.facing
    price = cost(look, command.cost_of)["ap"]
    return Offer(command.key, given=fixed, choose=choose, own=price, about=(key,), hint=hint)


class Turn(Action):
    cost_of: ClassVar[str] = "turn"

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield board_offer(look, cls)

    def decide(self, draft: Draft) -> None:
        _, model = acting(draft, self.model)
        check_entered(model)
        self.pay(draft, ModelTurned(self.model, self.cost_reasons(draft)))
        alert_watchers(draft, self.model, "turn", free=has_power(draft, model, "agile"))


class Door(Action):
    """Open or close the door in front (or at 90°).

    `of_room`: one of the Stranded Trooper's room, which it opens.
    """

    to: Literal["open", "closed"]
    of_room: bool = False
    cost_of: ClassVar[str] = "door"

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        offer = board_offer(look, cls)
        yield replace(offer, choose={"to": ["open", "closed"], **offer.choose})
        if passes(check_room, look):
            yield replace(board_offer(look, cls, to="open", of_room=True), label="door-of-room")

    def decide(self, draft: Draft) -> None:
        _, model = acting(draft, self.model)
        check_entered(model)
        if self.of_room:
            check_room(draft)
        self.pay(draft, DoorMoved(self.model, self.to, self.cost_reasons(draft)))
        if self.of_room and self.to == "open":
            draft.emit(RoomOpened(self.model))
        alert_watchers(draft, self.model, "door")


def check_room(look: GameContext) -> None:
    stranded = look.book.mission.stranded
    if stranded is None or not look.state.locked:
        raise Refused("no-room-to-open", "missions.stranded", field="of_room")
    if stranded.side != look.side:
        raise Refused("not-before-friends", "missions.stranded", field="of_room", side=stranded.side)


class SealDoor(Action):
    """Seal a closed green door for good. Source: Incursion, mission 2."""

    cost_of: ClassVar[str] = "seal-door"

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        key, _ = acting(look)
        check_seal(look, key)
        yield board_offer(look, cls)

    def decide(self, draft: Draft) -> None:
        key, model = acting(draft, self.model)
        check_seal(draft, key)
        check_entered(model)
        self.pay(draft, DoorSealed(self.model, self.cost_reasons(draft)))
        alert_watchers(draft, self.model, "door")


def check_seal(look: GameContext, key: str) -> None:
    state = look.state
    if state.sealed_doors >= state.green_doors:
        raise Refused("no-door-to-seal", "missions.seal")
    asked = look.book.doors.sealed_by == "as-asked"
    if asked and look.book.answer_for("seal") == "closer" and state.door_closed_by != key:
        raise Refused("close-it-first", "missions.seal", field="model")
    if state.sealed_doors + 1 >= state.green_doors and look.book.mission.ends == "green-doors":
        check_may_end(look)


class PassAp(Command):
    """Tactical Fulcrum: AP that the Sarge does not use go to an inactive friend."""

    model: str
    to: str
    ap: Annotated[int, Field(ge=1)]
    precondition: ClassVar[Precondition] = check_half

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        key, model = acting(look, passing=True)
        check_fulcrum(look, model)
        takers = [(name, friend) for name, friend in own_models(look) if may_take_ap(look, name)]
        friends = {name: spare_ap(look, model, friend) for name, friend in takers}
        if not any(friends.values()):
            raise Refused("nothing-to-pass", "powers.tactical-fulcrum", field="model")
        for most in sorted({most for most in friends.values() if most}, reverse=True):
            to = [name for name, spare in friends.items() if spare == most]
            yield Offer(
                cls.key, given={"model": key}, choose={"to": to, "ap": NumberChoice(1, most)}, about=(key,), aim="to"
            )

    def decide(self, draft: Draft) -> None:
        key, model = acting(draft, self.model, passing=True)
        check_fulcrum(draft, model)
        friend = own_model(draft, self.to)
        if not may_take_ap(draft, self.to):
            raise Refused("activated-already", "powers.tactical-fulcrum", field="to", model=self.to)
        most = spare_ap(draft, model, friend)
        if self.ap > most:
            raise Refused("too-big", "powers.tactical-fulcrum", field="ap", limit=most)
        cp = max(0, self.ap - model.ap)
        draft.emit(ApPassed(key, self.to, ends=True).paid_with(Payment(self.ap - cp, cp)))


def check_fulcrum(look: GameContext, model: Model) -> None:
    if not has_power(look, model, "tactical-fulcrum"):
        raise Refused("no-fulcrum", "powers.tactical-fulcrum", field="model")


def may_take_ap(look: GameContext, key: str) -> bool:
    friend = look.state.models[key]
    return friend.in_reach and not friend.activated and not look.state.is_locked(key)


def spare_ap(look: GameContext, model: Model, friend: Model) -> int:
    """Return the AP that may be passed on to a friend; bought ones too if the table says so.

    Nothing is bought for a Twitcher, nor by a Sarge in its last activation, which takes no CP.
    """
    buys = look.book.answer_for("sarge-cp") == "yes" and not (friend.twitcher or model.last)
    return int(model.ap + (look.state.sides[model.side].cp if buys else 0))
