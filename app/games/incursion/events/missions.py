"""Events of single missions: panels, the Stranded Trooper, the Device; and the end of any."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from app.core.rules.dice import Roll
from app.core.rules.ruling import Reason
from app.games.incursion.events import IncursionEvent
from app.games.incursion.events.actions import Handling
from app.games.incursion.events.cards import give_ap
from app.games.incursion.state import State

# -- set-up


@dataclass
class PanelsCounted(IncursionEvent):
    panels: int

    def apply(self, state: State) -> None:
        state.panels = self.panels
        tick(state, "panels")


@dataclass
class DoorsCounted(IncursionEvent):
    doors: int

    def apply(self, state: State) -> None:
        state.green_doors = self.doors
        tick(state, "green-doors")


def tick(state: State, line: str) -> None:
    """Tick a line of the set-up list: whoever counts these pieces has put them on the board."""
    if line not in state.set_up_done:
        state.set_up_done = [*state.set_up_done, line]


@dataclass
class LastTurnAgreed(IncursionEvent):
    turn: int

    def apply(self, state: State) -> None:
        state.last_turn = self.turn


# -- mission 5


@dataclass
class StrandedAwaited(IncursionEvent):
    side: str

    def apply(self, state: State) -> None:
        state.wait_for(self.side, "stranded")


@dataclass
class StrandedNamed(IncursionEvent):
    """The model that waits in its room until a friend opens a door of it."""

    model: str

    def apply(self, state: State) -> None:
        model = state.models[self.model]
        model.place, state.stranded, state.locked = "board", self.model, True
        state.stop_waiting_for(model.side)


@dataclass
class RoomOpened(IncursionEvent):
    """A door of the Stranded Trooper's room is open.

    It activates from the next time that its side's half begins.
    """

    by: str | None

    def apply(self, state: State) -> None:
        assert state.stranded is not None
        side = state.models[state.stranded].side
        half_began = state.phase in ("action", "last-chance") and side in (state.first, state.half_of)
        state.locked, state.freed_turn = False, state.turn if half_began else None


@dataclass
class Scored(IncursionEvent):
    side: str
    vp: int
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        state.score[self.side] = state.sides[self.side].vp = self.vp


# -- mission 6


@dataclass
class PanelActivated(Handling):
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        super().apply(state)
        side = state.models[self.model].side
        state.score[side] = state.score.get(side, 0) + 1
        state.sides[side].vp = state.score[side]
        if state.app is not None:
            state.app.end_errand(self.model)


# -- mission 7


@dataclass
class ArrivalAwaited(IncursionEvent):
    side: str

    def apply(self, state: State) -> None:
        state.phase = "deployment"
        state.wait_for(self.side, "arrival")


@dataclass
class ModelArrived(IncursionEvent):
    """A Model Card that was due has arrived: its model may be deployed."""

    side: str
    model: str

    def apply(self, state: State) -> None:
        state.models[self.model].place = "reserve"
        state.stop_waiting_for(self.side)
        give_ap(state, [self.model])


@dataclass
class CountdownAwaited(IncursionEvent):
    """The Device's die is due before the turn begins: up to this face it launches."""

    turn: int
    launch_on: int
    side: str

    def apply(self, state: State) -> None:
        state.phase = "countdown"
        state.wait_for(self.side, "countdown")


@dataclass
class CountdownRolled(IncursionEvent):
    """The result of the countdown; no die if the launch is certain."""

    reveals: ClassVar[bool] = True
    turn: int
    launch_on: int
    roll: Roll | None
    launches: bool
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        state.launched = self.launches
        state.stop_awaiting("countdown")


@dataclass
class DeviceShutDown(Handling):
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        super().apply(state)
        state.shut_down = True


# -- the end


@dataclass
class MissionEnded(IncursionEvent):
    reveals = True
    ends_game = True
    terms = {"winner": "won"}

    winner: str
    because: str
    rule: str

    def apply(self, state: State) -> None:
        state.over, state.winner, state.phase = True, self.winner, "over"
        state.active = state.acting = None
        state.waiting, state.triggers, state.unanswered = [], [], []
        state.blast, state.volatile, state.exploding, state.burns = None, [], None, []
        state.twitching = state.interrupted = None
        state.blazes = []
