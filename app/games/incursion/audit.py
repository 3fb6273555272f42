"""What no press may ever do, looked for after the press: in pools, in dice, in counters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from app.core.play import Entry, Event
from app.core.table import Table
from app.core.table_rulings import HouseRuled
from app.games.incursion.book import ModelCard
from app.games.incursion.events.actions import Act
from app.games.incursion.events.attacks import Attack, BlowStruck, DiceRerolled, ReactionShot, ShotFired
from app.games.incursion.events.counters import CountersPlaced
from app.games.incursion.events.turn import CommandPointsReplenished
from app.games.incursion.missions.campaign import state_of
from app.games.incursion.state import State

REROLLABLE = (ShotFired, ReactionShot, BlowStruck)
"""Attacks whose misses a power may roll once more."""


def audit(table: Table) -> Callable[[Entry], list[str]]:
    """A table before a press → what finds, once it is appended, what the press must never have done."""
    state = state_of(table)
    pools = {side.side: side.zombie_cp for side in state.sides.values()}
    faces, counters = dict(state.faces), state.counters()
    there = {key for key, model in state.models.items() if model.in_reach}

    def faults(entry: Entry) -> list[str]:
        found = misspent(state_of(table), table.book().models, entry.events, pools)
        found += strange_counters(state_of(table), entry.events, faces, counters)
        return found + off_the_board(entry.events, there) + list(rerolled_again(table, entry))

    return faults


def misspent(
    state: State, cards: Mapping[str, ModelCard], events: Sequence[Event], pools: Mapping[str, int]
) -> list[str]:
    """Sides whose zombies' CP went anywhere but into AP of zombies that may have them. Source: Zombie Controller."""
    left = dict(pools)
    for event in events:
        if isinstance(event, CommandPointsReplenished):
            left[event.side] = event.zombie_cp
        elif isinstance(event, HouseRuled) and event.set.endswith(".zombie_cp"):
            left[event.set.split(".")[1]] = int(event.to)
        elif isinstance(event, Act):
            model = state.models[event.model]
            if cards[model.card].zombie and not model.twitcher:
                left[model.side] -= event.zombie_cp
    return [f"zombie_cp of {side}" for side, points in left.items() if state.sides[side].zombie_cp != points]


def strange_counters(
    state: State, events: Sequence[Event], faces: Mapping[str, int], counters: Sequence[str]
) -> list[str]:
    """Counters that came, went or changed their face. Source: mission 4."""
    placed = any(isinstance(event, CountersPlaced) for event in events)
    kept = state.counters() == counters and (placed or state.faces == faces)
    return [] if kept else ["counters"]


def off_the_board(events: Sequence[Event], there: set[str]) -> list[str]:
    """Targets of dice that were dead or gone when they were rolled."""
    thrown = [event for event in events if isinstance(event, Attack | DiceRerolled)]
    return [f"target {event.target}" for event in thrown if event.target not in there]


def rerolled_again(table: Table, entry: Entry) -> Iterator[str]:
    """Rerolls that are not of the model's last action, or of more dice than it missed with. Source: Shooting."""
    for event in entry.events:
        if isinstance(event, DiceRerolled):
            last = last_act(table, event)
            misses = [face for face in last.roll.numbers if face < last.needs] if isinstance(last, REROLLABLE) else []
            if len(event.roll.numbers) > len(misses):
                yield f"reroll of {event.model}"


def last_act(table: Table, reroll: DiceRerolled) -> Event | None:
    """What the model of a reroll did last before it: an action, or a reroll."""
    standing = (entry for entry in reversed(table.entries) if table.stands(entry))
    for event in (event for entry in standing for event in reversed(entry.events)):
        mine = isinstance(event, Act | DiceRerolled) and event.model == reroll.model
        if mine and event is not reroll:
            return event
    return None
