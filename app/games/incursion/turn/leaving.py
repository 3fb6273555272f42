"""Leaving the board by an exit. Source: Incursion, Missions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

from app.core.engine.command import Precondition
from app.core.engine.offers import Offer
from app.core.errors import Refused, passes
from app.games.incursion.events.actions import ModelLeft, Step
from app.games.incursion.state import Draft, GameContext, Model
from app.games.incursion.turn.actions import Action, check_fire, check_not_held, row_of, ways_over, with_fire
from app.games.incursion.turn.activation import acting, check_entered
from app.games.incursion.turn.costs import cost, cp_span, payment_form
from app.games.incursion.turn.reaction_setup import check_may_end, check_may_go


def check_exit(look: GameContext) -> None:
    if look.side not in look.book.mission.exits:
        raise Refused("no-exit", "missions.exits")
    if look.state.waits_for_rescue(look.side):
        dead = not look.state.models[str(look.state.stranded)].alive
        raise Refused("nobody-leaves-dead" if dead else "nobody-leaves-yet", "missions.stranded")


class LeaveBoard(Action):
    """Leave the board by an exit for the price of that step.

    An exit of its own side, or of the other if the table allows it.
    """

    exit: Literal["own", "other"] = "own"
    step: Step = "forward"
    into_fire: bool = False
    """True if the exit burns."""
    precondition: ClassVar[Precondition] = check_exit

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        key, model = acting(look)
        check_may_leave(look, key)
        check_entered(model)
        exits: tuple[Any, ...] = ({"exit": "own"}, {"exit": "other"}) if by_any_exit(look) else ({},)
        steps = [step for step in ways_over(look, inside=False) if passes(cp_span, look, model, over(look, step))]
        if not steps:
            cp_span(look, model, over(look, "forward"))
        for given, step in ((exit, step) for exit in exits for step in steps):
            label = "-".join(["leave", *(["by", *given.values()] if given else ["board"])])
            label += "" if step == "forward" else f"-{step}"
            way = {} if step == "forward" else {"step": step}
            fixed, choose = payment_form(cp_span(look, model, over(look, step)), {"model": key, **given, **way})
            ap = cost(look, over(look, step))["ap"]
            yield from with_fire(look, Offer(cls.key, given=fixed, choose=choose, label=label, own=ap, about=(key,)))

    def decide(self, draft: Draft) -> None:
        key, model = acting(draft, self.model)
        check_may_leave(draft, key)
        check_entered(model)
        check_fire(draft, into_fire=self.into_fire)
        if self.exit == "other" and not by_any_exit(draft):
            raise Refused("not-your-exit", "missions.exits", field="exit")
        self.pay(draft, ModelLeft(self.model, self.cost_reasons(draft), self.exit, self.step, self.into_fire))

    def row(self, look: GameContext) -> str:
        return over(look, self.step)


def over(look: GameContext, step: Step) -> str:
    return row_of(look, step, inside=False)


def check_may_leave(look: GameContext, key: str) -> None:
    model = look.state.models[key]
    check_not_held(look, model)
    if model.last:
        raise Refused("dead-stays", "powers.volatile", field="model")
    check_may_go(look, key)
    if takes_pinger(look, model):
        check_may_end(look)


def takes_pinger(look: GameContext, model: Model) -> bool:
    return look.book.mission.ends == "pinger" and "pinger" in model.carries


def by_any_exit(look: GameContext) -> bool:
    """Return whether models leave by the exits of either side. Source: Incursion, mission 3."""
    return len(look.book.mission.exits) > 1 and look.book.answer_for("m3-exit") == "any"
