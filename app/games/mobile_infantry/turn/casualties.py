"""Lost men, and the reaction tests that follow.

Source: Infantería Móvil, Test de Reacción.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.games.mobile_infantry.events.reaction import TestOwed
from app.games.mobile_infantry.state import Draft, GameContext, State

OFFICERS = {"commissioned": ("officers",), "sergeants-too": ("officers", "sergeants")}


def is_officer(look: GameContext, trooper: str) -> bool:
    """Return whether a man counts as an officer for the points (MI-05)."""
    organisation = look.book.organisation
    role = look.state.troopers[trooper].role
    return any(role in getattr(organisation, rank) for rank in OFFICERS[look.book.answer_for("officers")])


def owe(draft: Draft, key: str, reason: str, groups: Sequence[str] = ()) -> None:
    """Record that a team owes a reaction test, unless it has taken one for that in this phase.

    `groups`: bugs that it meets.
    """
    if may_owe(draft, key, reason):
        draft.emit(TestOwed(key, reason, list(groups)))


def owe_struck(draft: Draft, *teams: str) -> None:
    """Record the tests of teams that lost somebody, after the last attack on them (MI-36).

    Pending fates of their men are settled first.
    """
    state = draft.state
    at_stake = {state.troopers[left.trooper].team for left in state.chain}
    for team in teams:
        if state.teams[team].struck and team not in at_stake:
            owe(draft, team, "casualties")


def may_owe(look: GameContext, key: str, reason: str) -> bool:
    state = look.state
    team = state.teams[key]
    per_phase = look.book.answer_for("tests") == "per-phase" and reason not in ("frenzy", "recovery")
    if not state.living_of(key) or reason in (*team.tested, *team.owes):
        return False
    return not (per_phase and team.tested)


def known_near(state: State, key: str, *more: str) -> list[str]:
    told = {*state.teams[key].near, *more}
    return [name for name, bug in state.living_bugs() if bug.engages == key or name in told]


def within_near(look: GameContext, distance: float) -> bool:
    return bool(distance <= look.book.reaction.near)


def meets_first(look: GameContext, key: str, bugs: Sequence[str]) -> bool:
    team = look.state.teams[key]
    if look.book.answer_for("first12") == "battle":
        return bool(bugs) and not team.seen_within_12
    return any(look.state.bugs[bug].group not in team.met for bug in bugs)


def owe_first(draft: Draft, key: str, is_first: bool) -> None:
    if is_first:
        owe(draft, key, "bugs-near")
