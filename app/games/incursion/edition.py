"""What an edition of the rules says in numbers: a page for each of its tables."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from app.core.rules.book import DashedPage, RangeTable


class CommandPointsTable(DashedPage):
    """CP by RP level, and what named models add while alive."""

    by_rp: RangeTable
    sarge: int
    gretel: int


class HandSizeTable(DashedPage):
    """Cards by RP level, and what the Commander adds."""

    by_rp: RangeTable
    commander: int


class Bids(DashedPage):
    tie: str


class HordeTable(DashedPage):
    """So many zombies every turn for so many RP; how many figures a box has (ours: the sheet of counters)."""

    rp: int
    zombies: int
    figures: int


class Countdown(DashedPage):
    first_turn: int


class DiceRules(DashedPage):
    """The least natural face that can wound, and the limits of Fortitude after modifiers, where an edition sets any."""

    least_face: int | None = None
    fortitude_low: int | None = None
    fortitude_high: int | None = None


class Weapon(DashedPage):
    rof: int
    reaction_rof: int
    shots_per_ap: int = 1
    fortitude: int = 0


class Shooting(DashedPage):
    weapons: dict[str, Weapon]


class Attacker(DashedPage):
    """How a model fights hand to hand, where it differs from one plain die."""

    power: str | None = None
    dice: int | None = None
    modifier: int = 0
    strength_in_numbers: bool = False
    slays: list[str] = Field(default_factory=list)


class Melee(DashedPage):
    """A model fights like the first attacker whose power it has; one without a power stands for all others."""

    dice: int
    attackers: dict[str, Attacker]


class BlastRules(DashedPage):
    """What is added to each die of a blast, and of a Bomberzombie's; squares that a thrown grenade goes."""

    modifier: int
    bomberzombie: int
    range: int


class FireRules(DashedPage):
    """Squares of a shot, dice of a counter that is placed, and what an edition counts of a model in fire."""

    squares: int
    rof: int
    counts: list[str]


class Bambi(DashedPage):
    """What Slugger adds to each die, and whether a natural 1 on any die of his ends his activation."""

    bonus: int
    ends_on: int
    any_die_ends: bool


class HarpoonRules(DashedPage):
    """The least face that drags, and whether harpooned models are free once the gunner is dead."""

    drags_on: int
    lets_go: bool


class VolatileTable(DashedPage):
    """The highest face of each outcome but the last."""

    explodes: int
    removed: int


class VictoryCounters(DashedPage):
    values: list[int]


class TwitcherRules(DashedPage):
    """The highest face that wakes a corpse, and the dice of its attack."""

    wakes_on: int
    dice: int


class Force(DashedPage):
    sturmzombie_rp: int


class Activation(DashedPage):
    activated_model: Literal["stays-activated", "may-come-back"]


class ReactionFire(DashedPage):
    """Whether models must go into Reaction Fire, and the actions that the edition's own examples list as triggers."""

    enters: Literal["must", "may"]
    listed: list[str]


class Doors(DashedPage):
    """Who seals a green door: any model placed for it, or as the table answers."""

    sealed_by: Literal["any-model", "as-asked"]


class Points(DashedPage):
    """Victory Points of models: off the board, killed, and the same of the Stranded Trooper."""

    off: int
    killed: int
    stranded_off: int
    stranded_killed: int


class Deployment(DashedPage):
    """Whether both sides place together where a mission speaks of a dice-off."""

    order: Literal["together", "as-asked"]


class ExperienceRules(DashedPage):
    """Which Effects may become Experience Cards: all that lie on a model, or those played on it in the mission; and
    where one goes that is lost."""

    keeps: Literal["lying", "played-here"]
    lost: Literal["as-asked", "deck"]


class Edition(DashedPage):
    """All the tables of an edition."""

    command_points: CommandPointsTable
    hand_size: HandSizeTable
    bids: Bids
    horde: HordeTable
    countdown: Countdown
    action_cost: dict[str, int]
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
