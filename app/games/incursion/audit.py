"""Invariants that every command must keep: pools, dice, counters, Reaction Fire, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile

from app.core.engine.event import Entry, Event
from app.core.table.seat_view import Table
from app.core.table_commands.house_rulings import HouseRuled, OtherReadingUsed, QuestionAnswered
from app.games.incursion.book import ModelCard
from app.games.incursion.combat.reaction import reaction_shot
from app.games.incursion.events.actions import Act, ActivationEnded, ItemDropped
from app.games.incursion.events.attacks import (
    Attack,
    BlowStruck,
    DiceRerolled,
    FollowUpLetGo,
    ModelLost,
    ReactionDeclined,
    ReactionFireEnded,
    ReactionLimited,
    ReactionShot,
    ShotFired,
    TargetDragged,
)
from app.games.incursion.events.blasts import LastActivationGained, VolatileAwaited
from app.games.incursion.events.cards import CardKilled, CardLetBe, ZombiePointsLost
from app.games.incursion.events.counters import CountersPlaced
from app.games.incursion.events.missions import MissionEnded
from app.games.incursion.events.turn import CommandPointsReplenished
from app.games.incursion.missions.campaign import state_of
from app.games.incursion.pending_reactions import FollowUp
from app.games.incursion.state import State
from app.games.incursion.turn.reaction_setup import reaction_weapon

REROLLABLE = (ShotFired, ReactionShot, BlowStruck)
"""Attacks whose misses a power may reroll once."""


def audit(table: Table) -> Callable[[Entry], list[str]]:
    """Return a check for a table before a command.

    The check takes the appended entry and returns what the command must never have done.
    """
    state = state_of(table)
    pools = {side.side: side.zombie_cp for side in state.sides.values()}
    faces, counters = dict(state.faces), state.counters()
    there = {key for key, model in state.models.items() if model.in_reach}
    chances, newest = open_chances(state), open_chances(state, newest=True)
    side_of = {key: model.side for key, model in state.models.items()}
    answer, too_soon, rerolls = table.book().answer_for("wiped-out"), unfinished(state), pending_rerolls(state)
    shots, undone = open_shots(table), left_undone(state)
    owners = {name: placed.owner for name, placed in state.in_play.items()}

    def faults(entry: Entry) -> list[str]:
        found = misspent(state_of(table), table.book().models, entry.events, pools)
        found += strange_counters(state_of(table), entry.events, faces, counters)
        found += told_wrongly(state_of(table))
        found += off_the_board(entry.events, there) + list(rerolled_again(table, entry))
        left = chances - open_chances(state_of(table))
        if any(isinstance(event, MissionEnded) for event in entry.events):
            left -= left if just_ruled(table) else newest
        found += [f"chance {chance}" for chance in left if not is_answered(chance, entry.events, side_of)]
        found += [f"reaction to {one.trigger} too soon" for one in reactions(entry.events) if one.trigger in too_soon]
        lost = rerolls - pending_rerolls(state_of(table))
        found += [f"reroll of {pair[0]} lost" for pair in lost if not is_rolled_or_let_go(pair, entry.events)]
        found += weakened(shots, table, entry.events, owners) + list(lost_shots(undone, table, entry.events))
        return found + ended_early(table, entry.events, answer) + panels_left_lying(table, entry.events)

    return faults


Chance = tuple[int, str, str]
"""An action by its number, the model that did it, and a watcher that may still shoot at it."""


def open_chances(state: State, *, newest: bool = False) -> set[Chance]:
    """Return the shots in Reaction Fire that may still be taken.

    `newest`: those at the latest action. If that action ends the mission, once its fire dice are rolled, nobody
    answers it.
    """
    triggers = [one for one in state.triggers if not (newest and one.late)]
    return {(one.number, one.model, watcher) for one in triggers for watcher in one.watchers}


def just_ruled(table: Table) -> bool:
    before = table.entries[:-1]
    ruled = takewhile(lambda one: not table.is_play(one) or has_ruled(one), reversed(before))
    return any(map(has_ruled, ruled))


def has_ruled(entry: Entry) -> bool:
    return any(isinstance(event, HouseRuled) for event in entry.events)


def unfinished(state: State) -> set[int]:
    aside = state.interrupted.left if state.interrupted is not None else None
    left = {one.model for one in (*state.follow_ups.values(), aside) if one is not None and one.holds}
    return {one.number for one in state.triggers if not one.late and one.model in left}


def reactions(events: Sequence[Event]) -> list[ReactionShot]:
    return [event for event in events if isinstance(event, ReactionShot)]


def pending_rerolls(state: State) -> set[tuple[str, str]]:
    return {(one.model, one.target) for one in state.follow_ups.values() if one.reaction}


def told_wrongly(state: State) -> list[str]:
    due = {due.target for due in state.dues() if not due.unfinished}
    of = {side: {key for key in due if state.models[key].side == side} for side in state.sides}
    return [f"shots due at the {side} told wrongly" for side in of if set(state.still_due_at(side)) != of[side]]


def is_rolled_or_let_go(pair: tuple[str, str], events: Sequence[Event]) -> bool:
    for event in events:
        if isinstance(event, DiceRerolled | FollowUpLetGo) and event.model == pair[0]:
            return True
        if isinstance(event, ModelLost | VolatileAwaited | LastActivationGained) and event.model in pair:
            return True
    return False


def is_answered(chance: Chance, events: Sequence[Event], side_of: Mapping[str, str]) -> bool:
    number, target, watcher = chance
    for event in events:
        if isinstance(event, ReactionShot) and (event.trigger, event.model) == (number, watcher):
            return True
        if isinstance(event, ReactionDeclined) and event.side == side_of[watcher] and event.model in (None, target):
            return True
        if isinstance(event, ReactionLimited) and event.side == side_of[watcher]:
            if {target, watcher}.isdisjoint(event.only):
                return True
        if isinstance(event, ReactionFireEnded) and event.model == watcher and not event.chances_stand:
            return True
        if isinstance(event, ModelLost | VolatileAwaited | LastActivationGained) and event.model in (target, watcher):
            return True
    return False


def open_shots(table: Table) -> dict[Chance, tuple[int, int]]:
    state = state_of(table)
    look = table.look(table.seat(next(iter(state.sides))))
    armed = [chance for chance in open_chances(state) if reaction_weapon(look, state.models[chance[2]])]
    rulings = {chance: reaction_shot(look, chance[2], chance[1]) for chance in armed}
    return {chance: (answer["dice_needed"], answer["needs"]) for chance, answer in rulings.items()}


def weakened(
    shots: Mapping[Chance, tuple[int, int]], table: Table, events: Sequence[Event], owners: Mapping[str, str]
) -> list[str]:
    """Return pending shots that a command has made weaker.

    Rulings of the table, and cards that the watcher's own side has played or killed, do not count. Source: Reaction
    Fire.
    """
    ruled = any(isinstance(event, HouseRuled | OtherReadingUsed | QuestionAnswered) for event in events)
    now = {} if ruled or not shots else open_shots(table)
    kept = [(chance, shots[chance], now[chance]) for chance in shots if chance in now]
    worse = [chance for chance, (dice, needs), new in kept if new[0] < dice or new[1] > needs]
    did = {owners.get(event.placed) for event in events if isinstance(event, CardLetBe)}
    did |= {event.side for event in events if isinstance(event, CardKilled)}
    models = state_of(table).models
    return [f"weaker shot {chance}" for chance in worse if did != {models[chance[2]].side}]


def left_undone(state: State) -> list[FollowUp]:
    aside = state.interrupted.left if state.interrupted is not None else None
    return [left for left in (*state.follow_ups.values(), aside) if left is not None and not left.reaction]


def lost_shots(undone: Sequence[FollowUp], table: Table, events: Sequence[Event]) -> Iterator[str]:
    now = [(left.model, left.kind) for left in left_undone(state_of(table))]
    over = any(isinstance(event, MissionEnded) for event in events)
    for left in () if over else undone:
        if (left.model, left.kind) not in now and not any(ends(event, left) for event in events):
            yield f"{left.kind} of {left.model} lost"


def ends(event: Event, left: FollowUp) -> bool:
    if isinstance(event, ModelLost | VolatileAwaited | LastActivationGained):
        return event.model in (left.model, left.target)
    done = (Act, DiceRerolled, TargetDragged, FollowUpLetGo, ActivationEnded)
    return isinstance(event, done) and event.model == left.model


def ended_early(table: Table, events: Sequence[Event], answer: str) -> list[str]:
    """Return missions that end because a side is wiped out although their Dossier plays on.

    Source: the missions.
    """
    said = next(
        (one.answer for one in events if isinstance(one, OtherReadingUsed) and one.question == "wiped-out"), answer
    )
    plays_on = said == "dossier" and table.opening["mission"]["ends"] != "pinger"
    over = [event for event in events if isinstance(event, MissionEnded) and event.because == "wiped-out"]
    return ["end by a side that is wiped out"] if over and plays_on else []


def panels_left_lying(table: Table, events: Sequence[Event]) -> list[str]:
    """Return panel missions that end although a panel is free and reachable, or fail to end.

    Source: mission 6.
    """
    state, book = state_of(table), table.book()
    if table.opening["mission"]["ends"] != "most-panels" or not state.turn:
        return []
    able = [key for key, one in state.models.items() if one.in_use and (one.handles_items or can_handle(table, key))]
    ended = [event.because for event in events if isinstance(event, MissionEnded)]
    if able and "nobody-for-panels" in ended:
        return [f"end although {able[0]} could take a panel"]
    agreed = book.panels_end == "as-asked" and book.answer_for("m6-end") == "agreed-turn"
    ruled = any(isinstance(event, HouseRuled | OtherReadingUsed | QuestionAnswered) for event in events)
    wiped = any(
        not any(one.in_use for _, one in state.of(side)) and not state.sides[side].horde for side in state.sides
    )
    if state.over or able or agreed or ruled or not wiped or state.dice_due:
        return []
    return ["nobody left to take a panel"]


def can_handle(table: Table, key: str) -> bool:
    card: ModelCard = table.book().models[state_of(table).models[key].card]
    return bool(card.items or table.opening["mission"].get("zombies-carry"))


def misspent(
    state: State, cards: Mapping[str, ModelCard], events: Sequence[Event], pools: Mapping[str, int]
) -> list[str]:
    """Return sides whose zombie CP went anywhere but into AP of zombies that may have them.

    Source: Zombie Controller.
    """
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
    placed = any(isinstance(event, CountersPlaced) for event in events)
    kept = state.counters() == counters and (placed or state.faces == faces)
    return [] if kept else ["counters"]


def off_the_board(events: Sequence[Event], there: set[str]) -> list[str]:
    thrown = [event for event in events if isinstance(event, Attack | DiceRerolled)]
    return [f"target {event.target}" for event in thrown if event.target not in there]


def rerolled_again(table: Table, entry: Entry) -> Iterator[str]:
    """Yield rerolls not of the model's last action, or of more dice than it missed with.

    Source: Shooting.
    """
    for event in entry.events:
        if isinstance(event, DiceRerolled):
            last = last_act(table, event)
            misses = [face for face in last.roll.numbers if face < last.needs] if isinstance(last, REROLLABLE) else []
            if len(event.roll.numbers) > len(misses):
                yield f"reroll of {event.model}"


def last_act(table: Table, reroll: DiceRerolled) -> Event | None:
    standing = (entry for entry in reversed(table.entries) if table.is_active(entry))
    for event in (event for entry in standing for event in reversed(entry.events)):
        mine = isinstance(event, Act | DiceRerolled) and event.model == reroll.model
        aside = isinstance(event, ItemDropped) and event.aside
        if mine and not aside and event is not reroll:
            return event
    return None
