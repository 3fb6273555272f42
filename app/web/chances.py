"""How likely something is, as a screen says it: in words, as a fraction, in hundredths."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Chance:
    """How likely something is: its words, its fraction as written (`"7/8"`), whether a bar is drawn of it."""

    label: str
    fraction: str
    bar: bool = True

    @property
    def value(self) -> float:
        """Between 0 and 1."""
        return float(Fraction(self.fraction))

    @property
    def percent(self) -> int:
        """In hundredths; what is neither certain nor impossible is never said to be."""
        return round(self.value * 100) if self.value in (0, 1) else min(99, max(1, round(self.value * 100)))
