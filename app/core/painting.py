"""A mission whose board people change by tapping: what they paint with, and what a tap makes of the mission."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.core.missions import MissionData


@dataclass(frozen=True, eq=False)
class Painter:
    """How a game lets its own missions be painted; its `painted.html` draws the board, a button for each place."""

    brushes: Mapping[str, Sequence[str]]
    """A word of `brush` for each group → the names of what is painted with."""
    shown: Callable[[MissionData], Mapping[str, Any]]
    """What the template of the board draws."""
    painted: Callable[[MissionData, str, str], MissionData]
    """A mission, a brush and a place → the mission as it then is. Raises Refused for a place that is not there."""

    def knows(self, brush: str) -> bool:
        """Whether one can paint with this."""
        return any(brush in group for group in self.brushes.values())
