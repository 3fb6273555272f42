"""The outcome of Damage Dice in one sentence, for walls."""

from __future__ import annotations

from app.core.engine.event import Event
from app.core.game.definition import Outcome
from app.games.incursion.events.attacks import AssaultSummed, Harm, Strike
from app.games.incursion.state import State


def outcome(state: State, event: Event) -> Outcome | None:
    if not isinstance(event, Harm | AssaultSummed):
        return None
    target = event.victim if isinstance(event, Harm) else event.target
    harm = {"target": target, "hits": event.hits, "left": state.models[target].dp}
    return ("harm-by", {"by": event.model, **harm}) if isinstance(event, Strike) else ("harm", harm)
