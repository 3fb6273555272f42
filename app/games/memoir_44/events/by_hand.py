"""Pieces that the table places, moves or removes by its own ruling.

Units, obstacles, minefields, stars.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, ClassVar

from app.core.engine.visibility import sealed
from app.core.rules.dice import Roll
from app.games.memoir_44.book import UnitType
from app.games.memoir_44.events import MemoirEvent
from app.games.memoir_44.events.units import end_mine, end_rights_to, forget_unit, lift_unit, move_unit
from app.games.memoir_44.state import Mine, Star, State, Unit


@dataclass
class OfPiece(MemoirEvent, abstract=True):
    """An action by hand on a piece of a side; without a side it is nobody's."""

    rules: ClassVar[bool] = True

    def ruled_sides(self, state: State) -> Collection[str]:
        side: str | None = getattr(self, "side", None)
        return () if side is None else (side,)


@dataclass
class ReasonGiven(MemoirEvent):
    terms: ClassVar[dict[str, str]] = {"reason": "own"}

    reason: str

    def apply(self, state: Any) -> None:
        """Change nothing: the reason is only for the log."""


@dataclass
class UnitAdded(OfPiece):
    side: str
    unit: str
    type: UnitType
    figures: int
    at: str

    def apply(self, state: State) -> None:
        end_rights_to(state, self.at)
        state.units[self.unit] = Unit(self.side, self.type, self.figures, self.figures, self.at)


@dataclass
class UnitPut(OfPiece):
    """A unit is put on another hex; its pending obligations on the old one are settled."""

    side: str
    unit: str
    before: str
    at: str

    def apply(self, state: State) -> None:
        forget_unit(state, self.unit)
        move_unit(state, self.unit, self.at)


@dataclass
class UnitTakenOff(OfPiece):
    """A unit leaves the board without a medal for anybody; its load stays in its hex."""

    side: str
    unit: str
    at: str

    def apply(self, state: State) -> None:
        forget_unit(state, self.unit)
        lift_unit(state, self.unit)
        unit = state.units[self.unit]
        if unit.carries is not None:
            put_down(state, unit.carries)
        unit.at = None


def put_down(state: State, star: str) -> None:
    carrier = state.stars[star].by
    if carrier is not None:
        state.units[carrier].carries, state.stars[star].by = None, None


@dataclass
class ObstaclePut(OfPiece):
    what: str
    at: str

    def apply(self, state: State) -> None:
        gone = state.removed.get(self.at, [])
        if self.what in gone:
            state.removed[self.at] = [one for one in gone if one != self.what]
        else:
            state.added[self.at] = [*state.added.get(self.at, []), self.what]


@dataclass
class ObstacleTakenOff(OfPiece):
    what: str
    at: str

    def apply(self, state: State) -> None:
        added = state.added.get(self.at, [])
        if self.what in added:
            state.added[self.at] = [one for one in added if one != self.what]
        else:
            state.removed[self.at] = [*state.removed.get(self.at, []), self.what]


@dataclass
class MinePut(OfPiece):
    """A mine token is put on a hex.

    Its number is as hidden, or as open, as it was; that of a new one was drawn.
    """

    side: str
    at: str
    shown: int | None = None
    value: int | None = sealed()
    roll: Roll | None = sealed()

    def apply(self, state: State) -> None:
        state.mines[self.at] = Mine(self.side, self.at, self.value, self.shown)


@dataclass
class MineTakenOff(OfPiece):
    side: str
    at: str

    def apply(self, state: State) -> None:
        del state.mines[self.at]
        if state.in_mine is not None and state.units[state.in_mine].at == self.at:
            end_mine(state)


@dataclass
class StarPut(OfPiece):
    star: str
    purpose: str
    side: str | None
    at: str

    def apply(self, state: State) -> None:
        if self.star in state.stars:
            put_down(state, self.star)
            state.stars[self.star].at = self.at
        else:
            state.stars[self.star] = Star(self.purpose, self.side, self.at)


@dataclass
class StarTakenOff(OfPiece):
    star: str
    side: str | None
    at: str

    def apply(self, state: State) -> None:
        put_down(state, self.star)
        del state.stars[self.star]


"""All that may happen by hand."""
