"""What no press may ever do, looked for after it: in pools, in dice, in counters, in Reaction Fire, at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from app.core.play import Entry, Event
from app.core.table import Table
from app.core.table_rulings import HouseRuled, OtherReadingUsed
from app.games.incursion.book import ModelCard
from app.games.incursion.events.actions import Act, ItemDropped
from app.games.incursion.events.attacks import (
    Attack,
    BlowStruck,
    DiceRerolled,
    ModelLost,
    ReactionDeclined,
    ReactionFireEnded,
    ReactionShot,
    ShotFired,
)
from app.games.incursion.events.blasts import LastActivationGained, VolatileAwaited
from app.games.incursion.events.cards import ZombiePointsLost
from app.games.incursion.events.counters import CountersPlaced
from app.games.incursion.events.missions import MissionEnded
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
    chances, newest = open_chances(state), open_chances(state, newest=True)
    side_of = {key: model.side for key, model in state.models.items()}
    answer = table.book().says("wiped-out")

    def faults(entry: Entry) -> list[str]:
        found = misspent(state_of(table), table.book().models, entry.events, pools)
        found += strange_counters(state_of(table), entry.events, faces, counters)
        found += off_the_board(entry.events, there) + list(rerolled_again(table, entry))
        left = chances - open_chances(state_of(table))
        if any(isinstance(event, MissionEnded) for event in entry.events):
            left -= newest
        found += [f"chance {chance}" for chance in left if not is_answered(chance, entry.events, side_of)]
        return found + ended_early(table, entry.events, answer)

    return faults


Chance = tuple[int, str, str]
"""An action by its number, the model that did it, and a watcher that may still shoot at it."""


def open_chances(state: State, *, newest: bool = False) -> set[Chance]:
    """The shots in Reaction Fire that may still be taken; `newest`: those at the action that was done last.

    Where that action ends the mission, once its dice in fire are rolled, nobody answers it.
    """
    triggers = [one for one in state.triggers if not (newest and one.late)]
    return {(one.number, one.model, watcher) for one in triggers for watcher in one.watchers}


def is_answered(chance: Chance, events: Sequence[Event], side_of: Mapping[str, str]) -> bool:
    """Whether the watcher has shot, its side or the table has let the chance go, or one of the two is dead.

    Source: Incursion, Reaction Fire.
    """
    number, target, watcher = chance
    for event in events:
        if isinstance(event, ReactionShot) and (event.trigger, event.model) == (number, watcher):
            return True
        if isinstance(event, ReactionDeclined) and event.side == side_of[watcher] and event.model in (None, target):
            return True
        if isinstance(event, ReactionFireEnded) and event.model == watcher and event.because != "attacked":
            return True
        if isinstance(event, ModelLost | VolatileAwaited | LastActivationGained) and event.model in (target, watcher):
            return True
    return False


def ended_early(table: Table, events: Sequence[Event], answer: str) -> list[str]:
    """A mission that is over because a side is wiped out, although its Dossier plays on. Source: the missions."""
    said = next(
        (one.answer for one in events if isinstance(one, OtherReadingUsed) and one.question == "wiped-out"), answer
    )
    plays_on = said == "dossier" and table.opening["mission"]["ends"] != "pinger"
    over = [event for event in events if isinstance(event, MissionEnded) and event.because == "wiped-out"]
    return ["end by a side that is wiped out"] if over and plays_on else []


def misspent(
    state: State, cards: Mapping[str, ModelCard], events: Sequence[Event], pools: Mapping[str, int]
) -> list[str]:
    """Sides whose zombies' CP went anywhere but into AP of zombies that may have them. Source: Zombie Controller."""
    left = dict(pools)
    for event in events:
        if isinstance(event, CommandPointsReplenished):
            left[event.side] = event.zombie_cp
        elif isinstance(event, ZombiePointsLost):
            left[event.side] -= event.zombie_cp
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
        aside = isinstance(event, ItemDropped) and event.aside
        if mine and not aside and event is not reroll:
            return event
    return None
