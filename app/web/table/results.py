"""What came of a roll, as the dialog shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.core import log_lines
from app.core.play import Event, Seat, shown_roll
from app.core.table import Table
from app.core.words import Speech
from app.web.needs import look_of


@dataclass(frozen=True)
class Fallen:
    """Dice that fell: each face and how it is shown by what it did, and who rolled them."""

    dice: list[tuple[Any, str]]
    by: str

    @property
    def faces(self) -> list[Any]:
        """The faces alone."""
        return [face for face, _ in self.dice]


@dataclass(frozen=True)
class Line:
    """An event of the result: its text, how it looks, and the event as the log tells it."""

    text: str
    look: str
    event: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Result:
    """What came of a press: its dice, if it had any that the seat may see, and its lines."""

    fallen: Fallen | None
    lines: list[Line]


def result_of(table: Table, seat: Seat, number: int | None, said: Speech) -> Result | None:
    """A press that the seat has seen, with its dice and what they did; `number` counts what the seat has seen."""
    seen = table.seen(seat)
    if number is None or not 1 <= number <= len(seen):
        return None
    entry = seen[number - 1]
    events = log_lines.events(table, entry, seat, said)
    needs = next((event["data"]["needs"] for event in events if "needs" in event["data"]), None)
    fallen = next((fallen for event in entry.events if (fallen := fallen_of(event, seat, needs))), None)
    return Result(fallen, list(lines_of(table, events)))


def fallen_of(event: Event, seat: Seat, needs: Any) -> Fallen | None:
    """The dice of an event, if the seat may see some."""
    roll = shown_roll(event, seat)
    return Fallen([(face, look_of(face, needs, event.besides)) for face in roll.faces], roll.by) if roll else None


def lines_of(table: Table, events: list[dict[str, Any]]) -> Iterator[Line]:
    """The lines of a press, up to the one with which a turn begins."""
    for event in events:
        kind = table.game.events[event["event"]]
        yield Line(event["text"], kind.look, event)
        if kind.begins_turn:
            return
