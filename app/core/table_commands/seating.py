"""Seating: taking, naming and leaving seats, and the way a seat rolls."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import Field

from app.core.engine.command import Draft, GameContext, Precondition, TableCommand
from app.core.engine.event import AppPlayer, Entry, Event, TableEvent
from app.core.engine.offers import Offer, TextChoice
from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.core.rules.inputs import PRINTABLE


@dataclass
class SeatTaken(TableEvent):
    """A seat was taken, or joined by one more phone."""

    is_play = False
    terms = {"name": "own"}

    seat: str
    name: str

    def apply(self, state: Any) -> None:
        sitting = state.seats[self.seat]
        sitting.phones += 1
        sitting.name = self.name or sitting.name
        sitting.app = None


@dataclass
class SeatRenamed(TableEvent):
    is_play = False
    terms = {"name": "own"}

    seat: str
    name: str

    def apply(self, state: Any) -> None:
        state.seats[self.seat].name = self.name


@dataclass
class SeatLeft(TableEvent):
    """A phone left its seat; the seat keeps its cards and secrets."""

    is_play = False

    seat: str

    def apply(self, state: Any) -> None:
        sitting = state.seats[self.seat]
        sitting.phones = max(0, sitting.phones - 1)


@dataclass
class SeatFreed(TableEvent):
    """A seat was freed: nobody holds it, nor the app, and its old tokens are invalid."""

    is_play = False

    seat: str

    def apply(self, state: Any) -> None:
        sitting = state.seats[self.seat]
        sitting.phones, sitting.name, sitting.app = 0, "", None
        end_help(state, self.seat)


@dataclass
class AppSeated(TableEvent):
    """The app plays a seat from now on: no phone holds it, and its old tokens are invalid."""

    is_play = False

    seat: str
    level: str

    def apply(self, state: Any) -> None:
        sitting = state.seats[self.seat]
        sitting.phones, sitting.name, sitting.app = 0, "", AppPlayer(self.level)
        end_help(state, self.seat)


def end_help(state: Any, seat: str) -> None:
    if state.seats[seat].helper is not None:
        state.seats[seat].helper = None
        state.forget_app_talk()


@dataclass
class SeatInvited(TableEvent):
    """The code of a taken seat was shown again, for one more phone; its holder is notified."""

    is_play = False

    seat: str
    by: str
    """The seat that asked for it; empty for the host."""

    def apply(self, state: Any) -> None:
        """Leave the state unchanged: the holders stay."""


class Invitation(NamedTuple):
    """The content of an invitation link: seat, and number of holder changes when it was made."""

    code: str
    seat: str
    changes: int


class SeatStatus(NamedTuple):
    freed: int = 0
    """The number of times it was freed; older tokens are invalid."""
    changes: int = 0
    """The number of events about its holder; an invitation is valid while it is unchanged."""
    invited_by: str | None = None
    """The seat that asked for the open invitation, "" for the host; None if none is open."""

    def after(self, event: Event) -> SeatStatus:
        if isinstance(event, SeatInvited):
            return SeatStatus(self.freed, self.changes + 1, event.by)
        if isinstance(event, SeatFreed | AppSeated):
            return SeatStatus(self.freed + 1, self.changes + 1)
        is_change = isinstance(event, SeatTaken | SeatLeft)
        return SeatStatus(self.freed, self.changes + 1) if is_change else self


def seating_after(before: Mapping[str, SeatStatus], entries: Iterable[Entry]) -> dict[str, SeatStatus]:
    after = dict(before)
    for event in (event for entry in entries for event in entry.events):
        if isinstance(event, SeatTaken | SeatLeft | SeatFreed | SeatInvited | AppSeated) and event.seat in after:
            after[event.seat] = after[event.seat].after(event)
    return after


@dataclass
class HabitSet(TableEvent):
    is_play = False

    seat: str
    rolls: Literal["table", "hand"]

    def apply(self, state: Any) -> None:
        state.seats[self.seat].rolls = self.rolls


class Rename(TableCommand):
    waits = False
    on_boards = False

    name: Annotated[str, Field(min_length=1, max_length=40, pattern=PRINTABLE)]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, "table", choose={"name": TextChoice()})

    def decide(self, draft: Draft) -> None:
        check_is_a_name(self.name)
        draft.emit(SeatRenamed(draft.seat.name, self.name))


def check_is_a_name(name: str) -> None:
    if not name.strip():
        raise Refused("blank-name", field="name")


class Leave(TableCommand):
    waits = False
    on_boards = False

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
    if look.state.seats[look.seat.name].phones == 0:
        raise Refused("nobody-sits-here")


def check_still_here(look: GameContext) -> None:
    """Raise Refused if the game continued at another table, where its seats are held and freed."""
    if look.state.next_table:
        raise Refused("table-went-on", "table.went-on")


class FreeSeat(TableCommand):
    """Free a seat whose phone is lost, so that somebody else may take it."""

    waits = False
    precondition: ClassVar[Precondition] = check_still_here

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
    if seat not in among:
        raise Refused("not-allowed", field="seat", allowed=Verbatim(", ".join(among)))


class SetHabit(TableCommand):
    waits = False
    on_boards = False

    rolls_by: Literal["table", "hand"]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        now = look.state.seats[look.seat.name].rolls
        yield Offer(cls.key, "table", choose={"rolls_by": ["hand" if now == "table" else "table"]})

    def decide(self, draft: Draft) -> None:
        draft.emit(HabitSet(draft.seat.name, self.rolls_by))


def is_held(look: GameContext, seat: str) -> bool:
    """Return True if people hold a seat; the app, which agrees to everything, does not count.

    A seat is held from its first use by a token, a claim, or a table before, until it is left or freed.
    """
    if look.state.seats[seat].app is not None:
        return False
    return has_played(look, seat) if look.log.taken is None else seat in look.log.taken


def has_played(look: GameContext, seat: str) -> bool:
    holder = look.state.seats[seat]
    return holder.app is None and (holder.phones > 0 or has_pressed(look.log.entries, seat))


def has_pressed(entries: Any, seat: str) -> bool:
    """Return True if a seat gave a command since it was last left or freed.

    Entries of the app itself have no key.
    """
    for entry in reversed(entries):
        if any(isinstance(event, SeatLeft | SeatFreed | AppSeated) and event.seat == seat for event in entry.events):
            return False
        if entry.seat == seat and entry.key:
            return True
    return False
