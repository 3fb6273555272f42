"""Figures that are lost, units that are eliminated, leaders that may be lost with them. Source: Memoir '44, Battle."""

from __future__ import annotations

from app.games.memoir_44.at_table import Draft
from app.games.memoir_44.events.units import FiguresLost, LeaderInDoubt, LeaderLost, UnitLost
from app.games.memoir_44.state import Unit, other
from app.games.memoir_44.turn.medals import win_medals


def lose(draft: Draft, key: str, figures: int) -> bool:
    """A unit loses figures, those beyond its last are lost; whether it is eliminated."""
    unit = draft.state.units[key]
    if not figures:
        return False
    if figures < unit.figures:
        draft.note(FiguresLost(key, figures, unit.figures - figures))
        return False
    eliminate(draft, key)
    return True


def eliminate(draft: Draft, key: str) -> None:
    """A unit is eliminated: a medal for its enemy; its leader is in doubt, or lost where he has nobody left."""
    state = draft.state
    unit: Unit = state.units[key]
    leader, fell_at = unit.leader, str(unit.at)
    draft.note(UnitLost(key))
    win_medals(draft, other(unit.side), 1, f"unit-{key}")
    if not leader or state.over:
        return
    if any(state.of(unit.side)):
        draft.note(LeaderInDoubt(key, unit.side, fell_at))
    else:
        lose_leader(draft, key)


def lose_leader(draft: Draft, key: str) -> None:
    """A leader whom no unit is left to take is lost (TP-23)."""
    draft.note(LeaderLost(key))
    win_medals(draft, other(draft.state.units[key].side), draft.book.leader.medals, f"leader-{key}")
