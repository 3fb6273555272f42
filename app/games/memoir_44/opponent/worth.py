"""The worth of figures, and the exact change that dice make to it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

from app.games.memoir_44.opponent.weights import LEADER, OF_TYPE, ONE_MORE, STEEPNESS, WINS, WOUND
from app.games.memoir_44.state import State, Unit, other

Figures = Mapping[int, float]
"""The chance of each number of figures that a unit has left."""


def wound(figures: int, most: int) -> float:
    """Return what the figures are worth that a unit has lost."""
    return float(WOUND * ((most - figures) / most) ** STEEPNESS) if most else 0.0


def last_medal(state: State, side: str) -> float:
    """Return how much more a medal is worth to a side that has nearly won."""
    account = state.accounts[side]
    missing = account.to_win - account.medals
    return WINS if missing <= 1 else ONE_MORE if missing == 2 else 0.0


def gone(state: State, unit: Unit, medals: int) -> float:
    """Return what it is worth to its enemy that a unit is gone."""
    return (
        medals * (1 + last_medal(state, other(unit.side)))
        + OF_TYPE.get(unit.type, 0.0)
        + (LEADER if unit.leader else 0.0)
    )


def worth_lost(left: int, unit: Unit, price: float) -> float:
    """Return what a unit with so many figures left has lost, of which `price` is all."""
    return price if left <= 0 else wound(left, max(unit.most, unit.figures))


@lru_cache(maxsize=2000)
def hits_of(dice: int, chance: float) -> tuple[float, ...]:
    """Return the chance of each number of hits."""
    return tuple(
        math.comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits) for hits in range(max(0, dice) + 1)
    )


@lru_cache(maxsize=2000)
def after_poisson(figures: int, mean: float) -> tuple[float, ...]:
    """Return the chance of each number of hits by Poisson, all beyond the figures as the last."""
    found = [math.exp(-mean) * mean**hits / math.factorial(hits) for hits in range(figures)]
    return (*found, max(0.0, 1 - sum(found)))


def lost_to(hits: float, unit: Unit, price: float) -> float:
    """Return what a unit loses to so many expected hits, more than it has lost by now."""
    chances, now = after_poisson(unit.figures, round(hits, 1)), worth_lost(unit.figures, unit, price)
    return sum(chance * (worth_lost(unit.figures - count, unit, price) - now) for count, chance in enumerate(chances))


def after(figures: Figures, dice: int, chance: float) -> dict[int, float]:
    """Return the figures left after so many dice."""
    found: dict[int, float] = {}
    for left, likely in figures.items():
        for hits, by_dice in enumerate(hits_of(dice, chance)):
            rest = max(0, left - hits)
            found[rest] = found.get(rest, 0.0) + likely * by_dice
    return found


def expected(figures: Figures, unit: Unit, price: float) -> float:
    """Return what a unit with these figures left is expected to have lost."""
    return sum(likely * worth_lost(left, unit, price) for left, likely in figures.items())
