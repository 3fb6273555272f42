"""The reasons of the general: what counted most for a step, from the parts of its worth; they decide nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from app.core.game.opponent import Why
from app.games.memoir_44.opponent.assessment import Assessment, Shot
from app.games.memoir_44.opponent.planning import Planner, Step

MOST_TOLD = 3
"""Targets that the reason of its orders names at most."""
LITTLE = 0.01
"""A part that adds no more than this is no reason."""


@dataclass
class Reasons:
    """Chooses the reason, and its numbers, that is told with a decision already made."""

    board: Assessment
    planner: Planner

    def of_plan(self, kind: str, steps: Sequence[Step], values: dict[str, Any]) -> Why:
        """Return what a card is played for, or units are ordered for: the best step of its plan."""
        best = max(steps, key=lambda step: step.gain, default=None)
        if best is None:
            return Why(kind, values, "cards.orders")
        why = self.of_step(kind, best.unit, best.at, best.shot)
        if why.word == "order-attack":
            targets = [*dict.fromkeys(step.shot.target for step in steps if step.shot is not None)][:MOST_TOLD]
            return Why(why.word, {"targets": targets}, "cards.orders")
        return Why(why.word, {**why.values, **values}, "cards.orders")

    def of_move(self, step: Step) -> Why:
        """Return why a unit goes there; named is also the attack that it forgoes for it."""
        why = self.of_step("to", step.unit, step.at, step.shot)
        target = self._forgone(step.unit) if step.shot is None else None
        word, values = (f"{why.word}-rather", {**why.values, "target": target}) if target else (why.word, why.values)
        return Why(word, values, "units.moving")

    def of_step(self, kind: str, key: str, to: str, shot: Shot | None) -> Why:
        """Return what counts most for a unit that goes to a hex, or attacks from there."""
        unit = self.board.state.units[key]
        values: dict[str, Any] = {"unit": key, "to": to}
        if to != unit.at and (to in self.board.exits or self.board.medals_at(to, unit.side)):
            return Why(f"{kind}-goal", values)
        if shot is not None:
            word = f"{kind}-attack" if shot.dice > 1 or kind != "to" else "to-attack-one"
            return Why(word, {**values, "target": shot.target, "dice": shot.dice})
        return self._of_place(kind, key, to, str(unit.at))

    def of_flags(self, key: str, to: str, ways: Collection[str]) -> Why:
        """Return why a unit answers flags so; `ways` are the hexes that it could choose, its own if it could stay."""
        unit, others = self.board.state.units[key], [at for at in ways if at != to]
        values = {"unit": key, "to": to}
        if to == unit.at:
            word = "stay-goal" if self.board.medals_at(to, unit.side) else "stay"
            return Why(word if others else "stay-blocked", values, "retreat.flags")
        if not others:
            return Why("retreat", values, "retreat.flags")
        second = max(others, key=lambda at: self.board.place(unit, at))
        why = self._of_place("retreat", key, to, second)
        return Why(why.word, why.values, "retreat.flags")

    def _of_place(self, kind: str, key: str, to: str, instead: str) -> Why:
        """Return in which part one hex is most ahead of another for a unit."""
        unit = self.board.state.units[key]
        there, here = self.board.shares(unit, to), self.board.shares(unit, instead)
        part = max(there, key=lambda one: there[one] - here[one])
        values = {"unit": key, "to": to}
        if there[part] - here[part] <= LITTLE:
            return Why(f"{kind}-stand", values)
        goal = self.board.goal_near(to) if part == "advance" else None
        return Why(f"{kind}-{part}", {**values, "goal": goal} if goal else values)

    def _forgone(self, key: str) -> str | None:
        """Return the target of the best attack that a unit could make this turn, or None."""
        shots = [shot for option in self.planner.options(key, self.board.state.card) for shot in option.shots]
        best = max(shots, key=lambda shot: self.board.value_of(key, shot), default=None)
        return best.target if best is not None and self.board.value_of(key, best) > 0 else None
