"""Consent to rulings: a command whose `rules_on` names sides waits until these allow it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, ClassVar

from app.core.engine.command import Command, Draft, GameContext, Precondition, TableCommand, TableLog, check_available
from app.core.engine.event import PUBLIC, Entry, Event, PendingAnswer, RulingRequest, Seat, TableEvent, deep_copy
from app.core.engine.offers import Offer, TextChoice
from app.core.engine.visibility import fields_to_jsonable, redact
from app.core.errors import Refused
from app.core.rules.inputs import parse
from app.core.table_commands.seating import is_held
from app.core.table_commands.take_back import REFEREE, Number, Reason, TakeBackAsked, answering_seats
from app.core.table_commands.undo import check_undoing, undo_entry

TOLD_AT_MOST = 4
"""The maximum number of resulting events shown to those who are asked."""
OBJECTED_AT_MOST = 8
"""The number of newest rulings to which others may object."""


@dataclass
class RulingAsked(TableEvent):
    """A seat asks other sides to allow a ruling; the table waits for nobody else."""

    is_play = False

    seat: str
    sides: list[str]
    command: str
    fields: dict[str, Any]
    would: list[dict[str, Any]]
    """The first resulting events as public JSON, each with its key as `event`."""

    def apply(self, state: Any) -> None:
        state.ruling_request = RulingRequest(self.seat, self.command, self.fields, self.would, self.sides, state.press)


@dataclass
class RulingAllowed(TableEvent):
    """A side that was asked, or the referee, allowed a ruling; the same entry has its events."""

    seat: str
    asked_by: str

    def apply(self, state: Any) -> None:
        state.ruling_request = None

    @property
    def agreed_by(self) -> Collection[str]:
        return (self.asked_by, self.seat)


@dataclass
class RulingRefused(TableEvent):
    is_play = False
    terms = {"reason": "own"}

    seat: str
    reason: str

    def apply(self, state: Any) -> None:
        state.ruling_request = None


@dataclass
class RulingWithdrawn(TableEvent):
    is_play = False

    seat: str

    def apply(self, state: Any) -> None:
        state.ruling_request = None


@dataclass
class RulingObjected(TableEvent):
    """A side that was not asked objected to a ruling.

    The ruling no longer counts if nothing was played since.
    """

    is_play = False
    refers_to_entry = True

    seat: str
    press: int

    def apply(self, state: Any) -> None:
        """Leave the state unchanged: the event only informs everybody."""


# -- requests


def carry_out(command: Command, draft: Draft) -> None:
    """Emit the events of a command, or a request if it rules on things of present others.

    Raise Refused.
    """
    sides = asked_sides(command, draft)
    if not sides:
        command.decide(draft)
        return
    trial = replace(draft, state=deep_copy(draft.state), known={}, refusals={}, events=[])
    follow(command, trial)
    fields = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    draft.emit(RulingAsked(draft.seat.name, sides, command.key, fields, foretold(trial.events)))


def follow(command: Command, draft: Draft) -> None:
    """Emit all events of a command, with those that follow automatically. Raise Refused."""
    command.decide(draft)
    if command.group == "play":
        draft.log.game.rules.after_command(draft)


def foretold(events: Collection[Event]) -> list[dict[str, Any]]:
    seen = [event for event in events if event.visible_to(PUBLIC)][:TOLD_AT_MOST]
    return [{"event": event.key, **fields_to_jsonable(redact(event, PUBLIC), but_for="working")} for event in seen]


def asked_sides(command: Command, look: GameContext) -> list[str]:
    """Return the sides that must allow a command: present owners of what it rules on.

    A referee asks nobody.
    """
    ruled = command.rules_on(look)
    if not ruled or look.seat.side is None:
        return []
    return sorted(side for side in {*ruled} if side != look.seat.side and is_there(look, side))


def is_there(look: GameContext, side: str) -> bool:
    seats = [name for name, of in look.log.seats.items() if of == side]
    return any(is_held(look, name) for name in seats)


def number_presses(state: Any, log: TableLog, seat: Seat) -> None:
    """Set on a seat's copy of the state who must answer first, with the seat's own seqs."""
    waiting = awaited_first(state, log) or state.waiting
    state.waiting = [replace(one, since=log.seq_at(seat, one.since)) for one in waiting]
    if asking := state.take_back:
        at = {"press": log.seq_at(seat, asking.press), "since": log.seq_at(seat, asking.since)}
        state.take_back = replace(asking, **at)
    if request := state.ruling_request:
        state.ruling_request = replace(request, since=log.seq_at(seat, request.since))


def awaited_first(state: Any, log: TableLog) -> list[PendingAnswer]:
    if request := state.ruling_request:
        return [PendingAnswer(side, "ruling", request.since) for side in request.sides]
    if asking := state.take_back:
        answering = {log.seats[name] or name for name in answering_seats(log, asking.press, asking.seat)}
        only = {REFEREE} if answering == {REFEREE} else answering - {REFEREE}
        return [PendingAnswer(side, "take-back", asking.since) for side in sorted(only)]
    return []


# -- answers


def check_requested(look: GameContext) -> None:
    if look.state.ruling_request is None:
        raise Refused("no-ruling-asked", "table.house-ruling")


class _Answer(TableCommand):
    """An answer to a request to rule; it names the request so that a late tap answers no other."""

    waits = False
    precondition: ClassVar[Precondition] = check_requested

    press: Number | None = None

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return look.seat.side is not None or look.seat.name == REFEREE

    @classmethod
    def open_request(cls, look: GameContext) -> RulingRequest:
        request: RulingRequest = look.state.ruling_request
        if look.seat.side not in request.sides and look.seat.name != REFEREE:
            raise Refused("not-yours-to-allow", "table.house-ruling")
        return request

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, "table", given={"press": look.log.seq_at(look.seat, cls.open_request(look).since)})

    def requested(self, draft: Draft) -> RulingRequest:
        request = self.open_request(draft)
        if self.press is not None and self.press != draft.log.seq_at(draft.seat, request.since):
            raise Refused("not-the-newest", "table.house-ruling", field="press")
        return request


class AllowRuling(_Answer):
    def decide(self, draft: Draft) -> None:
        request = self.requested(draft)
        draft.emit(RulingAllowed(draft.seat.name, request.seat))
        asker = replace(draft, seat=draft.log.seat(request.seat))
        command = command_of(request, asker)
        check_available(type(command), asker)
        follow(command, asker)


def command_of(request: RulingRequest, look: GameContext) -> Command:
    """Return the command of a request.

    Raise Refused, or Malformed if an imported log requests an unknown command.
    """
    kind = look.log.game.commands.get(request.command)
    if kind is None or not kind.allowed_for(look):
        raise Refused("not-your-command", field="command")
    command: Command = parse(kind, dict(request.fields), typed=True)
    return command


class RefuseRuling(_Answer):
    reason: Reason = ""

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        press = look.log.seq_at(look.seat, cls.open_request(look).since)
        yield Offer(cls.key, "table", given={"press": press}, choose={"reason": TextChoice(needed=False)})

    def decide(self, draft: Draft) -> None:
        self.requested(draft)
        draft.emit(RulingRefused(draft.seat.name, self.reason))


class WithdrawRuling(_Answer):
    @classmethod
    def open_request(cls, look: GameContext) -> RulingRequest:
        request: RulingRequest = look.state.ruling_request
        if request.seat != look.seat.name:
            raise Refused("no-ruling-asked", "table.house-ruling")
        return request

    def decide(self, draft: Draft) -> None:
        self.requested(draft)
        draft.emit(RulingWithdrawn(draft.seat.name))


# -- objections


def objectionable(look: GameContext) -> list[Entry]:
    """Return the newest rulings to which a seat may object. Raise Refused.

    These are the rulings of which its side was not asked, until it makes a move.
    """
    look.require(check_undoing)
    rulings = look.cached(("rulings", look.side), lambda: look.log.rulings_since_play(look.side))
    objected = objected_by(look, rulings[-1].seq) if rulings else ()
    open_ones = (entry for entry in rulings if entry.seq not in objected and concerns(look, entry))
    found = list(islice(open_ones, OBJECTED_AT_MOST))
    if not found:
        raise Refused("nothing-to-object-to", "table.house-ruling")
    return found


def concerns(look: GameContext, entry: Entry) -> bool:
    if look.log.seats.get(entry.seat) == look.side or any(event.agreed_by for event in entry.events):
        return False
    ruled = {side for event in entry.events if type(event).rules for side in event.ruled_sides(look.state)}
    return not ruled or look.side in ruled


def objected_by(look: GameContext, since: int) -> set[int]:
    later = [entry for entry in look.log.entries[since + 1 :] if look.log.seats.get(entry.seat) == look.side]
    return {event.press for entry in later for event in entry.events if isinstance(event, RulingObjected)}


class ObjectToRuling(TableCommand):
    """Object to a ruling of which one was not asked.

    A side's ruling no longer counts; a referee's ruling becomes a request.
    """

    press: Number

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return look.seat.side is not None

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for entry in objectionable(look):
            yield Offer(cls.key, "table", given={"press": look.log.seq_at(look.seat, entry.seq)})

    def decide(self, draft: Draft) -> None:
        seat: Seat = draft.seat
        found = {draft.log.seq_at(seat, entry.seq): entry for entry in objectionable(draft)}
        if self.press not in found:
            raise Refused("nothing-to-object-to", "table.house-ruling", field="press")
        entry = found[self.press]
        draft.emit(RulingObjected(seat.name, entry.seq))
        if entry is not draft.log.last_undoable(seat):
            return
        if entry.seat == REFEREE:
            draft.emit(TakeBackAsked(seat.name, entry.seq, ""))
        else:
            undo_entry(draft, entry)
