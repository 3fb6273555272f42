"""Rulings: a number together with every reason behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Number = int | float
"""A change by a reason: whole, except in games that keep halves."""


@dataclass(frozen=True)
class Reason:
    """One step of a breakdown: message key, change, running total and rule."""

    label: str
    change: Number
    total: Number
    rule: str


@dataclass(frozen=True)
class Ruling:
    """A total and the ordered reasons whose changes add up to it.

    >>> ruling = Ruling().plus("printed", 3, "combat.dice").plus("forest", -1, "terrain.forest")
    >>> ruling.total
    2
    >>> [(reason.label, reason.change, reason.total) for reason in ruling.reasons]
    [('printed', 3, 3), ('forest', -1, 2)]
    >>> ruling.within(low=None, high=1, rule="combat.most").reasons[-1].label
    'at-most'
    """

    total: int = 0
    reasons: tuple[Reason, ...] = ()

    def plus(self, label: str, change: Number, rule: str) -> Ruling:
        """Add a reason; a change of 0 is recorded only as the first one."""
        if change == 0 and self.reasons:
            return self
        total: Any = self.total + change
        return Ruling(total, (*self.reasons, Reason(label, change, total, rule)))

    def expand_reason(
        self, label: str, parts: Sequence[tuple[str, Number]], rule: str, after: Sequence[str] = ()
    ) -> Ruling:
        """Replace the reason `label` by its `parts` (label, change); the total stays.

        If the parts cancel out and there is no such reason, insert them behind the last of the reasons `after`.
        """
        if not parts:
            return self
        whole = sum(change for _, change in parts)
        labels = [reason.label for reason in self.reasons]
        last = max((labels.index(one) for one in (label, *after) if one in labels), default=-1)
        ruling = Ruling()
        for place, reason in enumerate(self.reasons):
            own = reason.change - (whole if reason.label == label else 0)
            if own or reason.label != label or not ruling.reasons:
                ruling = ruling.plus(reason.label, own, reason.rule)
            for part, change in parts if place == last else ():
                ruling = ruling.plus(part, change, rule)
        return ruling

    def within(self, low: int | None, high: int | None, rule: str) -> Ruling:
        if low is not None and self.total < low:
            return self.plus("at-least", low - self.total, rule)
        if high is not None and self.total > high:
            return self.plus("at-most", high - self.total, rule)
        return self


@dataclass(frozen=True)
class RulingResult:
    """The outcome of a ruling: results by name, the breakdown of the main number, and odds.

    `also` holds the breakdowns of other numbers; `odds` are those before the roll.
    """

    result: Mapping[str, Any]
    working: Ruling
    also: Mapping[str, Ruling] = field(default_factory=dict)
    odds: Mapping[str, Any] | None = None

    def __getitem__(self, name: str) -> Any:
        return self.result[name]


def working(answer: RulingResult) -> list[Reason]:
    """Return the reasons of the main number, as an event stores them."""
    return list(answer.working.reasons)
