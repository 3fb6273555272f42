"""The outcome of Damage Dice in one sentence, for walls."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.engine.event import Event
from app.core.game.definition import Outcome
from app.games.incursion.events.attacks import AssaultSummed, Harm, ReactionFireEnded, Strike
from app.games.incursion.state import State


def outcome(state: State, events: Sequence[Event]) -> Outcome | None:
    rolled = [event for event in events if isinstance(event, Harm | AssaultSummed)]
    if not rolled:
        return None
    event = rolled[-1]
    target = event.victim if isinstance(event, Harm) else event.target
    harm = {"target": target, "hits": event.hits, "left": state.models[target].dp}
    if not isinstance(event, Strike):
        return "harm", harm
    ran_out = any(isinstance(one, ReactionFireEnded) and one.because == "out-of-ammo" for one in events)
    return "out-of-ammo" if ran_out else "harm-by", {"by": event.model, **harm}
