"""Walks of teams underground, by the inches of their moves. Source: Ratas de Túnel."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.errors import Refused
from app.games.mobile_infantry.book import Book
from app.games.mobile_infantry.brain import tunnels
from app.games.mobile_infantry.brain.tunnel_play import is_below, place_of
from app.games.mobile_infantry.brain_secrets import Where
from app.games.mobile_infantry.events.brain import TeamsWalked, app_of
from app.games.mobile_infantry.state import Draft, GameContext, State

BACK = ("fleeing", "withdrew")
"""States of teams that go back the way they came, unless they say otherwise."""


def stride(state: State, book: Book, team: str) -> float:
    one = state.teams[team]
    marches = state.phase == "im-move" and state.sequence == "pre" and not one.moved
    inches = book.movement.march if marches else (one.inches or 0) if one.moved else 0
    return max(0, inches - app_of(state).walked.get(team, 0))


def left_to(state: State, book: Book, team: str) -> dict[str, float]:
    """Return the inches of a team to each end of its tunnel, or opening of its chamber.

    Empty on the surface.
    """
    app = app_of(state)
    if not is_below(state, team):
        return {}
    where, held = app.below[team], app.opened[app.below[team].section]
    ends = held.get("ends", held.get("openings", []))
    length = held.get("length", book.tunnels.chamber)
    return {end: where.inches if end == where.past else max(0, length - where.inches) for end in ends}


def left_to_enter(look: GameContext, team: str, section: str, past: str) -> float:
    left = left_to(look.state, look.book, team)
    away = left.get(section, left.get(past, 0))
    return max(0, away - stride(look.state, look.book, team))


def steps_to(look: GameContext, team: str, section: str, past: str) -> float:
    left = left_to(look.state, look.book, team)
    return left.get(section, left.get(past, 0))


def gone(look: GameContext, team: str, towards: str, inches: float) -> Where:
    where, left = app_of(look.state).below[team], left_to(look.state, look.book, team)
    step = min(inches, left[towards])
    return Where(where.section, where.past, where.inches + (-step if towards == where.past else step))


def walk_on(draft: Draft) -> None:
    """Advance teams underground by the rest of their moves at the end of a phase.

    Those that run from bugs go back.
    """
    state = draft.state
    wheres, inches = dict[str, Where](), dict[str, float]()
    for team in state.teams:
        step, ends = stride(state, draft.book, team), left_to(state, draft.book, team)
        if not step or not ends or team in app_of(state).halts or not state.living_of(team):
            continue
        towards = goes_to(state, team, list(ends))
        if ends[towards]:
            wheres[team], inches[team] = gone(draft, team, towards, step), min(step, ends[towards])
    if wheres:
        draft.emit(TeamsWalked(inches, wheres))


def goes_to(state: State, team: str, ends: Sequence[str]) -> str:
    past = app_of(state).below[team].past
    ahead = [end for end in ends if end != past] or list(ends)
    return past if state.teams[team].reaction in BACK and past in ends else ahead[0]


# -- one team for each entrance


def check_entrance(look: GameContext, entrance: str, teams: Sequence[str]) -> None:
    """Raise Refused if too many fire teams go down here to leave one for each unused entrance."""
    if len(from_above(look, teams)) > most_down(look, entrance):
        raise Refused("teams-per-entrance", "tunnels.entrances", field="teams", limit=len(app_of(look.state).entrances))


def from_above(look: GameContext, teams: Sequence[str]) -> list[str]:
    state = look.state
    return [team for team in teams if state.teams[team].kind == "fire" and is_on_surface(look, team)]


def is_on_surface(look: GameContext, team: str) -> bool:
    return place_of(look, team).section == tunnels.SURFACE


def most_down(look: GameContext, entrance: str) -> int:
    state, app = look.state, app_of(look.state)
    above = len(from_above(look, [key for key in state.teams if state.living_of(key)]))
    unused = [one for one in app.entrances if one not in app.gone_down]
    if entrance in unused:
        return max(1, above - len(unused) + 1)
    return max(0, above - len(unused))
