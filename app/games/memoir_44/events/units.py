"""Events of units: moves, battles, losses, retreats, taking ground."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from app.core.rules.dice import Face, Roll
from app.core.rules.ruling import Reason
from app.games.memoir_44.events import MemoirEvent
from app.games.memoir_44.rulings.faces import FLAG
from app.games.memoir_44.state import Asked, Crosshair, SecondRoll, State, Unit, Won


def end_rights(state: State, key: str) -> None:
    if state.won is not None and state.won.unit == key:
        state.won = None
    state.decided = {pair: count for pair, count in state.decided.items() if key not in pair.split()}
    unit = state.units.get(key)
    if unit is not None and unit.overran and not unit.battles:
        unit.battles = 1


def end_rights_to(state: State, *places: str) -> None:
    if state.won is not None and state.won.hex in places:
        state.won = None


def lift_unit(state: State, key: str) -> None:
    end_rights(state, key)
    if state.back is not None and key in (state.back.unit, state.back.against):
        state.back = None
        state.waiting = [one for one in state.waiting if one.for_ != "battle-back"]
    state.crosshairs = [one for one in state.crosshairs if key not in (one.unit, one.gun)]
    unit = state.units[key]
    unit.camouflaged = False
    if unit.at in state.added and "sandbags" in state.added[unit.at]:
        state.added[unit.at] = [one for one in state.added[unit.at] if one != "sandbags"]


def move_unit(state: State, key: str, to: str) -> None:
    lift_unit(state, key)
    end_rights_to(state, to)
    unit: Unit = state.units[key]
    unit.at = to
    if unit.carries is not None:
        state.stars[unit.carries].at = to


@dataclass
class UnitMoved(MemoirEvent):
    """A unit moves over these hexes; `kept` is the reason why it may not battle afterwards."""

    side: str
    unit: str
    to: str
    path: list[str]
    kept: str | None = None
    hard: bool = False
    boat: bool = False

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.path = [*(unit.path or [str(unit.at)]), *self.path]
        unit.moves = 2 if unit.battles else unit.moves + 1
        unit.kept, unit.hard, unit.boat = self.kept or unit.kept, unit.hard or self.hard, self.boat
        move_unit(state, self.unit, self.to)


@dataclass
class Volley(MemoirEvent, abstract=True):
    besides: ClassVar[tuple[Face, ...]] = (FLAG,)

    side: str
    unit: str
    target: str
    roll: Roll
    needs: list[str]
    hits: int
    flags: int
    working: list[Reason] = field(default_factory=list)


@dataclass
class AttackRolled(Volley):
    def apply(self, state: State) -> None:
        state.battling, state.won, state.assault = True, None, None
        note_battle(state, self.unit)


def note_battle(state: State, key: str) -> None:
    (state.units.get(key) or state.trains[key]).battles += 1
    if key in state.units:
        state.units[key].camouflaged = False
    for name, unit in state.units.items():
        if unit.overran and name != key and not unit.battles:
            unit.battles = 1


@dataclass
class FiguresLost(MemoirEvent):
    unit: str
    figures: int
    left: int

    def apply(self, state: State) -> None:
        state.units[self.unit].figures = self.left


@dataclass
class UnitLost(MemoirEvent):
    """A unit is eliminated: its load stays in the hex, prisoners die with it."""

    look: ClassVar[str] = "lost"

    unit: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        lift_unit(state, self.unit)
        if unit.carries is not None:
            drop(state, unit.carries, str(unit.at))
        unit.at, unit.figures, unit.carries = None, 0, None
        forget_unit(state, self.unit)


def forget_unit(state: State, key: str) -> None:
    if state.asked is not None and state.asked.unit == key:
        state.asked = None
        state.stop_waiting_for(state.units[key].side)
    if state.in_mine == key:
        end_mine(state)
    if state.ice is not None and state.ice.unit == key:
        end_ice(state)
    if state.second is not None and state.second.unit == key:
        end_second_roll(state)


def end_second_roll(state: State) -> None:
    state.second = None
    state.waiting = [one for one in state.waiting if one.for_ != "second-roll"]


def end_mine(state: State) -> None:
    state.in_mine = None
    state.waiting = [one for one in state.waiting if one.for_ not in ("token", "mine")]


def end_ice(state: State) -> None:
    state.ice = None
    state.waiting = [one for one in state.waiting if one.for_ != "ice"]


def drop(state: State, star: str, at: str) -> None:
    one = state.stars[star]
    one.by, one.at = None, at
    if one.purpose == "prisoners":
        del state.stars[star]


@dataclass
class SecondRollAsked(MemoirEvent):
    """A Tiger is hit: its enemy rolls as many dice again, of which one must be a grenade."""

    unit: str
    dice: int
    side: str
    by: str | None = None

    def apply(self, state: State) -> None:
        state.second = SecondRoll(self.unit, self.dice, self.by)
        state.wait_for(self.side, "second-roll")


@dataclass
class SecondRolled(MemoirEvent):
    side: str
    unit: str
    roll: Roll
    needs: list[str]
    destroyed: bool
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        end_second_roll(state)


@dataclass
class VehiclesLost(MemoirEvent):
    """Figures of vehicles are lost; so many are a medal together."""

    side: str
    figures: int
    total: int

    def apply(self, state: State) -> None:
        state.accounts[self.side].vehicles_lost = self.total


@dataclass
class Supplied(MemoirEvent):
    """A vehicle gives up figures for a unit beside it; neither battles any more this turn."""

    side: str
    unit: str
    target: str
    figures: int
    left: int

    def apply(self, state: State) -> None:
        vehicle, unit = state.units[self.unit], state.units[self.target]
        unit.figures += self.figures
        unit.kept = "supplied"
        note_battle(state, self.unit)
        vehicle.figures = self.left
        if not self.left:
            lift_unit(state, self.unit)
            vehicle.at = None


@dataclass
class FlagsAsked(MemoirEvent):
    unit: str
    flags: int
    side: str
    by: str | None = None
    hits: int = 0
    cannot_ignore: bool = False
    seat: str | None = None
    """The general who answers, if there is one."""

    def apply(self, state: State) -> None:
        state.asked = Asked(self.unit, self.flags, self.by, self.hits, self.cannot_ignore)
        state.wait_for(self.side, "flags", self.seat)


@dataclass
class FlagsAnswered(MemoirEvent):
    side: str
    unit: str
    ignored: int
    to: str
    retreated: int
    lost: int
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        state.asked = None
        state.stop_waiting_for(self.side)
        if self.retreated and self.unit in state.units:
            move_unit(state, self.unit, self.to)


@dataclass
class RetreatDecided(MemoirEvent):
    side: str
    unit: str
    to: str
    lost: int

    def apply(self, state: State) -> None:
        state.asked = None
        state.stop_waiting_for(self.side)
        if self.unit in state.units and self.to != state.units[self.unit].at:
            move_unit(state, self.unit, self.to)


@dataclass
class GroundWon(MemoirEvent):
    unit: str
    hex: str
    hexes: int
    overrun: bool
    why_not: str | None = None

    def apply(self, state: State) -> None:
        state.won = Won(self.unit, self.hex, self.hexes, self.overrun, self.why_not)


@dataclass
class GroundTaken(MemoirEvent):
    side: str
    unit: str
    to: str
    path: list[str]
    overrun: bool
    hard: bool = False
    boat: bool = False

    def apply(self, state: State) -> None:
        state.won = None
        unit = state.units[self.unit]
        unit.path = [*(unit.path or [str(unit.at)]), *self.path]
        unit.hard, unit.boat = unit.hard or self.hard, self.boat
        move_unit(state, self.unit, self.to)
        if self.overrun:
            unit.overran, unit.battles = True, 0


@dataclass
class CrosshairPlaced(MemoirEvent):
    """A battery has found its range: its next shot at that unit has a die more."""

    gun: str
    unit: str
    on: str

    def apply(self, state: State) -> None:
        state.crosshairs.append(Crosshair(self.gun, self.on, self.unit))


@dataclass
class CrosshairsTakenOff(MemoirEvent):
    gun: str

    def apply(self, state: State) -> None:
        state.crosshairs = [one for one in state.crosshairs if one.gun != self.gun]


@dataclass
class LeaderInDoubt(MemoirEvent):
    unit: str
    side: str
    at: str

    def apply(self, state: State) -> None:
        state.units[self.unit].leader = False
        state.leader_down, state.fell_at = self.unit, self.at
        state.wait_for(self.side, "leader")


@dataclass
class LeaderChecked(MemoirEvent):
    side: str
    lost: bool
    roll: Roll | None = None
    to: str | None = None
    working: list[Reason] = field(default_factory=list)
    needs: list[str] | None = None

    def apply(self, state: State) -> None:
        state.leader_down = None
        state.stop_waiting_for(self.side)
        if self.to is not None:
            state.units[self.to].leader = True


@dataclass
class LeaderLost(MemoirEvent):
    unit: str

    def apply(self, state: State) -> None:
        state.units[self.unit].leader = False
        if state.leader_down == self.unit:
            state.leader_down = None
            state.waiting = [one for one in state.waiting if one.for_ != "leader"]


@dataclass
class UnitLeft(MemoirEvent):
    side: str
    unit: str

    def apply(self, state: State) -> None:
        lift_unit(state, self.unit)
        unit = state.units[self.unit]
        if unit.carries is not None:
            state.stars[unit.carries].at = None
        unit.at = None
