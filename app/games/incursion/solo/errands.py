"""Errands of the app's figures: taking things that lie on the board, carrying them home, leaving with them."""

from __future__ import annotations

from app.core.errors import passes
from app.games.incursion.board_talk import Part
from app.games.incursion.missions.panels import panels_taken
from app.games.incursion.solo.figures import acts_now
from app.games.incursion.state import GameContext
from app.games.incursion.turn.items import handles_items, left_lying
from app.games.incursion.turn.leaving import by_any_exit, check_exit, check_may_leave

PANEL, OWN_EXIT, ANY_EXIT, HOME = "panel", "own-exit", "any-exit", "own-entry"
"""A Generator Control Panel, which one only the board knows; ways out; where a carrier is safe if nobody may leave."""


def free_things(look: GameContext, figure: str = "") -> list[str]:
    """Return what lies on the board for this side to take now: items, counters, panels; by `figure` if given."""
    state = look.state
    items = [key for key in state.items if state.carried(key) is None and not left_lying(look, figure, key)]
    return [*items, PANEL] if state.panels > panels_taken(state) else items


def handlers(look: GameContext) -> list[str]:
    """Return the figures that have still to act and may take things."""
    return [key for key in acts_now(look) if handles_items(look, look.state.models[key])]


def carriers(look: GameContext) -> list[str]:
    return [key for key in acts_now(look) if look.state.models[key].carries]


def way_out(look: GameContext) -> str | None:
    """Return the exit by which what is carried wins the mission; None if nobody needs to leave."""
    if look.book.mission.ends != "pinger" or not passes(check_exit, look):
        return None
    return ANY_EXIT if by_any_exit(look) else OWN_EXIT


def is_out(target: str) -> bool:
    return target in (OWN_EXIT, ANY_EXIT)


def can_do(look: GameContext, part: Part) -> bool:
    """Return whether what a part is about is still there: the Ally, what it takes, or what it leaves with."""
    models = look.state.models
    if part.errand == "leave":
        return bool(models[part.model].carries) and passes(check_may_leave, look, part.model)
    if part.errand == "take":
        return part.target in free_things(look, part.model)
    return models[part.target].on_board


def errands_in_reach(look: GameContext, reach: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    """Return what figures can take or leave by with their own AP, as people told."""
    models, out = look.state.models, way_out(look)
    found: dict[str, dict[str, int]] = {}
    for key in handlers(look):
        ways = {target: ap for target, ap in reach.get(key, {}).items() if ap < models[key].ap}
        goals = [*free_things(look, key), *([out] if models[key].carries else [])]
        able = {target: ap for target, ap in ways.items() if target in goals}
        if able:
            found[key] = able
    return found
