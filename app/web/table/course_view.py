"""View model of the end of a game: picture of its course, luck, losses and rulings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.core.engine.event import PUBLIC
from app.core.game.definition import Statistic
from app.core.messages.translator import Translator
from app.core.table import serialize
from app.core.table.course import Course, changes, turns_of_change
from app.core.table.seat_view import Table

WIDE, HIGH = 340, 176
LEFT, RIGHT, TOP, BOTTOM = 30, 308, 12, 150
MOST_RULES, MOST_TURNS = 4, 9
"""Maximum numbers of lines for numbers, and of turns that are named."""
APART = 15
"""Least distance between two numbers at the end of lines."""
STEPS = (1, 2, 5)


@dataclass(frozen=True)
class Line:
    """The line of a side: its points, where it changed, and its last number beside its end."""

    side: str
    points: str
    marks: list[tuple[float, float]]
    end: int
    end_at: float


@dataclass(frozen=True)
class Picture:
    what: str
    lines: list[Line]
    rules: list[tuple[float, int]]
    """Height and number of each level line."""
    turns: list[tuple[float, int]]
    """Place and number of each turn that is named."""
    rows: list[tuple[int, list[int]]]
    """The same as numbers: turn, number of each side, for the turns that changed one."""


@dataclass(frozen=True)
class Luck:
    """Dice of a side against the expected ones; `share` is the end of a bar from the middle."""

    side: str
    count: Statistic
    share: int


def picture_of(course: Course) -> Picture | None:
    if not turns_of_change(course.series):
        return None
    every = [number for numbers in course.series.values() for number in numbers]
    low, high = min(0, *every), max(1, *every)
    across = [round(LEFT + (RIGHT - LEFT) * place / (len(course.turns) - 1), 1) for place in range(len(course.turns))]

    def height(number: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (number - low) / (high - low), 1)

    ends = spread({side: height(numbers[-1]) for side, numbers in course.series.items()})
    lines = [
        Line(
            side,
            " ".join(f"{x},{height(number)}" for x, number in zip(across, numbers, strict=True)),
            [(across[place], height(numbers[place])) for place in (*changes(numbers), len(numbers) - 1)],
            numbers[-1],
            ends[side],
        )
        for side, numbers in course.series.items()
    ]
    step, every_turn = step_for(high - low, MOST_RULES), step_for(len(course.turns), MOST_TURNS)
    rules = [(height(number), number) for number in range(low - low % step, high + 1, step) if number >= low]
    named = [(x, turn) for x, turn in zip(across, course.turns, strict=True) if turn and turn % every_turn == 0]
    return Picture(course.what, lines, rules, named, [*rows_of(course)])


def spread(ends: Mapping[str, float]) -> dict[str, float]:
    """Return the heights moved apart, so that no number lies on another."""
    placed: dict[str, float] = {}
    for side, at in sorted(ends.items(), key=lambda end: end[1], reverse=True):
        placed[side] = min([at, *(other - APART for other in placed.values())])
    return placed


def step_for(many: int, most: int) -> int:
    """Return the least round step with which so many need at most `most` marks."""
    power = 1
    while many > STEPS[-1] * power * most:
        power *= 10
    return next(step * power for step in STEPS if many <= step * power * most)


def rows_of(course: Course) -> Iterator[tuple[int, list[int]]]:
    for place in sorted(turns_of_change(course.series) | {len(course.turns) - 1}):
        yield course.turns[place], [numbers[place] for numbers in course.series.values()]


def luck_of(counts: Mapping[str, Mapping[str, Statistic]], sides: Sequence[str]) -> list[Luck]:
    every = (one for of_sides in counts.values() for one in of_sides.values() if one.expected)
    rolled = sorted(every, key=lambda one: sides.index(one.side))
    return [Luck(one.side, one, share_of(one)) for one in rolled]


def share_of(count: Statistic) -> int:
    """Return the percentage of a bar: 50 as expected, 0 and 100 with half as much less or more."""
    assert count.expected
    return max(0, min(100, round(100 * count.number / float(count.expected)) - 50))


def fallen_of(table: Table, course: Course, said: Translator) -> dict[str, list[tuple[int, str]]]:
    return {
        side: [(turn, names_of(table, names, said)) for turn, names in course.fallen[side].items()]
        for side in table.game.sides
        if course.fallen.get(side)
    }


def names_of(table: Table, names: Sequence[str], said: Translator) -> str:
    groups: dict[tuple[str, ...], list[str]] = {}
    for name in sorted(names, key=in_order):
        groups.setdefault(tuple(table.game.views.name_suffix(table.state, name)), []).append(name)
    texts = ((said.name(group), ", ".join(map(said.name, suffix))) for suffix, group in groups.items())
    return "; ".join(f"{text} ({suffix})" if suffix else text for text, suffix in texts)


def in_order(name: str) -> list[str]:
    """Return a sort key in which a-2 comes before a-10."""
    return [part.zfill(9) if part.isdecimal() else part for part in re.split(r"(\d+)", name)]


def rulings_of(table: Table, course: Course, said: Translator) -> list[tuple[int, str]]:
    told = ((turn, event, serialize.event_data(table, event, PUBLIC)) for turn, event in course.rulings)
    return [(turn, serialize.line(table, event, data, PUBLIC, said)) for turn, event, data in told]
