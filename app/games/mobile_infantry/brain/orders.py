"""The form of the app's orders: who, what, how far, towards what, and why.

Source: section 20.5.
"""

from __future__ import annotations

from app.core.rules.dice import Roll
from app.games.mobile_infantry.brain.choices import brain_data, one_of_them
from app.games.mobile_infantry.events.brain import BrainOrdered, app_of
from app.games.mobile_infantry.state import Bug, Draft, State

NOTHING = "none"
TABLE = "terrain"


def order(
    draft: Draft,
    inches: dict[str, float],
    do: str,
    towards: str,
    reason: list[str],
    *,
    section: str = "house",
    until: int = 0,
    roll: Roll | None = None,
) -> None:
    draft.emit(BrainOrdered(list(inches), do, towards, inches, reason, section, until, roll))


def order_place(draft: Draft, what: str, do: str, where: str, *why: str) -> None:
    draft.emit(BrainOrdered([what], do, where, {}, [*why, app_of(draft.state).temper], "house"))


def walks_as(bug: Bug) -> str:
    return "warrior" if bug.state in ("landed", "grounded") else bug.kind


RULES = {"warrior": "moving.warriors", "flyer": "moving.flyers", "tank": "moving.tanks"}
GO = {"warrior": "go-for", "flyer": "fly-at", "tank": "crawl-to"}


NEAREST = {"warrior": "nearest-seen", "flyer": "nearest-seen", "tank": "nearest-of-all"}
"""The target of bugs that are to attack the nearest MI, until somebody names it."""


def order_nearest(draft: Draft, bugs: list[str]) -> None:
    kind = walks_as(draft.state.bugs[bugs[0]])
    if inches := {key: moved for key in bugs if (moved := moved_of(draft.state, key))}:
        order(draft, inches, GO[kind], NEAREST[kind], ["nearest"], section=RULES[kind])


def order_move(draft: Draft, bugs: list[str], teams: list[str], bug: str = NOTHING) -> str | None:
    """Send bugs of one kind for the preferred team; return it.

    With none, to the other bug, or their goal.
    """
    state = draft.state
    inches = {key: moved_of(state, key) for key in bugs}
    kind = walks_as(state.bugs[bugs[0]])
    if teams:
        team, keys, roll = one_of_them(draft, teams)
        why = ["nearest", *(f"tie-{key}" for key in keys)]
        order(draft, inches, GO[kind], team, why, section="house" if keys else RULES[kind], roll=roll)
        return team
    if bug != NOTHING and kind == "warrior":
        order(draft, inches, "gather-at", bug, ["no-man-seen"], section=RULES[kind])
    else:
        goal = brain_data().goals.get(int(state.mission or 0), "table-middle")
        order(draft, inches, "head-for", goal, ["nobody-seen"])
    return None


def moved_of(state: State, bug: str) -> float:
    inches = state.bugs[bug].moved or 0
    return inches if inches % 1 else int(inches)
