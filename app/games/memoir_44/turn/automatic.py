"""Automatic follow-ups of any command: ground medals, freed dams, the end."""

from __future__ import annotations

from app.games.memoir_44.board_state import Draft
from app.games.memoir_44.book import SIDES
from app.games.memoir_44.events.armies import SuddenDeath
from app.games.memoir_44.events.units import UnitLost
from app.games.memoir_44.state import State, other
from app.games.memoir_44.turn.ambush import call_off
from app.games.memoir_44.turn.battle_stars import check_observers, free_dams
from app.games.memoir_44.turn.medals import (
    count_ground,
    count_sections,
    eliminate,
    end_battle,
    has_won,
    lose_leader,
    sudden_winner,
)
from app.games.memoir_44.turn.strikes import free_notices


def settle(draft: Draft) -> None:
    """Apply medals for ground, and the end if a side has enough of them or nobody left.

    A ruling of the table never ends a battle by itself, so that others may object to it; the next command of play
    does.
    """
    state = draft.state
    if state.over:
        return
    remove_the_lost(draft)
    if state.leader_down is not None and not any(state.of(state.units[state.leader_down].side)):
        lose_leader(draft, state.leader_down)
    if state.phase == "set-up":
        return
    free_dams(draft)
    check_observers(draft)
    free_notices(draft)
    call_off(draft)
    count_ground(draft, at_start=False)
    count_sections(draft)
    if any(type(event).rules for event in draft.events):
        return
    for side in SIDES:
        if has_won(draft, side):
            end_battle(draft, side)
    if (winner := sudden_winner(draft)) is not None and not state.over:
        draft.emit(SuddenDeath(winner))
        end_battle(draft, winner)
    for side in SIDES:
        if nobody_left(state, side) and state.leader_down is None:
            end_battle(draft, winner_without(state, side))


def remove_the_lost(draft: Draft) -> None:
    """Eliminate a unit that the table says has no figure left.

    Once nothing is to be answered for another one; before the battle it is simply removed.
    """
    state = draft.state
    for key in [key for key, unit in state.on_board() if not unit.figures]:
        asked, ice, second = (one and one.unit for one in (state.asked, state.ice, state.second))
        pending = {asked, ice, second, state.in_mine, state.leader_down} - {None, key}
        if state.phase == "set-up":
            draft.emit(UnitLost(key))
        elif not pending:
            eliminate(draft, key)


def nobody_left(state: State, side: str) -> bool:
    return not any(state.of(side)) and not any(one.side == side and one.places for one in state.trains.values())


def winner_without(state: State, side: str) -> str:
    if not any(unit.side == side and unit.figures for unit in state.units.values()):
        return other(side)
    ahead = state.medals[side] - state.medals[other(side)]
    return "draw" if ahead == 0 else side if ahead > 0 else other(side)
