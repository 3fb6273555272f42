"""Costs of the acting model's actions, their payment, and the Leap it must end first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from app.core.engine.offers import Choice, NumberChoice
from app.core.errors import Refused
from app.core.rules.ruling import RulingResult
from app.games.incursion.book import Book
from app.games.incursion.cards.effects import changes
from app.games.incursion.events.actions import Payment
from app.games.incursion.state import GameContext, Model, State
from app.games.incursion.turn.maintenance import Doing, action_cost


def has_power(look: GameContext, model: Model, power: str) -> bool:
    return power in look.book.models[model.card].powers


def cost(look: GameContext, action: str, of: str | None = None) -> RulingResult:
    """Return the cost of an action in this book.

    Of the acting model or another one, with its powers and the cards on it.
    """
    key = of or str(look.state.acting)
    agile = action == "turn" and has_power(look, look.state.models[key], "agile")
    steps = tuple(changes(look, key, "step")) if action.startswith("move-") else ()
    return look.cached_for_book(("cost", action, agile, steps), lambda: _cost(look, action, agile, steps))


def _cost(look: GameContext, action: str, agile: bool, steps: Iterable[tuple[str, int]]) -> RulingResult:
    ruling = action_cost(Doing(action=action), look.book).working
    if agile:
        ruling = ruling.plus("agile", -ruling.total, "powers.agile")
    for card, change in steps:
        ruling = ruling.plus(card, change, "cards.change")
    ruling = ruling.within(0, None, "cards.change")
    return RulingResult({"ap": ruling.total}, ruling)


def mid_leap(look: GameContext, model: Model) -> bool:
    return model.leaping and model.ap >= int(cost(look, "move-forward")["ap"])


def check_landed(look: GameContext) -> None:
    """Raise Refused while the acting model is in the middle of a Leap and can end it."""
    key = look.state.acting
    if key is not None and mid_leap(look, look.state.models[key]):
        raise Refused("in-mid-leap", "powers.leap", field="model", model=key)


def check_each_once(models: Iterable[str], field: str = "models") -> None:
    named = set()
    for index, key in enumerate(models):
        if key in named:
            raise Refused("named-twice", field=f"{field}.{index}", model=key)
        named.add(key)


# -- paying


def zombie_pool(state: State, book: Book, model: Model) -> int:
    """Return the CP that only zombies may spend, as far as this model may.

    Source: Zombie Controller.
    """
    pool = state.sides[model.side].zombie_cp
    return pool if book.models[model.card].zombie and not (model.twitcher or model.last) else 0


def spendable_cp(look: GameContext, model: Model) -> int:
    """Return the CP that may serve as AP of this model: its side's, and those only for zombies.

    None for a Twitcher, and none in a last activation.
    """
    if model.twitcher or model.last:
        return 0
    return look.state.sides[model.side].cp + zombie_pool(look.state, look.book, model)


def cp_span(look: GameContext, model: Model, action: str, more: int = 0) -> NumberChoice:
    """Return the CP that may pay for an action (and for `more` AP).

    At least what AP cannot, at most all. Raise Refused.
    """
    ap = cost(look, action)["ap"] + more
    have = spendable_cp(look, model)
    if ap > model.ap + have:
        raise Refused("not-enough-ap", "action.cp-as-ap", needed=ap, ap=model.ap, cp=have)
    return NumberChoice(max(0, ap - model.ap), min(ap, have))


def payment_form(span: NumberChoice, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Choice]]:
    if span.min == span.max:
        return {**given, "cp": span.min}, {}
    return dict(given), {"cp": span}


def payment(
    look: GameContext, model: Model, action: str, span: NumberChoice, wished: int | None, more: int = 0
) -> Payment:
    """Return the payment of an action (and `more` AP) with so many CP, a zombie's own first.

    By default the least CP that suffice. Raise Refused.
    """
    cp = span.min if wished is None else wished
    if not span.min <= cp <= span.max:
        raise Refused("wrong-cp", "action.cp-as-ap", field="cp", low=span.min, high=span.max)
    zombie_cp = min(cp, zombie_pool(look.state, look.book, model))
    return Payment(cost(look, action)["ap"] + more - cp, cp - zombie_cp, zombie_cp)
