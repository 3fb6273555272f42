"""A mission whose board people change by tapping: what they paint with, and what a tap makes of the mission."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.core.missions import MissionData


@dataclass(frozen=True)
class Setting:
    """Something of a mission that is no place on its board: a number, one of its choices, or a text of so many
    `letters`; `word` says what it is, `about` whose."""

    name: str
    word: str
    value: Any
    about: str = ""
    least: int = 0
    most: int = 0
    choices: Sequence[str] = ()
    letters: int = 0


@dataclass(frozen=True, eq=False)
class Painter:
    """How a game lets its own missions be painted; its `painted.html` draws the board, a button for each place."""

    brushes: Mapping[str, Sequence[str]]
    """A word of `brush` for each group → the names of what is painted with."""
    shown: Callable[[MissionData], Mapping[str, Any]]
    """What the template of the board draws."""
    painted: Callable[[MissionData, str, str], MissionData]
    """A mission, a brush and a place → the mission as it then is. Raises Refused for a place that is not there."""

    sizes: Sequence[str]
    """The names of the boards that a new mission can have."""
    blank: Callable[[str, Mapping[str, str], str], MissionData]
    """Key, name in every language, a size → a mission with nothing on its board."""
    settings: Callable[[MissionData], Sequence[Setting]]
    """What is set beside the board."""
    set: Callable[[MissionData, Mapping[str, str]], MissionData]
    """A mission with its settings as they were typed by their names; whether they will do is checked with the rest."""

    def knows(self, brush: str) -> bool:
        """Whether one can paint with this."""
        return any(brush in group for group in self.brushes.values())
