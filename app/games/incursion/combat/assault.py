"""An assault: several zombies attack one model in turn, after an advance or where they stand.

Source: Strength in Numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar

from pydantic import Field

from app.core.engine.command import Command, Doubt, Precondition
from app.core.engine.offers import Choice, DiceRequest, MultiChoice, Offer, fitting
from app.core.errors import Refused
from app.core.rules.dice import MOST_DICE
from app.core.rules.ruling import Ruling, RulingResult, working
from app.games.incursion.combat import attack
from app.games.incursion.combat.melee import Melee, blow_at, fighter, strike
from app.games.incursion.events.actions import Payment
from app.games.incursion.events.attacks import AssaultSummed
from app.games.incursion.state import Draft, GameContext, Model
from app.games.incursion.turn.activation import activate, check_entered, check_half
from app.games.incursion.turn.costs import check_each_once, check_landed, cost
from app.games.incursion.turn.group_actions import (
    STEP,
    acting_first,
    acts_now,
    advance,
    check_acts,
    left_over,
    reach_of,
    why_not,
)
from app.games.incursion.turn.reaction_setup import alerted, check_unhurried

AROUND = 8
"""Most models around another one."""


class Assault(Command):
    """These zombies attack the target in this order until it is gone.

    Each attacks as often as its own AP pay for, or `blows` says. They roll as if each attacked alone; the dice of all
    are typed together. `attackers`: the number that a form was for.
    """

    rolls: ClassVar[bool] = True
    models: Annotated[list[str], Field(min_length=1)]
    target: str
    attackers: Annotated[int, Field(ge=1)] | None = None
    blows: Annotated[int, Field(ge=1)] | None = None
    precondition: ClassVar[Precondition] = check_half

    @property
    def ahead(self) -> int:
        """Return the squares that each goes straight ahead before it attacks."""
        return 0

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_landed(look)
        models = look.state.models
        ready = [key for key in acts_now(look) if models[key].place == "board" and strikes_not(look, key) is None]
        check_several(look, ready)
        targets = unattacked(look)
        paid = {key: blows_of(look, key) for key in ready}
        for number in range(2, min(len(ready), AROUND) + 1):
            for blows in range(min(max(paid.values()), MOST_DICE), 0, -1):
                able = [key for key, most in paid.items() if most >= blows]
                if len(able) >= number:
                    given = {"attackers": number, "blows": blows}
                    yield from offers_against(look, cls.key, targets, MultiChoice(able, number, number), given)

    def decide(self, draft: Draft) -> None:
        check_landed(draft)
        check_each_once(self.models)
        if self.attackers not in (None, len(self.models)):
            given = len(self.models)
            raise Refused(
                "wrong-number", "melee.strength-in-numbers", field="models", needed=self.attackers, given=given
            )
        attack.target_of(draft, self.target)
        check_unhurried(draft, [self.target], "target")
        for key in self.models:
            check_joins(draft, key, self.ahead)
        dice, summed = DiceInOrder(draft), AssaultSummed(self.target)
        counts = {key: self.blows_by(draft, key) for key in acting_first(draft, self.models)}
        before = zip(counts.values(), blows_at(draft, list(counts), self.target), strict=True)
        dice.check(sum(count * blow["dice_needed"] for count, blow in before))
        for key, count in counts.items():
            if not draft.state.models[self.target].alive:
                break
            if self.ahead:
                advance(draft, key, self.ahead, into_fire=False)
            elif draft.state.acting != key:
                activate(draft, key)
            for _ in range(count):
                if draft.state.models[self.target].alive:
                    dice.hand_out(blow_at(draft, key, self.target)["dice_needed"])
                    summed.add(strike(draft, key, self.target, Payment(cost(draft, Melee.cost_of)["ap"])))
        draft.emit(summed)

    def blows_by(self, look: GameContext, key: str) -> int:
        most = blows_of(look, key, self.ahead)
        return most if self.blows is None else min(most, self.blows)

    def asked_before(self, look: GameContext) -> Doubt | None:
        return left_over(look, self.models, {key: self._spent(look, key) for key in self.models})

    def _spent(self, look: GameContext, key: str) -> int:
        """Return the AP that a model spends if the target survives.

        Raise Refused for one that does not act.
        """
        check_acts(look, key)
        steps, blows = self.ahead * cost(look, STEP, key)["ap"], self.blows_by(look, key)
        return int(steps + blows * cost(look, Melee.cost_of, key)["ap"])


class Charge(Assault):
    """These zombies go straight ahead (or enter), then attack with all AP that are left.

    Only where no step may be answered by Reaction Fire and nothing burns: nothing can stop them on the way, so the
    dice of all attacks are typed together, as in an assault.
    """

    squares: Annotated[int, Field(ge=1)]

    @property
    def ahead(self) -> int:
        return self.squares

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_landed(look)
        check_way_is_free(look)
        ready = [key for key in acts_now(look) if strikes_not(look, key, 1) is None]
        check_several(look, ready)
        targets, reach = unattacked(look), max(reach_of(look, key) for key in ready)
        after = {squares: {key: blows_of(look, key, squares) for key in ready} for squares in range(1, reach + 1)}
        for number in range(2, min(len(ready), AROUND) + 1):
            for squares, left in after.items():
                for blows in sorted({count for count in left.values() if 0 < count <= MOST_DICE}, reverse=True):
                    able = [key for key, most in left.items() if most == blows]
                    if len(able) >= number:
                        given = {"attackers": number, "squares": squares, "blows": blows}
                        yield from offers_against(look, cls.key, targets, MultiChoice(able, number, number), given)

    def decide(self, draft: Draft) -> None:
        check_landed(draft)
        check_way_is_free(draft)
        super().decide(draft)


def check_several(look: GameContext, ready: list[str]) -> None:
    if len(ready) < 2:
        horde = any(is_of_a_horde(look, model) for _, model in look.state.of(look.side))
        raise Refused("too-few-together" if horde else "no-horde", "melee.strength-in-numbers")


def unattacked(look: GameContext) -> list[str]:
    return [target for target in attack.attackable(look) if not look.state.models[target].attackers]


def offers_against(
    look: GameContext, command: str, targets: list[str], some: MultiChoice, given: Mapping[str, int]
) -> Iterator[Offer]:
    if not look.wants_previews and targets:
        yield Offer(command, given=given, choose={"models": some, "target": targets}, aim="target")
    first, blows = tuple(some.some[:AROUND]), given["blows"]

    def ruled(target: str) -> RulingResult:
        most = look.cached(("blows-at", first, target), lambda: blows_at(look, first, target))
        return added_up(look, most[: some.max], target, blows)

    ruled_on = ((key, ruled(key)) for key in targets if look.wants_previews)
    for alike, preview in attack.alike(ruled_on):
        choose: dict[str, Choice] = {"models": some, "target": alike}
        ask = DiceRequest(preview["dice_needed"])
        if ask.count <= MOST_DICE:
            yield Offer(command, given=given, choose=choose, dice=ask, preview=preview, aim="target")


def check_way_is_free(look: GameContext) -> None:
    if look.state.flames or any(look.state.models[key].in_fire for key in acts_now(look)):
        raise Refused("charge-burns", "fire.dice")
    if any(alerted(look, key, "step") for key in acts_now(look)):
        raise Refused("charge-watched", "reaction.trigger")


class DiceInOrder:
    """The typed dice of a command, handed out attack by attack.

    No rolled dice are kept.
    """

    def __init__(self, draft: Draft) -> None:
        self.draft, self.left = draft, draft.typed

    def check(self, count: int) -> None:
        if self.left is not None:
            self.left = fitting(self.left, DiceRequest(count))

    def hand_out(self, count: int) -> None:
        if self.left is not None:
            self.draft.typed, self.left = self.left[:count], self.left[count:]

    def skip(self, count: int) -> None:
        if self.left is not None:
            self.left = self.left[count:]


def blows_of(look: GameContext, key: str, ahead: int = 0) -> int:
    left = look.state.models[key].ap - ahead * cost(look, STEP, key)["ap"]
    return max(0, int(left // max(1, cost(look, Melee.cost_of, key)["ap"])))


def check_joins(look: GameContext, key: str, ahead: int = 0) -> None:
    check_acts(look, key)
    if not ahead:
        check_entered(look.state.models[key])
    if (no := strikes_not(look, key, ahead)) is not None:
        raise no


def strikes_not(look: GameContext, key: str, ahead: int = 0) -> Refused | None:
    """Return the refusal for a model that does not strike after so many squares ahead.

    None if it does.

    It is not of a horde, lacks the AP, or cannot leave its square.
    """
    model = look.state.models[key]
    if not look.cached_for_book(("of-a-horde", model.card), lambda: is_of_a_horde(look, model)):
        return Refused("not-of-a-horde", "melee.strength-in-numbers", field="models", model=key)
    if ahead and not reach_of(look, key):
        return why_not(look, key, "models")
    needed = ahead * cost(look, STEP, key)["ap"] + cost(look, Melee.cost_of, key)["ap"]
    if needed > model.ap:
        return Refused("not-enough-ap", "action.cp-as-ap", field="models", needed=needed, ap=model.ap, cp=0)
    return None


def is_of_a_horde(look: GameContext, model: Model) -> bool:
    return look.book.melee.attackers[fighter(look, model)].strength_in_numbers


def blows_at(look: GameContext, models: Sequence[str], target: str) -> list[RulingResult]:
    new = [key for key in models if key not in look.state.models[target].attackers]
    first = len(look.state.models[target].attackers) + 1
    places = {key: first + place for place, key in enumerate(new)}
    return [blow_at(look, key, target, nth=places.get(key)) for key in models]


def added_up(look: GameContext, blows: Sequence[RulingResult], target: str, times: int = 1) -> RulingResult:
    dice = Ruling()
    changes: defaultdict[tuple[str, str], float] = defaultdict(int)
    for reason in (reason for blow in blows for reason in working(blow)):
        label = "attacks" if reason.label == "one-die" else reason.label
        changes[label, reason.rule] += reason.change * times
    for (label, rule), change in changes.items():
        dice = dice.plus(label, change, rule)
    needs = max(blow["needs"] for blow in blows)
    odds = attack.odds(dice.total, attack.chance(needs), look.state.models[target].dp)
    return RulingResult({"dice_needed": dice.total, "needs": needs}, dice, blows[0].also, odds)
