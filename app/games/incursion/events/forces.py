"""Events while forces are chosen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from app.core.engine.event import deep_copy
from app.core.engine.visibility import Viewer, sealed
from app.core.rules.ruling import Reason
from app.games.incursion.events import IncursionEvent
from app.games.incursion.state import Model, State


@dataclass
class Choosing(IncursionEvent, abstract=True):
    """A choice of forces that only its own side sees."""

    side: str
    card: str

    def visible_to(self, seat: Viewer) -> bool:
        return seat.side == self.side


@dataclass
class ModelAdded(Choosing):
    def apply(self, state: State) -> None:
        force = state.sides[self.side].force
        force[self.card] = force.get(self.card, 0) + 1


@dataclass
class ModelDropped(Choosing):
    def apply(self, state: State) -> None:
        force = state.sides[self.side].force
        force[self.card] = max(0, force.get(self.card, 0) - 1)
        if not force[self.card]:
            del force[self.card]


@dataclass
class ForceChosen(IncursionEvent):
    """A side has chosen; the force stays sealed until all have."""

    side: str
    commitment: str
    salt: str = sealed("")

    def apply(self, state: State) -> None:
        side = state.sides[self.side]
        side.commitment, side.force_salt = self.commitment, self.salt
        state.stop_waiting_for(self.side)


@dataclass
class ForceAwaited(IncursionEvent):
    side: str

    def apply(self, state: State) -> None:
        state.phase = "forces"
        state.wait_for(self.side, "forces")


@dataclass
class ForcePutOff(IncursionEvent):
    """A side chooses after the other one; it keeps its choices so far."""

    side: str

    def apply(self, state: State) -> None:
        state.stop_waiting_for(self.side)


@dataclass
class ForceRevealed(IncursionEvent):
    """A force is public: the cards, their models on the table, zombies due every turn, RP spent."""

    terms = {"value": "counts"}

    reveals: ClassVar[bool] = True
    opens_seals: ClassVar[bool] = True
    side: str
    value: dict[str, int]
    salt: str
    models: dict[str, Model]
    horde: int
    rp_spent: int
    working: list[Reason] = field(default_factory=list)

    def opened(self, state: State) -> list[tuple[str | None, str, dict[str, int]]]:
        return [(state.sides[self.side].commitment, self.salt, self.value)]

    def apply(self, state: State) -> None:
        side = state.sides[self.side]
        state.models.update(deep_copy(self.models))
        side.force, side.horde, side.force_open = {}, self.horde, True
        side.commitment = side.force_salt = None
