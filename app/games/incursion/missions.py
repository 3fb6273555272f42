"""When a mission is over, and who has won it. Source: Incursion, Missions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.core.housekeeping import HouseRuled
from app.core.play import Draft
from app.games.incursion.action_events import ModelLeft
from app.games.incursion.attack import bury
from app.games.incursion.mission_events import MissionEnded
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


def green_doors(draft: Draft) -> None:
    """Over once every green door is sealed or every Allied model is dead. Source: mission 2."""
    state: State = draft.state
    sealed = state.sealed_doors >= state.green_doors
    dead = not any(model.alive for _, model in state.of("allied"))
    if sealed and dead:
        winner = "draw" if draft.book.says("m2-winner") == "draw" else "allied"
        draft.note(MissionEnded(winner, "sealed-and-dead", "missions.seal"))
    elif sealed:
        draft.note(MissionEnded("allied", "all-sealed", "missions.seal"))
    elif dead:
        draft.note(MissionEnded("german", "allies-dead", "missions.seal"))


def pinger(draft: Draft) -> None:
    """Over once the Pinger is off the board, or a side has nobody left and nobody due. Source: mission 3.

    A table that plays on after that does so while somebody is left who could carry the Pinger.
    """
    state: State = draft.state
    for model in state.models.values():
        if model.place == "out" and model.alive and "pinger" in model.carries:
            draft.note(MissionEnded(model.side, "pinger-taken", "missions.pinger"))
            return
    for name, side in state.sides.items():
        wiped = not any(model.in_use for _, model in state.of(name)) and not side.horde
        if wiped and (draft.book.says("wiped-out") == "end-now" or not any_bearer(draft)):
            draft.note(MissionEnded(state.other(name), "wiped-out", "missions.wiped-out"))
            return


def any_bearer(draft: Draft) -> bool:
    """Whether a model is left that handles items."""
    return any(model.in_use and draft.book.models[model.card].items for model in draft.state.models.values())


ENDS: Mapping[str, Callable[[Draft], None]] = {
    "no-man-left-behind": no_man_left_behind,
    "green-doors": green_doors,
    "pinger": pinger,
}


def settle(draft: Draft) -> None:
    """What follows by itself after a press: casualties of a house ruling, or the end of the mission.

    A house ruling never ends a mission by itself, because it is never undone; the next press of play does.
    """
    if ruled := [event for event in draft.events if isinstance(event, HouseRuled)]:
        for event in ruled:
            bury_ruled(draft, event)
    elif draft.state.turn > 0 and not draft.state.over:
        ENDS[draft.book.mission.ends](draft)
