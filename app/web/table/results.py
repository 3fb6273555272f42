"""Result of a command, as the dialog shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from app.core.engine.event import Entry, Seat, shown_roll
from app.core.messages.translator import Translator
from app.core.rules.dice import Roll
from app.core.table import serialize
from app.core.table.seat_view import Table
from app.web.table.notices import dice_by_event, outcome_of


@dataclass(frozen=True)
class RolledDice:
    dice: list[tuple[Any, str]]
    by: str

    @property
    def faces(self) -> list[Any]:
        return [face for face, _ in self.dice]


@dataclass(frozen=True)
class Line:
    """An event of the result: text, style, log form, and dice if the entry has several rolls."""

    text: str
    look: str
    event: Mapping[str, Any] = field(default_factory=dict)
    fallen: RolledDice | None = None


@dataclass(frozen=True)
class Result:
    """The result of a command: dice and lines; with several rolls, each line has its own dice.

    `short`: what came of the newest dice in a sentence, if the game has one and no line tells a loss.
    """

    fallen: RolledDice | None
    lines: list[Line]
    short: str = ""


Rolls = list[RolledDice | None]
HANDFUL = 8
"""The most dice whose working comes before what they did, and the most lines before their sum."""


def result_of(table: Table, seat: Seat, number: int | None, said: Translator) -> Result | None:
    seen = table.seen(seat)
    if number is None or not 1 <= number <= len(seen):
        return None
    entry = seen[number - 1]
    events, rolls = worth_telling(table, entry, seat, serialize.events(table, entry, seat, said))
    thrown = [fallen for fallen in rolls if fallen]
    told = [*lines_of(table, events, rolls)]
    is_long_sum = len(told) > HANDFUL and table.game.events[told[-1].event["event"]].is_total
    lines = sums_first(table, told) if thrown or is_long_sum else told
    if len(thrown) > 1:
        return Result(None, lines)
    if thrown and len(thrown[0].dice) > HANDFUL:  # few people read past the working of so many dice
        lines.sort(key=lambda line: line.fallen is not None)
    is_told = entry is not seen[-1] or any(line.look for line in lines)
    short = "" if is_told else outcome_of(table, seat, entry, said)
    return Result(next(iter(thrown), None), [replace(line, fallen=None) for line in lines], short)


def worth_telling(
    table: Table, entry: Entry, seat: Seat, events: list[dict[str, Any]]
) -> tuple[list[dict[str, Any]], Rolls]:
    """Return the events without quiet ones, unless all are quiet, and their rolls."""
    rolls = rolls_of(table, entry, seat)
    quiet = [event.is_quiet for event in entry.events if event.visible_to(seat)]
    told = [place for place, is_quiet in enumerate(quiet) if not is_quiet or all(quiet)]
    return [events[place] for place in told], [rolls[place] for place in told]


def sums_first(table: Table, lines: Iterable[Line]) -> list[Line]:
    """Sort lines: the sum of all rolls first, then the losses, since few people read further."""

    def place(line: Line) -> int:
        sums_up = table.game.events[line.event["event"]].is_summary and not line.fallen
        return 0 if sums_up else 1 if line.look and not line.fallen else 2

    return sorted(lines, key=place)


def rolls_of(table: Table, entry: Entry, seat: Seat) -> Rolls:
    return [fallen_of(table, roll, seat, dice) for roll, dice in dice_by_event(table, entry, seat)]


def fallen_of(table: Table, roll: Roll | None, seat: Seat, dice: list[tuple[Any, str]]) -> RolledDice | None:
    if not (roll and dice):
        return None
    return RolledDice(dice, "again" if is_repeated(table, roll, seat) else roll.by)


def is_repeated(table: Table, roll: Roll, seat: Seat) -> bool:
    undone = (event for entry in table.seen(seat) if not table.is_active(entry) for event in entry.events)
    return roll.number is not None and any(shown_roll(event, seat) == roll for event in undone)


def lines_of(table: Table, events: list[dict[str, Any]], rolls: Sequence[RolledDice | None]) -> Iterator[Line]:
    for event, fallen in zip(events, rolls, strict=True):
        kind = table.game.events[event["event"]]
        yield Line(event["text"], kind.look, event, fallen)
        if kind.begins_turn:
            return
