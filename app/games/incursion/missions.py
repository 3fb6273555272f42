"""When a mission is over, and who has won it. Source: Incursion, Missions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.core.play import Draft
from app.games.incursion.events import MissionEnded, ModelLeft
from app.games.incursion.state import State


def no_man_left_behind(draft: Draft) -> None:
    """Over once no Allied model is on the board or still to enter; the last one alone decides. Source: mission 1."""
    state: State = draft.state
    if any(model.in_use for _, model in state.of("allied")):
        return
    escaped = any(isinstance(event, ModelLeft) for event in draft.events)
    if escaped:
        draft.note(MissionEnded("allied", "last-model-escaped", "missions.recon"))
    else:
        draft.note(MissionEnded("german", "last-model-dead", "missions.recon"))


ENDS: Mapping[str, Callable[[Draft], None]] = {"no-man-left-behind": no_man_left_behind}


def settle(draft: Draft) -> None:
    """What follows by itself after any press: the end of the mission."""
    if draft.state.turn > 0 and not draft.state.over:
        ENDS[draft.book.mission.ends](draft)
