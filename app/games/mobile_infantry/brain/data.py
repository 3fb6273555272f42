"""The app’s free choices as data: tempers and what is of the house. Source: data/brain.toml."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from app.core import book as core
from app.core.book import Dashed
from app.games.mobile_infantry.book import FOLDER
from app.games.mobile_infantry.state import Temper


class TemperData(Dashed):
    """What one temper chooses where the rules leave it open."""

    tie: list[str]
    hold_inches: float
    hold_turns: int
    hold_packs: int
    stay: int
    show: float
    number: int
    mouth: str
    leftover: str
    rest: int
    siege: str
    terrain: str
    depth: list[str]
    wreck: list[str]
    guards: Literal["inside", "outside", "first-fork"]
    nest_guards: Literal["nest", "fork", "side-tunnel"]
    nest: Literal["longest", "middle", "shortest"]
    flight: float
    """It flees once so many of its guards are left, as a part of all."""


class BrainData(Dashed):
    """The dice of a turn, goals, tunnels, tempers."""

    inches_dice: int
    slots: int
    slot_dice: int
    nearest: float
    near: float
    goals: dict[int, str]
    last_depth: str
    last_wreck: str
    fort_show: float
    extra_tunnels: list[int]
    tunnel_lengths: list[int]
    tunnel_width: int
    inside: float
    tempers: dict[Temper, TemperData]


@lru_cache
def brain_data() -> BrainData:
    """What the app plays by."""
    return BrainData.model_validate(core.read(FOLDER / "data" / "brain.toml"))
