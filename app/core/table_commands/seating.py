"""Who sits where: sitting down, names, leaving, and how a seat rolls."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from app.core.engine.command import Draft, GameContext, TableCommand
from app.core.engine.event import Entry, Event, TableEvent
from app.core.engine.offers import Offer, TextChoice
from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.core.rules.inputs import PRINTABLE


@dataclass
class SeatTaken(TableEvent):
    """Somebody sat down, perhaps with one more phone."""

    is_play = False
    terms = {"name": "own"}

    seat: str
    name: str

    def apply(self, state: Any) -> None:
        sitting = state.seats[self.seat]
        sitting.phones += 1
        sitting.name = self.name or sitting.name


@dataclass
class SeatRenamed(TableEvent):
    """A seat goes by another name."""

    is_play = False
    terms = {"name": "own"}

    seat: str
    name: str

    def apply(self, state: Any) -> None:
        state.seats[self.seat].name = self.name


@dataclass
class SeatLeft(TableEvent):
    """A phone left its seat; what the seat holds stays where it is."""

    is_play = False

    seat: str

    def apply(self, state: Any) -> None:
        sitting = state.seats[self.seat]
        sitting.phones = max(0, sitting.phones - 1)


@dataclass
class SeatFreed(TableEvent):
    """Nobody holds the seat any more, and no right to it that was given out before counts."""

    is_play = False

    seat: str

    def apply(self, state: Any) -> None:
        sitting = state.seats[self.seat]
        sitting.phones, sitting.name = 0, ""


@dataclass
class SeatInvited(TableEvent):
    """The code of a taken seat was shown again: with it one more phone can join. Whoever holds the seat is told."""

    is_play = False

    seat: str
    by: str
    """The seat that asked for it; empty where the host did."""

    def apply(self, state: Any) -> None:
        """Who sits where stays as it is."""


class Invitation(NamedTuple):
    """What a link or a QR code says: a seat of a table, and how often its holder had changed when it was made."""

    code: str
    seat: str
    changes: int


class SeatStatus(NamedTuple):
    """How a seat was given out so far."""

    freed: int = 0
    """How often it was freed: tokens of before are dead."""
    changes: int = 0
    """How many events were about who holds it: an invitation counts while there are as many as when it was made."""
    invited_by: str | None = None
    """Who asked for the open invitation to a taken seat: a seat, "" for the host; None if none is open."""

    def after(self, event: Event) -> SeatStatus:
        """The status once that has happened to the seat."""
        if isinstance(event, SeatInvited):
            return SeatStatus(self.freed, self.changes + 1, event.by)
        if isinstance(event, SeatFreed):
            return SeatStatus(self.freed + 1, self.changes + 1)
        return SeatStatus(self.freed, self.changes + 1) if isinstance(event, SeatTaken) else self


def seating_after(before: Mapping[str, SeatStatus], entries: Iterable[Entry]) -> dict[str, SeatStatus]:
    """Every seat of `before` with how it was given out once these entries have happened."""
    after = dict(before)
    for event in (event for entry in entries for event in entry.events):
        if isinstance(event, SeatTaken | SeatFreed | SeatInvited) and event.seat in after:
            after[event.seat] = after[event.seat].after(event)
    return after


@dataclass
class HabitSet(TableEvent):
    """How a seat rolls unless it says otherwise."""

    is_play = False

    seat: str
    rolls: Literal["table", "hand"]

    def apply(self, state: Any) -> None:
        state.seats[self.seat].rolls = self.rolls


class Rename(TableCommand):
    """Go by another name."""

    waits = False

    name: Annotated[str, Field(min_length=1, max_length=40, pattern=PRINTABLE)]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, "table", choose={"name": TextChoice()})

    def decide(self, draft: Draft) -> None:
        check_is_a_name(self.name)
        draft.emit(SeatRenamed(draft.seat.name, self.name))


def check_is_a_name(name: str) -> None:
    """Raises Refused for blanks alone."""
    if not name.strip():
        raise Refused("blank-name", field="name")


class Leave(TableCommand):
    """Leave the seat on this phone."""

    waits = False

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_sits(look)
        yield Offer(cls.key, "table")

    def decide(self, draft: Draft) -> None:
        check_sits(draft)
        draft.emit(SeatLeft(draft.seat.name))
        if draft.state.seats[draft.seat.name].phones == 0:
            draft.emit(SeatFreed(draft.seat.name))


def check_sits(look: GameContext) -> None:
    """Raises Refused where no phone holds the seat."""
    if look.state.seats[look.seat.name].phones == 0:
        raise Refused("nobody-sits-here")


class FreeSeat(TableCommand):
    """Free a seat whose phone is lost: whoever held it holds it no longer, somebody else may sit down."""

    waits = False

    seat: str

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return look.seat.name == "referee"

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, "table", choose={"seat": other_seats(look)})

    def decide(self, draft: Draft) -> None:
        check_may_be_freed(self.seat, other_seats(draft))
        draft.emit(SeatFreed(self.seat))


def other_seats(look: GameContext) -> list[str]:
    return [name for name in look.log.opening["seats"] if name != look.seat.name]


def check_may_be_freed(seat: str, among: Collection[str]) -> None:
    """Raises Refused for none of these seats."""
    if seat not in among:
        raise Refused("not-allowed", field="seat", allowed=Verbatim(", ".join(among)))


class SetHabit(TableCommand):
    """Say how this seat rolls from now on: its own dice, or the table's."""

    waits = False

    rolls_by: Literal["table", "hand"]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        now = look.state.seats[look.seat.name].rolls
        yield Offer(cls.key, "table", choose={"rolls_by": ["hand" if now == "table" else "table"]})

    def decide(self, draft: Draft) -> None:
        draft.emit(HabitSet(draft.seat.name, self.rolls_by))


def is_held(look: GameContext, seat: str) -> bool:
    return bool(look.state.seats[seat].phones > 0) or has_pressed(look.log.entries, seat)


def has_pressed(entries: Any, seat: str) -> bool:
    """Return whether somebody has pressed anything on a seat since it was last left or freed; what the app does for it has no
    key."""
    for entry in reversed(entries):
        if any(isinstance(event, SeatLeft | SeatFreed) and event.seat == seat for event in entry.events):
            return False
        if entry.seat == seat and entry.key:
            return True
    return False
