"""Blasts, and Bomberzombies that were shot."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from app.core.rules.dice import Roll
from app.core.rules.ruling import Reason
from app.games.incursion.events import IncursionEvent
from app.games.incursion.events.actions import Act
from app.games.incursion.events.attacks import stop_watching
from app.games.incursion.events.cards import take_away
from app.games.incursion.pending_reactions import Explosion, Interrupted, PendingBlast
from app.games.incursion.state import InPlay, State


@dataclass
class BlastThrown(Act):
    """A blast and the models it catches; its dice come next.

    `attacked`: the target of a zombie's attack hand to hand.
    """

    source: Explosion
    caught: list[str]
    attacked: str | None = None

    def apply(self, state: State) -> None:
        super().apply(state)
        if self.attacked is not None:
            state.models[self.attacked].attackers.append(self.model)
        side = state.models[self.model].side
        state.exploding = None
        state.stop_awaiting("caught")
        if self.caught:
            state.blast = PendingBlast(self.source, self.model, list(self.caught))
            state.wait_for(side, "blast")


@dataclass
class BlastResolved(IncursionEvent):
    also: ClassVar[tuple[str, ...]] = ("thrown",)
    dice_in = "thrown"

    source: str
    roll: Roll
    targets: list[dict[str, Any]]
    working: list[Reason] = field(default_factory=list)
    hit: list[str] = field(default_factory=list)
    """Models that lost a Damage Point."""
    needs: list[int] = field(default_factory=list)
    """The face that each die had to reach; older events did not store it."""

    @property
    def needs_of_dice(self) -> list[int]:
        return self.needs

    @property
    def thrown(self) -> dict[str, str]:
        """Return each model's die and the face that it had to reach; empty for older events."""
        dice = zip(self.targets, self.needs, self.roll.numbers, strict=False)
        return {target["name"]: f"{face} ({needs}+)" for target, needs, face in dice}

    def apply(self, state: State) -> None:
        for target in self.targets:
            state.models[target["name"]].lose(target["dp_lost"])
        state.blast = None
        state.stop_awaiting("blast")


@dataclass
class VolatileAwaited(IncursionEvent):
    model: str

    def apply(self, state: State) -> None:
        state.volatile.append(self.model)
        state.forget(self.model)
        stop_watching(state, self.model)
        state.triggers = [trigger for trigger in state.triggers if trigger.model != self.model]
        if state.acting == self.model:
            state.end_follow_up()
            state.acting = None
        state.wait_for(state.models[self.model].side, "volatile")


@dataclass
class VolatileRolled(IncursionEvent):
    """The roll of a Volatile model.

    It explodes, is removed, or has Blaze of Glory: a `last` activation; in older events it fought on.
    """

    model: str
    roll: Roll
    outcome: Literal["explodes", "removed", "blaze-of-glory"]
    change: dict[str, int]
    working: list[Reason] = field(default_factory=list)
    last: bool = False

    def apply(self, state: State) -> None:
        state.volatile.remove(self.model)
        side = state.models[self.model].side
        waits = [waiting for waiting in state.waiting if waiting.for_ == "volatile"]
        state.waiting.remove(waits[0])
        if self.outcome == "explodes":
            state.exploding = self.model
            state.wait_for(side, "caught")
        elif self.outcome == "blaze-of-glory" and self.last:
            rise_again(state, self.model)
        elif self.outcome == "blaze-of-glory":
            state.models[self.model].dp = 1
            name = f"blaze-of-glory-{self.model}"
            state.in_play[name] = InPlay("blaze-of-glory", side, self.model, "mission", dict(self.change), True, False)


def rise_again(state: State, key: str) -> None:
    model = state.models[key]
    model.dp, model.last = 1, True
    state.blazes.append(key)


@dataclass
class LastActivationGained(IncursionEvent):
    """A dead model has a last activation by the card on it, which is used up."""

    terms = {"placed": "one-of-many"}

    model: str
    placed: str

    def apply(self, state: State) -> None:
        stop_watching(state, self.model)
        state.forget(self.model)
        state.forget_deeds(self.model)
        rise_again(state, self.model)
        take_away(state, self.placed)


@dataclass
class LastActivationBegan(IncursionEvent):
    """A last activation began, whoever acted before; with these AP, of which so many `by_cards`.

    `sets_aside`: the interrupted model's follow-up waits for its end; older events dropped it.
    """

    model: str
    ap: int
    by_cards: dict[str, int] = field(default_factory=dict)
    sets_aside: bool = False

    def apply(self, state: State) -> None:
        state.blazes.remove(self.model)
        side = state.models[self.model].side
        kept = state.let_act, state.door_closed_by
        left = state.set_follow_up_aside() if self.sets_aside else None
        before = state.active, state.acting, state.phase, state.waiting
        state.interrupted = Interrupted(self.model, *before, *kept, left)
        state.active, state.phase, state.waiting = side, "action", []
        state.models[self.model].ap = self.ap
        for name, changed in self.by_cards.items():
            state.in_play[name].ap_changed[self.model] = changed
        state.begin_activation(self.model)


@dataclass
class LastActivationEnded(IncursionEvent):
    model: str

    def apply(self, state: State) -> None:
        before = state.interrupted
        assert before is not None
        if state.rerolls_due(state.models[self.model].side) is None:
            state.follow_ups.pop(state.models[self.model].side, None)
        state.active, state.acting, state.phase = before.active, before.acting, before.phase
        state.waiting, state.interrupted = [*before.waiting, *state.waiting], None
        state.let_act, state.door_closed_by = before.let_act, before.door_closed_by
        if before.left is not None:
            state.follow_ups.setdefault(state.models[before.left.model].side, before.left)
        state.models[self.model].ap = 0
