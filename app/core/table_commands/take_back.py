"""Take-backs after dice or a secret were seen: by consent, or by the referee."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field

from app.core.engine.command import Draft, GameContext, Precondition, TableCommand, TableLog
from app.core.engine.event import PUBLIC, Entry, TableEvent, TakeBackRequest
from app.core.engine.offers import Offer, TextChoice
from app.core.errors import Refused
from app.core.rules.inputs import PRINTABLE
from app.core.table_commands.seating import is_held
from app.core.table_commands.undo import agreed_by, check_undoing, last_undoable, reveals, undo_entry

REFEREE = "referee"
Number = Annotated[int, Field(ge=1)]
Reason = Annotated[str, Field(max_length=200, pattern=PRINTABLE)]


@dataclass
class TakeBackAsked(TableEvent):
    """A seat asks to take back its newest entry; the table waits for nobody else."""

    is_play = False
    refers_to_entry = True
    terms = {"reason": "own"}

    seat: str
    press: int
    reason: str

    def apply(self, state: Any) -> None:
        state.take_back = TakeBackRequest(self.seat, self.press, self.reason, state.press)


@dataclass
class TakeBackAllowed(TableEvent):
    is_play = False

    seat: str

    def apply(self, state: Any) -> None:
        state.take_back = None


@dataclass
class TakeBackRefused(TableEvent):
    is_play = False
    terms = {"reason": "own"}

    seat: str
    reason: str

    def apply(self, state: Any) -> None:
        state.take_back = None


@dataclass
class TakeBackWithdrawn(TableEvent):
    is_play = False

    seat: str

    def apply(self, state: Any) -> None:
        state.take_back = None


class TakeBack(TableCommand):
    """Ask to take back one's newest entry after its dice or secrets were seen.

    This also covers entries on which both sides agreed.
    """

    press: Number | None = None
    reason: Reason = ""

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return look.seat.side is not None

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        entry = askable(look)
        given = {"press": look.log.seq_at(look.seat, entry.seq)}
        if is_anybody_asked(look, entry):
            yield Offer(cls.key, "table", given, {"reason": TextChoice(needed=False)}, hint="take-back.hint")
        else:
            yield Offer(cls.key, "table", given, label="undo")

    def decide(self, draft: Draft) -> None:
        entry = askable(draft)
        if self.press is not None and self.press != draft.log.seq_at(draft.seat, entry.seq):
            raise Refused("not-the-newest", "table.take-back", field="press")
        if is_anybody_asked(draft, entry):
            draft.emit(TakeBackAsked(draft.seat.name, entry.seq, self.reason))
        else:
            undo_entry(draft, entry)


def is_anybody_asked(look: GameContext, entry: Entry) -> bool:
    return any(is_held(look, name) for name in answering_seats(look.log, entry.seq, look.seat.name))


def askable(look: GameContext) -> Entry:
    """Return the entry that this seat may ask to take back. Raise Refused.

    It is its own newest one, with something seen (also the end of the game) or agreed with another seat.
    """
    look.require(check_undoing)
    entry = last_undoable(look)
    if entry is None:
        raise Refused("nothing-to-undo", "table.take-back")
    agreed = agreed_by(entry)
    if look.seat.name not in (entry.seat, *agreed):
        raise Refused("not-your-press", "table.take-back")
    if not agreed and not reveals(entry):
        raise Refused("nothing-was-seen", "table.take-back")
    if not all(look.log.sees(seat, entry) for seat in [PUBLIC, *map(look.log.seat, look.log.seats)]):
        raise Refused("others-do-not-know", "table.take-back")
    if was_refused(look, entry):
        raise Refused("asked-already", "table.take-back")
    return entry


def was_refused(look: GameContext, entry: Entry) -> bool:
    about = None
    for event in (event for later in look.log.entries[entry.seq + 1 :] for event in later.events):
        if isinstance(event, TakeBackAsked):
            about = event.press
        elif isinstance(event, TakeBackRefused) and about == entry.seq:
            return True
    return False


def answering_seats(log: TableLog, press: int, asker: str) -> list[str]:
    """Return the seats that may answer a request: those of other sides, and the referee.

    Only the referee answers about the referee's own entry.
    """
    seats = log.seats
    others = [] if log.entries[press].seat == REFEREE else [of for of in seats.values() if of != seats[asker]]
    return [name for name, of in seats.items() if name == REFEREE or (of is not None and of in others)]


def check_asked(look: GameContext) -> None:
    if look.state.take_back is None:
        raise Refused("nobody-asks", "table.take-back")


class _Answer(TableCommand):
    """An answer to a take-back; it names the entry so that a late tap answers no other request."""

    waits = False
    precondition: ClassVar[Precondition] = check_asked

    press: Number | None = None

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return look.seat.side is not None or look.seat.name == REFEREE

    @classmethod
    def open_request(cls, look: GameContext) -> TakeBackRequest:
        asking: TakeBackRequest = look.state.take_back
        if look.seat.name not in answering_seats(look.log, asking.press, asking.seat):
            raise Refused("not-yours-to-allow", "table.take-back")
        return asking

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        press = look.log.seq_at(look.seat, cls.open_request(look).press)
        yield Offer(cls.key, "table", given={"press": press})

    def asked(self, draft: Draft) -> TakeBackRequest:
        asking = self.open_request(draft)
        if self.press is not None and self.press != draft.log.seq_at(draft.seat, asking.press):
            raise Refused("not-the-newest", "table.take-back", field="press")
        return asking


class AllowTakeBack(_Answer):
    """Allow the other side's take-back.

    It is refused if the game has continued elsewhere or was exported since.
    """

    @classmethod
    def open_request(cls, look: GameContext) -> TakeBackRequest:
        look.require(check_undoing)
        return super().open_request(look)

    def decide(self, draft: Draft) -> None:
        asking = self.asked(draft)
        draft.emit(TakeBackAllowed(draft.seat.name))
        undo_entry(draft, draft.log.entries[asking.press])


class RefuseTakeBack(_Answer):
    reason: Reason = ""

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        press = look.log.seq_at(look.seat, cls.open_request(look).press)
        yield Offer(cls.key, "table", given={"press": press}, choose={"reason": TextChoice(needed=False)})

    def decide(self, draft: Draft) -> None:
        self.asked(draft)
        draft.emit(TakeBackRefused(draft.seat.name, self.reason))


class WithdrawTakeBack(_Answer):
    @classmethod
    def open_request(cls, look: GameContext) -> TakeBackRequest:
        asking: TakeBackRequest = look.state.take_back
        if asking.seat != look.seat.name:
            raise Refused("nobody-asks", "table.take-back")
        return asking

    def decide(self, draft: Draft) -> None:
        self.asked(draft)
        draft.emit(TakeBackWithdrawn(draft.seat.name))
