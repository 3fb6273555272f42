"""Dice: rolled from the sealed seed of a table, typed in or scripted; their exact odds; and sealed choices."""

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
"""A number, or the name of what a die shows."""
D6 = 6
MOST_DICE = 200
"""Dice of one roll whose odds are worked out, or of a chain of rolls."""
D6_FACES: tuple[Face, ...] = tuple(range(1, D6 + 1))
Distribution = dict[int, Fraction]
"""count → probability; exact."""
Source = Literal["hand", "table"]


@dataclass(frozen=True)
class Roll:
    """Faces as they fell. `number` counts the table's standing rolls from 1; None where people rolled by hand."""

    by: Source
    faces: list[Face]
    number: int | None = None

    @property
    def numbers(self) -> list[int]:
        """The faces of numbered dice."""
        return [face for face in self.faces if isinstance(face, int)]


class Dice(Protocol):
    """Where faces come from: `number` is the r of the r-th standing roll of the table."""

    def roll(self, number: int, count: int, faces: int) -> list[int]:
        """`count` faces from 1 to `faces`."""

    def die(self, number: int, index: int, faces: int) -> int:
        """One of those: die `index` (from 0), which may have other faces than its neighbours."""


def commitment_of(seed: bytes) -> str:
    """The SHA-256 (hex) that is shown at the start and checked at the end."""
    return hashlib.sha256(seed).hexdigest()


@dataclass(frozen=True)
class SeededDice:
    """The provable stream of a table: anyone who has the seed can work out every face."""

    seed: bytes

    def die(self, number: int, index: int, faces: int) -> int:
        """Die `index` (from 0) of standing roll `number` (from 1), without bias."""
        limit = 2**64 // faces * faces
        c = 0
        while True:
            digest = hmac.new(self.seed, f"{number}:{index}:{c}".encode(), hashlib.sha256).digest()
            drawn = int.from_bytes(digest[:8], "big")
            if drawn < limit:
                return drawn % faces + 1
            c += 1

    def roll(self, number: int, count: int, faces: int) -> list[int]:
        """`count` faces of standing roll `number`."""
        return [self.die(number, index, faces) for index in range(count)]


# -- odds


def chance_of_at_least(needs: int, faces: int = 6) -> Fraction:
    """The chance that one die shows at least `needs` (1 or less: always; over `faces`: never)."""
    return Fraction(min(faces, max(0, faces + 1 - needs)), faces)


def check_dice(dice: int) -> None:
    """Raises Refused for more dice than odds are worked out of: exact odds take the square of their number."""
    if dice > MOST_DICE:
        raise Refused("too-many-items", field="dice", limit=MOST_DICE)


def successes(dice: int, chance: Fraction) -> Distribution:
    """Return how many of `dice` independent dice succeed, each with `chance`: count → probability, every count listed.

    Raises Refused for too many dice.
    """
    check_dice(dice)
    hit, of = chance.numerator, chance.denominator
    return {n: Fraction(comb(dice, n) * hit**n * (of - hit) ** (dice - n), of**dice) for n in range(dice + 1)}


def any_successes(chances: Sequence[Fraction]) -> Distribution:
    """Return how many of several independent dice succeed, each with a chance of its own: count → probability.

    Raises Refused for too many dice.
    """
    check_dice(len(chances))
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


# -- sealed choices


def fresh_salt() -> str:
    """16 random bytes, as hex."""
    return secrets.token_hex(16)


def commitment(salt: str, value: Any) -> str:
    """SHA-256 (hex) of the salt's bytes followed by the value as compact, sorted JSON text in UTF-8."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(bytes.fromhex(salt) + text.encode()).hexdigest()
