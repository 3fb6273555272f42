"""Events of the map: obstacles, mines, stars, bridges, dams, landed units."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from app.core.engine.event import deep_copy
from app.core.rules.dice import Face, Roll
from app.core.rules.ruling import Reason
from app.games.memoir_44.events import MemoirEvent
from app.games.memoir_44.events.units import end_mine, note_battle
from app.games.memoir_44.rulings.faces import FLAG
from app.games.memoir_44.state import Slot, State, Unit


@dataclass
class ObstacleRemoved(MemoirEvent):
    at: str
    what: str
    slows: str | None = None
    """The side whose armour is slower from now on."""

    def apply(self, state: State) -> None:
        if self.slows is not None:
            state.accounts[self.slows].depot_lost = True
        if self.what in state.added.get(self.at, []):
            state.added[self.at] = [one for one in state.added[self.at] if one != self.what]
        else:
            state.removed[self.at] = [*state.removed.get(self.at, []), self.what]


@dataclass
class DugIn(MemoirEvent):
    side: str
    unit: str
    at: str

    def apply(self, state: State) -> None:
        state.added[self.at] = [*state.added.get(self.at, []), "sandbags"]


@dataclass
class MineEntered(MemoirEvent):
    reveals: ClassVar[bool] = True

    unit: str
    at: str
    value: int

    def apply(self, state: State) -> None:
        mine = state.mines[self.at]
        mine.shown, mine.hidden = self.value, None
        end_mine(state)


@dataclass
class TokenAsked(MemoirEvent):
    """A unit has turned a real token over: its number is to be told."""

    unit: str
    at: str
    side: str

    def apply(self, state: State) -> None:
        state.in_mine = self.unit
        state.wait_for(self.side, "token")


@dataclass
class MineAsked(MemoirEvent):
    unit: str
    side: str

    def apply(self, state: State) -> None:
        state.in_mine = self.unit
        state.wait_for(self.side, "mine")


@dataclass
class MineRemoved(MemoirEvent):
    at: str
    unit: str
    cleared: bool

    def apply(self, state: State) -> None:
        del state.mines[self.at]
        if self.cleared:
            state.battling = True
            note_battle(state, self.unit)


@dataclass
class MineRolled(MemoirEvent):
    unit: str
    side: str
    at: str
    roll: Roll
    needs: list[str]
    hits: int
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        end_mine(state)


@dataclass
class StarPickedUp(MemoirEvent):
    side: str
    unit: str
    star: str

    def apply(self, state: State) -> None:
        state.units[self.unit].carries = self.star
        state.stars[self.star].by = self.unit


@dataclass
class WorkDone(MemoirEvent):
    """A unit has worked in its hex instead of battling."""

    side: str
    unit: str

    def apply(self, state: State) -> None:
        state.battling, state.won = True, None
        note_battle(state, self.unit)


@dataclass
class Sabotaged(MemoirEvent):
    side: str
    unit: str
    star: str
    at: str
    roll: Roll
    needs: list[str]
    destroyed: bool
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        state.battling, state.won = True, None
        note_battle(state, self.unit)
        if self.destroyed:
            del state.stars[self.star]


@dataclass
class Recovered(MemoirEvent):
    """Figures of a unit come back; without any, it loses its order."""

    side: str
    unit: str
    roll: Roll
    figures: int
    goes_on: bool
    working: list[Reason] = field(default_factory=list)
    needs: list[str] | None = None

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.figures += self.figures
        unit.recovered, unit.ordered = True, self.goes_on


@dataclass
class DamsRolled(MemoirEvent):
    """Dice for the dams that are held: their stars now, and the sabotaged ones."""

    side: str
    roll: Roll
    needs: list[str]
    stars: dict[str, int]
    sabotaged: list[str]
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        state.dams_rolled = True
        for key, count in self.stars.items():
            state.stars[key].count = count
        for key in self.sabotaged:
            del state.stars[key]


@dataclass
class DamFreed(MemoirEvent):
    star: str
    at: str

    def apply(self, state: State) -> None:
        state.stars[self.star].count = 0


@dataclass
class BridgeAttacked(MemoirEvent):
    side: str
    at: str
    destroyed: bool
    draws: bool
    roll: Roll | None = None
    needs: list[str] = field(default_factory=list)
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        state.draws, state.slots = self.draws, []


@dataclass
class PontoonBuilt(MemoirEvent):
    """A pontoon is built over the river; no unit is ordered in this turn."""

    side: str
    at: str

    def apply(self, state: State) -> None:
        state.added[self.at] = [*state.added.get(self.at, []), "pontoon-bridge"]
        state.accounts[self.side].pontoons -= 1
        state.slots, state.phase = [], "action"


@dataclass
class UnitLanded(MemoirEvent):
    """Infantry lands on an airfield for one order of the card, and may do nothing this turn."""

    side: str
    unit: str
    at: str
    figures: int

    def apply(self, state: State) -> None:
        state.units[self.unit] = Unit(self.side, "infantry", self.figures, self.figures, self.at, placed=True)
        slot = state.slots[0]
        slot.count = (slot.count or 1) - 1
        if not slot.count:
            state.slots, state.phase = [], "action"


@dataclass
class StrikeRolled(MemoirEvent):
    besides: ClassVar[tuple[Face, ...]] = (FLAG,)

    side: str
    target: str
    at: str
    roll: Roll
    needs: list[str]
    hits: int
    flags: int
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        state.targets.append(self.at)
        state.struck.append(self.target)
        state.battling = True


@dataclass
class AirPowerAnnounced(MemoirEvent):
    """Air Power is face up: from the next turn on it may be played against a radar station."""

    side: str
    turn: int

    def apply(self, state: State) -> None:
        state.accounts[self.side].announced = self.turn


@dataclass
class OrdersRolled(MemoirEvent):
    side: str
    roll: Roll
    slots: list[Slot] = field(default_factory=list)
    needs: list[str] | None = None

    def apply(self, state: State) -> None:
        state.hour_rolled = True
        state.slots = deep_copy(self.slots)
        state.phase = "orders" if self.slots else "action"
