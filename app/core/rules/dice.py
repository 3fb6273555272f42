"""Dice (seeded, typed or scripted), exact odds, and commitments to sealed choices."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, Literal, Protocol

from app.core.errors import Refused

Face = int | str
"""A number, or the name of a symbol on a die."""
D6 = 6
MOST_DICE = 200
"""The maximum number of dice in one roll with odds, or in a chain of rolls."""
D6_FACES: tuple[Face, ...] = tuple(range(1, D6 + 1))
Distribution = dict[int, Fraction]
"""Exact probabilities by count."""
Source = Literal["hand", "table"]


@dataclass(frozen=True)
class Roll:
    """The faces of one roll. `number` counts the table's rolls from 1; None if rolled by hand."""

    by: Source
    faces: list[Face]
    number: int | None = None

    @property
    def numbers(self) -> list[int]:
        return [face for face in self.faces if isinstance(face, int)]


class Dice(Protocol):
    """A source of faces. `number` is the position of the roll among all rolls of the table."""

    def roll(self, number: int, count: int, faces: int) -> list[int]: ...

    def die(self, number: int, index: int, faces: int) -> int:
        """Roll die `index` (from 0) of a roll whose dice may have different faces."""


def commitment_of(seed: bytes) -> str:
    """Return the SHA-256 (hex) of a seed, shown at the start and checked at the end."""
    return hashlib.sha256(seed).hexdigest()


@dataclass(frozen=True)
class SeededDice:
    """A provable dice stream: anyone who has the seed can recompute every face."""

    seed: bytes

    def die(self, number: int, index: int, faces: int) -> int:
        """Return die `index` (from 0) of roll `number` (from 1), without bias."""
        limit = 2**64 // faces * faces
        c = 0
        while True:
            digest = hmac.new(self.seed, f"{number}:{index}:{c}".encode(), hashlib.sha256).digest()
            drawn = int.from_bytes(digest[:8], "big")
            if drawn < limit:
                return drawn % faces + 1
            c += 1

    def roll(self, number: int, count: int, faces: int) -> list[int]:
        return [self.die(number, index, faces) for index in range(count)]


# -- odds


def chance_of_at_least(needs: int, faces: int = 6) -> Fraction:
    """Return the chance that one die shows at least `needs`.

    It is 1 if `needs` is 1 or less, and 0 if it exceeds `faces`.
    """
    return Fraction(min(faces, max(0, faces + 1 - needs)), faces)


def check_dice(dice: int) -> None:
    """Raise Refused for more dice than odds are computed for; the cost is quadratic."""
    if dice > MOST_DICE:
        raise Refused("too-many-items", field="dice", limit=MOST_DICE)


def successes(dice: int, chance: Fraction) -> Distribution:
    """Return the probability of each number of successes among `dice` equal dice.

    Every count is listed. Raise Refused for too many dice.
    """
    check_dice(dice)
    hit, of = chance.numerator, chance.denominator
    return {n: Fraction(comb(dice, n) * hit**n * (of - hit) ** (dice - n), of**dice) for n in range(dice + 1)}


def any_successes(chances: Sequence[Fraction]) -> Distribution:
    """Return the probability of each number of successes among dice with different chances.

    Raise Refused for too many dice.
    """
    check_dice(len(chances))
    found = {0: Fraction(1)}
    for chance in chances:
        failed = {n: p * (1 - chance) for n, p in found.items()}
        found = {n: failed.get(n, Fraction()) + found.get(n - 1, Fraction()) * chance for n in range(len(found) + 1)}
    return found


def at_least(distribution: Distribution) -> Distribution:
    """Return the probability of each count or more, from 1 on."""
    so_many, found = Fraction(), {}
    for n in sorted(distribution, reverse=True):
        found[n] = so_many = so_many + distribution[n]
    return {n: found[n] for n in distribution if n > 0}


def as_text(distribution: Distribution) -> dict[str, str]:
    """Return a distribution as JSON text: {"0": "1/8", …}."""
    return {str(n): str(p) for n, p in distribution.items()}


# -- sealed choices


def fresh_salt() -> str:
    """Return 16 random bytes as hex."""
    return secrets.token_hex(16)


def commitment(salt: str, value: Any) -> str:
    """Return the SHA-256 (hex) of the salt's bytes followed by the value as JSON.

    The JSON text is compact, with sorted keys, in UTF-8.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(bytes.fromhex(salt) + text.encode()).hexdigest()
