"""Pending reactions of actions: Reaction Fire, free shots, blasts, dice in fire."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from app.core.engine import event


@dataclass
class Trigger:
    """An action at which these models in Reaction Fire may still shoot.

    `number` identifies it. `late`: the acting side has gone on since.
    """

    number: int
    model: str
    action: str
    watchers: list[str]
    late: bool = False


class PendingShot(NamedTuple):
    """A watcher's pending answer to an action: a shot, or a reroll of its misses.

    `unfinished`: the action goes on, and the watcher waits for its end; `stuck`: that end waits itself for what goes
    on now, so that nothing of it waits for the answer; `reroll`: it has shot, its dice are left.
    """

    watcher: str
    target: str
    late: bool = True
    unfinished: bool = False
    stuck: bool = False
    reroll: bool = False


@dataclass
class FollowUp:
    """The free follow-up of an attack: another `shot`, dice to `reroll`, a `drag`.

    `number` counts the shots or, for a reroll, the dice; `target` is whom the attack struck, `faces` what was rolled,
    `facts` and `readings` what it was judged by: a reroll is part of the attack, whatever cards change since.
    """

    model: str
    kind: Literal["shot", "reroll", "drag"]
    weapon: str
    target: str
    number: int = 1
    faces: list[int] = field(default_factory=list)
    reaction: bool = False
    holds: bool = False
    """True if enemies answer the action only once this is done or waived; older events let them before."""
    facts: dict[str, Any] = field(default_factory=dict)
    readings: dict[str, str] = field(default_factory=dict)

    def ends_with(self, key: str) -> bool:
        return self.model == key or (self.target == key and self.kind != "shot")


@dataclass
class Advancing:
    """The rest of an advance that stopped at a step of `model` that may be answered.

    `to_go`: the squares that this one had still to go, by this `step`, of which at most `cp` are paid with CP; each of
    `left` goes so many `squares`, those named step `into_fire`.
    """

    model: str
    to_go: int
    left: list[str]
    squares: int
    into_fire: list[str]
    step: str = "forward"
    cp: int = 0


Explosion = Literal["grenade", "grenade-launcher", "bomberzombie"]


@dataclass
class PendingBlast:
    source: Explosion
    model: str
    caught: list[str]


@dataclass
class Twitch:
    model: str
    target: str


@dataclass
class Burn:
    """Dice that a model in fire has still to take: the facts of their ruling."""

    model: str
    facts: dict[str, int]


@dataclass
class Interrupted:
    """The state interrupted by a last activation.

    The half, the acting model, whether it was waived or closed a door, the side asked, and the follow-up `left` to
    do.
    """

    model: str
    active: str | None
    acting: str | None
    phase: str
    waiting: list[event.PendingAnswer]
    let_act: str | None = None
    door_closed_by: str | None = None
    left: FollowUp | None = None
