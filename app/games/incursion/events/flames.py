"""Events of fire."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core.rules.ruling import Reason
from app.games.incursion.events import IncursionEvent
from app.games.incursion.events.actions import Act
from app.games.incursion.events.attacks import Harm
from app.games.incursion.pending_reactions import Burn
from app.games.incursion.state import Flames, State


@dataclass
class FlamesThrown(Act):
    squares: int
    caught: list[str] = field(default_factory=list)

    def apply(self, state: State) -> None:
        super().apply(state)
        state.flames.append(Flames(state.models[self.model].side, self.squares, state.turn))
        for key in self.caught:
            state.models[key].in_fire = True


@dataclass
class FlamesDied(IncursionEvent):
    """The counters of a side's earlier flames are gone.

    If nothing else burns, nobody is in fire any more.
    """

    side: str
    squares: int

    def apply(self, state: State) -> None:
        state.flames = [one for one in state.flames if one.side != self.side or one.turn == state.turn]
        if not state.flames:
            for model in state.models.values():
                model.in_fire = False


@dataclass
class FireDeclared(IncursionEvent):
    model: str
    in_fire: bool

    def apply(self, state: State) -> None:
        state.models[self.model].in_fire = self.in_fire


@dataclass
class BurnAwaited(IncursionEvent):
    model: str
    facts: dict[str, int]
    dice: int
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        model = state.models[self.model]
        model.fire_steps += self.facts.get("spent", 0) + self.facts.get("entered", 0)
        state.burns.append(Burn(self.model, dict(self.facts)))
        state.wait_for(model.side, "burn")


@dataclass
class ModelBurned(Harm):
    def apply(self, state: State) -> None:
        super().apply(state)
        state.end_burn(next(index for index, one in enumerate(state.burns) if one.model == self.model))
