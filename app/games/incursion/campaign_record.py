"""The record of a campaign: each table of the chain carries what happened before it. Source: Incursion, Campaign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Literal

from pydantic import TypeAdapter

from app.core.content.missions import id_of
from app.games.incursion.book import missions

Loss = Literal["model-lost", "not-bought", "killed"]


@dataclass
class Kept:
    """An Experience Card; one of `paper` is not of the table's deck."""

    card: str
    paper: bool = False


@dataclass
class Veteran:
    """A model, by its card, with the Experience Cards that it brings."""

    model: str
    cards: list[Kept]


@dataclass
class Gained:
    """An Effect that became an Experience Card after a mission: on which model, by its card."""

    side: str
    model: str
    card: str


@dataclass
class Played:
    """A mission that is over: who won, why, in which turn, at which table, with what forces and Victory Points, and
    what was kept after it."""

    mission: int
    winner: str
    because: str
    turn: int
    table: str
    forces: dict[str, dict[str, int]]
    points: dict[str, int]
    kept: list[Gained] = field(default_factory=list)
    counted: Literal["vp", "panels"] = "vp"
    """What the points are."""


@dataclass
class Lost:
    """An Experience Card that went back to the deck: in which mission, from whom, why."""

    mission: int
    side: str
    model: str
    card: str
    because: Loss


@dataclass
class Campaign:
    """A series of missions, and where it stands. `experience`: those of earlier missions who are not on the table."""

    also: ClassVar[tuple[str, ...]] = ("next_mission", "wins")

    name: str
    missions: list[int]
    index: int = 0
    played: list[Played] = field(default_factory=list)
    experience: dict[str, list[Veteran]] = field(default_factory=dict)
    lost: list[Lost] = field(default_factory=list)
    removed: list[Kept] = field(default_factory=list)
    """Cards of those that were lost which the campaign does not see again."""

    @property
    def mission(self) -> int:
        """The mission of this table."""
        return self.missions[self.index]

    @property
    def next_mission(self) -> int | None:
        """The mission after this one, if there is one."""
        return self.missions[self.index + 1] if self.index + 1 < len(self.missions) else None

    @property
    def wins(self) -> dict[str, int]:
        """Return how many missions each side has won, and how many were drawn."""
        return dict(Counter(played.winner for played in self.played))

    def lose(self, side: str, model: str, kept: Kept, because: Loss, *, out: bool = False) -> None:
        """A card of a model is no Experience Card any longer; `out`: it is removed from the campaign."""
        self.lost.append(Lost(self.mission, side, model, kept.card, because))
        if out:
            self.removed.append(kept)


@cache
def _campaigns() -> TypeAdapter[Campaign]:
    return TypeAdapter(Campaign)


def record_of(opened: Mapping[str, Any]) -> Campaign | None:
    """Return what a table copied of its campaign when it opened. Raises ValueError for a record that cannot be."""
    if "campaign" not in opened:
        return None
    campaign = _campaigns().validate_python(opened["campaign"])
    if not set(campaign.missions) <= set(missions()):
        raise ValueError("no such mission")
    models, battle = opened["cards"]["models"], opened["cards"].get("battle", {})
    if not 0 <= campaign.index < len(campaign.missions) or campaign.mission != id_of(opened["mission"]):
        raise ValueError("the campaign is at another mission")
    for side, veterans in campaign.experience.items():
        for veteran in veterans:
            strange = [kept.card for kept in veteran.cards if kept.card not in battle]
            if strange or models[veteran.model]["side"] != side:
                raise ValueError(f"campaign.experience.{side}")
    return campaign
