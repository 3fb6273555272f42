"""A number together with every reason that made it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Number = int | float
"""What a reason changes: whole, but where a game halves and keeps the half."""


@dataclass(frozen=True)
class Reason:
    """One step of a working: a word key, what it changed, the running total, and the rule it rests on."""

    label: str
    change: Number
    total: Number
    rule: str


@dataclass(frozen=True)
class Ruling:
    """A total and the ordered reasons whose changes add up to it."""

    total: int = 0
    reasons: tuple[Reason, ...] = ()

    def plus(self, label: str, change: Number, rule: str) -> Ruling:
        """This ruling with one more reason; a change of 0 is only worth a line as the first one."""
        if change == 0 and self.reasons:
            return self
        total: Any = self.total + change
        return Ruling(total, (*self.reasons, Reason(label, change, total, rule)))

    def expand_reason(
        self, label: str, parts: Sequence[tuple[str, Number]], rule: str, after: Sequence[str] = ()
    ) -> Ruling:
        """The same number, what `parts` (label, change) brought to the reason `label` told one by one in its place.

        Parts that cancel out left no such reason: they are told behind the last of the reasons `after`.
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
        """This ruling held between two limits, either of which may be open."""
        if low is not None and self.total < low:
            return self.plus("at-least", low - self.total, rule)
        if high is not None and self.total > high:
            return self.plus("at-most", high - self.total, rule)
        return self


@dataclass(frozen=True)
class RulingResult:
    """What a ruling says: its result by name, the working of its main number, of others, and the odds before a roll."""

    result: Mapping[str, Any]
    working: Ruling
    also: Mapping[str, Ruling] = field(default_factory=dict)
    odds: Mapping[str, Any] | None = None

    def __getitem__(self, name: str) -> Any:
        return self.result[name]


def working(answer: RulingResult) -> list[Reason]:
    """The reasons of an answer's main number, as an event keeps them."""
    return list(answer.working.reasons)
