"""Dice: rolled by the table from its sealed seed, typed in by hand, or scripted in a test."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import Literal, Protocol

Face = int | str
"""A number, or the name of what a die shows."""
D6 = 6
D6_FACES: tuple[Face, ...] = tuple(range(1, D6 + 1))
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
