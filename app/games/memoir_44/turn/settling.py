"""What follows by itself after any press: ground that counts, dams that are free again, the end."""

from __future__ import annotations

from app.core.commands import Draft
from app.games.memoir_44.book import SIDES
from app.games.memoir_44.state import State, other
from app.games.memoir_44.turn.medals import count_ground, end_battle
from app.games.memoir_44.turn.stars import check_observers, free_dams


def settle(draft: Draft) -> None:
    """Medals for ground, the end where a side has enough of them or nobody left."""
    state: State = draft.state
    if state.over or state.phase == "set-up":
        return
    free_dams(draft)
    check_observers(draft)
    count_ground(draft, at_start=False)
    for side in SIDES:
        if state.accounts[side].medals >= state.accounts[side].to_win:
            end_battle(draft, side)
    for side in SIDES:
        if not any(state.of(side)) and state.leader_down is None:
            end_battle(draft, other(side))
