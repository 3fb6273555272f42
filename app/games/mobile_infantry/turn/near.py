"""What the table knows to be near a team, by volleys, acid and close combat. Source: Infantería Móvil, Reacción."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.mobile_infantry.state import Draft, Look, State
from app.games.mobile_infantry.turn.casualties import owe


def known_near(state: State, key: str, *more: str) -> list[str]:
    """The living bugs, and `more` of them, that are known to be within twelve inches of a team in this turn."""
    told = {*state.teams[key].near, *more}
    return [name for name, bug in state.living_bugs() if bug.engages == key or name in told]


def within_near(look: Look, distance: float) -> bool:
    """Whether so many inches are within those that set off a test (12)."""
    return bool(distance <= look.book.reaction.near)


def meets_first(look: Look, key: str, bugs: Sequence[str]) -> bool:
    """Whether bugs are within twelve inches of a team for the first time: in the battle, or of their group (MI-37)."""
    team = look.state.teams[key]
    if look.book.says("first12") == "battle":
        return bool(bugs) and not team.seen_within_12
    return any(look.state.bugs[bug].group not in team.met for bug in bugs)


def owe_first(draft: Draft, key: str, is_first: bool) -> None:
    """A team that bugs have come near for the first time tests at once."""
    if is_first:
        owe(draft, key, "bugs-near")
