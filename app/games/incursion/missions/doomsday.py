"""The Device: arrivals one by one, the countdown, and shutting it down.

Source: Incursion, mission 7.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import DiceRequest, Offer
from app.core.errors import Refused
from app.core.rules.dice import D6, Roll
from app.core.rules.ruling import RulingResult, working
from app.games.incursion.awaited_answers import awaited
from app.games.incursion.events.missions import (
    CountdownAwaited,
    CountdownRolled,
    DeviceShutDown,
    MissionEnded,
    ModelArrived,
)
from app.games.incursion.state import Draft, GameContext
from app.games.incursion.turn.actions import Action, board_offer
from app.games.incursion.turn.activation import acting
from app.games.incursion.turn.items import check_items, handle
from app.games.incursion.turn.maintenance import Clock, countdown
from app.games.incursion.turn.reaction_setup import check_may_end
from app.games.incursion.turn.sequence import ask_for_deployment, begin_turn, ends_at_once, models_due

# -- the countdown


def next_turn(draft: Draft) -> None:
    if not draft.book.mission.device:
        begin_turn(draft)
        return
    clock = coming_countdown(draft)
    launch_on = clock["launch_on"]
    if launch_on == 0:
        begin_turn(draft)
    elif launch_on == D6:
        count_down(draft, None, clock)
    else:
        draft.emit(CountdownAwaited(draft.state.turn + 1, launch_on, launching_side(draft)))


def launching_side(look: GameContext) -> str:
    return look.state.other(stopper_of(look))


def stopper_of(look: GameContext) -> str:
    assert look.book.mission.device is not None
    return look.book.mission.device


def coming_countdown(look: GameContext, die: int | None = None) -> RulingResult:
    return countdown(Clock(turn=look.state.turn + 1, die=die), look.book)


def count_down(draft: Draft, roll: Roll | None, answer: RulingResult) -> None:
    turn = draft.state.turn + 1
    draft.emit(CountdownRolled(turn, answer["launch_on"], roll, bool(answer["launches"]), working(answer)))
    if not draft.state.launched:
        begin_turn(draft)


class RollCountdown(Command):
    rolls: ClassVar[bool] = True
    precondition: ClassVar[Precondition] = awaited("countdown")

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, dice=DiceRequest(1), preview=coming_countdown(look))

    def decide(self, draft: Draft) -> None:
        roll = draft.roll(DiceRequest(1))
        count_down(draft, roll, coming_countdown(draft, roll.numbers[0]))


def doomsday(draft: Draft) -> None:
    state = draft.state
    stopper = stopper_of(draft)
    if state.shut_down:
        draft.emit(MissionEnded(stopper, "shut-down", "missions.doomsday"))
    elif state.launched:
        draft.emit(MissionEnded(state.other(stopper), "launched", "countdown.launch"))
    elif not any(model.in_use for _, model in state.of(stopper)) and ends_at_once(draft):
        draft.emit(MissionEnded(state.other(stopper), "wiped-out", "missions.wiped-out"))


def check_device(look: GameContext) -> None:
    if look.book.mission.device != look.side:
        raise Refused("no-device", "missions.doomsday")
    check_may_end(look)


class ShutDown(Action):
    """Shut the Device down, like handling an item."""

    cost_of: ClassVar[str] = "item"
    precondition: ClassVar[Precondition] = check_device

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_items(look, acting(look)[1])
        yield board_offer(look, cls)

    def decide(self, draft: Draft) -> None:
        handle(draft, self, DeviceShutDown)


# -- arrivals


class Arrive(Command):
    model: str
    precondition: ClassVar[Precondition] = awaited("arrival")

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"model": models_due(look.state, look.side)})

    def decide(self, draft: Draft) -> None:
        if self.model not in models_due(draft.state, draft.side):
            raise Refused("not-due", "missions.desperate-defence", field="model", model=self.model)
        draft.emit(ModelArrived(draft.side, self.model))
        ask_for_deployment(draft)
