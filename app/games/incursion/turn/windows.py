"""Windows in which, by what everybody may see, nothing can be done: they are skipped, and that is told."""

# What a skip would betray is never skipped, so only what lies open is looked at here.

from __future__ import annotations

from app.games.incursion.state import Look


def may_kill_something(look: Look, side: str) -> bool:
    """Whether a side has the CP to kill an enemy card in play: both lie open. Source: Card Killing."""
    state = look.state
    have = state.sides[side].cp
    enemy = (placed for placed in state.in_play.values() if placed.owner != side)
    return any(look.book.battle[placed.card].kill <= have for placed in enemy)
