"""What a table does beside play: undo and redo, seats, house rulings, answers to open questions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, ValidationInfo

from app.core import table as tables
from app.core.book import check_answers
from app.core.dice import SeededDice, commitment_of
from app.core.facts import PRINTABLE
from app.core.play import Command, Draft, Event, Group, Look, Offer, Refused, Span, Text
from app.core.table import Entry, Redone, Table, Undone, reveals

TRACKED_MAX = 99
PLAIN = (int, bool, str, list, type(None))


def tracked(kind: str, default: Any, **more: Any) -> Any:
    """A field of a state that a house ruling may set: `number` or `flag`."""
    return field(default=default, metadata={"tracked": kind, **more})


@dataclass
class SeatTaken(Event):
    """Somebody sat down, perhaps with one more phone."""

    seat: str
    name: str

    def apply(self, state: Any) -> None:
        sitting = state.seats[self.seat]
        sitting.phones += 1
        sitting.name = self.name or sitting.name


@dataclass
class SeatRenamed(Event):
    """A seat goes by another name."""

    seat: str
    name: str

    def apply(self, state: Any) -> None:
        state.seats[self.seat].name = self.name


@dataclass
class SeatLeft(Event):
    """A phone left its seat; what the seat holds stays where it is."""

    seat: str

    def apply(self, state: Any) -> None:
        sitting = state.seats[self.seat]
        sitting.phones = max(0, sitting.phones - 1)


@dataclass
class HabitSet(Event):
    """How a seat rolls unless it says otherwise."""

    seat: str
    rolls: Literal["table", "hand"]

    def apply(self, state: Any) -> None:
        state.seats[self.seat].rolls = self.rolls


@dataclass
class HouseRuled(Event):
    """The table set one value, with a reason. Never undone."""

    set: str
    before: int | bool
    to: int | bool
    reason: str

    def apply(self, state: Any) -> None:
        *path, name = self.set.split(".")
        thing = found(state, path)
        if thing is not None:
            setattr(thing, name, self.to)


@dataclass
class QuestionAnswered(Event):
    """The table answered an open question of the rules, from now on."""

    question: str
    before: str
    answer: str

    def apply(self, state: Any) -> None:
        state.answers[self.question] = self.answer


@dataclass
class OtherReadingUsed(Event):
    """One press was judged by another answer to an open question."""

    question: str
    answer: str

    def apply(self, state: Any) -> None:
        """The press alone was judged by it; nothing stays."""


@dataclass
class SeedPublished(Event):
    """The seed of the table's dice, for everybody to check; the table is closed."""

    seed: str
    commitment: str

    def apply(self, state: Any) -> None:
        state.closed = True


@dataclass
class CampaignWentOn(Event):
    """The next mission of the campaign has a table of its own; nothing is undone here any more."""

    code: str

    def apply(self, state: Any) -> None:
        state.next_table = self.code


@dataclass
class PlayedAgain(Event):
    """The same mission is played again at a table of its own; nothing is undone here any more."""

    code: str
    sides: Literal["same", "swapped"]

    def apply(self, state: Any) -> None:
        state.next_table = self.code


def found(thing: Any, path: list[str]) -> Any:
    """The record at a path of names and keys, or None where an undo has taken it away."""
    for part in path:
        thing = thing.get(part) if isinstance(thing, dict) else getattr(thing, part, None)
    return thing


def tracked_paths(thing: Any, kind: str, path: str = "") -> Iterator[str]:
    """The paths of all values of that kind which a house ruling may set now."""
    if isinstance(thing, dict):
        for key, value in thing.items():
            yield from tracked_paths(value, kind, f"{path}{key}.")
    elif is_dataclass(thing):
        for name, tracked_as in _tracked_fields(thing.__class__):
            if tracked_as == kind:
                yield path + name
            elif type(value := getattr(thing, name)) not in PLAIN:
                yield from tracked_paths(value, kind, f"{path}{name}.")


@cache
def _tracked_fields(record: type[Any]) -> list[tuple[str, str | None]]:
    return [(declared.name, declared.metadata.get("tracked")) for declared in fields(record)]


def rules_the_table(look: Look) -> bool:
    """The referee rules; where nobody referees, either side may."""
    table = look.table
    assert table is not None
    referee = "referee" in table.opening["seats"]
    return look.seat.name == "referee" if referee else look.seat.side is not None


def still_sealed(look: Look) -> None:
    """Raises Refused once the seed is out."""
    if look.state.closed:
        raise Refused("table-closed", "table.closed")


def still_open(look: Look) -> None:
    """Raises Refused once the seed is out, or the game went on elsewhere."""
    still_sealed(look)
    if look.state.next_table:
        raise Refused("table-went-on", "table.went-on")


class Housekeeping(Command):
    """A command of the table itself: open to every seat that somebody holds."""

    group: ClassVar[Group] = "table"

    @classmethod
    def open_to(cls, look: Look) -> bool:
        return True


def undoable(look: Look) -> Entry:
    """The press that this seat may undo. Raises Refused."""
    table = _table(look)
    still_open(look)
    entry = table.newest_play(look.seat)
    if entry is None:
        raise Refused("nothing-to-undo", "table.undo")
    check_may_strike(look, entry)
    return entry


def redoable(look: Look) -> Entry:
    """The press that this seat may bring back. Raises Refused."""
    table = _table(look)
    still_open(look)
    entry = table.newest_undone(look.seat)
    if entry is None:
        raise Refused("nothing-to-redo", "table.undo")
    check_may_strike(look, entry)
    if look.seat.name != "referee" and table.struck_by(entry) != look.seat.name:
        raise Refused("struck-by-the-referee", "table.undo")
    return entry


def check_may_strike(look: Look, entry: Entry) -> None:
    """One's own press while nothing was rolled or revealed; else the referee's. Raises Refused."""
    if look.seat.name == "referee":
        return
    if entry.seat != look.seat.name:
        raise Refused("not-your-press", "table.undo")
    if reveals(entry):
        raise Refused("luck-is-out", "table.undo")


def _table(look: Look) -> Table:
    assert look.table is not None
    return look.table


class _Strike(Housekeeping):
    """Undo and redo name the press they mean, so that two taps never strike two."""

    press: Annotated[int, Field(ge=1)] | None = None

    @classmethod
    def meant(cls, look: Look) -> Entry:
        raise NotImplementedError

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        entry = cls.meant(look)
        yield Offer(cls.key, "table", given={"press": _table(look).seq_at(look.seat, entry.seq)})

    def target(self, draft: Draft) -> Entry:
        """The press meant, if it is still the newest. Raises Refused."""
        entry = self.meant(draft)
        if self.press is not None and self.press != _table(draft).seq_at(draft.seat, entry.seq):
            raise Refused("not-the-newest", "table.undo", field="press")
        return entry


class Undo(_Strike):
    """Strike the newest standing press that the seat may see."""

    @classmethod
    def meant(cls, look: Look) -> Entry:
        return undoable(look)

    def decide(self, draft: Draft) -> None:
        draft.note(Undone(self.target(draft).seq))


class Redo(_Strike):
    """Bring the last undone press back."""

    @classmethod
    def meant(cls, look: Look) -> Entry:
        return redoable(look)

    def decide(self, draft: Draft) -> None:
        draft.note(Redone(self.target(draft).seq))


class Rename(Housekeeping):
    """Go by another name."""

    name: Annotated[str, Field(min_length=1, max_length=40, pattern=PRINTABLE)]

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        yield Offer(cls.key, "table", choose={"name": Text()})

    def decide(self, draft: Draft) -> None:
        draft.note(SeatRenamed(draft.seat.name, self.name))


class Leave(Housekeeping):
    """Leave the seat on this phone."""

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        check_sits(look)
        yield Offer(cls.key, "table")

    def decide(self, draft: Draft) -> None:
        check_sits(draft)
        draft.note(SeatLeft(draft.seat.name))


def check_sits(look: Look) -> None:
    """Raises Refused where no phone holds the seat."""
    if look.state.seats[look.seat.name].phones == 0:
        raise Refused("nobody-sits-here")


class SetHabit(Housekeeping):
    """Say how this seat rolls from now on: its own dice, or the table's."""

    rolls_by: Literal["table", "hand"]

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        now = look.state.seats[look.seat.name].rolls
        yield Offer(cls.key, "table", choose={"rolls_by": ["hand" if now == "table" else "table"]})

    def decide(self, draft: Draft) -> None:
        draft.note(HabitSet(draft.seat.name, self.rolls_by))


def from_text(value: Any, info: ValidationInfo) -> Any:
    """A yes, a no or a number that a page's form sent as text."""
    typed = not info.context or info.context["typed"]
    if typed or not isinstance(value, str):
        return value
    return {"True": True, "False": False}.get(value, int(value) if value.isdecimal() else value)


class HouseRuling(Housekeeping):
    """Set one tracked value, with a reason; then the ordinary command goes through."""

    set: str
    to: Annotated[bool | int, BeforeValidator(from_text)]
    reason: Annotated[str, Field(min_length=1, max_length=200, pattern=PRINTABLE)]

    @classmethod
    def open_to(cls, look: Look) -> bool:
        return rules_the_table(look)

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        still_open(look)
        if look.state.over:
            raise Refused("mission-over", "table.over")
        numbers = list(tracked_paths(look.state, "number"))
        flags = list(tracked_paths(look.state, "flag"))
        if numbers:
            yield Offer(
                cls.key,
                "table",
                choose={"set": numbers, "to": Span(0, TRACKED_MAX), "reason": Text()},
                label="set-number",
            )
        if flags:
            yield Offer(
                cls.key, "table", choose={"set": flags, "to": [True, False], "reason": Text()}, label="set-mark"
            )

    def decide(self, draft: Draft) -> None:
        still_open(draft)
        if draft.state.over:
            raise Refused("mission-over", "table.over")
        self._check(draft.state)
        *path, name = self.set.split(".")
        before = getattr(found(draft.state, path), name)
        draft.note(HouseRuled(self.set, before, self.to, self.reason))
        _table(draft).game.settle(draft)

    def _check(self, state: Any) -> None:
        flag = self.set in tracked_paths(state, "flag")
        if not flag and self.set not in tracked_paths(state, "number"):
            raise Refused("not-tracked", "table.house-ruling", field="set", path=self.set)
        if isinstance(self.to, bool) != flag or not 0 <= self.to <= TRACKED_MAX:
            raise Refused("wrong-value", "table.house-ruling", field="to", high=TRACKED_MAX)


class TableRuling(Housekeeping):
    """Answer an open question of the rules, from now on."""

    question: str
    answer: str

    @classmethod
    def open_to(cls, look: Look) -> bool:
        return rules_the_table(look)

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        check_rules_on(look)
        for key, question in _table(look).game.questions.items():
            others = [answer for answer in question.answers if answer != _answer(look, key)]
            yield Offer(cls.key, "table", given={"question": key}, choose={"answer": others})

    def decide(self, draft: Draft) -> None:
        check_rules_on(draft)
        check_answers({self.question: self.answer}, _table(draft).game.questions)
        draft.note(QuestionAnswered(self.question, _answer(draft, self.question), self.answer))
        _table(draft).game.settle(draft)


def check_rules_on(look: Look) -> None:
    """After the end an answer counts for nothing but the next table of a campaign. Raises Refused."""
    still_open(look)
    if look.state.over and _table(look).game.history(_table(look)) is None:
        raise Refused("mission-over", "table.over")


class PublishSeed(Housekeeping):
    """After the end, show the seed of the table's dice and close the table."""

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        check_over(look)
        yield Offer(cls.key, "table")

    def decide(self, draft: Draft) -> None:
        check_over(draft)
        assert isinstance(draft.dice, SeededDice)
        draft.note(SeedPublished(draft.dice.seed.hex(), commitment_of(draft.dice.seed)))


def check_over(look: Look) -> None:
    """The seed stays sealed until the end. Raises Refused."""
    still_sealed(look)
    if not look.state.over:
        raise Refused("not-over-yet", "table.closed")


def _answer(look: Look, key: str) -> str:
    answers: dict[str, str] = look.state.answers
    return answers[key]


AFTERMATH = frozenset(command.key for command in (Undo, Redo, Rename, Leave, SetHabit, PublishSeed))
"""What is left to do at any table when its game is over."""
COMMANDS = (Undo, Redo, Rename, Leave, SetHabit, HouseRuling, TableRuling, PublishSeed)
EVENTS = (
    tables.TableOpened,
    Undone,
    Redone,
    SeatTaken,
    SeatRenamed,
    SeatLeft,
    HabitSet,
    HouseRuled,
    QuestionAnswered,
    OtherReadingUsed,
    SeedPublished,
    CampaignWentOn,
    PlayedAgain,
)
tables.HOUSEKEEPING.update(event.key for event in EVENTS if event is not OtherReadingUsed)
