"""The reasons of the general: what counted most for a step, from the parts of its worth; they decide nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.core.game.opponent import Why
from app.games.memoir_44.opponent.assessment import Assessment, Shot
from app.games.memoir_44.opponent.planning import Planner, Step
from app.games.memoir_44.opponent.worth import hits_of
from app.games.memoir_44.state import Unit

MOST_TOLD = 3
"""Targets that the reason of its orders names at most."""
MOST_FEARED = 2
"""Enemies that the reason of a move to safety names at most."""
LITTLE = 0.01
"""A part that adds no more than this is no reason."""


@dataclass
class Reasons:
    """Chooses the reason, and its numbers, that is told with a decision already made."""

    board: Assessment
    planner: Planner

    def of_card(self, steps: Sequence[Step], values: Mapping[str, Any]) -> Why:
        """Return what a card is played for: a last figure, medals, attacks, else better places.

        It names no unit of its own: which ones act changes as the dice fall.
        """
        best = max(steps, key=lambda step: step.gain, default=None)
        if best is None:
            return Why("card", values, "cards.orders")
        targets = [*dict.fromkeys(step.shot.target for step in steps if step.shot is not None)]
        told = {**values, "targets": targets[:MOST_TOLD]} if targets else values
        if self._is_goal(best.unit, best.at):
            word = "card-goal-attack" if targets else "card-goal"
            return Why(word, {**told, "to": best.at}, "cards.orders")
        last = next((target for target in targets if self.board.enemies[target].figures == 1), None)
        if last is not None:
            word = "card-battle" if self._would_win(last) else "card-finish"
            return Why(word, {**values, "target": last}, "cards.orders")
        return Why("card-attacks" if targets else self._of_places(steps), told, "cards.orders")

    def of_orders(self, steps: Sequence[Step], chosen: Collection[str]) -> Why:
        """Return what the units chosen are to do: attack, stand elsewhere, or nothing if the card orders more."""
        attackers = [step.unit for step in steps if step.shot is not None]
        movers = [step.unit for step in steps if step.shot is None and step.at != self.board.state.units[step.unit].at]
        idle = [key for key in chosen if key not in (*attackers, *movers)]
        return Why("order-plan", {"attackers": attackers, "movers": movers, "idle": idle}, "cards.orders")

    def of_move(self, steps: Sequence[Step]) -> Why:
        """Return why a unit makes the last of these steps; named is also the attack that it gives up for it."""
        step = steps[-1]
        why = self.of_step(step.unit, step.at, step.shot)
        forgone = self.planner.forgone(steps, self.board.state.card) if step.shot is None else None
        if forgone is None:
            return Why(why.word, why.values, "units.moving")
        word = "to-slip" if forgone.is_slip else f"{why.word}-instead"
        told = {"instead": forgone.shot.target, "chance": percent(forgone.shot)}
        return Why(word, {**why.values, **told}, "units.moving")

    def of_step(self, key: str, to: str, shot: Shot | None) -> Why:
        """Return what counts most for a unit that goes to a hex, or attacks from there."""
        values: dict[str, Any] = {"unit": key, "to": to}
        if self._is_goal(key, to):
            return Why("to-goal", values)
        here = str(self.board.state.units[key].at)
        if shot is None:
            return self._of_place("to", key, to, here)
        before = self._dice_from(key, here, shot.target) if here != to else 0
        if before >= shot.dice:
            why = self._of_place("to", key, to, here)
            told = {"attacked": shot.target, "dice": shot.dice, "dice_before": before}
            return Why(f"{why.word}-too", {**why.values, **told})
        word = "to-attack-safer" if self._is_safer(key, to, shot) else "to-attack"
        return Why(word, {**values, "target": shot.target, "dice": shot.dice})

    def of_attack(self, key: str, target: str, others: Collection[str]) -> Why:
        """Return why a unit attacks now; `others` are the other units that it could attack, the best first."""
        enemy, by = self.board.enemies.get(target), self.board.state.units.get(key)
        shot = self.board.shot(key, by, target) if enemy is not None and by is not None else None
        if enemy is None or by is None or shot is None:
            return Why("attack-target", {"target": target}, "units.close-assault")
        values: dict[str, Any] = {"unit": key, "target": target, "dice": shot.dice, "chance": percent(shot)}
        if enemy.figures == 1:
            word = "finish-medal" if self._is_holder(target) else "finish-chance"
            return Why("finish-battle" if self._would_win(target) else word, values, "units.close-assault")
        instead = next((one for other in others if (one := self.board.shot(key, by, other)) is not None), None)
        if instead is None:
            return Why("attack-only", values, "units.close-assault")
        values |= {"other": instead.target, "other_dice": instead.dice, "other_chance": percent(instead)}
        left = {"figures": enemy.figures, "other_figures": self.board.enemies[instead.target].figures}
        if self._is_holder(target) and not self._is_holder(instead.target):
            return Why("attack-medal", values, "units.close-assault")
        if values["chance"] > values["other_chance"]:
            return Why("attack-likelier", values, "units.close-assault")
        if left["figures"] < left["other_figures"]:
            return Why("attack-weaker", {**values, **left}, "units.close-assault")
        word = "attack-equal" if values["chance"] == values["other_chance"] else "attack-worth"
        return Why(word, values, "units.close-assault")

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
        if part == "safety":
            return self._of_danger(kind, values, unit, instead)
        if part == "offence":
            return Why(f"{kind}-prepare", {**values, "target": self.board.target_next(unit, to)})
        goal = self.board.goal_near(to) if part == "advance" else None
        part = "close" if goal in self.board.enemies else part
        return Why(f"{kind}-{part}", {**values, "goal": goal} if goal else values)

    def _of_danger(self, kind: str, values: dict[str, Any], unit: Unit, instead: str) -> Why:
        """Return that a hex is safer than another: by how many enemies, or from which."""
        there, here = (self.board.threats_to(unit, at) for at in (values["to"], instead))
        if not there:
            return Why(f"{kind}-unreached", {**values, "before": len(here)})
        if len(there) < len(here):
            return Why(f"{kind}-fewer", {**values, "count": len(there), "before": len(here)})
        less = {foe: hits - there.get(foe, 0.0) for foe, hits in here.items()}
        foes = sorted((foe for foe in less if less[foe] > 0), key=lambda foe: less[foe], reverse=True)[:MOST_FEARED]
        far = {at: {foe.key: apart for foe, apart in self.board.distances(at)} for at in (values["to"], instead)}
        is_nearer = any(far[values["to"]][foe] <= far[instead][foe] for foe in foes)
        return Why(f"{kind}-cover" if is_nearer else f"{kind}-danger", {**values, "foes": foes})

    def _of_places(self, steps: Sequence[Step]) -> str:
        """Return for which part of the worth of hexes units are to move, as the word of a card without targets."""
        ahead: Counter[str] = Counter()
        for step in steps:
            unit = self.board.state.units[step.unit]
            there, here = self.board.shares(unit, step.at), self.board.shares(unit, str(unit.at))
            ahead.update({part: there[part] - here[part] for part in there})
        part = max(ahead, key=lambda one: ahead[one])
        return f"card-{part}" if ahead[part] > LITTLE else "card-places"

    def _is_goal(self, key: str, to: str) -> bool:
        """Return whether a unit would come to an exit or an objective there."""
        unit = self.board.state.units[key]
        return to != unit.at and (to in self.board.exits or bool(self.board.medals_at(to, unit.side)))

    def _is_holder(self, target: str) -> bool:
        """Return whether an enemy stands on a hex that brings medals."""
        return bool(self.board.medals_at(str(self.board.enemies[target].at)))

    def _would_win(self, target: str) -> bool:
        """Return whether an enemy’s elimination would win the battle."""
        enemy = self.board.enemies[target]
        return self.board.look.book.kind(enemy.type, enemy.badge).medals >= self.board.missing(self.board.side)

    def _dice_from(self, key: str, here: str, target: str) -> int:
        """Return the dice with which a unit could attack an enemy from where it stands; 0 if it could not."""
        options = (option for option in self.planner.options(key, self.board.state.card) if option.at == here)
        return max((one.dice for option in options for one in option.shots if one.target == target), default=0)

    def _is_safer(self, key: str, to: str, shot: Shot) -> bool:
        """Return whether a unit could attack the same enemy with more dice, but from a more dangerous hex."""
        unit = self.board.state.units[key]
        nearer = [
            option.at
            for option in self.planner.options(key, self.board.state.card)
            if any(one.target == shot.target and one.dice > shot.dice for one in option.shots)
        ]
        danger = self.board.exposure(unit, to) + LITTLE
        return bool(nearer) and all(self.board.exposure(unit, at) > danger for at in nearer)


def percent(shot: Shot) -> int:
    """Return the chance that an attack hits at all, in percent."""
    return round(100 * (1 - hits_of(shot.dice, shot.chance)[0]))
