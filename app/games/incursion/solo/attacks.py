"""The plan of attacks: who attacks which Ally, in which order, with how many CP."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations

from app.games.incursion.board_talk import MOST_CP
from app.games.incursion.combat import attack, blasts
from app.games.incursion.combat.melee import blow_at
from app.games.incursion.solo.priorities import Priorities
from app.games.incursion.state import GameContext
from app.games.incursion.turn.costs import zombie_pool

MOST_TARGETS = 3
"""Targets whose orders are all tried; the others come after them."""
MOST_JUDGED = 3000
"""Attacks that one decision works out at most; missions as shipped need fewer than 1,000."""
MOST_DP = 12
"""Damage Points that a plan reckons with at most: no figure of the game has half as many."""


@dataclass(frozen=True)
class Share:
    model: str
    way: int
    blows: int
    cp: int = 0


@dataclass(frozen=True)
class Attack:
    """An attack on one Ally by figures in this order: its worth, and its chance of a casualty."""

    target: str
    shares: tuple[Share, ...]
    worth: float
    casualty: float

    @property
    def cp(self) -> int:
        return sum(share.cp for share in self.shares)


@dataclass(frozen=True)
class Pool:
    """Command Points that are left: the side's, and those only for zombies."""

    cp: int
    zombie_cp: int = 0

    def for_(self, zombie: bool) -> int:
        return self.cp + self.zombie_cp * zombie

    def without(self, cp: int, zombie: bool) -> Pool:
        own = min(cp, self.zombie_cp) if zombie else 0
        return Pool(self.cp - (cp - own), self.zombie_cp - own)


@dataclass
class Effort:
    """Attacks worked out so far in one decision, by all its plans."""

    judged: int = 0

    @property
    def is_spent(self) -> bool:
        """Return True if one decision may work out no more: the best so far wins."""
        return self.judged >= MOST_JUDGED


@dataclass
class Planner:
    """Plans attacks by what the seat sees and was told.

    `reach`: figure → Ally → the AP to stand before it. `worth`: Ally → the worth of its death.
    """

    look: GameContext
    reach: Mapping[str, Mapping[str, int]]
    worth: Mapping[str, float]
    by: Priorities
    level: int
    effort: Effort = field(default_factory=Effort)
    _spreads: dict[object, dict[int, float]] = field(default_factory=dict)

    # -- odds

    def dp_of(self, target: str) -> int:
        return min(self.look.state.models[target].dp, MOST_DP)

    def after(self, target: str, shares: Sequence[Share]) -> dict[int, float]:
        """Return the chance of each number of Damage Points that an Ally has left."""
        models = self.look.state.models
        before = models[target].attackers
        zombies = [
            share.model
            for share in shares
            if self.look.book.models[models[share.model].card].zombie and not self.is_bomber(share.model)
        ]
        new = [key for key in zombies if key not in before]
        rank = {key: place for place, key in enumerate([*before, *new], 1)}
        place = (target, *((rank.get(share.model, 1), models[share.model].card, share.blows) for share in shares))
        if place not in self._spreads:
            left = {self.dp_of(target): 1.0}
            for share in shares:
                if self.is_bomber(share.model):
                    needs = blasts.needs_of("bomberzombie", blasts.caught_at(self.look, target), self.look.book)
                    left = struck(left, 1, float(attack.chance(needs.total)))
                    continue
                blow = blow_at(self.look, share.model, target, nth=rank.get(share.model, 1))
                if blow["dice_needed"]:
                    chance = float(attack.chance(blow["needs"]))
                    left = struck(left, blow["dice_needed"] * share.blows, chance)
                elif blow.result.get("casualty"):
                    left = {0: 1.0}
            self._spreads[place] = left
        return self._spreads[place]

    def judged(self, target: str, shares: Iterable[Share]) -> Attack:
        self.effort.judged += 1
        parts = tuple(shares)
        left, aim = self.after(target, parts), self.by.aim
        dp = self.dp_of(target)
        lost = sum(chance * (dp - still) for still, chance in left.items())
        casualty = left.get(0, 0.0)
        worth = aim.casualty * self.worth.get(target, aim.other) * casualty + aim.wound * lost
        return Attack(target, parts, worth, casualty)

    # -- one attack

    def is_zombie(self, key: str) -> bool:
        """Return whether CP that only zombies may spend are for this figure, too."""
        model = self.look.state.models[key]
        return zombie_pool(self.look.state, self.look.book, model) > 0

    def is_bomber(self, key: str) -> bool:
        """Return whether this figure blows itself up, once, in the place of its attacks."""
        return blasts.is_bomber(self.look, self.look.state.models[key])

    def cp_for(self, key: str, pool: Pool) -> int:
        """Return the CP that a figure may spend: none as a Twitcher, in a last activation, or to blow itself up."""
        model = self.look.state.models[key]
        return (
            0 if model.twitcher or model.last or self.is_bomber(key) else min(MOST_CP, pool.for_(self.is_zombie(key)))
        )

    def in_reach(self, target: str, free: Iterable[str]) -> list[Share]:
        """Return these figures' shares of an attack by their own AP, most attacks first."""
        models = self.look.state.models
        ways = [(key, self.reach[key][target]) for key in free if target in self.reach.get(key, {})]
        able = [(key, way, models[key].ap - way) for key, way in ways if way < models[key].ap]
        shares = [Share(key, way, 1 if self.is_bomber(key) else blows) for key, way, blows in able]
        return sorted(shares, key=lambda share: (-share.blows, share.way))

    def best(self, target: str, free: Sequence[str], pool: Pool) -> Attack | None:
        able, room = self.in_reach(target, free), self.room_at(target)
        found: list[Attack] = []
        for number in range(1, min(len(able), room) + 1):
            order = sorted(able[:number], key=lambda share: share.blows)
            found.append(self.with_cp(self.judged(target, order), pool))
            if self.effort.is_spent:
                break
        chosen: Attack | None = None
        for one in found:
            if chosen is None or self.net(one) > self.net(chosen) + self.by.aim.least_for_one_more:
                chosen = one
        late = self.joined_with_cp(target, free, chosen, pool, room)
        return late or chosen

    def room_at(self, target: str) -> int:
        """Return how many more figures may attack an Ally."""
        there, app = len(self.look.state.models[target].attackers), self.look.state.app
        told = app.room.get(target) if app is not None else None
        return max(0, (self.by.zombie.bite.room if told is None else told) - there)

    @property
    def spends(self) -> bool:
        return self.level >= self.by.zombie.bite_cp.level

    def net(self, one: Attack) -> float:
        return one.worth - self.by.zombie.bite_cp.least_gain * one.cp

    def with_cp(self, one: Attack, pool: Pool) -> Attack:
        """Return the attack with Command Points for its last figure, as far as each adds enough."""
        if not self.spends:
            return one
        *others, last = one.shares
        found = [one]
        for cp in range(1, min(self.cp_for(last.model, pool), MOST_CP - last.cp) + 1):
            if self.effort.is_spent:
                break
            more = replace(last, blows=last.blows + cp, cp=last.cp + cp)
            found.append(self.judged(one.target, [*others, more]))
        return max(found, key=self.net)

    def joined_with_cp(
        self, target: str, free: Sequence[str], one: Attack | None, pool: Pool, room: int
    ) -> Attack | None:
        shares = one.shares if one is not None else ()
        if not self.spends or len(shares) >= room:
            return None
        plain = [replace(share, blows=share.blows - share.cp, cp=0) for share in shares]
        inside = {share.model for share in shares}
        models, found = self.look.state.models, []
        for key in free:
            way = self.reach.get(key, {}).get(target)
            if way is None or key in inside or way < models[key].ap or self.effort.is_spent:
                continue
            price = way + 1 - models[key].ap
            if price <= self.cp_for(key, pool):
                joined = self.judged(target, [*plain, Share(key, way, 1, price)])
                found.append(self.with_cp(joined, pool.without(price, self.is_zombie(key))))
        best = max(found, key=self.net, default=None)
        least = 0.0 if one is None else self.net(one)
        return best if best is not None and self.net(best) > least else None

    # -- all attacks

    def plan(self, free: Sequence[str], pool: Pool) -> list[Attack]:
        """Return all attacks of these figures, the most worth while first."""
        targets = [key for key in self.targets() if self.in_some_reach(key, free)]
        if self.level < self.by.zombie.bite_cp.level:
            return self.nearest(free)
        alone = {key: None if self.effort.is_spent else self.best(key, free, pool) for key in targets}
        ranked = sorted(targets, key=lambda key: -self.net(found) if (found := alone[key]) else 0.0)
        first, rest = ranked[:MOST_TARGETS], ranked[MOST_TARGETS:]
        plans: list[list[Attack]] = []
        for order in permutations(first):
            if not plans or not self.effort.is_spent:
                plans.append(self.in_turn([*order, *rest], free, pool))
        return max(plans, key=lambda plan: sum(map(self.net, plan)), default=[])

    def targets(self) -> list[str]:
        return list(dict.fromkeys(target for ways in self.reach.values() for target in ways))

    def in_some_reach(self, target: str, free: Iterable[str]) -> bool:
        return any(target in self.reach.get(key, {}) for key in free)

    def in_turn(self, targets: Iterable[str], free: Sequence[str], pool: Pool) -> list[Attack]:
        left, plan = list(free), []
        for target in targets:
            one = self.best(target, left, pool) if left else None
            if one is None:
                continue
            plan.append(one)
            left = [key for key in left if key not in {share.model for share in one.shares}]
            for share in one.shares:
                pool = pool.without(share.cp, self.is_zombie(share.model))
        return self.joined_by_others(plan, left)

    def joined_by_others(self, plan: Sequence[Attack], left: Iterable[str]) -> list[Attack]:
        """Return the plan with idle figures that reach a target put before the others."""
        joined = list(plan)
        for place, one in enumerate(joined):
            room = self.room_at(one.target) - len(one.shares)
            more = self.in_reach(one.target, left)[: max(0, room)]
            if more:
                left = [key for key in left if key not in {share.model for share in more}]
                joined[place] = self.judged(one.target, [*more, *one.shares])
        return joined

    def nearest(self, free: Iterable[str]) -> list[Attack]:
        """Return the attacks of figures that each go for the nearest Ally, and think no further."""
        shares: dict[str, list[Share]] = {}
        for key in free:
            ways = self.reach.get(key, {})
            target = min(ways, key=lambda one: ways[one], default=None)
            if target is not None and len(shares.get(target, ())) < self.room_at(target):
                shares.setdefault(target, []).extend(self.in_reach(target, [key]))
        return [self.judged(target, some) for target, some in shares.items() if some]


def struck(left: Mapping[int, float], dice: int, chance: float) -> dict[int, float]:
    """Return the chance of each number of Damage Points left after so many more dice."""
    now: dict[int, float] = {}
    for dp, share in left.items():
        rest, exactly = share, share * (1 - chance) ** dice
        for hits in range(min(dp, dice + 1) if chance < 1 else 0):
            now[dp - hits] = now.get(dp - hits, 0.0) + exactly
            rest -= exactly
            exactly *= (dice - hits) / (hits + 1) * chance / (1 - chance)
        lost = min(dp, dice)
        if lost == dp or chance >= 1:
            now[dp - lost] = now.get(dp - lost, 0.0) + max(0.0, rest)
    return now
