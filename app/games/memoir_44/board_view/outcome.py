"""The outcome of battle dice in one sentence, for walls."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.engine.event import Event
from app.core.game.definition import Outcome
from app.games.memoir_44.events.scenery import StrikeRolled
from app.games.memoir_44.events.units import Volley
from app.games.memoir_44.state import State


def outcome(state: State, events: Sequence[Event]) -> Outcome | None:
    rolled = [event for event in events if isinstance(event, Volley | StrikeRolled)]
    if not rolled:
        return None
    event = rolled[-1]
    unit = state.units.get(event.target)
    left = {} if unit is None and event.target in state.trains else {"left": unit.figures if unit else 0}
    return "attack" if left else "train", {"target": event.target, "hits": event.hits, "flags": event.flags, **left}
