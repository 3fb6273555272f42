"""The grammar of play: seats, commands, events, offers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict

from app.core.commitments import fresh_salt
from app.core.dice import D6_FACES, Dice, Face, Roll
from app.core.refusals import Malformed, Refused
from app.core.ruling import Answer, Reason
from app.core.veil import PLAIN, Viewer, unseen

Group = Literal["play", "table"]
AFace = TypeVar("AFace", bound=Face)


def kebab(name: str) -> str:
    """`KillCard` → `kill-card`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


@dataclass(frozen=True)
class Seat:
    """A chair at the table: a name, and a side or none (referee, public view)."""

    name: str
    side: str | None = None
    sees_all: bool = False


PUBLIC = Seat("public")


@dataclass(frozen=True)
class Span:
    """A whole number to choose, both ends included."""

    min: int
    max: int


@dataclass(frozen=True)
class Some:
    """Several of these values to choose, at least `min` and at most `max`; a form has them `ticked` at first or not."""

    some: list[str]
    min: int
    max: int
    ticked: bool = True


@dataclass(frozen=True)
class Text:
    """Free text to give."""

    text: bool = True


Choice = list[Any] | Span | Some | Text


@dataclass(frozen=True)
class Ask:
    """Dice that may be typed in: how many, and the faces they have, as often as each is on a die."""

    count: int
    faces: list[Face] = field(default_factory=lambda: list(D6_FACES))


@dataclass(frozen=True)
class Offer:
    """Something a seat may do now, and at once the form to do it with.

    `preview` is its ruling before the roll, `price` what it costs in the game's own currency of actions.
    """

    command: str
    group: Group = "play"
    given: Mapping[str, Any] = field(default_factory=dict)
    choose: Mapping[str, Choice] = field(default_factory=dict)
    dice: Ask | None = None
    label: str | None = None
    preview: Answer | None = None
    price: int | None = None
    about: tuple[str, ...] = ()
    """Whom or what it is about, as names that a form shows in its heading."""
    hint: str | None = None
    """The word of the game that a form says below its heading."""
    why_not: Refused | None = None


@dataclass
class Waiting:
    """Somebody must answer before anything else happens. `since` is the press at which that began."""

    side: str
    for_: str
    since: int = 0


@dataclass
class SeatWaiting(Waiting):
    """The answer of one seat of a side is awaited."""

    seat: str = ""


@dataclass
class Sitting:
    """Who holds a seat: a name, how many phones, and whether they roll by hand unless they say otherwise."""

    name: str = ""
    phones: int = 0
    rolls: Literal["table", "hand"] = "table"


@dataclass
class State:
    """What every game's state has. Only `Event.apply` writes on it."""

    edition: str = ""
    mission: int | str | None = None
    turn: int = 0
    phase: str = ""
    active: str | None = None
    over: bool = False
    winner: str | None = None
    waiting: list[Waiting] = field(default_factory=list)
    seats: dict[str, Sitting] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    closed: bool = False
    next_table: str | None = None
    press: int = unseen(0)

    def wait_for(self, side: str, for_: str, seat: str | None = None) -> None:
        """From this press on, `side` (or one `seat` of it) must answer `for_`."""
        waiting = Waiting(side, for_, self.press) if seat is None else SeatWaiting(side, for_, self.press, seat)
        self.waiting.append(waiting)

    def stop_waiting_for(self, side: str, seat: str | None = None) -> None:
        """`side` (or one `seat` of it) has answered."""
        left = (
            one for one in self.waiting if one.side != side or (seat is not None and getattr(one, "seat", seat) != seat)
        )
        self.waiting = list(left)

    def broken(self) -> list[str]:
        """What must never be, by its path; a game says what that is."""
        return []

    def awaits(self, seat: Seat) -> bool:
        """Whether this seat's answer is awaited, or that of its side."""
        return any(one.side == seat.side and getattr(one, "seat", seat.name) == seat.name for one in self.waiting)

    def awaits_side(self, side: str) -> bool:
        """Whether the answer of a side, or of a seat of it, is awaited."""
        return any(waiting.side == side for waiting in self.waiting)


@dataclass
class Event:
    """Something that happened, in the past tense, with its working inside."""

    key: ClassVar[str]
    is_play: ClassVar[bool] = True
    """Whether a press that does this is one of play, which may be undone."""
    terms: ClassVar[Mapping[str, str]] = {}
    """Fields that the log says otherwise than by name (see `Speech.term`)."""
    reveals: ClassVar[bool] = False
    """Whether luck or a secret gets out, after which only a referee can undo."""
    begins_turn: ClassVar[bool] = False
    """Whether the log begins a new section with it, by the number in its `turn`."""
    look: ClassVar[str] = ""
    """How its line in a result is set off: `lost`."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.key = kebab(cls.__name__)

    def apply(self, state: Any) -> None:
        """Write on the state what happened; never opens a book."""
        raise NotImplementedError

    def seen_by(self, seat: Viewer) -> bool:
        """Whether this event exists for the seat."""
        return True

    @property
    def rolled(self) -> Roll | None:
        """The dice of this event, if it had any."""
        return getattr(self, "roll", None)


@dataclass(frozen=True)
class Entry:
    """One press of the log: who, what followed, when; rows are added and never changed."""

    seq: int
    seat: str
    key: str
    body: str
    at: float
    events: Sequence[Event]


@dataclass
class Press:
    """A tap as it arrives: the command's fields, the dice if rolled by hand, and what the seat had seen."""

    command: str
    fields: Mapping[str, Any]
    dice: list[Face] | None = None
    seen: int | None = None
    readings: Mapping[str, str] = field(default_factory=dict)
    typed: bool = True


class Log(Protocol):
    """The table behind a look, as far as a command may ask it: its game, how it was opened, its presses."""

    @property
    def game(self) -> Any: ...
    @property
    def opening(self) -> Mapping[str, Any]: ...
    def seq_at(self, seat: Seat, press: int) -> int: ...
    def newest_play(self, seat: Seat) -> Entry | None: ...
    def newest_undone(self, seat: Seat) -> Entry | None: ...
    def undone_by(self, undone: Entry) -> str | None: ...


@dataclass
class Look:
    """What a command sees when it says whether it may be given."""

    state: Any
    book: Any
    seat: Seat
    table: Log | None = None

    @property
    def log(self) -> Log:
        """The table; asking without one is an error of the program."""
        assert self.table is not None
        return self.table

    @property
    def side(self) -> str:
        """The side that looks; asking as a seat without one is an error of the program."""
        assert self.seat.side is not None
        return self.seat.side


@dataclass
class Draft(Look):
    """A press being decided: notes events on a copy of the state; typed dice are those of its first roll."""

    dice: Dice | None = None
    typed: list[Face] | None = None
    standing_rolls: int = 0
    salt: Callable[[], str] = fresh_salt
    """Draws the salt of a sealed choice."""
    events: list[Event] = field(default_factory=list)
    table_rolls: int = 0
    """How often the table rolled in this press."""

    def note(self, event: Event) -> None:
        """Something happened: apply it at once, so that the next step of the rule reads the state it made."""
        event.apply(self.state)
        self.events.append(event)

    def roll(self, ask: Ask) -> Roll:
        """The dice that were typed, once, or the table's next standing roll. Raises Refused for dice that cannot be."""
        if self.typed is not None:
            typed, self.typed = self.typed, None
            return Roll("hand", fitting(typed, ask))
        assert self.dice is not None
        number = self._next_number()
        fallen = self.dice.roll(number, ask.count, len(ask.faces))
        return Roll("table", [ask.faces[place - 1] for place in fallen], number)

    def shuffled(self, cards: Sequence[str]) -> tuple[list[str], Roll]:
        """Cards in a new order, from the last to the first, and the table's next standing roll that says so."""
        assert self.dice is not None
        number = self._next_number()
        order: list[str] = list(cards)
        faces: list[Face] = []
        for index, last in enumerate(range(len(order) - 1, -1, -1)):
            face = self.dice.die(number, index, last + 1)
            order[last], order[face - 1] = order[face - 1], order[last]
            faces.append(face)
        return order, Roll("table", faces, number)

    def _next_number(self) -> int:
        """The number of the table's next standing roll, which nothing else rolls."""
        self.table_rolls += 1
        return self.standing_rolls + self.table_rolls


def fitting(typed: list[AFace], ask: Ask, field: str = "dice") -> list[AFace]:
    """The typed faces, if they are as many as asked and each is on such a die. Raises Malformed, Refused."""
    for index, face in enumerate(typed):
        _check_face(face, ask, f"{field}.{index}")
    if len(typed) != ask.count:
        raise Refused("wrong-dice-count", "table.dice", field=field, needed=ask.count, given=len(typed))
    return typed


def fitting_die(face: int, field: str) -> int:
    """The typed face, if it is on a d6. Raises Refused."""
    _check_face(face, Ask(1), field)
    return face


def _check_face(face: Face, ask: Ask, field: str) -> None:
    if isinstance(face, str) != isinstance(ask.faces[0], str):
        raise Malformed("wrong-type", field=field)
    if face not in ask.faces:
        raise Refused("no-such-face", "table.dice", field=field, face=face, faces=list(dict.fromkeys(ask.faces)))


class Command(BaseModel):
    """Something a seat asks for, imperative. `offers` says when, `decide` says what follows."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    key: ClassVar[str]
    group: ClassVar[Group] = "play"
    rolls: ClassVar[bool] = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.key = kebab(cls.__name__)

    @classmethod
    def open_to(cls, look: Look) -> bool:
        """Whether this kind of seat can ever give the command."""
        return look.seat.side is not None

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        """The forms of this command that may be filled in now. Raises Refused where none may."""
        raise NotImplementedError

    def decide(self, draft: Draft) -> None:
        """Note what follows. Raises Refused."""
        raise NotImplementedError


class Housekeeping(Command):
    """A command of the table itself: open to every seat that somebody holds."""

    group: ClassVar[Group] = "table"

    @classmethod
    def open_to(cls, look: Look) -> bool:
        return True


def passes(check: Callable[..., Any], *facts: Any) -> bool:
    """Whether a check that raises Refused does not."""
    try:
        check(*facts)
    except Refused:
        return False
    return True


def working(answer: Answer) -> list[Reason]:
    """The reasons of an answer's main number, as an event keeps them."""
    return list(answer.working.reasons)


def offers_of(command: type[Command], look: Look, *, greyed: bool = True) -> list[Offer]:
    """All offers of one command for this seat; with `greyed`, where there is none, one that says why not."""
    if not command.open_to(look):
        return []
    offers: list[Offer] = []
    try:
        offers.extend(command.offers(look))
    except Refused as refused:
        if greyed:
            offers.append(Offer(command.key, command.group, why_not=refused))
    return offers


def copied(thing: Any) -> Any:
    """A copy of a state to draft on: records, lists and dicts anew, so that it shares nothing with the kept one."""
    kind = thing.__class__
    if kind in PLAIN:
        return thing
    if kind is list:
        return [value if value.__class__ in PLAIN else copied(value) for value in thing]
    if kind in (tuple, set, frozenset):
        return kind(copied(value) for value in thing)
    copy = {} if kind is dict else object.__new__(kind)
    into = copy if kind is dict else copy.__dict__
    into.update(thing if kind is dict else thing.__dict__)
    for key, value in into.items():
        if value.__class__ not in PLAIN:
            into[key] = copied(value)
    return copy
