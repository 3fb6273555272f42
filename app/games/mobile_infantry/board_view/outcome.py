"""The outcome of a roll in one sentence, for walls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.core.engine.event import Event
from app.core.game.definition import Outcome
from app.games.mobile_infantry.events.brain import BrainOrdered, TableScanned
from app.games.mobile_infantry.events.bugs import BugsMoved, TeamStruck
from app.games.mobile_infantry.events.infantry import SquadFired, TeamsMoved, VolleyFired
from app.games.mobile_infantry.events.reaction import ReactionRolled
from app.games.mobile_infantry.state import State


def outcome(state: State, events: Sequence[Event]) -> Outcome | None:
    return next((found for event in reversed(events) if (found := outcome_of(state, event))), None)


def outcome_of(state: State, event: Event) -> Outcome | None:
    match event:
        case VolleyFired():
            dead = state.bugs[event.target].state == "dead"
            return "volley", {"target": event.target, "hits": event.hits, "dead": dead}
        case SquadFired():
            killed = dict.fromkeys(one.target for one in event.volleys if state.bugs[one.target].state == "dead")
            return "squad", {"squad": event.squad, "hits": sum(one.hits for one in event.volleys), "dead": [*killed]}
        case ReactionRolled():
            first, second = event.choices[0], event.choices[1:]  # of two dice at most
            return "reaction", {"team": event.team, "first": first, "second": second}
        case TeamsMoved():
            return "teams-moved", {"inches": event.inches}
        case TableScanned():
            return "scanned", {"dice": event.roll.faces, "found": event.found}
        case TeamStruck():
            return "struck", {"team": event.team, "effects": event.effects}
        case BugsMoved():
            return "bugs-moved", {"inches": moving(event.inches)}
        case BrainOrdered() if event.roll is not None and event.inches:
            return "bugs-moved", {"inches": moving(event.inches)}
    return None


def moving(inches: Mapping[str, float]) -> Mapping[str, float]:
    """Return the inches of the bugs that move, or of all if none does."""
    return {key: number for key, number in inches.items() if number} or inches
