"""Verification of a log against its seed and its seals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count

from app.core.engine.event import Entry, Event, deep_copy
from app.core.rules.dice import Dice, Face, Roll, commitment
from app.core.table.seat_view import Table

LARGEST_DIE = 100
"""The number of faces of the largest die."""


def verify_entry(table: Table, entry: Entry, dice: Dice | None) -> bool:
    """Return True if the next entry's dice follow from the seed and its seals match."""
    return rolls_follow(table, entry, dice) and seals_hold(table, entry)


def rolls_follow(table: Table, entry: Entry, dice: Dice | None) -> bool:
    numbers = count(table.roll_count + 1)
    rolled = [event for event in entry.events if event.rolled is not None and event.rolled.by == "table"]
    return all(
        repeats(table, event, rolled[:place])
        or (dice is not None and is_given(event, next(numbers), dice, table.game.rules.dice))
        for place, event in enumerate(rolled)
    )


def repeats(table: Table, event: Event, before: Sequence[Event]) -> bool:
    """Return True if an event repeats the first dice of an earlier roll, for the first time.

    The roll belongs to an earlier entry or to an event in `before`.
    """
    roll = event.rolled
    if not type(event).may_repeat_roll or roll is None or roll.number is None:
        return False
    standing = (one for entry in reversed(table.entries) if table.is_active(entry) for one in entry.events)
    same = [one for one in chain(before, standing) if one.rolled is not None and one.rolled.number == roll.number]
    first = [one.rolled.faces[: len(roll.faces)] for one in same if one.rolled is not None]
    return roll.faces in first and not any(type(one) is type(event) for one in same)


def is_given(event: Event, number: int, dice: Dice, known: Sequence[Sequence[Face]]) -> bool:
    roll = event.rolled
    assert roll is not None
    if roll.number not in (None, number):
        return False
    if any(is_of_die(roll, number, dice, faces) for faces in known):
        return True
    numbered = len(roll.numbers) == len(roll.faces)
    shuffled = numbered and all(
        dice.die(number, index, len(roll.faces) - index) == face for index, face in enumerate(roll.faces)
    )
    return shuffled or (numbered and type(event).any_dice and of_any_dice(roll, number, dice))


def is_of_die(roll: Roll, number: int, dice: Dice, faces: Sequence[Face]) -> bool:
    return [faces[place - 1] for place in dice.roll(number, len(roll.faces), len(faces))] == roll.faces


def of_any_dice(roll: Roll, number: int, dice: Dice) -> bool:
    return all(
        any(dice.die(number, index, faces) == face for faces in range(max(face, 1), LARGEST_DIE))
        for index, face in enumerate(roll.numbers)
    )


def seals_hold(table: Table, entry: Entry) -> bool:
    if not any(type(event).opens_seals for event in entry.events):
        return True
    state = deep_copy(table.state)
    for event in entry.events:
        for sealed, salt, value in event.opened(state):
            if sealed != commitment(salt, value):
                return False
        event.apply(state)
    return True
