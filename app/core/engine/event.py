"""Seats, the state of a table, and the events that alone change it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Protocol

from app.core.engine.visibility import PLAIN, Viewer, private, redact
from app.core.rules.dice import Face, Roll
from app.core.rules.inputs import is_number


def kebab(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


@dataclass(frozen=True)
class Seat:
    """A seat at the table: a name, and a side or None (referee, public view)."""

    name: str
    side: str | None = None
    sees_all: bool = False
    is_app: bool = False
    """True where the app gives the commands, also at a seat that people hold."""


PUBLIC = Seat("public")


@dataclass
class PendingAnswer:
    """A side that must answer before the game continues. `since` is the seq of the request."""

    side: str
    for_: str
    since: int = 0


@dataclass
class PendingSeatAnswer(PendingAnswer):
    seat: str = ""


Pace = Literal["at-once", "pauses", "step"]


@dataclass
class AppPlayer:
    level: str
    pace: Pace = "pauses"
    may_go_on: bool = False
    """True if it was told to go on, at the pace `step`."""


@dataclass
class SeatHolder:
    name: str = ""
    phones: int = 0
    rolls: Literal["table", "hand"] = "table"
    app: AppPlayer | None = None
    helper: AppPlayer | None = None
    """The app as a helper of the people who hold the seat, who give all other commands."""

    @property
    def player(self) -> AppPlayer | None:
        """Return the app at this seat, which it plays or where it helps."""
        return self.app or self.helper


@dataclass
class TakeBackRequest:
    """A request of a seat to take back an entry (`press`), made at seq `since`."""

    seat: str
    press: int
    reason: str
    since: int


@dataclass
class RulingRequest:
    """A request of a seat to rule on things of other sides, made at seq `since`.

    It has the command with its fields, the resulting events as everybody may see them, and the sides that are asked.
    """

    seat: str
    command: str
    fields: dict[str, Any]
    would: list[dict[str, Any]]
    sides: list[str]
    since: int


@dataclass
class TableOrder:
    """An instruction to place, move or remove pieces on the physical table, until it is ticked.

    `word` is the message key under `on-table`, with these `values`; `pieces` are the pieces, none if the set-up list
    tells it; `whom` are the seats or sides concerned, empty for everybody. One without a `word` is
    told to nobody: it only replaces earlier ones of its kind.
    """

    kind: Literal["place", "move", "turn", "away", "mark"]
    word: str
    pieces: list[str]
    whom: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)

    def concerns(self, seat: Seat) -> bool:
        """Return True if the seat's board shows the instruction; a seat without a side sees all."""
        return not self.whom or seat.side is None or seat.name in self.whom or seat.side in self.whom


@dataclass
class TableChange(TableOrder):
    """An instruction that follows from what lies on the physical table and what the state shows.

    The seat `by` has moved the pieces itself and is not told. `back`: something was taken back.
    """

    by: str | None = None
    back: bool = False

    def concerns(self, seat: Seat) -> bool:
        return self.by is None or self.by != seat.name


@dataclass
class State:
    """The state that every game has; only `Event.apply` and table instructions change it."""

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
    """The open request to take back; nothing is played meanwhile."""
    ruling_request: RulingRequest | None = None
    """The open request to rule; nothing is played meanwhile."""
    on_table: dict[str, TableOrder] = field(default_factory=dict)
    """Instructions of events for the physical table that are not ticked yet; views add differences of two states."""
    orders_given: int = 0
    set_up_done: list[str] = field(default_factory=list)
    """Lines of the set-up list that are ticked."""
    press: int = private(0)

    def wait_for(self, side: str, for_: str, seat: str | None = None) -> None:
        waiting = (
            PendingAnswer(side, for_, self.press) if seat is None else PendingSeatAnswer(side, for_, self.press, seat)
        )
        self.waiting.append(waiting)

    def stop_waiting_for(self, side: str, seat: str | None = None) -> None:
        left = (
            one for one in self.waiting if one.side != side or (seat is not None and getattr(one, "seat", seat) != seat)
        )
        self.waiting = list(left)

    def side_of(self, path: str) -> str | None:
        """Return the side that owns a tracked value, or None.

        The owner is the side of the innermost record around it that has one. Games override this for their other
        records.
        """
        thing: Any = self
        side: str | None = None
        for part in path.split(".")[:-1]:
            thing = part_of(thing, part)
            side = getattr(thing, "side", side)
        return side

    def broken(self) -> list[str]:
        """Return the paths of values that violate an invariant; games override this."""
        return []

    def forget_app_talk(self) -> None:
        """Forget what the app asks and orders; games in which it does override this."""

    def awaits(self, seat: Seat) -> bool:
        return any(one.side == seat.side and getattr(one, "seat", seat.name) == seat.name for one in self.waiting)

    def awaits_side(self, side: str) -> bool:
        return any(waiting.side == side for waiting in self.waiting)


def part_of(thing: Any, name: str) -> Any:
    """Return the item of a list, dict or record under a name, or None."""
    if isinstance(thing, list):
        return thing[int(name)] if is_number(name) and int(name) < len(thing) else None
    return thing.get(name) if isinstance(thing, dict) else getattr(thing, name, None)


def deep_copy(thing: Any) -> Any:
    """Copy a state or a part of it, four times as fast as `copy.deepcopy`."""
    kind = thing.__class__
    if kind in PLAIN:
        return thing
    if kind is dict:
        return {key: deep_copy(value) for key, value in thing.items()}
    if kind in (list, tuple, set, frozenset):
        return kind([deep_copy(value) for value in thing])
    record = object.__new__(kind)  # writing the dict works for frozen records, too
    record.__dict__.update({name: deep_copy(value) for name, value in thing.__dict__.items()})
    return record


@dataclass
class Event:
    """Something that happened, named in the past tense, with its breakdown.

    A game derives one abstract class, and all its events from that.
    >>> class MyEvent(Event, abstract=True):
    ...     pass
    >>> @dataclass
    ... class PhaseBegan(MyEvent):
    ...     phase: str
    ...     def apply(self, state):
    ...         state.phase = self.phase
    >>> state = State()
    >>> PhaseBegan("combat").apply(state)
    >>> state.phase, PhaseBegan.key, MyEvent.kinds == [PhaseBegan]
    ('combat', 'phase-began', True)
    """

    kinds: ClassVar[list[type[Event]]]
    """All events of the table or of a game: every class derived from one direct subclass of Event. Abstract ones, which
    never happen themselves, are left out."""
    key: ClassVar[str]
    """The key in every log: the class name in kebab case, unless the class sets it."""
    is_play: ClassVar[bool] = True
    """True if a command with this event is a move, which can be undone."""
    terms: ClassVar[Mapping[str, str]] = {}
    """Field → the kind of its text, for values that are not names (see `Translator.term`)."""
    reveals: ClassVar[bool] = False
    """True if it reveals luck or a secret, after which only a referee can undo."""
    begins_turn: ClassVar[bool] = False
    """True if it begins a new section of the log, numbered by its `turn`."""
    ends_game: ClassVar[bool] = False
    """True if it ends the game."""
    explains_end: ClassVar[bool] = False
    """True if it says why the game ends, such as who conceded, should the end follow at once."""
    refers_to_entry: ClassVar[bool] = False
    """True if its `press` is the seq of a log entry, which each seat counts in its own way."""
    is_summary: ClassVar[bool] = False
    """True if its line is part of every short summary of its command."""
    is_total: ClassVar[bool] = False
    """True if it sums up all that comes before it in its entry."""
    dice_in: ClassVar[str] = "dice"
    """The value that tells its dice in its line."""
    leads_up: ClassVar[bool] = False
    """True if it names its command only where nothing else does."""
    is_background: ClassVar[bool] = False
    """True if `is_quiet` always."""
    any_dice: ClassVar[bool] = False
    """True if its dice may have any number of faces, and different ones."""
    may_repeat_roll: ClassVar[bool] = False
    """True if its dice may repeat the first dice of an earlier event with the same roll number."""
    counted_before: ClassVar[bool] = False
    """True if its roll by the table was counted with an earlier event."""
    besides: ClassVar[tuple[Face, ...]] = ()
    """Faces of its dice with an effect besides success."""
    opens_seals: ClassVar[bool] = False
    """True if it opens a sealed choice."""
    rules: ClassVar[bool] = False
    """True if it is a ruling on the game's records, outside the rules."""
    moves_pieces: ClassVar[bool] = True
    """True if it may change what everybody can see on the physical table; others are not compared with it."""
    look: ClassVar[str] = ""
    """The style of its line in a result: `lost`."""

    def __init_subclass__(cls, *, abstract: bool = False, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.key = cls.__dict__.get("key") or kebab(cls.__name__)
        if Event in cls.__bases__:
            cls.kinds = []
        if not abstract:
            cls.kinds.append(cls)

    def apply(self, state: Any) -> None:
        """Write the event to the state; never read the book."""
        raise NotImplementedError

    def ruled_sides(self, state: Any) -> Collection[str]:
        return ()

    @property
    def agreed_by(self) -> Collection[str]:
        """Return the seats that agreed; none of them can take it back alone."""
        return ()

    def opened(self, state: Any) -> Iterable[tuple[str | None, str, Any]]:
        """Return each opened seal with its salt and value; `state` is that before the event."""
        return ()

    @property
    def is_quiet(self) -> bool:
        """Return True if its line is left out of summaries and results that have any other line."""
        return self.is_background

    @property
    def needs_of_dice(self) -> Sequence[Any]:
        """Return what each die needed, in order, if not all needed the same; else nothing."""
        return ()

    def visible_to(self, seat: Viewer) -> bool:
        return True

    @property
    def rolled(self) -> Roll | None:
        return getattr(self, "roll", None)

    @property
    def dice_read(self) -> int | None:
        """Return how many of its first dice its result shows; None for all."""
        return None

    @property
    def counted(self) -> Roll | None:
        """Return its roll if it adds to the table's rolls, else None."""
        is_more = self.rolled is not None and self.rolled.by == "table" and not type(self).counted_before
        return self.rolled if is_more else None


class TableEvent(Event, abstract=True):
    moves_pieces: ClassVar[bool] = False


def shown_roll(event: Event, seat: Seat) -> Roll | None:
    """Return the dice of an event if this seat may see them; nobody sees those of a shuffle."""
    if event.rolled is None or not event.visible_to(seat):
        return None
    roll = redact(event, seat).roll
    return event.rolled if isinstance(roll, Roll) else None


@dataclass(frozen=True)
class Entry:
    """One entry of the event log: seq, seat, command, time and events; never changed later."""

    seq: int
    seat: str
    key: str
    body: str
    at: float
    events: Sequence[Event]


Pieces = Mapping[str, tuple[Any, ...]]
"""Pieces on the physical table → the names of their aspects, then their values; empty values count as absent."""
PlainValue = str | bool | int | float | None
OnTable = dict[str, dict[str, PlainValue | list[PlainValue]]]
"""A part of what lies on the physical table, as events keep it: piece → its aspects."""
OrdersOf = Callable[[Any, Any], Iterable[TableOrder]]
"""A function of an event and the resulting state, both public, that yields its instructions."""
ORDER, CHANGE = "order-", "change-"
"""The prefixes of the keys of table instructions: those of events, and differences of two states."""


class Ordering(Protocol):
    """The rules of a game, as far as they give instructions for the physical table."""

    @property
    def orders(self) -> Mapping[type[Event], OrdersOf]: ...
    @property
    def off_table(self) -> Callable[[Any], Collection[str]]: ...


def happen(rules: Ordering, event: Event, state: State) -> None:
    """Apply an event to the state, and update the instructions for the physical table."""
    event.apply(state)
    note_orders(rules, event, state)


def note_orders(rules: Ordering, event: Event, state: State) -> None:
    """Update the instructions for the physical table after an event.

    Instructions use public information alone. A newer one replaces an unticked one of the same kind and piece; pieces
    that have left the table need none.
    """
    orders_of = rules.orders.get(type(event))
    if orders_of is not None and event.visible_to(PUBLIC):
        for order in orders_of(redact(event, PUBLIC), redact(state, PUBLIC)):
            forget(state, order.pieces, order.kind)
            if not order.word:
                continue
            state.orders_given += 1
            if order.pieces:
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


def order_number(key: str, prefix: str = ORDER) -> int:
    """Return the number in an instruction's key, from 1; 0 if there is none."""
    number = key.removeprefix(prefix)
    return int(number) if key.startswith(prefix) and is_number(number) else 0
