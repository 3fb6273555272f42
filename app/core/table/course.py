"""The public course of a finished game: a statistic over turns, losses and rulings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.core.engine.event import PUBLIC, Entry, Event, happen
from app.core.engine.visibility import redact
from app.core.table.seat_view import Table
from app.core.table.summary import Sums, played_to_its_end, summed
from app.core.table_commands.house_rulings import OtherReadingUsed, QuestionAnswered

FEWEST_CHANGES = 2
"""The number of turns in which a statistic must change for a picture of it to say something."""


@dataclass(frozen=True)
class Course:
    """The course of a game: `series` has a running total per side for each of `turns`."""

    what: str
    turns: Sequence[int]
    series: Mapping[str, Sequence[int]]
    fallen: Mapping[str, Mapping[int, Sequence[str]]]
    """Side → turn → what it lost then."""
    rulings: Sequence[tuple[int, Event]]
    """Rulings of the table with their turn, in order."""
    first: str | None
    """The side that acted first."""


@dataclass
class _Replay:
    table: Table
    state: Any
    events: list[Event] = field(default_factory=list)
    counts: dict[int, Sums] = field(default_factory=dict)
    gone: set[tuple[str, str]] = field(default_factory=set)
    fallen: dict[str, dict[int, list[str]]] = field(default_factory=dict)
    rulings: list[tuple[int, Event]] = field(default_factory=list)
    first: str | None = None

    def run(self, entries: Sequence[Entry]) -> None:
        self.count(0, self.note_fallen())
        for entry in entries:
            self.state.press = entry.seq
            for event in entry.events:
                if type(event).begins_turn:
                    self.count(self.state.turn, self.note_fallen())
                self.take(event)
            self.note_fallen()
        self.count(self.state.turn, self.note_fallen())

    def take(self, event: Event) -> None:
        if event.visible_to(PUBLIC):
            self.events.append(redact(event, PUBLIC))
            if is_ruling(event):
                self.rulings.append((self.state.turn, event))
        happen(self.table.game.rules, event, self.state)
        if self.first is None and self.state.turn:
            self.first = self.state.active

    def note_fallen(self) -> Any:
        """Note who has fallen since the last note; return the public state."""
        seen = redact(self.state, PUBLIC)
        gone = [(side, name) for side, names in self.table.game.views.fallen(seen).items() for name in names]
        for side, name in gone:
            if (side, name) not in self.gone:
                self.fallen.setdefault(side, {}).setdefault(self.state.turn, []).append(name)
        self.gone = {*gone}
        return seen

    def count(self, turn: int, seen: Any) -> None:
        """Count up to the end of a turn, or up to the beginning as turn 0."""
        counted = self.table.game.views.statistics(seen, self.events, self.table.book())
        self.counts[turn] = summed(counted)


def course_of(table: Table) -> Course | None:
    """Return the course of a finished game as anybody may know it; None before its end."""
    played = played_to_its_end(table, PUBLIC) if table.state.over else []
    if not played:
        return None
    replay = _Replay(table, table.game.rules.start(table.opening))
    replay.run([one for one in table.entries[: played[-1].seq + 1] if table.is_active(one)])
    sides, turns = table.game.sides, [*replay.counts]
    drawn = {what: series_of(replay.counts, what, sides) for what in table.game.views.course}
    what = max(drawn, key=lambda one: min(FEWEST_CHANGES, len(turns_of_change(drawn[one]))), default="")
    return Course(what, turns, drawn.get(what, {}), replay.fallen, replay.rulings, replay.first)


def series_of(counts: Mapping[int, Sums], what: str, sides: Sequence[str]) -> dict[str, list[int]]:
    none: Mapping[str, Any] = {}
    found = {side: [counted.get(what, none).get(side) for counted in counts.values()] for side in sides}
    return {side: [0 if one is None else one.number for one in of_turns] for side, of_turns in found.items()}


def turns_of_change(series: Mapping[str, Sequence[int]]) -> set[int]:
    return {place for numbers in series.values() for place in changes(numbers)}


def changes(numbers: Sequence[int]) -> Iterator[int]:
    return (place for place in range(1, len(numbers)) if numbers[place] != numbers[place - 1])


def is_ruling(event: Event) -> bool:
    return type(event).rules or isinstance(event, QuestionAnswered | OtherReadingUsed)
