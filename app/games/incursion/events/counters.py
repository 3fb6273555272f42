"""Events of Victory Point counters, and of corpses that wake."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from app.core.engine.event import deep_copy
from app.core.engine.visibility import sealed, secret
from app.core.rules.dice import Roll
from app.core.rules.ruling import Reason
from app.games.incursion.events import IncursionEvent
from app.games.incursion.events.actions import Handling
from app.games.incursion.events.attacks import Strike
from app.games.incursion.events.cards import give_ap
from app.games.incursion.pending_reactions import Twitch
from app.games.incursion.sightings import meet
from app.games.incursion.state import Model, State


@dataclass
class CountersPlaced(IncursionEvent):
    """The counters are face down on the board, in a secret order."""

    order: list[int] = sealed(factory=list)
    roll: Roll | None = sealed()

    def apply(self, state: State) -> None:
        state.faces = dict(zip(state.counters(), self.order, strict=True))


@dataclass
class CounterSearched(Handling):
    item: str
    roll: Roll
    twitcher: bool
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        super().apply(state)
        state.items[self.item].searched = True
        if state.app is not None:
            state.app.end_errand(self.model)
        if not self.twitcher:
            state.models[self.model].carries.append(self.item)


@dataclass
class CounterSeen(IncursionEvent):
    reveals: ClassVar[bool] = True
    side: str
    item: str
    face: int = secret(0)

    def apply(self, state: State) -> None:
        state.sides[self.side].seen[self.item] = self.face


@dataclass
class FaceAwaited(IncursionEvent):
    """A side looks at the real counter that it holds, and says which face it has."""

    side: str
    item: str

    def apply(self, state: State) -> None:
        state.untold[self.item] = self.side
        state.wait_for(self.side, "face")


@dataclass
class FaceTold(IncursionEvent):
    side: str
    item: str
    face: int = secret(0)

    def apply(self, state: State) -> None:
        state.sides[self.side].seen[self.item] = self.face
        del state.untold[self.item]
        asked = next(one for one in state.waiting if (one.side, one.for_) == (self.side, "face"))
        state.waiting.remove(asked)


@dataclass
class CounterTurned(IncursionEvent):
    """A counter is face up for everybody.

    Nobody has seen that face on another one, nor another face on it.
    """

    reveals: ClassVar[bool] = True
    item: str
    face: int

    def apply(self, state: State) -> None:
        state.open_faces[self.item] = self.face
        for side in state.sides.values():
            told = side.seen.items()
            side.seen = {item: face for item, face in told if (item == self.item) == (face == self.face)}


@dataclass
class TwitcherWoke(IncursionEvent):
    """A corpse rises on its counter's square, takes the counter and attacks the searcher."""

    model: str
    side: str
    values: Model
    item: str
    target: str

    def apply(self, state: State) -> None:
        model = deep_copy(self.values)
        model.carries.append(self.item)
        state.models[self.model] = model
        give_ap(state, [self.model])
        state.twitching = Twitch(self.model, self.target)
        state.wait_for(self.side, "twitcher")


@dataclass
class TwitcherStruck(Strike):
    def apply(self, state: State) -> None:
        super().apply(state)
        meet(state, self.model, self.target, blow=True, own_half=False)
        state.twitching = None
        state.stop_awaiting("twitcher")


@dataclass
class PointsHeld(IncursionEvent):
    side: str
    vp: int = secret(0)

    def apply(self, state: State) -> None:
        state.sides[self.side].vp = self.vp


@dataclass
class CountersShown(IncursionEvent):
    reveals: ClassVar[bool] = True
    side: str
    faces: list[int]
    vp: int
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        state.score[self.side] = state.sides[self.side].vp = self.vp
