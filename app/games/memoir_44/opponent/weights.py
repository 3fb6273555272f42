"""The weights of the general: ours, from no book. A medal is worth 1."""

from __future__ import annotations

from dataclasses import dataclass

MOST_EVALUATIONS = 1000
"""The most places and attacks that one decision works out; no shipped scenario needs more."""
WOUND, STEEPNESS = 0.6, 1.5
"""A unit without some of its figures is worth so much to its enemy: 0.6 · (share lost)^1.5."""
ONE_MORE, WINS = 0.35, 1.0
"""A medal is worth more where one more would win, and where it wins."""
OF_TYPE = {"armour": 0.15, "artillery": 0.20}
LEADER = 0.35
FLAG, DRIVEN, OVERRUN, AMBUSHED = 0.07, 0.6, 0.12, 0.03
"""The worth of a flag, of driving a unit from an objective, of an overrun; the price of a possible ambush."""
HELD, STAR = 0.9, 0.6
"""The worth of an objective or an exit for each medal, and of a Battle Star."""
EXPOSURE, OFFENCE, ADVANCE = 0.8, 0.30, 0.35
SHARES, NEXT_SHARE = 0.45, 0.75
"""The share of the best enemy that fires at a place next turn, and of each further one."""
NEARER = 0.9
"""The worth of a goal falls so with each hex."""
CARD_PRICE = 0.6
AMBUSH_FROM = 0.25
OTHER_CARDS = 0.35
HEALED = 0.25
"""The worth of a figure that Medics & Mechanics may return."""
USUAL = {
    "recon": 0.10,
    "probe": 0.20,
    "attack": 0.30,
    "assault": 0.45,
    "recon-in-force": 0.40,
    "general-advance": 0.60,
    "pincer-move": 0.50,
    "air-power": 0.90,
    "barrage": 0.70,
    "armour-assault": 0.60,
    "artillery-bombard": 0.40,
    "behind-enemy-lines": 0.50,
    "close-assault": 0.60,
    "dig-in": 0.35,
    "direct-from-hq": 0.60,
    "firefight": 0.50,
    "infantry-assault": 0.55,
    "medics-and-mechanics": 0.40,
    "move-out": 0.50,
    "their-finest-hour": 0.80,
}
"""The usual worth of a card, which is its price when it is played."""


@dataclass(frozen=True)
class Level:
    """The care of a level: its share of exposure, and its noise on cards and places."""

    exposure: float
    on_cards: float
    on_places: float


LEVELS = {"recruit": Level(0.0, 0.5, 0.35), "officer": Level(1.0, 0.2, 0.15), "general": Level(1.0, 0.0, 0.0)}
"""The levels, the weakest first: they differ by care, never by dice or cards."""
