"""The priorities of the app as the Germans, as data. Source: ours (data/opponent.toml)."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Field

from app.core.rules.book import DashedPage, load_toml
from app.games.incursion.book import DATA

LEVELS = ("shambling", "hunting", "driven")
Level = Annotated[int, Field(ge=1, le=len(LEVELS))]
Weights = Annotated[list[int], Field(min_length=4, max_length=4)]
"""Of a bid of 0, 1, 2 and 3 CP."""


class Priority(DashedPage):
    """A priority, and the level from which it counts."""

    level: Level


class Bite(DashedPage):
    room: int
    """The most figures at one Ally, unless people said how many find a square there."""


class BiteWithCp(Priority):
    least_gain: float
    """The worth that each Command Point must add to an attack."""


class OfZombies(DashedPage):
    bite: Bite
    bite_cp: BiteWithCp


class KaBoom(DashedPage):
    """The least Allies and the most friends in the blast of a figure that blows itself up."""

    least_allies: int
    most_friends: int


class OfBombers(DashedPage):
    kaboom: KaBoom


class Retire(Priority):
    dp: int
    """The most Damage Points with which a gun goes out of sight rather than shoots."""


class Keep(DashedPage):
    keep: int
    """The least squares between a gun and an Ally where it goes."""


class OfGuns(DashedPage):
    retire: Retire
    close_in: Keep


class CutOff(Priority):
    share: float


class Crowd(DashedPage):
    """In how many boxes there are figures for all zombies on the board."""

    boxes: int


class Arriving(DashedPage):
    cut_off: CutOff
    crowd: Crowd


class Aim(DashedPage):
    """The worth of an attack: its chance of a casualty by the worth of its target, and each DP."""

    casualty: float
    wound: float
    other: float
    least_for_one_more: float


Somewhere = Literal["hindmost", "at-green-door", "at-panel", "nearest-to-device"]


class Placed(DashedPage):
    at: Somewhere
    worth: float


class Worth(Priority):
    last: float
    carrier: float
    each_counter: float
    stranded: float
    places: dict[str, Placed]
    """By mission: where an Ally is worth how much; asked where there is a choice of Allies."""


class Bidding(Priority):
    """Weights of bids by situation; below the level `none_for_blows`, and no question asked."""

    none_for_blows: Weights
    quiet: Weights
    kill_in_reach: Weights
    ally_may_leave: Weights


class Killing(Priority):
    """The least worth of a card that it kills, and the CP that it keeps for its half."""

    least: float
    keep_cp: int


class Weighing(Priority):
    """The least worth of a card that it plays; below the level it plays any card that does good."""

    least: float


class Cancelling(Priority):
    """The least Kill Value of a card that it cancels by a card of its own."""

    least_kill: int


class Seek(DashedPage):
    share: float


class Items(DashedPage):
    """The share of figures that go for items, and the level from which on carriers keep away from Allies."""

    seek: Seek
    carry: Priority


class Ask(DashedPage):
    least: int


class Shoot(DashedPage):
    """The least chance of a Damage Point for which it asks who sees an Ally, and shoots."""

    least_chance: float


class OfReactionFire(DashedPage):
    watch: Priority
    """From which level on those who see nobody watch."""
    shoot: Shoot
    ask: Ask
    """From how many figures on it asks once whom those in Reaction Fire would see."""


class Cards(DashedPage):
    weigh: Weighing
    kill: Killing
    cancel: Cancelling
    hold: list[str]
    usual: dict[str, float]


class Priorities(DashedPage):
    source: Literal["house"]
    zombie: OfZombies
    bomberzombie: OfBombers
    gun: OfGuns
    arriving: Arriving
    aim: Aim
    worth: Worth
    bid: Bidding
    item: Items
    reaction_fire: OfReactionFire
    cards: Cards
    forces: dict[str, list[list[str]]]


@lru_cache
def priorities() -> Priorities:
    return Priorities.model_validate(load_toml(DATA / "opponent.toml"))
