"""The campaign record, which each table of the chain carries on.

Source: Incursion, Campaign.
"""

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
    mission: int
    winner: str
    because: str
    turn: int
    table: str
    forces: dict[str, dict[str, int]]
    points: dict[str, int]
    kept: list[Gained] = field(default_factory=list)
    counted: Literal["vp", "panels"] = "vp"
    """The unit of the points."""


@dataclass
class Lost:
    """An Experience Card that went back to the deck: mission, model, reason."""

    mission: int
    side: str
    model: str
    card: str
    because: Loss


@dataclass
class Campaign:
    """A series of missions and its progress.

    `experience`: cards of earlier missions whose models are not on the table.
    """

    also: ClassVar[tuple[str, ...]] = ("next_mission", "wins")

    name: str
    missions: list[int]
    index: int = 0
    played: list[Played] = field(default_factory=list)
    experience: dict[str, list[Veteran]] = field(default_factory=dict)
    lost: list[Lost] = field(default_factory=list)
    removed: list[Kept] = field(default_factory=list)
    """Lost cards that are removed from the campaign."""

    @property
    def mission(self) -> int:
        return self.missions[self.index]

    @property
    def next_mission(self) -> int | None:
        return self.missions[self.index + 1] if self.index + 1 < len(self.missions) else None

    @property
    def wins(self) -> dict[str, int]:
        """Return the missions that each side has won, and the draws."""
        return dict(Counter(played.winner for played in self.played))

    def lose(self, side: str, model: str, kept: Kept, because: Loss, *, out: bool = False) -> None:
        """Record that a card of a model is no longer an Experience Card.

        `out`: it is removed from the campaign.
        """
        self.lost.append(Lost(self.mission, side, model, kept.card, because))
        if out:
            self.removed.append(kept)


@cache
def _campaigns() -> TypeAdapter[Campaign]:
    return TypeAdapter(Campaign)


def record_of(opened: Mapping[str, Any]) -> Campaign | None:
    """Return the campaign record that a table copied when it opened.

    Raise ValueError for an invalid record.
    """
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
