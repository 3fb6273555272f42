"""Close assaults announced before their dice, and the Ambush against them."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.memoir_44.events import MemoirEvent
from app.games.memoir_44.events.units import Volley, note_battle
from app.games.memoir_44.state import Assault, State


@dataclass
class AttackAnnounced(MemoirEvent):
    side: str
    unit: str
    target: str
    at: list[str]
    of: str
    """The attacked side."""
    seat: str | None = None
    """The seat that answers, where generals sit beside it."""

    def apply(self, state: State) -> None:
        state.battling, state.won = True, None
        state.assault = Assault(self.unit, self.target, list(self.at))
        state.wait_for(self.of, "ambush", self.seat)


@dataclass
class AttackLetCome(MemoirEvent):
    """The attacked side lets a close assault come, or all of this turn."""

    side: str
    unit: str
    turn: int | None = None
    """The turn of which it lets all come."""

    def apply(self, state: State) -> None:
        state.let_come = self.turn is not None
        clear(state, self.side)


@dataclass
class Ambushed(Volley):
    def apply(self, state: State) -> None:
        clear(state, self.side)


def clear(state: State, side: str) -> None:
    if state.assault is not None:
        state.assault.clear = True
        state.stop_waiting_for(side)


@dataclass
class AttackCalledOff(MemoirEvent):
    """An announced attack is void.

    Its unit has battled, unless the table itself called it off.
    """

    unit: str
    battled: bool = True

    def apply(self, state: State) -> None:
        state.assault = None
        state.waiting = [one for one in state.waiting if one.for_ != "ambush"]
        if self.battled:
            note_battle(state, self.unit)
