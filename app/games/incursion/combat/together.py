"""Zombies together: each goes ahead, then attacks with all AP that it has left, in one command.

Source: Strength in Numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import Field

from app.core.engine.command import Command, Doubt, Precondition
from app.core.engine.offers import Choice, MultiChoice, NumberChoice, Offer, RowChoice
from app.core.errors import Refused, passes
from app.core.rules.ruling import Ruling, RulingResult
from app.games.incursion.combat import attack
from app.games.incursion.combat.assault import (
    AROUND,
    DiceInOrder,
    added_up,
    blows_at,
    blows_of,
    check_several,
    check_way_is_free,
    is_of_a_horde,
)
from app.games.incursion.combat.melee import Melee, strike
from app.games.incursion.events.actions import Payment
from app.games.incursion.events.attacks import AssaultSummed, HordeActed
from app.games.incursion.state import Draft, GameContext
from app.games.incursion.turn.activation import activate, check_half, own_model
from app.games.incursion.turn.costs import check_each_once, check_landed, cost
from app.games.incursion.turn.group_actions import (
    STEP,
    acting_first,
    acts_now,
    advance,
    check_acts,
    left_over,
    reach_of,
)
from app.games.incursion.turn.reaction_setup import check_unhurried

MOST_SQUARES, MANY = 99, 4
"""The bound of a number in a request; from so many squares on a form has no button for each number."""


class Part(NamedTuple):
    model: str
    squares: int
    target: str
    blows: int


class ActTogether(Command):
    """These zombies go ahead as far as their AP last and attack the target with the rest.

    Some may go another number of squares (`squares_of`) or attack somebody else (`target_of`). One that waits outside
    goes a square at least. Whoever finds its target gone, or eight around it, does nothing and is not activated; all
    stop where somebody has AP left as its target goes, or where dice are due. The dice of all are typed together, in
    the order of the attackers, the acting one first.
    """

    rolls: ClassVar[bool] = True
    models: Annotated[list[str], Field(min_length=1)]
    squares: Annotated[int, Field(ge=0, le=MOST_SQUARES)]
    target: str
    squares_of: dict[str, Annotated[int, Field(ge=0, le=MOST_SQUARES)]] = Field(default_factory=dict)
    target_of: dict[str, str] = Field(default_factory=dict)
    precondition: ClassVar[Precondition] = check_half

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_landed(look)
        walks = passes(check_way_is_free, look)
        ready = [key for key in acts_now(look) if can_join(look, key, walks=walks)]
        check_several(look, ready)
        targets = attack.attackable(look)
        reach = max(reach_of(look, key) for key in ready) if walks else 0
        choose: dict[str, Choice] = {"models": MultiChoice(ready, 1, len(ready))}
        if reach:
            choose["squares"] = NumberChoice(0, reach, reach, tuple(range(reach + 1)) if reach < MANY else ())
        choose["target"] = targets
        if reach:
            choose["squares_of"] = RowChoice(ready, list(range(reach + 1)))
        if len(targets) > 1:
            choose["target_of"] = RowChoice(ready, targets)
        hint = "hint.act-together" if walks else "hint.act-together-here"
        given = {} if reach else {"squares": 0}
        offer = Offer(cls.key, given=given, choose=choose, hint=hint, sums=partial(summed, look), dice_by_sums=True)
        if look.wants_previews:
            offer.preview = summed(look, {"models": ready, "squares": reach, "target": targets[0]})
            offer.dice = offer.dice_for(offer.preview)
        yield offer

    def decide(self, draft: Draft) -> None:
        parts, left = self.checked(draft)
        dice, shares = DiceInOrder(draft), shares_of(draft, parts)
        dice.check(sum(map(sum, shares)))
        sums: dict[str, AssaultSummed] = {}
        for place, (part, share) in enumerate(zip(parts, shares, strict=True)):
            if part.blows and not draft.state.models[part.target].alive:
                left.append(part.model)
                dice.skip(sum(share))
                continue
            if part.squares:
                advance(draft, part.model, part.squares, into_fire=False)
            elif draft.state.acting != part.model:
                activate(draft, part.model)
            for count in share:
                if draft.state.models[part.target].alive:
                    dice.hand_out(count)
                    one = sums.setdefault(part.target, AssaultSummed(part.target))
                    one.add(strike(draft, part.model, part.target, Payment(cost(draft, Melee.cost_of)["ap"])))
                else:
                    dice.skip(count)
            if not may_go_on(draft, part):
                left += [later.model for later in parts[place + 1 :]]
                break
        for one in sums.values():
            draft.emit(one)
        if len(sums) != 1 or left:
            acted = {part.model: part.squares for part in parts if part.model not in left}
            attacks, hits = (sum(getattr(one, name) for one in sums.values()) for name in ("attacks", "hits"))
            waiting = [key for key in draft.state.models if key in left]
            draft.emit(HordeActed(list(acted), sum(acted.values()), attacks, hits, waiting))

    def checked(self, look: GameContext) -> tuple[list[Part], list[str]]:
        """Return what each does, in order, and who does nothing. Raise Refused."""
        check_landed(look)
        check_each_once(self.models)
        for index, key in enumerate(self.models):
            check_acts(look, key)
            if not is_of_a_horde(look, look.state.models[key]):
                raise Refused("not-of-a-horde", "melee.strength-in-numbers", field=f"models.{index}", model=key)
        for key in (*self.squares_of, *self.target_of):
            own_model(look, key)
        parts, left = planned(look, self.model_dump())
        for target in dict.fromkeys(part.target for part in parts if part.blows):
            attack.target_of(look, target)
            check_unhurried(look, [target], "target")
        if not parts:
            raise Refused("nothing-together", "melee.strength-in-numbers", field="models")
        if any(part.squares for part in parts):
            check_way_is_free(look)
        return parts, left

    def asked_before(self, look: GameContext) -> Doubt | None:
        spent = {}
        for part in self.checked(look)[0]:
            steps, blows = cost(look, STEP, part.model)["ap"], cost(look, Melee.cost_of, part.model)["ap"]
            spent[part.model] = int(part.squares * steps + part.blows * blows)
        return left_over(look, list(spent), spent)


def planned(look: GameContext, chosen: Mapping[str, Any]) -> tuple[list[Part], list[str]]:
    squares, targets = chosen.get("squares_of", {}), chosen.get("target_of", {})
    parts: list[Part] = []
    left: list[str] = []
    for key in acting_first(look, chosen["models"]):
        part = part_of(look, key, int(squares.get(key, chosen["squares"])), targets.get(key, chosen["target"]))
        crowd = sum(bool(one.blows) and one.target == part.target for one in parts)
        if (part.squares or part.blows) and not (part.blows and crowd >= AROUND):
            parts.append(part)
        else:
            left.append(key)
    return parts, left


def part_of(look: GameContext, key: str, squares: int, target: str) -> Part:
    """Return a model's part: its AP limit the squares; one that waits outside goes at least one."""
    outside = look.state.models[key].place == "entry"
    ahead = min(max(squares, int(outside)), reach_of(look, key))
    return Part(key, ahead, target, 0 if outside and not ahead else blows_of(look, key, ahead))


def may_go_on(draft: Draft, part: Part) -> bool:
    """Return whether the next model may act: nothing is due, and no AP of this one are lost."""
    gone = part.blows and not draft.state.models[part.target].alive
    if not gone:
        return True
    model = draft.state.models[part.model]
    return not model.ap and not draft.state.dice_due and draft.state.interrupted is None and passes(check_half, draft)


def can_join(look: GameContext, key: str, *, walks: bool) -> bool:
    model = look.state.models[key]
    horde = look.cached_for_book(("of-a-horde", model.card), lambda: is_of_a_horde(look, model))
    return horde and bool((walks and reach_of(look, key)) or (model.place == "board" and blows_of(look, key)))


def shares_of(look: GameContext, parts: Sequence[Part]) -> list[list[int]]:
    dice: dict[str, int] = {}
    for target in dict.fromkeys(part.target for part in parts if part.blows):
        those = [part.model for part in parts if part.blows and part.target == target]
        dice |= zip(those, (blow["dice_needed"] for blow in blows_at(look, those, target)), strict=True)
    return [[dice[part.model]] * part.blows if part.blows else [] for part in parts]


def summed(look: GameContext, chosen: Mapping[str, Any]) -> RulingResult | None:
    parts, _ = planned(look, chosen)
    found = []
    for target in dict.fromkeys(part.target for part in parts if part.blows):
        those = [part for part in parts if part.blows and part.target == target]
        blows = blows_at(look, [part.model for part in those], target)
        every = [blow for part, blow in zip(those, blows, strict=True) for _ in range(part.blows)]
        found.append(added_up(look, every, target))
    if len(found) < 2:
        return next(iter(found), None)
    working = Ruling()
    for one in found:
        for reason in one.working.reasons:
            working = working.plus(reason.label, reason.change, reason.rule)
    return RulingResult({"dice_needed": working.total}, working)
