"""The summary of a finished game for a seat: last entry, statistics and duration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from app.core.engine.event import PUBLIC, Entry, Seat
from app.core.engine.visibility import redact
from app.core.game.definition import Statistic
from app.core.table.seat_view import Table
from app.core.table_commands.undo import Undone

Sums = Mapping[str, Mapping[str, Statistic]]
"""Statistics by name and side."""


@dataclass(frozen=True)
class Summary:
    """The last entry of a game, statistics, number of moves and turns, and seconds."""

    end: Entry
    counts: Sums
    presses: int
    turns: int
    seconds: float

    @property
    def hours_and_minutes(self) -> tuple[int, int]:
        return divmod(int(self.seconds) // 60, 60)


def summary_of(table: Table, seat: Seat) -> Summary | None:
    """Return the summary of the active entries that a seat may see; None before the end."""
    played = played_to_its_end(table, seat) if table.state.over else []
    if not played:
        return None
    events = [redact(event, seat) for entry in played for event in entry.events if event.visible_to(seat)]
    state = table.state_for(seat)
    counts = [*table.game.views.statistics(state, events, table.book()), *undone_by_sides(table)]
    presses = len(played_to_its_end(table, PUBLIC))  # what everybody saw: each phone tells the same
    return Summary(played[-1], summed(counts), presses, state.turn, seconds_of(played))


def undone_by_sides(table: Table) -> Iterator[Statistic]:
    undone = [event.press for entry in table.seen(PUBLIC) for event in entry.events if isinstance(event, Undone)]
    sides = Counter(table.seats.get(table.entries[press].seat) for press in undone)
    if sides:
        yield from (Statistic("undone", side, sides[side]) for side in table.game.sides)


def seconds_of(played: Sequence[Entry]) -> float:
    return sum(max(0.0, later.at - before.at) for before, later in pairwise(played))


def played_to_its_end(table: Table, seat: Seat) -> list[Entry]:
    played = [one for one in table.seen(seat) if table.is_active(one) and table.is_play(one)]
    last = max(
        (place for place, one in enumerate(played, 1) if any(event.ends_game for event in one.events)), default=0
    )
    return played[:last]


def summed(counts: Iterable[Statistic]) -> Sums:
    found: dict[str, dict[str, Statistic]] = {}
    for one in counts:
        of_kind = found.setdefault(one.what, {})
        of_kind[one.side] = together(of_kind[one.side], one) if one.side in of_kind else one
    return found


def together(one: Statistic, more: Statistic) -> Statistic:
    known = [count.expected for count in (one, more) if count.expected is not None]
    return Statistic(one.what, one.side, one.number + more.number, sum(known, Fraction()) if known else None)
