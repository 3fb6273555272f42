"""The numbers of an edition of the rules: a page for each of its tables."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from app.core.rules.book import DashedPage, RangeTable

Small = Annotated[int, Field(ge=0, le=20)]
MultiChoice = Annotated[int, Field(ge=1, le=20)]
Added = Annotated[int, Field(ge=-20, le=20)]
"""A printed number, or a die modifier: a table's file brings the numbers of its edition."""
FIGURES = 99
FREE = "drop-item"
COUNTERS = 8
MOST_KEPT = 100
"""Entries of a printed table."""


class CommandPointsTable(DashedPage):
    by_rp: RangeTable
    sarge: Small
    gretel: Small


class HandSizeTable(DashedPage):
    by_rp: RangeTable
    commander: Small


class Bids(DashedPage):
    tie: str


class HordeTable(DashedPage):
    """Zombies each turn by RP; figures in the box (ours: the sheet of counters)."""

    rp: MultiChoice
    zombies: MultiChoice
    figures: Annotated[int, Field(ge=0, le=FIGURES)]

    @model_validator(mode="after")
    def no_more_than_bought(self) -> Self:
        """Raise ValueError for more than one zombie an RP: the horde would have no limit."""
        if self.zombies > self.rp:
            raise ValueError(self.zombies)
        return self


class Countdown(DashedPage):
    first_turn: MultiChoice


class DiceRules(DashedPage):
    """The least natural face that can wound, and the limits of modified Fortitude, if any."""

    least_face: Small | None = None
    fortitude_low: Small | None = None
    fortitude_high: Small | None = None


class Weapon(DashedPage):
    rof: Small
    reaction_rof: Small
    shots_per_ap: MultiChoice = 1
    fortitude: Added = 0


class Shooting(DashedPage):
    weapons: Annotated[dict[str, Weapon], Field(max_length=MOST_KEPT)]


class Attacker(DashedPage):
    """Dice of a model in hand-to-hand, if they differ from one plain die."""

    power: str | None = None
    dice: Small | None = None
    modifier: Added = 0
    strength_in_numbers: bool = False
    slays: list[str] = Field(default_factory=list)


class Melee(DashedPage):
    """Attackers in order: the first whose power a model has counts.

    One without a power stands for all others.
    """

    dice: Small
    attackers: Annotated[dict[str, Attacker], Field(max_length=MOST_KEPT)]


class BlastRules(DashedPage):
    """Die modifiers of a blast and of a Bomberzombie's; squares that a thrown grenade goes."""

    modifier: Added
    bomberzombie: Added
    range: MultiChoice


class FireRules(DashedPage):
    """Squares of a shot, dice of a placed counter, and an edition's count of a model in fire."""

    squares: MultiChoice
    rof: Small
    counts: list[str]


class Bambi(DashedPage):
    """Slugger's die modifier, and whether a natural 1 on any die ends his activation."""

    bonus: Added
    ends_on: Small
    any_die_ends: bool


class HarpoonRules(DashedPage):
    """The least face that drags, and whether harpooned models are free once the gunner is dead."""

    drags_on: Small
    lets_go: bool


class VolatileTable(DashedPage):
    """The highest face of each outcome but the last."""

    explodes: Small
    removed: Small


class VictoryCounters(DashedPage):
    values: Annotated[list[Small], Field(min_length=COUNTERS, max_length=COUNTERS)]


class TwitcherRules(DashedPage):
    wakes_on: Small
    dice: Small


class Force(DashedPage):
    sturmzombie_rp: MultiChoice


class Activation(DashedPage):
    activated_model: Literal["stays-activated", "may-come-back"]


class ReactionFire(DashedPage):
    """Obligation to go into Reaction Fire, and the triggers in the edition's own examples."""

    enters: Literal["must", "may"]
    listed: list[str]


class Doors(DashedPage):
    """The models that may seal a green door: any placed for it, or as the table answers."""

    sealed_by: Literal["any-model", "as-asked"]


class Points(DashedPage):
    off: Small
    killed: Small
    stranded_off: Small
    stranded_killed: Small


class Deployment(DashedPage):
    """Joint deployment if a mission speaks of a dice-off.

    Sides whose entries are marked E and exits X.
    """

    order: Literal["together", "as-asked"]
    marked: list[str] = Field(default_factory=list)


class ExperienceRules(DashedPage):
    """Effects that may become Experience Cards, and what happens to lost ones.

    All Effects on a model, or those played on it in the mission.
    """

    keeps: Literal["lying", "played-here"]
    lost: Literal["as-asked", "deck"]


def _costs_something(costs: dict[str, int]) -> dict[str, int]:
    """Raise ValueError if anything but dropping an item is free: it would be done without end."""
    if any(cost == 0 for action, cost in costs.items() if action != FREE):
        raise ValueError(costs)
    return costs


class Edition(DashedPage):
    command_points: CommandPointsTable
    hand_size: HandSizeTable
    bids: Bids
    horde: HordeTable
    countdown: Countdown
    action_cost: Annotated[dict[str, Small], Field(max_length=MOST_KEPT), AfterValidator(_costs_something)]
    activation: Activation
    reaction_fire: ReactionFire
    doors: Doors
    dice: DiceRules
    shooting: Shooting
    melee: Melee
    blast: BlastRules
    fire: FireRules
    bambi: Bambi
    harpoon: HarpoonRules
    volatile: VolatileTable
    victory_counters: VictoryCounters
    twitcher: TwitcherRules
    points: Points
    panels_end: Literal["all-taken", "as-asked"]
    force: Force
    deployment: Deployment
    campaign: ExperienceRules
