"""Battle Cards for the app: which it plays and on whom, discards, and kills."""

from __future__ import annotations

from collections.abc import Callable

from app.core.engine.command import GameContext as CoreContext
from app.core.engine.event import deep_copy
from app.core.engine.offers import Offer
from app.games.incursion.book import GUNS, BattleCard
from app.games.incursion.solo.priorities import Priorities
from app.games.incursion.state import GameContext, InPlay

SHOTS = {"damage-dice", "shot-die"}
"""Changes that only shots notice."""
LASTING_HARM = ("damage-dice", "shot-die", "melee-dice", "melee-die", "fortitude", "ap", "cp")
"""Changes that harm where they are negative; dearer steps harm, too."""
PlanWorth = Callable[[GameContext], float]
"""The worth of the best plan in a context."""


def harms(card: BattleCard) -> bool:
    changes = {str(name): number for name, number in card.change.items()}
    return any(changes.get(name, 0) < 0 for name in LASTING_HARM) or changes.get("step", 0) > 0


def is_enemy(look: GameContext, on: str) -> bool:
    state, models = look.state, look.book.models
    side = on if on in state.sides else state.models[on].side if on in state.models else models[on].side
    return side != look.side


def good_targets(look: GameContext, offer: Offer, card: BattleCard) -> list[str]:
    offered = offer.values("on") or ([str(offer.given["on"])] if offer.given.get("on") else [])
    known = [on for on in offered if on in look.state.models or on in look.book.models or on in look.state.sides]
    return [on for on in known if is_enemy(look, on) == harms(card)]


def with_card(look: GameContext, key: str, on: str | None) -> GameContext:
    """Return the context as if a card lay there already."""
    card = look.book.battle[key]
    state = deep_copy(look.state)
    change = {str(name): number for name, number in card.change.items()}
    state.in_play["supposed"] = InPlay(key, look.side, on, card.lasts, change, unanswered=False)
    if on == look.side:
        state.sides[look.side].cp += change.get("cp", 0)
    for name, model in state.models.items():
        if "ap" in change and not model.activated and state.lies_on(state.in_play["supposed"], name):
            model.ap = max(0, model.ap + change["ap"])
    return CoreContext(state, look.book, look.seat, book_cache=look.book_cache)


def worth_of(look: GameContext, key: str, on: str | None, by: Priorities, plan_worth: PlanWorth) -> float:
    """Return what a card adds to the plan of this half, or else its usual worth."""
    gained = plan_worth(with_card(look, key, on)) - plan_worth(look)
    too_late = look.book.battle[key].lasts == "turn" and look.state.first != look.side
    return max(gained, 0.0 if too_late else by.cards.usual.get(key, 0.0))


def needless(look: GameContext, by: Priorities) -> list[str]:
    hand = look.state.sides[look.side].hand
    return [key for key in hand if key not in by.cards.hold and not is_useful(look, key, by)]


def is_useful(look: GameContext, key: str, by: Priorities) -> bool:
    """Return whether a card may do good: to somebody, or for the board by its usual worth."""
    card, models = look.book.battle[key], look.book.models
    if card.reminder:
        return key in by.cards.usual
    if harms(card):
        return True
    own = [model.card for _, model in look.state.of(look.side) if model.in_use and not models[model.card].horde]
    if card.on == "shooter" or (card.change and SHOTS.issuperset(map(str, card.change))):
        return any(weapon in GUNS for one in own for weapon in models[one].weapons)
    return bool(own) or card.zombie_icon or card.on not in ("friend", "wounded", "model")
