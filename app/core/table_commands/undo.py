"""Undo and redo: entries of their own; nothing is ever deleted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field

from app.core.engine.command import Draft, GameContext, TableCommand, check_table_open
from app.core.engine.event import PUBLIC, Entry, OnTable, State, TableEvent, shown_roll
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.rules.dice import Face


@dataclass
class Undone(TableEvent):
    """An earlier entry was undone; it stays in the log, struck through."""

    is_play = False
    refers_to_entry = True

    press: int
    on_table: OnTable = field(default_factory=dict)
    """Pieces that the entry changed on the physical table → their aspects as they are there until people restore it."""
    answers: list[int] = field(default_factory=list)
    """Later entries of the app, undone together with it."""

    def apply(self, state: State) -> None:
        """Leave the state unchanged: the replay skips the undone entry."""


@dataclass
class Redone(TableEvent):
    is_play = False
    refers_to_entry = True

    press: int
    answers: list[int] = field(default_factory=list)

    def apply(self, state: State) -> None:
        """Leave the state unchanged: the replay includes the entry again."""


@dataclass
class DiceWereSeen(TableEvent):
    """Dice of an undone entry were seen; the same command rolls them `again`.

    Dice rolled by hand are not repeated.
    """

    is_play = False

    faces: list[Face]
    again: bool = True

    def apply(self, state: State) -> None:
        """Leave the state unchanged: the event only records what was seen."""


@dataclass
class SecretsWereSeen(TableEvent):
    is_play = False

    def apply(self, state: State) -> None:
        """Leave the state unchanged: the event only records what was seen."""


def revealed_events(entry: Entry) -> Iterator[DiceWereSeen | SecretsWereSeen]:
    shown = [roll for event in entry.events if (roll := shown_roll(event, PUBLIC))]
    if shown:
        again = any(roll.number is not None for roll in shown)
        yield DiceWereSeen([face for roll in shown for face in roll.faces], again)
    rolled = sum(event.rolled is not None for event in entry.events)
    if rolled > len(shown) or any(type(event).reveals for event in entry.events):
        yield SecretsWereSeen()


_BACK = (Undone, Redone)


def undo_target(entry: Entry) -> Undone | Redone | None:
    for event in entry.events:
        if isinstance(event, _BACK):
            return event
    return None


def undoable(look: GameContext) -> Entry:
    look.require(check_undoing)
    entry = last_undoable(look)
    if entry is None:
        raise Refused("nothing-to-undo", "table.undo")
    check_may_undo(look, entry)
    return entry


def redoable(look: GameContext) -> Entry:
    table = look.log
    look.require(check_undoing)
    entry = table.last_redoable(look.seat)
    if entry is None:
        raise Refused("nothing-to-redo", "table.undo")
    check_may_undo(look, entry)
    if look.seat.name != "referee" and table.undone_by(entry) != look.seat.name:
        raise Refused("struck-by-the-referee", "table.undo")
    return entry


def check_undoing(look: GameContext) -> None:
    """Raise Refused if the table is closed, continued elsewhere or was exported."""
    check_table_open(look)
    if look.log.exported:
        raise Refused("table-exported", "table.undo")


def last_undoable(look: GameContext) -> Entry | None:
    return look.cached(("newest-play", look.seat), lambda: look.log.last_undoable(look.seat))


def check_may_undo(look: GameContext, entry: Entry) -> None:
    """Raise Refused unless this seat may undo the entry alone.

    A seat may undo its own entry if nothing was rolled, revealed or agreed; the end of a game reveals, too. The referee
    may undo any.
    """
    if look.seat.name == "referee":
        return
    if entry.seat != look.seat.name:
        raise Refused("not-your-press", "table.undo")
    if agreed_by(entry):
        raise Refused("agreed-together", "table.undo")
    if reveals(entry):
        raise Refused("luck-is-out", "table.undo")


class _Reference(TableCommand):
    """A command that names the entry it means, so that two taps never affect two entries."""

    press: Annotated[int, Field(ge=1)] | None = None

    @classmethod
    def meant(cls, look: GameContext) -> Entry:
        raise NotImplementedError

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        entry = cls.meant(look)
        yield Offer(cls.key, "table", given={"press": look.log.seq_at(look.seat, entry.seq)})

    def target(self, draft: Draft) -> Entry:
        entry = self.meant(draft)
        if self.press is not None and self.press != draft.log.seq_at(draft.seat, entry.seq):
            raise Refused("not-the-newest", "table.undo", field="press")
        return entry


class Undo(_Reference):
    """Undo the newest active move that the seat may see."""

    @classmethod
    def meant(cls, look: GameContext) -> Entry:
        return undoable(look)

    def decide(self, draft: Draft) -> None:
        undo_entry(draft, self.target(draft))


class Redo(_Reference):
    @classmethod
    def meant(cls, look: GameContext) -> Entry:
        return redoable(look)

    def decide(self, draft: Draft) -> None:
        entry = self.target(draft)
        draft.emit(Redone(entry.seq, draft.log.undone_with(entry)))


def undo_entry(draft: Draft, entry: Entry) -> None:
    """Undo an entry together with what the app has answered since."""
    undone = [entry, *draft.log.answers_to(entry)]
    draft.emit(Undone(entry.seq, draft.log.changed_by(*undone), [answer.seq for answer in undone[1:]]))
    for event in (event for one in undone for event in revealed_events(one)):
        draft.emit(event)


def reveals(entry: Entry) -> bool:
    return any(type(event).reveals or event.rolled is not None for event in entry.events)


def agreed_by(entry: Entry) -> list[str]:
    return [seat for event in entry.events for seat in event.agreed_by]
