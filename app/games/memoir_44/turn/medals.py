"""Medals: for units, for ground, for objectives; the last one ends the battle at once."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.memoir_44.board_state import BoardState, Draft, board_state_of
from app.games.memoir_44.book import SIDES
from app.games.memoir_44.events.turn import BattleEnded, MedalsLost, MedalsWon
from app.games.memoir_44.events.units import FiguresLost, LeaderInDoubt, LeaderLost, UnitLost
from app.games.memoir_44.scenarios.forms import Objective
from app.games.memoir_44.state import Unit, other


def win_medals(draft: Draft, side: str, count: int, what: str) -> None:
    state = draft.state
    if state.over or not count:
        return
    draft.emit(MedalsWon(side, count, what))
    if state.accounts[side].medals >= state.accounts[side].to_win:
        end_battle(draft, side)


def end_battle(draft: Draft, winner: str) -> None:
    if not draft.state.over:
        draft.emit(BattleEnded(winner))


def count_ground(draft: Draft, *, at_start: bool) -> None:
    field = board_state_of(draft)
    for number, one in enumerate(draft.book.scenario.objectives, start=1):
        what = f"objective-{number}"
        for side in SIDES:
            before = draft.state.accounts[side].earned.get(what, 0)
            worth = worth_of(field, one, side, what, at_start=at_start)
            if worth > before:
                win_medals(draft, side, worth - before, what)
            elif worth < before:
                draft.emit(MedalsLost(side, before - worth, what))


def worth_of(field: BoardState, one: Objective, side: str, what: str, *, at_start: bool) -> int:
    state = field.state
    before = state.accounts[side].earned.get(what, 0)
    if one.side not in (None, side):
        return 0
    if one.at_turn_start and not (at_start and state.active == side):
        return before if before and (one.stays == "permanent" or held(field, one, side)) else 0
    if held(field, one, side) and not (one.sole and taken_by(field, one, other(side))):
        return one.medals
    if one.stays == "permanent":
        return before
    if one.stays == "until-taken":
        return 0 if taken_by(field, one, other(side)) else before
    return 0


def held(field: BoardState, one: Objective, side: str) -> bool:
    mine, theirs = (len(list(places(field, one, whose))) for whose in (side, other(side)))
    if one.needs == "all":
        return mine == len(one.at)
    if one.needs == "majority":
        return mine > theirs
    return mine >= one.needs


def taken_by(field: BoardState, one: Objective, side: str) -> bool:
    return next(places(field, one, side), None) is not None


def places(field: BoardState, one: Objective, side: str) -> Iterator[str]:
    named = (field.name(place) for place in one.at)
    return (name for name in named if field.state.side_at(name) == side and field.state.at(name) in field.state.units)


def lose(draft: Draft, key: str, figures: int) -> bool:
    unit = draft.state.units[key]
    if not figures:
        return False
    if figures < unit.figures:
        draft.emit(FiguresLost(key, figures, unit.figures - figures))
        return False
    eliminate(draft, key)
    return True


def eliminate(draft: Draft, key: str) -> None:
    state = draft.state
    unit: Unit = state.units[key]
    leader, fell_at = unit.leader, str(unit.at)
    draft.emit(UnitLost(key))
    win_medals(draft, other(unit.side), 1, f"unit-{key}")
    if not leader or state.over:
        return
    if any(state.of(unit.side)):
        draft.emit(LeaderInDoubt(key, unit.side, fell_at))
    else:
        lose_leader(draft, key)


def lose_leader(draft: Draft, key: str) -> None:
    draft.emit(LeaderLost(key))
    win_medals(draft, other(draft.state.units[key].side), draft.book.leader.medals, f"leader-{key}")
