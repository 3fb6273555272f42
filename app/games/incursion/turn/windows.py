"""Windows in which, by what everybody may see, nothing can be done: they are skipped, and that is told."""

# What a skip would betray is never skipped, so only what lies open is looked at here.

from __future__ import annotations

from app.core.commands import Look
from app.games.incursion.state import State


def may_kill_something(look: Look, side: str) -> bool:
    """Whether a side has the CP to kill an enemy card in play: both lie open. Source: Card Killing."""
    state: State = look.state
    have = state.sides[side].cp
    enemy = (placed for placed in state.in_play.values() if placed.owner != side)
    return any(look.book.battle[placed.card].kill <= have for placed in enemy)


def last_chance_is_empty(look: Look, side: str) -> bool:
    """Whether a side could do nothing in its last chance, and no dice are still to come of what was done.

    It is asked before the half ends: where something burns, the end of the half may bring dice.
    """
    state: State = look.state
    burned = any(model.alive and (model.in_fire or model.fires_entered) for model in state.models.values())
    owed = state.waiting or state.dice_due or state.flames or burned
    return not (owed or may_kill_something(look, side))
