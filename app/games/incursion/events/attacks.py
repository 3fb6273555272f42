"""Shots, hand-to-hand attacks, their follow-ups, and casualties."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from app.core.engine.event import deep_copy
from app.core.rules.dice import Roll
from app.core.rules.ruling import Reason
from app.games.incursion.events import IncursionEvent
from app.games.incursion.events.actions import Act, drop_items, leave_items
from app.games.incursion.pending_reactions import FollowUp, Trigger
from app.games.incursion.sightings import meet, part
from app.games.incursion.state import State

Square = Literal["free", "taken"]
Way = Literal["clear", "wall"]


@dataclass
class Aimed(IncursionEvent, abstract=True):
    model: str
    target: str


@dataclass
class Harm(IncursionEvent, abstract=True):
    model: str
    roll: Roll
    needs: int
    hits: int
    dp_lost: int
    working: list[Reason] = field(default_factory=list)

    @property
    def victim(self) -> str:
        return self.model

    def apply(self, state: State) -> None:
        state.models[self.victim].lose(self.dp_lost)


# Keep the base order: the log writes the fields of the last base first.
@dataclass
class Strike(Harm, Aimed, abstract=True):
    @property
    def victim(self) -> str:
        return self.target


@dataclass
class Attack(Strike, Act, abstract=True):
    def apply(self, state: State) -> None:
        Act.apply(self, state)
        super().apply(state)


def leave_to_do(state: State, left: FollowUp | None) -> None:
    if left is not None:
        state.follow_ups[state.models[left.model].side] = deep_copy(left)


@dataclass
class ShotFired(Attack):
    """A shot of a ranged weapon; `again`: it was already paid for.

    `follow_up` holds what may follow it.
    """

    weapon: str = ""
    again: bool = False
    follow_up: FollowUp | None = None

    @property
    def goes_on(self) -> bool:
        return not self.again

    def apply(self, state: State) -> None:
        super().apply(state)
        leave_to_do(state, self.follow_up)
        meet(state, self.model, self.target, blow=False)


@dataclass
class DiceRerolled(Strike):
    """Dice of an attack that caused no Damage Point, rerolled: what they add."""

    def apply(self, state: State) -> None:
        super().apply(state)
        state.follow_ups.pop(state.models[self.model].side, None)


@dataclass
class FollowUpLetGo(IncursionEvent):
    """A side waives the follow-up of an attack so that its enemies need not wait."""

    model: str
    kind: Literal["shot", "reroll", "drag"]

    def apply(self, state: State) -> None:
        side = state.models[self.model].side
        if side not in state.follow_ups and state.interrupted is not None:
            state.interrupted.left = None
        state.follow_ups.pop(side, None)


@dataclass
class HarpoonFired(Attack):
    """A harpoon: a target wounded and not killed is dragged before Hans and, if `holds`, held.

    `square`: whether somebody was before Hans. `into_fire`: whether the square where it ends burns; older events did
    not ask.
    """

    holds: bool = False
    follow_up: FollowUp | None = None
    dragged: bool = False
    square: Square = "free"
    into_fire: bool | None = None

    def apply(self, state: State) -> None:
        super().apply(state)
        leave_to_do(state, self.follow_up)
        meet(state, self.model, self.target, blow=False)
        if self.holds:
            state.models[self.target].held_by = self.model
        if self.dragged:
            drag(state, self.model, self.target, self.square, self.into_fire)


def drag(state: State, by: str, key: str, square: Square, into_fire: bool | None) -> None:
    part(state, key)
    if state.app is not None and square == "free":
        state.app.note_dragged(by, key)
    if into_fire is not None:
        state.models[key].in_fire = into_fire


@dataclass
class TargetDragged(Aimed):
    """The drag of a harpoon that caused no DP (`into_fire`) and, if `holds`, the hold."""

    roll: Roll
    dragged: bool
    working: list[Reason] = field(default_factory=list)
    square: Square = "free"
    holds: bool = False
    into_fire: bool | None = None

    def apply(self, state: State) -> None:
        state.follow_ups.pop(state.models[self.model].side, None)
        if self.holds:
            state.models[self.target].held_by = self.model
        if self.dragged:
            drag(state, self.model, self.target, self.square, self.into_fire)


@dataclass
class HarpoonPulled(Act):
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        super().apply(state)
        state.models[self.model].harpoon_stuck = False


@dataclass
class HarpoonStuck(Aimed):
    """A harpoon's target is dead: the harpoon is stuck until its gunner spends AP."""

    def apply(self, state: State) -> None:
        state.models[self.model].harpoon_stuck = True
        state.models[self.target].held_by = None


@dataclass
class BlowStruck(Attack):
    """A hand-to-hand attack.

    `nth` is a zombie's ordinal among those that attacked this model this turn, 0 for others.
    """

    is_summary = True

    nth: int = 1
    follow_up: FollowUp | None = None
    way: Way = "clear"

    def apply(self, state: State) -> None:
        super().apply(state)
        leave_to_do(state, self.follow_up)
        meet(state, self.model, self.target, blow=True)
        attackers = state.models[self.target].attackers
        if self.nth and self.model not in attackers:
            attackers.append(self.model)
        if state.app is not None:
            state.app.note_blow(self.model)


@dataclass
class AssaultSummed(IncursionEvent):
    """The totals of an assault, of whoever attacked before the target was gone."""

    is_summary = is_total = True
    also: ClassVar[tuple[str, ...]] = ("number",)

    target: str
    attackers: list[str] = field(default_factory=list)
    attacks: int = 0
    thrown: int = 0
    hits: int = 0
    dp_lost: int = 0

    @property
    def number(self) -> int:
        return len(self.attackers)

    def add(self, blow: BlowStruck) -> None:
        self.attackers = list(dict.fromkeys([*self.attackers, blow.model]))
        self.attacks += 1
        self.thrown += len(blow.roll.faces)
        self.hits += blow.hits
        self.dp_lost += blow.dp_lost

    def apply(self, state: State) -> None:
        pass


@dataclass
class HordeActed(IncursionEvent):
    """The totals of models that acted together, and those left without a target."""

    is_summary = is_total = True
    also: ClassVar[tuple[str, ...]] = ("number",)

    models: list[str]
    squares: int
    attacks: int
    hits: int
    left: list[str] = field(default_factory=list)

    @property
    def number(self) -> int:
        return len(self.models)

    def apply(self, state: State) -> None:
        pass


@dataclass
class ReactionShot(Attack):
    """A shot in Reaction Fire at an enemy action, which is `trigger`.

    `late`: the enemy has gone on since.
    """

    weapon: str = ""
    trigger: int = 0
    follow_up: FollowUp | None = None
    late: bool = False

    def apply(self, state: State) -> None:
        super().apply(state)
        side = state.models[self.model].side
        if side in state.follow_ups and state.follow_ups[side].model == self.model:
            del state.follow_ups[side]
        leave_to_do(state, self.follow_up)
        for trigger in state.triggers:
            if trigger.number == self.trigger:
                trigger.watchers = [key for key in trigger.watchers if key != self.model]


@dataclass
class WatchersAlerted(IncursionEvent):
    """An enemy action: each of these models in Reaction Fire may shoot at it once."""

    model: str
    action: str
    watchers: list[str]

    def apply(self, state: State) -> None:
        number = max((trigger.number for trigger in state.triggers), default=0) + 1
        state.triggers.append(Trigger(number, self.model, self.action, list(self.watchers)))


@dataclass
class ReactionDeclined(IncursionEvent):
    """A side waives all its chances of Reaction Fire.

    With a `model`, for as long as that one's activation lasts.
    """

    is_summary = True

    side: str
    model: str | None = None

    def apply(self, state: State) -> None:
        mine = [one for one in state.triggers if state.models[one.model].side != self.side]
        gone = [one for one in mine if self.model == one.model or not (self.model or state.is_unfinished(one))]
        state.triggers = [one for one in state.triggers if one not in gone]
        if self.model is not None and self.model == state.acting:
            state.let_act = self.model


@dataclass
class ReactionLimited(IncursionEvent):
    """A side reacts to nothing more in this half of the enemy, but to and with those named.

    Public: it is said aloud, and the enemy sees anyway which actions are answered.
    """

    is_summary = True

    side: str
    only: list[str] = field(default_factory=list)

    def apply(self, state: State) -> None:
        side = state.sides[self.side]
        side.reacts_only = list(self.only)
        for trigger in state.triggers:
            if state.models[trigger.model].side != self.side:
                trigger.watchers = [key for key in trigger.watchers if side.reacts(key, trigger.model)]


@dataclass
class ReactionUnlimited(IncursionEvent):
    side: str

    def apply(self, state: State) -> None:
        state.sides[self.side].reacts_only = None


@dataclass
class WatchersPassed(IncursionEvent):
    """An enemy action that watchers let go because of a limit that their side set before."""

    model: str
    action: str
    watchers: list[str]

    def apply(self, state: State) -> None:
        pass


@dataclass
class WatchersNudged(IncursionEvent):
    is_play = False

    side: str

    def apply(self, state: State) -> None:
        state.nudges += 1


@dataclass
class ReactionFireEnded(IncursionEvent):
    model: str
    because: Literal["out-of-ammo", "attacked", "acted", "ruled"]

    @property
    def chances_stand(self) -> bool:
        return self.because in ("attacked", "acted")

    def apply(self, state: State) -> None:
        if self.chances_stand:
            state.models[self.model].reaction_fire = False
        else:
            stop_watching(state, self.model)


def stop_watching(state: State, key: str) -> None:
    state.models[key].reaction_fire = False
    for trigger in state.triggers:
        trigger.watchers = [watcher for watcher in trigger.watchers if watcher != key]


@dataclass
class ModelLost(IncursionEvent):
    """A casualty: the model is off the board, and what it carried is on its square."""

    look = "lost"

    model: str
    dropped: list[str] = field(default_factory=list)
    freed: list[str] = field(default_factory=list)
    """Models that its harpoon held."""
    for_anybody: bool = False
    """True if anybody may take what it carried at once; in older events friends had to wait a turn."""

    def apply(self, state: State) -> None:
        for key in self.freed:
            state.models[key].held_by = None
        leave = leave_items if self.for_anybody else drop_items
        leave(state, self.model, self.dropped)
        model = state.models[self.model]
        model.dp, model.ap, model.in_fire, model.leaping = 0, 0, False, False
        state.forget(self.model)
        part(state, self.model)
        stop_watching(state, self.model)
        state.forget_deeds(self.model)
