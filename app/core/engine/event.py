"""Seats, the state of a table, and the events that alone write on it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Protocol

from app.core.engine.visibility import PLAIN, Viewer, private, redact
from app.core.rules.dice import Face, Roll


def kebab(name: str) -> str:
    """`SeatTaken` → `seat-taken`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


@dataclass(frozen=True)
class Seat:
    """A chair at the table: a name, and a side or none (referee, public view)."""

    name: str
    side: str | None = None
    sees_all: bool = False


PUBLIC = Seat("public")


@dataclass
class PendingAnswer:
    """Somebody must answer before anything else happens. `since` is the press at which that began."""

    side: str
    for_: str
    since: int = 0


@dataclass
class PendingSeatAnswer(PendingAnswer):
    """The answer of one seat of a side is awaited."""

    seat: str = ""


@dataclass
class SeatHolder:
    """Who holds a seat: a name, how many phones, and whether they roll by hand unless they say otherwise."""

    name: str = ""
    phones: int = 0
    rolls: Literal["table", "hand"] = "table"


@dataclass
class TakeBackRequest:
    """A seat asks the other side to let it take a press back, since another press."""

    seat: str
    press: int
    reason: str
    since: int


@dataclass
class RulingRequest:
    """A seat wants to rule on things of other sides, since a press: the command with its fields, the events that would
    follow as everybody may see them, and the sides that are asked."""

    seat: str
    command: str
    fields: dict[str, Any]
    would: list[dict[str, Any]]
    sides: list[str]
    since: int


@dataclass
class TableOrder:
    """Something to place, to move or to take away on people's table, until somebody ticks it off.

    `word`: what its game says under `on-table`, with these `values`; `pieces`: what it is about; `whom`: the seats or
    sides that it concerns, everybody where none is named.
    """

    kind: Literal["place", "move", "away"]
    word: str
    pieces: list[str]
    whom: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)

    def concerns(self, seat: Seat) -> bool:
        """Return whether a seat is told of it on its board: one without a side looks at the whole table."""
        return not self.whom or seat.side is None or seat.name in self.whom or seat.side in self.whom


@dataclass
class State:
    """What every game's state has. Only `Event.apply` writes on it, and the orders that follow from an event."""

    edition: str = ""
    mission: int | str | None = None
    turn: int = 0
    phase: str = ""
    active: str | None = None
    over: bool = False
    winner: str | None = None
    waiting: list[PendingAnswer] = field(default_factory=list)
    seats: dict[str, SeatHolder] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    closed: bool = False
    next_table: str | None = None
    take_back: TakeBackRequest | None = None
    """While it is asked, nothing is played."""
    ruling_request: RulingRequest | None = None
    """While it is asked, nothing is played either."""
    on_table: dict[str, TableOrder] = field(default_factory=dict)
    """What people have still to place, to move or to take away."""
    orders_given: int = 0
    press: int = private(0)

    def wait_for(self, side: str, for_: str, seat: str | None = None) -> None:
        """From this press on, `side` (or one `seat` of it) must answer `for_`."""
        waiting = (
            PendingAnswer(side, for_, self.press) if seat is None else PendingSeatAnswer(side, for_, self.press, seat)
        )
        self.waiting.append(waiting)

    def stop_waiting_for(self, side: str, seat: str | None = None) -> None:
        """`side` (or one `seat` of it) has answered."""
        left = (
            one for one in self.waiting if one.side != side or (seat is not None and getattr(one, "seat", seat) != seat)
        )
        self.waiting = list(left)

    def side_of(self, path: str) -> str | None:
        """The side whose a tracked value is: that of the innermost record around it that has one; None where it is
        nobody's. A game says what its records do not."""
        thing: Any = self
        side: str | None = None
        for part in path.split(".")[:-1]:
            thing = part_of(thing, part)
            side = getattr(thing, "side", side)
        return side

    def broken(self) -> list[str]:
        """Return what must never be, by its path; a game says what that is."""
        return []

    def awaits(self, seat: Seat) -> bool:
        """Return whether this seat's answer is awaited, or that of its side."""
        return any(one.side == seat.side and getattr(one, "seat", seat.name) == seat.name for one in self.waiting)

    def awaits_side(self, side: str) -> bool:
        """Return whether the answer of a side, or of a seat of it, is awaited."""
        return any(waiting.side == side for waiting in self.waiting)


def part_of(thing: Any, name: str) -> Any:
    """Return what a list, a dict or a record has under a name; None for nothing."""
    if isinstance(thing, list):
        return thing[int(name)] if name.isdecimal() and int(name) < len(thing) else None
    return thing.get(name) if isinstance(thing, dict) else getattr(thing, name, None)


def deep_copy(thing: Any) -> Any:
    """Copy a state or a part of it: records, lists and dicts are made anew. Four times as fast as `copy.deepcopy`."""
    kind = thing.__class__
    if kind in PLAIN:
        return thing
    if kind is dict:
        return {key: deep_copy(value) for key, value in thing.items()}
    if kind in (list, tuple, set, frozenset):
        return kind([deep_copy(value) for value in thing])
    record = object.__new__(kind)  # frozen ones, too, are written by their dict
    record.__dict__.update({name: deep_copy(value) for name, value in thing.__dict__.items()})
    return record


@dataclass
class Event:
    """Something that happened, in the past tense, with its working inside."""

    kinds: ClassVar[list[type[Event]]]
    """Every event of the table, or of a game: what is made, at whatever remove, from the one class that derives from
    this one directly. An `abstract` one, from which others are made, never happens itself."""
    key: ClassVar[str]
    """Stored in every log: the class name in kebab case, or what the class itself says."""
    is_play: ClassVar[bool] = True
    """True if a press that does this is one of play, which may be undone."""
    terms: ClassVar[Mapping[str, str]] = {}
    """Fields that the log says otherwise than by name (see `Speech.term`)."""
    reveals: ClassVar[bool] = False
    """True if luck or a secret gets out, after which only a referee can undo."""
    begins_turn: ClassVar[bool] = False
    """True if the log begins a new section with it, by the number in its `turn`."""
    ends_game: ClassVar[bool] = False
    """True if the game is over with it."""
    refers_to_entry: ClassVar[bool] = False
    """True if its `press` is the number of one in the log, which each seat counts in its own way."""
    is_summary: ClassVar[bool] = False
    """True if its line says what came of the press, so that no press is told in short without it."""
    any_dice: ClassVar[bool] = False
    """True if its dice may have any number of faces, each another one."""
    may_repeat_roll: ClassVar[bool] = False
    """True if its dice may be the first of those of an earlier event, whose roll has the same number."""
    counted_before: ClassVar[bool] = False
    """True if the roll of the table that it tells has been counted with an earlier event."""
    besides: ClassVar[tuple[Face, ...]] = ()
    """Faces of its dice that do something beside what they need."""
    opens_seals: ClassVar[bool] = False
    """True if it says what had been sealed."""
    rules: ClassVar[bool] = False
    """True if the table rules by it on what the game keeps, instead of playing by the rules."""
    look: ClassVar[str] = ""
    """How its line in a result is set off: `lost`."""

    def __init_subclass__(cls, *, abstract: bool = False, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.key = cls.__dict__.get("key") or kebab(cls.__name__)
        if Event in cls.__bases__:
            cls.kinds = []
        if not abstract:
            cls.kinds.append(cls)

    def apply(self, state: Any) -> None:
        """Write on the state what happened; never opens a book."""
        raise NotImplementedError

    def ruled_sides(self, state: Any) -> Collection[str]:
        """The sides on whose things it rules; nobody's things are none's."""
        return ()

    @property
    def agreed_by(self) -> Collection[str]:
        """The seats that agreed on it: none of them takes it back alone."""
        return ()

    def opened(self, state: Any) -> Iterable[tuple[str | None, str, Any]]:
        """Return what it opens, as the state has it before: seal, salt and value."""
        return ()

    def visible_to(self, seat: Viewer) -> bool:
        """Return whether this event exists for the seat."""
        return True

    @property
    def rolled(self) -> Roll | None:
        """The dice of this event, if it had any."""
        return getattr(self, "roll", None)

    @property
    def counted(self) -> Roll | None:
        """Its roll, if it is one more of the table’s standing rolls."""
        is_more = self.rolled is not None and self.rolled.by == "table" and not type(self).counted_before
        return self.rolled if is_more else None


class TableEvent(Event, abstract=True):
    """What happens at any table, whatever is played at it."""


def shown_roll(event: Event, seat: Seat) -> Roll | None:
    """The dice of an event, if this seat may see them: those of a shuffle nobody may."""
    if event.rolled is None or not event.visible_to(seat):
        return None
    roll = redact(event, seat).roll
    return event.rolled if isinstance(roll, Roll) else None


@dataclass(frozen=True)
class Entry:
    """One press of the log: who, what followed, when; rows are added and never changed."""

    seq: int
    seat: str
    key: str
    body: str
    at: float
    events: Sequence[Event]


OrdersOf = Callable[[Any, Any], Iterable[TableOrder]]
"""An event and the state that it made, both as everybody sees them → its orders."""
ORDER = "order-"
"""What the keys of orders begin with."""


class Ordering(Protocol):
    """Rules of a game, as far as they give orders."""

    @property
    def orders(self) -> Mapping[type[Event], OrdersOf]: ...
    @property
    def off_table(self) -> Callable[[Any], Collection[str]]: ...


def happen(rules: Ordering, event: Event, state: State) -> None:
    """Write on the state what happened, and what people have to do on their table because of it."""
    event.apply(state)
    note_orders(rules, event, state)


def note_orders(rules: Ordering, event: Event, state: State) -> None:
    """Write on the state what people have to do on their table now that this has happened.

    Orders are made of what everybody knows alone. Whoever has not ticked off an order before is told only the newer
    one of the same kind for a piece, and nothing more of pieces that have left the table.
    """
    orders_of = rules.orders.get(type(event))
    if orders_of is not None and event.visible_to(PUBLIC):
        for order in orders_of(redact(event, PUBLIC), redact(state, PUBLIC)):
            forget(state, order.pieces, order.kind)
            state.orders_given += 1
            state.on_table[f"{ORDER}{state.orders_given}"] = order
    if state.on_table:
        forget(state, rules.off_table(state), "place", "move")
    if state.over:
        state.on_table = {}


def forget(state: State, pieces: Collection[str], *kinds: str) -> None:
    for key, order in list(state.on_table.items()):
        if order.kind in kinds and not set(pieces).isdisjoint(order.pieces):
            order.pieces = [piece for piece in order.pieces if piece not in pieces]
            order.values = {name: without(value, pieces) for name, value in order.values.items()}
            if not order.pieces:
                del state.on_table[key]


def without(value: Any, pieces: Collection[str]) -> Any:
    if isinstance(value, dict):
        return {key: of for key, of in value.items() if key not in pieces}
    return [one for one in value if one not in pieces] if isinstance(value, list) else value


def order_number(key: str) -> int:
    """Return which order a key names, counted from 1; 0 where it names none."""
    number = key.removeprefix(ORDER)
    return int(number) if key.startswith(ORDER) and number.isdecimal() else 0
