"""The assessment of a board by one side: attacks by the ruling, and the worth of hexes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from app.games.memoir_44.board_state import BoardState, GameContext
from app.games.memoir_44.geometry import Hex, distance
from app.games.memoir_44.line_of_sight import blocked_by
from app.games.memoir_44.opponent import weights
from app.games.memoir_44.opponent.weights import Level
from app.games.memoir_44.opponent.worth import after, expected, gone, lost_to
from app.games.memoir_44.rulings.armies import is_dark
from app.games.memoir_44.rulings.attacking import Attack, attack_dice
from app.games.memoir_44.rulings.faces import FLAG, chance, hitting
from app.games.memoir_44.state import State, Unit, other
from app.games.memoir_44.turn.battle import attack_of, facts_against, facts_where_it_stands, target_of
from app.games.memoir_44.turn.hands import AMBUSH
from app.games.memoir_44.turn.medals import held
from app.games.memoir_44.turn.sequence import seen_by_night

Left = dict[str, dict[int, float]]
"""Unit → the chance of each number of its figures after the attacks planned so far."""


class Shot(NamedTuple):
    target: str
    dice: int
    chance: float
    close: bool


class Foe(NamedTuple):
    key: str
    unit: Unit
    place: Hex
    ground: tuple[str, ...]
    target: str
    price: float
    reach: int
    """The hexes from which it can attack after a move straight at its target."""


class Goal(NamedTuple):
    name: str
    place: Hex
    worth: float


@dataclass
class Assessment:
    look: GameContext
    level: Level
    left: Left = field(default_factory=dict)
    places: dict[tuple[Any, ...], float] = field(default_factory=dict)
    expected_hits: dict[tuple[Any, ...], float] = field(default_factory=dict)
    far: dict[str, list[tuple[Foe, int]]] = field(default_factory=dict)
    nearness: dict[str, float] = field(default_factory=dict)
    threats: dict[tuple[Any, ...], float] = field(default_factory=dict)
    offences: dict[tuple[Any, ...], float] = field(default_factory=dict)
    values: dict[str, dict[tuple[str, Shot], float]] = field(default_factory=dict)
    """Target → what each attack on it is worth after those planned so far."""
    here: dict[str, list[Shot]] = field(default_factory=dict)
    evaluations: int = 0
    """Places and attacks worked out so far, against `MOST_EVALUATIONS`."""

    @property
    def state(self) -> State:
        return self.look.state

    @property
    def side(self) -> str:
        return self.look.side

    @cached_property
    def field(self) -> BoardState:
        return BoardState(self.state, self.look.book)

    @cached_property
    def enemies(self) -> Mapping[str, Unit]:
        return dict(self.state.of(other(self.side)))

    @property
    def is_over_budget(self) -> bool:
        """Return whether the plan has used the work of one decision: the best so far wins."""
        return self.evaluations >= weights.MOST_EVALUATIONS

    # -- attacks

    def moved(self, unit: Unit, at: str, path: Iterable[Hex]) -> Unit:
        """Return the unit as it would stand on a hex after a move along a path."""
        return replace(unit, at=at, path=[str(unit.at), *map(self.field.name, path)], moves=1)

    def shots(self, key: str, unit: Unit, card: str | None = None) -> Iterator[Shot]:
        """Yield the attacks of a unit where it stands, by the same ruling as at the table."""
        by = attack_of(self.field, key) if unit is self.state.units[key] else self._attack_of(key, unit)
        most = len(self.look.book.attack(by["attacker"], moved=by["moved"]).dice)
        near = [(foe, far) for foe, far in self.distances(str(unit.at)) if far <= most]
        if not near:
            return
        self.evaluations += len(near)
        moved = self._with(key, unit, card)
        there = BoardState(moved.state, self.look.book)
        standing = facts_where_it_stands(there, key)
        for foe, far in near:
            if dice := self._dice(moved, there, standing, (key, foe, far)):
                yield Shot(foe.key, dice, self.chance_to_hit(foe.target, by), far == 1)

    def distances(self, at: str) -> list[tuple[Foe, int]]:
        if at not in self.far:
            place = self.field.hex(at)
            self.far[at] = [(foe, distance(place, foe.place)) for foe in self.foes]
        return self.far[at]

    def _attack_of(self, key: str, unit: Unit) -> dict[str, Any]:
        return {**attack_of(self.field, key), "moved": len(unit.path) > 1}

    def shot(self, key: str, unit: Unit, target: str) -> Shot | None:
        if key not in self.here:
            self.here[key] = list(self.shots(key, unit))
        return next((shot for shot in self.here.get(key, ()) if shot.target == target), None)

    def chance_to_hit(self, target: str, by: Mapping[str, Any] | None = None, *, stars: bool = False) -> float:
        """Return the chance that a die hits such a target; `stars`: a card says that stars hit."""
        book = self.look.book
        attacker = book.attack(by["attacker"], moved=by["moved"]) if by is not None else None
        return float(chance(hitting(target, book, stars=stars, by=attacker), book))

    def _dice(
        self, moved: GameContext, there: BoardState, standing: Mapping[str, Any], attack: tuple[str, Foe, int]
    ) -> int:
        key, foe, far = attack
        unit, enemy = moved.state.units[key], foe.unit
        on, start, end = self.field, self.field.hex(str(unit.at)), foe.place
        others = on.occupied - {on.hex(str(self.state.units[key].at)), start, end}
        dark = seen_by_night(self.state)
        facts: dict[str, Any] = {
            **standing,
            **facts_against(moved, there, key, foe.key, far),
            "distance": far,
            "target": list(foe.ground),
            "line_of_sight": not blocked_by(on.map, others, start, end),
            "visibility": dark if is_dark(dark, self.look.book) else None,
            "cut_off": on.map.cuts_off(start, end, unit.type),
            "camouflaged": enemy.camouflaged,
            "same_mountain": on.same_range(str(unit.at), str(enemy.at)),
        }
        told = tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in facts.items())
        dice: int = self.look.cached_for_book(
            ("dice", told), lambda: attack_dice(Attack.model_validate(facts), self.look.book)["dice"]
        )
        return dice

    def _with(self, key: str, unit: Unit, card: str | None) -> GameContext:
        state = copy(self.state)
        state.units = {**self.state.units, key: unit}
        state.card = card or self.state.card
        state.active = self.side
        return GameContext(state, self.look.book, self.look.seat)

    def forget_planned(self) -> None:
        self.left, self.values = {}, {}

    def value_of(self, key: str, shot: Shot) -> float:
        """Return the expected worth of an attack, after those already planned."""
        known = self.values.setdefault(shot.target, {})
        if (key, shot) not in known:
            known[key, shot] = self._value_of(key, shot)
        return known[key, shot]

    def _value_of(self, key: str, shot: Shot) -> float:
        enemy = self.enemies[shot.target]
        price = self.price(enemy)
        before = self.left.get(shot.target) or {enemy.figures: 1.0}
        flag = self.flag
        hit = shot.chance + (flag if self.is_cornered(enemy) else 0.0)
        then = after(before, shot.dice, min(1.0, hit))
        value = expected(then, enemy, price) - expected(before, enemy, price)
        driven = 1 - (1 - flag) ** shot.dice + then.get(0, 0.0)
        value += weights.FLAG * shot.dice * flag + weights.DRIVEN * self.medals_at(str(enemy.at)) * min(1.0, driven)
        if shot.close:
            kind = self.look.book.kind(self.state.units[key].type, self.state.units[key].badge)
            value += weights.OVERRUN * (then.get(0, 0.0) - before.get(0, 0.0)) * kind.overruns
            value -= weights.AMBUSHED * (AMBUSH not in self.state.discard)
        return value

    @cached_property
    def flag(self) -> float:
        return float(chance([FLAG], self.look.book))

    def note(self, shot: Shot) -> None:
        self.values.pop(shot.target, None)
        before = self.left.get(shot.target) or {self.enemies[shot.target].figures: 1.0}
        self.left[shot.target] = after(before, shot.dice, shot.chance)

    def price(self, unit: Unit) -> float:
        return gone(self.state, unit, self.look.book.kind(unit.type, unit.badge).medals)

    def is_cornered(self, unit: Unit) -> bool:
        """Return whether a unit has no free hex behind it."""
        on = self.field
        behind = on.board.retreats(on.hex(str(unit.at)), on.edge(unit.side))
        return not any(place not in on.occupied for place in behind)

    # -- places

    def place(self, unit: Unit, at: str) -> float:
        """Return the worth of a hex to a unit of this side, now and for the next turn."""
        known = (unit.type, unit.badge, unit.figures, unit.leader, unit.boat, at)
        if known not in self.places:
            self.evaluations += 1
            share = self.shares(unit, at)
            self.places[known] = share["star"] + share["safety"] + share["offence"] + share["advance"]
        return self.places[known]

    def shares(self, unit: Unit, at: str) -> Mapping[str, float]:
        """Return the parts of what a hex is worth to a unit: what it holds, danger, enemies, nearness to goals."""
        return {
            "star": self.holding(unit, at),
            "safety": -weights.EXPOSURE * self.level.exposure * self.exposure(unit, at),
            "offence": weights.OFFENCE * self.offence(unit, at),
            "advance": weights.ADVANCE * self.advance(at),
        }

    def holding(self, unit: Unit, at: str) -> float:
        star = any(one.at == at and one.side in (None, unit.side) for one in self.state.stars.values())
        last = 1 + weights.ONE_MORE * (self.missing(unit.side) <= 1)
        return last * (weights.HELD * self.medals_at(at, unit.side) + weights.HELD * (at in self.exits)) + (
            weights.STAR if star else 0.0
        )

    def missing(self, side: str) -> int:
        account = self.state.accounts[side]
        return account.to_win - account.medals

    def medals_at(self, at: str, side: str | None = None) -> int:
        """Return the medals that a hex brings to its holder: to this side, or to any."""
        place = self.field.hex(at)
        objectives = self.look.book.scenario.objectives
        return sum(one.medals for one in objectives if place in one.at and (side is None or one.side in (None, side)))

    @cached_property
    def exits(self) -> frozenset[str]:
        exits = (one for one in self.look.book.scenario.exits if one.side in (None, self.side))
        return frozenset(self.field.name(place) for one in exits for place in one.at)

    def exposure(self, unit: Unit, at: str) -> float:
        """Return what a unit is expected to lose on a hex to the dice that can come next turn."""
        known = (unit.type, unit.badge, unit.boat, at)
        if known not in self.threats:
            self.threats[known] = self._threat(unit, at)
        return lost_to(self.threats[known], unit, self.price(unit))

    def _threat(self, unit: Unit, at: str) -> float:
        mean, share = 0.0, weights.SHARES
        for threat in sorted(self.threats_to(unit, at).values(), reverse=True):
            mean, share = mean + share * threat, share * weights.NEXT_SHARE
        return mean

    def threats_to(self, unit: Unit, at: str) -> dict[str, float]:
        """Return the enemies that can attack a unit on a hex next turn: key → expected hits."""
        ground = tuple(self.field.under(replace(unit, at=at)))
        target = self.look.book.kind(unit.type, unit.badge).target_as
        near = ((foe, far) for foe, far in self.distances(at) if far <= foe.reach)
        found = {foe.key: self.hits(foe.unit, far, ground, target) for foe, far in near}
        return {key: hits for key, hits in found.items() if hits}

    @cached_property
    def foes(self) -> list[Foe]:
        return [
            Foe(
                key,
                one,
                self.field.hex(str(one.at)),
                tuple(self.field.under(one)),
                target_of(self.look, key),
                self.price(one),
                self.reach(one),
            )
            for key, one in self.enemies.items()
        ]

    def reach(self, unit: Unit) -> int:
        kind = self.look.book.kind(unit.type, unit.badge)
        return kind.move.battle + len(self.look.book.attack(kind.attacks_as).dice)

    def hits(self, by: Unit, far: int, ground: tuple[str, ...], target: str) -> float:
        """Return the hits to expect of a unit moved straight at a hex so far away."""
        known = (by.type, by.badge, far, ground, target)
        if known not in self.expected_hits:
            self.expected_hits[known] = self._hits(by, far, ground, target)
        return self.expected_hits[known]

    def _hits(self, by: Unit, far: int, ground: tuple[str, ...], target: str) -> float:
        book = self.look.book
        kind = book.kind(by.type, by.badge)
        row = book.attack(kind.attacks_as)
        near = max(1, far - kind.move.battle)
        if near > len(row.dice):
            return 0.0
        protection = max((book.ground(name).protection.get(by.type, 0) for name in ground), default=0)
        dice = max(0, row.dice[near - 1] - protection)
        return dice * self.chance_to_hit(target, {"attacker": kind.attacks_as, "moved": False})

    def offence(self, unit: Unit, at: str) -> float:
        """Return the best attack of a unit next turn, moved straight from a hex at its target."""
        known = (unit.type, unit.badge, at)
        if known not in self.offences:
            self.offences[known] = max((worth for worth, _ in self._attacks_next(unit, at)), default=0.0)
        return self.offences[known]

    def target_next(self, unit: Unit, at: str) -> str | None:
        """Return the enemy whose attack from a hex next turn would be worth most, or None."""
        best = max(self._attacks_next(unit, at), key=lambda one: one[0], default=None)
        return best[1] if best is not None else None

    def _attacks_next(self, unit: Unit, at: str) -> Iterator[tuple[float, str]]:
        reach = self.reach(unit)
        for foe, far in self.distances(at):
            if far <= reach and (hits := self.hits(unit, far, foe.ground, foe.target)):
                yield lost_to(hits, foe.unit, foe.price), foe.key

    def advance(self, at: str) -> float:
        """Return how near a hex is to goals and to weak enemies."""
        if at not in self.nearness:
            self.nearness[at] = max((worth for worth, _ in self._nearness(at)), default=0.0)
        return self.nearness[at]

    def goal_near(self, at: str) -> str | None:
        """Return the goal, a hex or an enemy, that a hex is worth most for, or None."""
        best = max(self._nearness(at), key=lambda one: one[0], default=None)
        return best[1] if best is not None else None

    def _nearness(self, at: str) -> Iterator[tuple[float, str]]:
        place = self.field.hex(at)
        for goal in self.goals:
            yield goal.worth * weights.NEARER ** distance(place, goal.place), goal.name
        for foe, far in self.distances(at):
            weak = 1 - foe.unit.figures / max(1, foe.unit.most)
            yield (0.5 + 0.4 * weak) * weights.NEARER**far, foe.key

    @cached_property
    def goals(self) -> list[Goal]:
        """Return the hexes that it wants to reach."""
        on, scenario = self.field, self.look.book.scenario
        found = [Goal(at, on.hex(at), 1.0) for at in self.exits]
        for one in scenario.objectives:
            if one.side in (None, self.side) and not held(on, one, self.side):
                found += [Goal(on.name(place), place, 0.8 + 0.4 * one.medals) for place in one.at]
        return found
