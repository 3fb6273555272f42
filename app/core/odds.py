"""Exact distributions of dice, as fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

Distribution = dict[int, Fraction]


def chance_of_at_least(needs: int, faces: int = 6) -> Fraction:
    """The chance that one die shows at least `needs` (1 or less: always; over `faces`: never)."""
    return Fraction(min(faces, max(0, faces + 1 - needs)), faces)


def successes(dice: int, chance: Fraction) -> Distribution:
    """How many of `dice` independent dice succeed, each with `chance`: count → probability, every count listed."""
    hit, of = chance.numerator, chance.denominator
    return {n: Fraction(comb(dice, n) * hit**n * (of - hit) ** (dice - n), of**dice) for n in range(dice + 1)}


def any_successes(chances: Sequence[Fraction]) -> Distribution:
    """How many of several independent dice succeed, each with a chance of its own: count → probability."""
    found = {0: Fraction(1)}
    for chance in chances:
        failed = {n: p * (1 - chance) for n, p in found.items()}
        found = {n: failed.get(n, Fraction()) + found.get(n - 1, Fraction()) * chance for n in range(len(found) + 1)}
    return found


def at_least(distribution: Distribution) -> Distribution:
    """count → probability of that many or more, from 1 on."""
    so_many, found = Fraction(), {}
    for n in sorted(distribution, reverse=True):
        found[n] = so_many = so_many + distribution[n]
    return {n: found[n] for n in distribution if n > 0}


def as_text(distribution: Distribution) -> dict[str, str]:
    """The distribution as JSON sees it: {"0": "1/8", …}."""
    return {str(n): str(p) for n, p in distribution.items()}
