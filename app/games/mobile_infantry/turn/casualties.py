"""Men who are lost, and the reaction tests that follow. Source: Infantería Móvil, Test de Reacción."""

from __future__ import annotations

from app.core.play import Draft, Look
from app.games.mobile_infantry.events.reaction import TestOwed
from app.games.mobile_infantry.state import State

OFFICERS = {"commissioned": ("officers",), "sergeants-too": ("officers", "sergeants")}


def is_officer(look: Look, trooper: str) -> bool:
    """Whether a man counts as an officer for the points (MI-05)."""
    organisation = look.book.organisation
    role = look.state.troopers[trooper].role
    return any(role in getattr(organisation, rank) for rank in OFFICERS[look.book.says("officers")])


def owe(draft: Draft, key: str, reason: str) -> None:
    """A team owes a reaction test, once in a phase unless the table tests for every trigger (MI-36)."""
    state: State = draft.state
    team = state.teams[key]
    per_phase = draft.book.says("tests") == "per-phase" and reason not in ("frenzy", "recovery")
    if not state.living_of(key) or (per_phase and team.tested) or reason in team.tested:
        return
    draft.note(TestOwed(key, reason))
