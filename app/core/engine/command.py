"""Commands: requests of a seat, their context, and the draft of their events."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Generic, Protocol, get_origin

from pydantic import BaseModel, ConfigDict
from typing_extensions import TypeVar

from app.core.engine.event import Entry, Event, OnTable, Seat, State, TableOrder, happen, kebab
from app.core.engine.offers import DiceRequest, Group, Offer, fitting
from app.core.errors import Refused, refusal_of
from app.core.rules.dice import Dice, Face, Roll, fresh_salt
from app.core.rules.inputs import LONGEST_LIST

Found = TypeVar("Found")
StateOf = TypeVar("StateOf", bound=State, default=Any)
BookOf = TypeVar("BookOf", default=Any)
"""The state and book types of a game; code for any game uses Any."""


@dataclass
class CommandRequest:
    """A command request before validation: fields, typed dice, and the seq the seat had seen."""

    command: str
    fields: Mapping[str, Any]
    dice: list[Face] | None = None
    seen: int | None = None
    readings: Mapping[str, str] = field(default_factory=dict)
    typed: bool = True
    sure: bool = True
    """False if the seat must still confirm a command that cannot be undone."""


class TableLog(Protocol):
    """The table as a command may read it: game, opening, seats and event log."""

    @property
    def game(self) -> Any: ...
    @property
    def opening(self) -> Mapping[str, Any]: ...
    @property
    def seats(self) -> Mapping[str, str | None]: ...
    @property
    def entries(self) -> Sequence[Entry]: ...
    @property
    def exported(self) -> bool: ...
    @property
    def taken(self) -> Collection[str] | None: ...
    def seat(self, name: str) -> Seat: ...
    def state_while(self, holds: Callable[[Any], bool]) -> Any: ...
    def sees(self, seat: Seat, entry: Entry) -> bool: ...
    def seq_at(self, seat: Seat, press: int) -> int: ...
    def last_undoable(self, seat: Seat) -> Entry | None: ...
    def last_redoable(self, seat: Seat) -> Entry | None: ...
    def undone_by(self, undone: Entry) -> str | None: ...
    def undone_with(self, undone: Entry) -> list[int]: ...
    def answers_to(self, entry: Entry) -> list[Entry]: ...
    @property
    def orders(self) -> Mapping[str, TableOrder]: ...
    def was_ordered(self, key: str) -> bool: ...
    def settled(self, orders: Collection[str]) -> OnTable: ...
    def changed_by(self, *entries: Entry) -> OnTable: ...
    def rulings_since_play(self, side: str) -> list[Entry]: ...


@dataclass
class GameContext(Generic[StateOf, BookOf]):
    """The data with which a command decides if it is possible now."""

    state: StateOf
    book: BookOf
    seat: Seat
    table: TableLog | None = None
    known: dict[Hashable, Any] = field(default_factory=dict)
    """Values shared by all seats until the table changes (see `cached`)."""
    book_cache: dict[Hashable, Any] = field(default_factory=dict)
    """Values that depend on the book alone (see `cached_for_book`)."""
    greyed: bool = True
    """True if refused commands are listed with their reason."""
    wants_previews: bool = True
    """True if previews of rolls are needed; a board without them may omit the computation."""
    refusals: dict[Hashable, Refused | None] = field(default_factory=dict)
    """Results of checks for this seat (see `refusal_for`)."""

    def cached(self, place: Hashable, make: Callable[[], Found]) -> Found:
        """Return a value that is the same for every seat, computed once; never write to it."""
        if place not in self.known:
            self.known[place] = make()
        found: Found = self.known[place]
        return found

    def cached_for_book(self, place: Hashable, make: Callable[[], Found]) -> Found:
        """Return a value that depends on the book alone, computed once per table; never write to it."""
        if place not in self.book_cache:
            self.book_cache[place] = make()
        found: Found = self.book_cache[place]
        return found

    def refusal_for(self, check: Callable[..., Any], *facts: Hashable) -> Refused | None:
        """Return the refusal of a check, or None; computed once for all commands that share it."""
        place = (check, *facts)
        if place not in self.refusals:
            self.refusals[place] = refusal_of(check, self, *facts)
        return self.refusals[place]

    def require(self, check: Callable[..., Any], *facts: Hashable) -> None:
        if (no := self.refusal_for(check, *facts)) is not None:
            raise no.with_traceback(None)

    @property
    def log(self) -> TableLog:
        assert self.table is not None
        return self.table

    @property
    def side(self) -> str:
        assert self.seat.side is not None
        return self.seat.side


Precondition = Callable[[GameContext], Any]
"""A check that raises Refused."""


class AwaitedOnly:
    """The precondition that a side is awaited for `for_`; `check` raises the game's refusal."""

    def __init__(self, for_: str, check: Callable[[GameContext, str], Any]) -> None:
        self.for_, self.check = for_, check

    def __call__(self, look: GameContext) -> None:
        self.check(look, self.for_)


@dataclass
class Draft(GameContext[StateOf, BookOf]):
    """A command being executed: events are applied to a copy of the state.

    Typed dice belong to its first roll.
    """

    dice: Dice | None = None
    typed: list[Face] | None = None
    roll_count: int = 0
    salt: Callable[[], str] = fresh_salt
    """The source of salts for sealed choices."""
    events: list[Event] = field(default_factory=list)
    table_rolls: int = 0
    """The number of rolls by the table in this command."""

    def emit(self, event: Event) -> None:
        """Apply an event at once, so that the next step of the command reads the new state."""
        happen(self.log.game.rules, event, self.state)
        self.events.append(event)
        self.known, self.refusals = {}, {}

    def roll(self, ask: DiceRequest) -> Roll:
        """Return the typed dice (once) or the table's next roll. Raise Refused for impossible dice."""
        if ask.count > LONGEST_LIST:
            raise Refused("too-many-items", field="dice", limit=LONGEST_LIST)
        if self.typed is not None:
            typed, self.typed = self.typed, None
            return Roll("hand", fitting(typed, ask))
        assert self.dice is not None
        number = self._next_number()
        fallen = self.dice.roll(number, ask.count, len(ask.faces))
        return Roll("table", [ask.faces[place - 1] for place in fallen], number)

    def shuffle(self, cards: Sequence[str]) -> tuple[list[str], Roll]:
        """Shuffle cards from last to first; return them with the table's roll that decided it."""
        assert self.dice is not None
        number = self._next_number()
        order: list[str] = list(cards)
        faces: list[Face] = []
        for index, last in enumerate(range(len(order) - 1, -1, -1)):
            face = self.dice.die(number, index, last + 1)
            order[last], order[face - 1] = order[face - 1], order[last]
            faces.append(face)
        return order, Roll("table", faces, number)

    def roll_mixed(self, faces: Sequence[int]) -> Roll:
        assert self.dice is not None
        number = self._next_number()
        fallen: list[Face] = [self.dice.die(number, index, of_it) for index, of_it in enumerate(faces)]
        return Roll("table", fallen, number)

    def _next_number(self) -> int:
        self.table_rolls += 1
        return self.roll_count + self.table_rolls


@dataclass
class Doubt:
    """A confirmation before a command: the message key under `sure`, and its values."""

    word: str
    about: Mapping[str, Any] = field(default_factory=dict)


class Command(BaseModel):
    """A command of a seat, in the imperative: `offers` says when, `decide` what follows.

    >>> class EndTurn(Command):
    ...     @classmethod
    ...     def offers(cls, look):
    ...         if look.state.active != look.side:
    ...             raise Refused("not-your-turn")
    ...         yield Offer(cls.key)
    >>> red = GameContext(State(active="red"), book=None, seat=Seat("red", "red"))
    >>> [offer.command for offer in list_offers(EndTurn, red)]
    ['end-turn']
    >>> blue = GameContext(State(active="red"), book=None, seat=Seat("blue", "blue"))
    >>> [offer.why_not.code for offer in list_offers(EndTurn, blue)]
    ['not-your-turn']
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)
    key: ClassVar[str]
    """The key in every log: the class name in kebab case, unless the class sets it."""
    group: ClassVar[Group] = "play"
    rolls: ClassVar[bool] = False
    waits: ClassVar[bool] = True
    """True if the command must wait while a request to take back or to rule is open."""
    on_boards: ClassVar[bool] = True
    """False if no board draws it, only pages of its own."""
    precondition: ClassVar[Precondition | None] = None
    """A check before any offer and before `decide`; several commands may share one."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.key = cls.__dict__.get("key") or kebab(cls.__name__)

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        """Return True if this kind of seat can ever give the command."""
        return look.seat.side is not None

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        """Yield the forms of this command that are possible now. Raise Refused if there are none."""
        raise NotImplementedError

    def decide(self, draft: Draft) -> None:
        """Emit the events of the command. Raise Refused."""
        raise NotImplementedError

    def asked_before(self, look: GameContext) -> Doubt | None:
        """Return the confirmation that a page asks for first, or None.

        Ask for one if the command cannot be undone or gives something up for nothing.
        """
        return None

    def rules_on(self, look: GameContext) -> Collection[str] | None:
        """Return the sides that own what the command rules on; they are asked first.

        Empty if no side owns it; None if the command is no ruling (see `ruling_consent`).
        """
        return None


def overrides_allowed_for(command: type[Command]) -> bool:
    return next(one for one in command.__mro__ if "allowed_for" in vars(one)) is not Command


class TableCommand(Command):
    """A command of the table itself, open to every seat with a holder."""

    group: ClassVar[Group] = "table"

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return True


def check_not_closed(look: GameContext) -> None:
    if look.state.closed:
        raise Refused("table-closed", "table.closed")


def check_table_open(look: GameContext) -> None:
    """Raise Refused if the seed has been published or the game continued at another table."""
    check_not_closed(look)
    if look.state.next_table:
        raise Refused("table-went-on", "table.went-on")


def check_available(command: type[Command], look: GameContext) -> None:
    check_no_take_back(command, look)
    if command.precondition is not None:
        command.precondition(look)


def check_no_take_back(command: type[Command], look: GameContext) -> None:
    if command.waits and look.state.take_back is not None:
        raise Refused("take-back-first", "table.take-back")
    if command.waits and look.state.ruling_request is not None:
        raise Refused("ruling-first", "table.house-ruling")


def list_offers(command: type[Command], look: GameContext) -> list[Offer]:
    """List all offers of one command for this seat.

    If there is none and refusals are wanted, return one that has the reason.
    """
    if not command.allowed_for(look):
        return []
    offers: list[Offer] = []
    try:
        check_no_take_back(command, look)
        if command.precondition:
            look.require(command.precondition)
        offers.extend(command.offers(look))
    except Refused as refused:
        if look.greyed:
            offers.append(Offer(command.key, command.group, why_not=refused))
    return offers


def skip_blocked(several: Iterable[type[Command]], look: GameContext) -> Iterator[type[Command]]:
    """Yield the commands worth checking: all if refusals are wanted, else those not blocked."""
    if look.greyed or look.seat.side is None:
        yield from several
        return
    awaited = {one.for_ for one in look.state.waiting if one.side == look.seat.side}
    opens: dict[Precondition | None, bool] = {None: True}
    for command in several:
        precondition = command.precondition
        if precondition is not None and precondition not in opens:
            opens[precondition] = (
                not (type(precondition) is AwaitedOnly and precondition.for_ not in awaited)
                and look.refusal_for(precondition) is None
            )
        if opens[precondition]:
            yield command


def fields_from_form(form: type[Command] | None, lists: Mapping[str, list[str]]) -> dict[str, Any]:
    """Convert form fields, each a list, to the fields of a command.

    A field is a list if the command wants one, else the last value; an empty field is left out. Fields `field.row` are
    gathered if the command wants a value for each row.
    """
    wanted, rows = (takes_lists(form), takes_rows(form)) if form else (frozenset(), frozenset())
    taken = {name: values if name in wanted else values[-1] for name, values in lists.items()}
    missing: dict[str, Any] = {name: [] for name in wanted.difference(lists)}
    found = missing | {name: value for name, value in taken.items() if value != ""}
    for of_rows in rows:
        own = {name: found.pop(name) for name in [*found] if name.startswith(f"{of_rows}.")}
        found |= {of_rows: {name.partition(".")[2]: value for name, value in own.items()}} if own else {}
    return found


@cache
def takes_rows(form: type[Command]) -> frozenset[str]:
    """Return the fields that hold a value for each of some rows.

    A form sends each as `field.row`.
    """
    return frozenset(name for name, info in form.model_fields.items() if get_origin(info.annotation) is dict)


@cache
def takes_lists(form: type[Command]) -> frozenset[str]:
    fields = form.model_fields.items()
    return frozenset(name for name, info in fields if info.annotation in (list[str], list[str] | None))
