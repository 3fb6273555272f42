"""Verification of the app after a battle: dice from the seed, choices from the dice.

Source: section 20.4.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.core.engine.event import PUBLIC, Event
from app.core.rules.dice import D6, Dice, Roll
from app.core.table.seat_view import Table
from app.games.mobile_infantry.brain import driver, tunnel_play, tunnels, turn_start
from app.games.mobile_infantry.brain.seals import first_difference
from app.games.mobile_infantry.brain.tunnel_play import FLEES
from app.games.mobile_infantry.events.brain import (
    BrainOrderedBelow,
    ChoicesSealed,
    FactsAsked,
    PacksMoved,
    SealOpened,
    TunnelsDug,
    TurnRolled,
    app_of,
)
from app.games.mobile_infantry.events.tunnels import GuardsPosted
from app.games.mobile_infantry.state import GameContext, State
from app.games.mobile_infantry.turn.bugs import living_teams


def first_fault(table: Table, dice: Dice) -> str | None:
    state = table.game.rules.start(table.opening)
    assert isinstance(state, State)
    published: dict[str, str] = {}
    for entry in table.entries[1:]:
        for event in entry.events if table.is_active(entry) else ():
            look = GameContext(state, table.book(), PUBLIC, table)
            fault = fault_before(look, event, dice) or fault_of_flight(look, event, entry.events)
            if fault is not None:
                return fault
            event.apply(state)
            if isinstance(event, ChoicesSealed):
                published.update(event.seals)
            fault = fault_of(GameContext(state, table.book(), PUBLIC, table), event, dice, published)
            if fault is not None:
                return fault
    return None


def fault_before(look: GameContext, event: Event, dice: Dice) -> str | None:
    if isinstance(event, PacksMoved):
        return None if event == turn_start.moves_of(look) else f"moves-{look.state.turn + 1}"
    if isinstance(event, TunnelsDug) and event.roll is not None:
        right = fallen(dice, event.roll, tunnels.faces()) and event.plan == tunnel_play.planned(look, event.roll)
        return None if right else "tunnels"
    if isinstance(event, GuardsPosted):
        right = fallen(dice, event.roll, [D6] * len(event.roll.faces))
        return None if right and event == tunnel_play.guard_packs(look, event.roll) else "guards"
    return None


def fault_of_flight(look: GameContext, event: Event, same_press: Sequence[Event]) -> str | None:
    if isinstance(event, BrainOrderedBelow) and event.do == FLEES:
        after = tunnel_play.flight(look, app_of(look.state).below[event.place])
        return None if after is not None and after == event.where else f"flight-{look.state.turn}"
    if isinstance(event, FactsAsked) and event.step == driver.HAS_MOVED:
        fled = [one.place for one in same_press if isinstance(one, BrainOrderedBelow) and one.do == FLEES]
        stayed = [where for key, where in tunnel_play.shown_brains(look) if key not in fled]
        return f"flight-{look.state.turn}" if any(tunnel_play.flight(look, where) for where in stayed) else None
    return None


def fallen(dice: Dice, roll: Roll, faces: list[int]) -> bool:
    number = roll.number or 0
    return roll.faces == [dice.die(number, place, of_it) for place, of_it in enumerate(faces)]


def fault_of(look: GameContext, event: Event, dice: Dice, published: dict[str, str]) -> str | None:
    if isinstance(event, TurnRolled):
        right = fallen(dice, event.roll, turn_start.faces_of(len(living_teams(look.state))))
        return None if right else f"dice-{event.turn}"
    if isinstance(event, TunnelsDug) and event.plan is not None:
        held = look.state.lair.sealed
        return next(
            (name for name, value in tunnel_play.sealed(look, event.plan).items() if held.get(name) != value), None
        )
    if isinstance(event, GuardsPosted):
        held = look.state.lair.sealed
        due = tunnel_play.guard_seals(look, event.roll).items()
        return next((name for name, value in due if held.get(name) != value), None)
    if isinstance(event, ChoicesSealed) and any(name.startswith("arrival-") for name in event.values):
        wanted = turn_start.choices_of(look, look.state.turn + 1)
        return next((name for name, value in event.values.items() if wanted.get(name) != value), None)
    if isinstance(event, SealOpened):
        return first_difference(published, {event.seal: (event.value, event.salt)})
    return None
