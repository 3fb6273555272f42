"""Events of the toy game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from app.core.engine.event import Event
from app.core.engine.visibility import Viewer, private, secret
from app.core.rules.dice import Roll
from app.core.rules.ruling import Reason
from app.core.table_commands.board_orders import AnsweredOrderGiven, OrderAnswered
from app.core.table_commands.board_questions import BoardAsked, BoardTold, forget_questions
from tests.toy_game.state import LAMPS, MOTHS, Draught, State


class HelloEvent(Event, abstract=True):
    """The base of all events of the toy game."""


@dataclass
class WishMade(HelloEvent):
    """A moth wishes for something; for everybody else that did not happen."""

    seat: str
    wish: int

    def apply(self, state: State) -> None:
        state.moths[self.seat].wish = self.wish

    def visible_to(self, seat: Viewer) -> bool:
        return seat.name == self.seat


@dataclass
class WindowSealed(HelloEvent):
    """A side has chosen its window; the other reads only the seal."""

    side: str
    commitment: str
    choice: str = secret()
    salt: str = private()

    def apply(self, state: State) -> None:
        window = state.windows[self.side]
        window.choice, window.salt, window.commitment = self.choice, self.salt, self.commitment
        state.waiting = [one for one in state.waiting if (one.side, one.for_) != (self.side, "window")]


@dataclass
class WindowsOpened(HelloEvent):
    """Both windows lie open, with the salts by which the seals can be checked."""

    reveals: ClassVar[bool] = True
    opens_seals: ClassVar[bool] = True

    choices: dict[str, str]
    salts: dict[str, str]

    def opened(self, state: State) -> list[tuple[str | None, str, str]]:
        return [(state.windows[side].commitment, self.salts[side], choice) for side, choice in self.choices.items()]

    def apply(self, state: State) -> None:
        for side, choice in self.choices.items():
            window = state.windows[side]
            window.choice, window.salt, window.opened = None, None, choice
        state.phase, state.active = "flying", MOTHS


@dataclass
class MothFlew(HelloEvent):
    """A moth threw its dice: light by the flames, less where the wind blew."""

    seat: str
    roll: Roll
    light: int
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        moth = state.moths[self.seat]
        moth.light, moth.resting, moth.flights = moth.light + self.light, True, moth.flights + 1


@dataclass
class MothDimmed(HelloEvent):
    """The table put a moth's light out by hand."""

    rules: ClassVar[bool] = True

    seat: str

    def apply(self, state: State) -> None:
        state.moths[self.seat].light = 0

    def ruled_sides(self, state: State) -> tuple[str, ...]:
        return (MOTHS,)


@dataclass
class MothRested(HelloEvent):
    """A moth stays where it is this turn."""

    seat: str

    def apply(self, state: State) -> None:
        state.moths[self.seat].resting = True


@dataclass
class TurnBegan(HelloEvent):
    """A turn begins: both sides choose a window, one of the moths for both."""

    begins_turn: ClassVar[bool] = True

    turn: int

    def apply(self, state: State) -> None:
        state.turn, state.phase, state.active = self.turn, "choosing", None
        for window in state.windows.values():
            window.choice, window.commitment, window.opened = None, None, None
        for moth in state.moths.values():
            moth.resting = False
        forget_questions(state)
        state.app.orders, state.draughty, state.lamp_at, state.waiting = {}, None, None, []
        state.wait_for(MOTHS, "window", list(state.moths)[self.turn % 2])
        state.wait_for(LAMPS, "window")


@dataclass
class DraughtAsked(HelloEvent, BoardAsked):
    """The app asks the moths about draughts."""

    asks = MOTHS
    inquiries: dict[str, Draught]


@dataclass
class DraughtTold(HelloEvent, BoardTold):
    """Somebody told the app about draughts."""

    inquiry: str
    kind: str
    answer: dict[str, list[str]]

    def apply(self, state: State) -> None:
        super().apply(state)
        state.draughty = self.answer.get("windows", [])


@dataclass
class LampOrdered(HelloEvent, AnsweredOrderGiven):
    """The app has the lamp put behind a window."""

    asks = MOTHS
    who: list[str]
    do: str
    towards: str
    reason: list[str]
    section: str
    most: int | None = None


@dataclass
class LampAnswered(HelloEvent, OrderAnswered):
    """The lamp stands there, or cannot."""

    order: str
    because: str

    def apply(self, state: State) -> None:
        window = state.app.orders[self.order].towards
        if self.because:
            state.draughty = [*(state.draughty or []), window]
        else:
            state.lamp_at = window
        super().apply(state)


@dataclass
class EveningEnded(HelloEvent):
    """It is night: the moths have enough light, or the lamps win."""

    reveals = True
    ends_game = True

    winner: str
    light: int

    def apply(self, state: State) -> None:
        state.over, state.winner, state.phase, state.active = True, self.winner, "over", None
