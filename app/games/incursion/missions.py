"""When a mission is over, and who has won it. Source: Incursion, Missions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.core.housekeeping import HouseRuled
from app.core.play import Draft
from app.games.incursion.attack import bury
from app.games.incursion.events import MissionEnded, ModelLeft
from app.games.incursion.state import State


def no_man_left_behind(draft: Draft) -> None:
    """Over once no Allied model is on the board or still to enter; the last one alone decides. Source: mission 1."""
    state: State = draft.state
    if any(model.in_use for _, model in state.of("allied")):
        return
    escaped = any(isinstance(event, ModelLeft) and state.models[event.model].alive for event in draft.events)
    if escaped:
        draft.note(MissionEnded("allied", "last-model-escaped", "missions.recon"))
    else:
        draft.note(MissionEnded("german", "last-model-dead", "missions.recon"))


def bury_ruled(draft: Draft, ruling: HouseRuled) -> None:
    """A model whose Damage Points the table set to 0 is a casualty."""
    models, _, rest = ruling.set.partition(".")
    key, _, value = rest.rpartition(".")
    if (models, value) == ("models", "dp"):
        bury(draft, key)


ENDS: Mapping[str, Callable[[Draft], None]] = {"no-man-left-behind": no_man_left_behind}


def settle(draft: Draft) -> None:
    """What follows by itself after a press: casualties of a house ruling, or the end of the mission.

    A house ruling never ends a mission by itself, because it is never undone; the next press of play does.
    """
    if ruled := [event for event in draft.events if isinstance(event, HouseRuled)]:
        for event in ruled:
            bury_ruled(draft, event)
    elif draft.state.turn > 0 and not draft.state.over:
        ENDS[draft.book.mission.ends](draft)
