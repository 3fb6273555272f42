"""A number together with every reason that made it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Reason:
    """One step of a working: a word key, what it changed, the running total, and the rule it rests on."""

    label: str
    change: int
    total: int
    rule: str


@dataclass(frozen=True)
class Ruling:
    """A total and the ordered reasons whose changes add up to it."""

    total: int = 0
    reasons: tuple[Reason, ...] = ()

    def plus(self, label: str, change: int, rule: str) -> Ruling:
        """This ruling with one more reason; a change of 0 is only worth a line as the first one."""
        if change == 0 and self.reasons:
            return self
        total = self.total + change
        return Ruling(total, (*self.reasons, Reason(label, change, total, rule)))

    def spelled(self, label: str, parts: Sequence[tuple[str, int]], rule: str) -> Ruling:
        """The same number, what `parts` (label, change) brought to the reason `label` told one by one after it."""
        whole = sum(change for _, change in parts)
        ruling = Ruling()
        for reason in self.reasons:
            own = reason.change - (whole if reason.label == label else 0)
            if own or reason.label != label or not parts or not ruling.reasons:
                ruling = ruling.plus(reason.label, own, reason.rule)
            if reason.label == label:
                for part, change in parts:
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
class Answer:
    """What a ruling says: its result by name, the working of its main number, of others, and the odds before a roll."""

    result: Mapping[str, Any]
    working: Ruling
    also: Mapping[str, Ruling] = field(default_factory=dict)
    odds: Mapping[str, Any] | None = None

    def __getitem__(self, name: str) -> Any:
        return self.result[name]
