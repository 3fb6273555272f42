"""The app’s free choices as data: tempers and what is of the house. Source: data/brain.toml."""

from __future__ import annotations

from functools import lru_cache

from app.core import book as core
from app.games.mobile_infantry.book import FOLDER, Dashed
from app.games.mobile_infantry.state import Temper


class TemperData(Dashed):
    """What one temper chooses where the rules leave it open."""

    tie: list[str]
    hold_inches: float
    hold_turns: int
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


class BrainData(Dashed):
    """The missions that the app plays, the dice of a turn, goals, tempers."""

    missions: list[int]
    inches_dice: int
    slots: int
    slot_dice: int
    nearest: float
    near: float
    goals: dict[int, str]
    last_depth: str
    last_wreck: str
    fort_show: float
    tempers: dict[Temper, TemperData]


@lru_cache
def brain_data() -> BrainData:
    """What the app plays by."""
    return BrainData.model_validate(core.read(FOLDER / "data" / "brain.toml"))
