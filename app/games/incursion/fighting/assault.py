"""Several zombies attack one model hand to hand, one after the other, in one press. Source: Strength in Numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from pydantic import Field

from app.core.commands import Command, Draft, Gate, Look
from app.core.offers import Ask, Choice, Offer, Some, fitting
from app.core.refusals import Refused
from app.core.ruling import Answer, Ruling, working
from app.games.incursion.events.actions import Payment
from app.games.incursion.fighting import attack
from app.games.incursion.fighting.melee import Melee, blow_at, fighter, strike
from app.games.incursion.state import Model
from app.games.incursion.turn.activation import activate, check_entered, check_half
from app.games.incursion.turn.costs import check_landed, cost
from app.games.incursion.turn.together import acting_first, acts_now, check_acts, check_each_once
from app.games.incursion.turn.watching import check_unhurried

AROUND = 8
"""So many models can stand around another one."""


class Assault(Command):
    """These zombies attack the target in this order, each once with an AP of its own, until it is gone.

    One after the other rolls as if it attacked alone: the dice of all are typed together. `attackers`: how many a form
    was for.
    """

    rolls: ClassVar[bool] = True
    models: Annotated[list[str], Field(min_length=1)]
    target: str
    attackers: Annotated[int, Field(ge=1)] | None = None
    gate: ClassVar[Gate] = check_half

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        check_landed(look)
        models = look.state.models
        ready = [key for key in acts_now(look) if models[key].place == "board" and strikes_not(look, key) is None]
        if len(ready) < 2:
            raise Refused("all-activated", "melee.strength-in-numbers")
        unattacked = [target for target in attack.attackable(look) if not models[target].attackers]
        blows = {target: blows_at(look, ready[:AROUND], target) for target in unattacked if look.reckons}
        for number in range(2, min(len(ready), AROUND) + 1):
            given, some = {"attackers": number}, Some(ready, number, number)
            if not look.reckons and unattacked:
                yield Offer(cls.key, given=given, choose={"models": some, "target": unattacked})
            ruled = ((target, added_up(look, blows[target][:number], target)) for target in blows)
            for targets, preview in attack.alike(ruled):
                choose: dict[str, Choice] = {"models": some, "target": targets}
                ask = Ask(preview["dice_needed"])
                yield Offer(cls.key, given=given, choose=choose, dice=ask, preview=preview)

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
            check_joins(draft, key)
        models, typed = acting_first(draft, self.models), draft.typed
        if typed is not None:
            blows = blows_at(draft, models, self.target)
            typed = fitting(typed, Ask(added_up(draft, blows, self.target)["dice_needed"]))
        for key in models:
            if not draft.state.models[self.target].alive:
                return
            needed = blow_at(draft, key, self.target)["dice_needed"]
            if typed is not None:
                draft.typed, typed = typed[:needed], typed[needed:]
            if draft.state.acting != key:
                activate(draft, key)
            strike(draft, key, self.target, Payment(cost(draft, Melee.cost_of)["ap"]))


def check_joins(look: Look, key: str) -> None:
    """Whether a model may attack together with others now. Raises Refused."""
    check_acts(look, key)
    check_entered(look.state.models[key])
    if (no := strikes_not(look, key)) is not None:
        raise no


def strikes_not(look: Look, key: str) -> Refused | None:
    """Why a model on the board does not strike: it is not of a horde, or lacks the AP; None where it does."""
    model: Model = look.state.models[key]
    if not look.always(("of-a-horde", model.card), lambda: is_of_a_horde(look, model)):
        return Refused("not-of-a-horde", "melee.strength-in-numbers", field="models", model=key)
    needed = cost(look, Melee.cost_of, key)["ap"]
    if needed > model.ap:
        return Refused("not-enough-ap", "action.cp-as-ap", field="models", needed=needed, ap=model.ap, cp=0)
    return None


def is_of_a_horde(look: Look, model: Model) -> bool:
    """Whether a model fights with Strength in Numbers."""
    return bool(look.book.melee.attackers[fighter(look, model)].strength_in_numbers)


def blows_at(look: Look, models: Sequence[str], target: str) -> list[Answer]:
    """The rulings on the attacks of these models, one after the other."""
    new = [key for key in models if key not in look.state.models[target].attackers]
    first = len(look.state.models[target].attackers) + 1
    places = {key: first + place for place, key in enumerate(new)}
    return [blow_at(look, key, target, nth=places.get(key)) for key in models]


def added_up(look: Look, blows: Sequence[Answer], target: str) -> Answer:
    """The rulings on several attacks added up: dice, the face they need, odds."""
    dice = Ruling()
    for reason in (reason for blow in blows for reason in working(blow)):
        dice = dice.plus(reason.label, reason.change, reason.rule)
    needs = max(blow["needs"] for blow in blows)
    odds = attack.odds(dice.total, attack.chance(needs), look.state.models[target].dp)
    return Answer({"dice_needed": dice.total, "needs": needs}, dice, blows[0].also, odds)
