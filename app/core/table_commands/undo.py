"""Undo and redo: one more entry in the log; nothing is ever deleted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from app.core.engine.command import Draft, GameContext, TableCommand, check_table_open
from app.core.engine.event import PUBLIC, Entry, State, TableEvent, shown_roll
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.rules.dice import Face


@dataclass
class Undone(TableEvent):
    """An earlier press no longer stands; it stays in the log, struck through."""

    is_play = False
    refers_to_entry = True

    press: int

    def apply(self, state: State) -> None:
        """The fold leaves the press out; there is nothing to write."""


@dataclass
class Redone(TableEvent):
    """An undone press stands again."""

    is_play = False
    refers_to_entry = True

    press: int

    def apply(self, state: State) -> None:
        """The fold takes the press in again; there is nothing to write."""


@dataclass
class DiceWereSeen(TableEvent):
    """Everybody saw the dice of a press that was taken back; the same press gets them `again` but where people rolled
    them by hand."""

    is_play = False

    faces: list[Face]
    again: bool = True

    def apply(self, state: State) -> None:
        """Said, so that nobody says otherwise; there is nothing to write."""


@dataclass
class SecretsWereSeen(TableEvent):
    """What a press that was taken back turned up has been seen, and stays known."""

    is_play = False

    def apply(self, state: State) -> None:
        """Said, so that nobody says otherwise; there is nothing to write."""


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
    """The undo or redo that an entry is, if it is one."""
    for event in entry.events:
        if isinstance(event, _BACK):
            return event
    return None


def undoable(look: GameContext) -> Entry:
    """The press that this seat may undo. Raises Refused."""
    look.require(check_undoing)
    entry = last_undoable(look)
    if entry is None:
        raise Refused("nothing-to-undo", "table.undo")
    check_may_undo(look, entry)
    return entry


def redoable(look: GameContext) -> Entry:
    """The press that this seat may bring back. Raises Refused."""
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
    """Raises Refused once the table is closed, went on elsewhere, or somebody has its whole log."""
    check_table_open(look)
    if look.log.exported:
        raise Refused("table-exported", "table.undo")


def last_undoable(look: GameContext) -> Entry | None:
    return look.cached(("newest-play", look.seat), lambda: look.log.last_undoable(look.seat))


def check_may_undo(look: GameContext, entry: Entry) -> None:
    """One's own press while nothing was rolled or revealed, as the end of a game does, and nobody agreed on it; else
    the referee's. Raises Refused.
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
    """Undo and redo name the press they mean, so that two taps never strike two."""

    press: Annotated[int, Field(ge=1)] | None = None

    @classmethod
    def meant(cls, look: GameContext) -> Entry:
        raise NotImplementedError

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        entry = cls.meant(look)
        yield Offer(cls.key, "table", given={"press": look.log.seq_at(look.seat, entry.seq)})

    def target(self, draft: Draft) -> Entry:
        """The press meant, if it is still the newest. Raises Refused."""
        entry = self.meant(draft)
        if self.press is not None and self.press != draft.log.seq_at(draft.seat, entry.seq):
            raise Refused("not-the-newest", "table.undo", field="press")
        return entry


class Undo(_Reference):
    """Strike the newest standing press that the seat may see."""

    @classmethod
    def meant(cls, look: GameContext) -> Entry:
        return undoable(look)

    def decide(self, draft: Draft) -> None:
        entry = self.target(draft)
        draft.emit(Undone(entry.seq))
        for event in revealed_events(entry):
            draft.emit(event)


class Redo(_Reference):
    """Bring the last undone press back."""

    @classmethod
    def meant(cls, look: GameContext) -> Entry:
        return redoable(look)

    def decide(self, draft: Draft) -> None:
        draft.emit(Redone(self.target(draft).seq))


def reveals(entry: Entry) -> bool:
    """Return whether luck or a secret got out with this press."""
    return any(type(event).reveals or event.rolled is not None for event in entry.events)


def agreed_by(entry: Entry) -> list[str]:
    return [seat for event in entry.events for seat in event.agreed_by]
