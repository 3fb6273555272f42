"""Commands: what a seat asks for, what it looks at while it may, and the draft of what follows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Generic, Protocol

from pydantic import BaseModel, ConfigDict
from typing_extensions import TypeVar

from app.core.engine.event import Entry, Event, Seat, State, happen, kebab
from app.core.engine.offers import DiceRequest, Group, Offer, fitting
from app.core.errors import Refused, refusal_of
from app.core.rules.dice import Dice, Face, Roll, fresh_salt
from app.core.rules.inputs import LONGEST_LIST

Found = TypeVar("Found")
StateOf = TypeVar("StateOf", bound=State, default=Any)
BookOf = TypeVar("BookOf", default=Any)
"""The state and the book of a game; where code serves any game they may be anything."""


@dataclass
class CommandRequest:
    """A tap as it arrives: the command's fields, the dice if rolled by hand, and what the seat had seen."""

    command: str
    fields: Mapping[str, Any]
    dice: list[Face] | None = None
    seen: int | None = None
    readings: Mapping[str, str] = field(default_factory=dict)
    typed: bool = True
    sure: bool = True
    """False: whoever presses is asked before what cannot be undone (see `sure`)."""


class TableLog(Protocol):
    """The table behind a look, as far as a command may ask it: its game, how it was opened, its presses."""

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
    def seat(self, name: str) -> Seat: ...
    def sees(self, seat: Seat, entry: Entry) -> bool: ...
    def seq_at(self, seat: Seat, press: int) -> int: ...
    def last_undoable(self, seat: Seat) -> Entry | None: ...
    def last_redoable(self, seat: Seat) -> Entry | None: ...
    def undone_by(self, undone: Entry) -> str | None: ...
    def rulings_since_play(self, side: str) -> list[Entry]: ...


@dataclass
class GameContext(Generic[StateOf, BookOf]):
    """What a command sees when it says whether it may be given."""

    state: StateOf
    book: BookOf
    seat: Seat
    table: TableLog | None = None
    known: dict[Hashable, Any] = field(default_factory=dict)
    """What was worked out once for every seat that looks, until the table moves on (see `once`)."""
    book_cache: dict[Hashable, Any] = field(default_factory=dict)
    """What was worked out once of the book alone (see `always`)."""
    greyed: bool = True
    """True if anybody reads why there is nothing to do."""
    wants_previews: bool = True
    """True if anybody reads what a roll would come to: a board that does not may be offered forms without it."""
    refusals: dict[Hashable, Refused | None] = field(default_factory=dict)
    """What checks said to this seat (see `barred`)."""

    def cached(self, place: Hashable, make: Callable[[], Found]) -> Found:
        """Return what is the same whoever looks, worked out by the first of them; nobody writes on it."""
        if place not in self.known:
            self.known[place] = make()
        found: Found = self.known[place]
        return found

    def cached_for_book(self, place: Hashable, make: Callable[[], Found]) -> Found:
        """Return what follows from the book alone, worked out once for all presses of a table; nobody writes on it."""
        if place not in self.book_cache:
            self.book_cache[place] = make()
        found: Found = self.book_cache[place]
        return found

    def refusal_for(self, check: Callable[..., Any], *facts: Hashable) -> Refused | None:
        """The "no" of a check, asked once for all commands behind it; None where it passes."""
        place = (check, *facts)
        if place not in self.refusals:
            self.refusals[place] = refusal_of(check, self, *facts)
        return self.refusals[place]

    def require(self, check: Callable[..., Any], *facts: Hashable) -> None:
        """Raises the "no" of a check that is asked once."""
        if (no := self.refusal_for(check, *facts)) is not None:
            raise no.with_traceback(None)

    @property
    def log(self) -> TableLog:
        """The table; asking without one is an error of the program."""
        assert self.table is not None
        return self.table

    @property
    def side(self) -> str:
        """The side that looks; asking as a seat without one is an error of the program."""
        assert self.seat.side is not None
        return self.seat.side


Precondition = Callable[[GameContext], Any]
"""A check that raises Refused."""


class AwaitedOnly:
    """The gate of what a side is awaited for: it raises Refused, with the words of its game, unless it is."""

    def __init__(self, for_: str, check: Callable[[GameContext, str], Any]) -> None:
        self.for_, self.check = for_, check

    def __call__(self, look: GameContext) -> None:
        self.check(look, self.for_)


@dataclass
class Draft(GameContext[StateOf, BookOf]):
    """A press being decided: notes events on a copy of the state; typed dice are those of its first roll."""

    dice: Dice | None = None
    typed: list[Face] | None = None
    roll_count: int = 0
    salt: Callable[[], str] = fresh_salt
    """Draws the salt of a sealed choice."""
    events: list[Event] = field(default_factory=list)
    table_rolls: int = 0
    """How often the table rolled in this press."""

    def emit(self, event: Event) -> None:
        """Something happened: apply it at once, so that the next step of the rule reads the state it made."""
        happen(self.log.game.rules, event, self.state)
        self.events.append(event)
        self.known, self.refusals = {}, {}

    def roll(self, ask: DiceRequest) -> Roll:
        """The dice that were typed, once, or the table's next standing roll. Raises Refused for dice that cannot be."""
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

    def roll_mixed(self, faces: Sequence[int]) -> Roll:
        """The table's next standing roll of dice that may differ: one for each of these numbers of faces."""
        assert self.dice is not None
        number = self._next_number()
        fallen: list[Face] = [self.dice.die(number, index, of_it) for index, of_it in enumerate(faces)]
        return Roll("table", fallen, number)

    def _next_number(self) -> int:
        self.table_rolls += 1
        return self.roll_count + self.table_rolls


@dataclass
class Doubt:
    """What a page asks before a press: its word under `sure`, and what that is about."""

    word: str
    about: Mapping[str, Any] = field(default_factory=dict)


class Command(BaseModel):
    """Something a seat asks for, imperative. `offers` says when, `decide` says what follows."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)
    key: ClassVar[str]
    """Stored in every log: the class name in kebab case, or what the class itself says."""
    group: ClassVar[Group] = "play"
    rolls: ClassVar[bool] = False
    waits: ClassVar[bool] = True
    """True if it cannot be given while somebody asks to take a press back, or to rule."""
    precondition: ClassVar[Precondition | None] = None
    """What must hold before there is any form of it and before it is decided: several commands may share one."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.key = cls.__dict__.get("key") or kebab(cls.__name__)

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        """Return whether this kind of seat can ever give the command."""
        return look.seat.side is not None

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        """The forms of this command that may be filled in now. Raises Refused where none may."""
        raise NotImplementedError

    def decide(self, draft: Draft) -> None:
        """Note what follows. Raises Refused."""
        raise NotImplementedError

    def asked_before(self, look: GameContext) -> Doubt | None:
        """Return what a page asks before it, where it cannot be undone or gives something up for nothing; None: nothing."""
        return None

    def rules_on(self, look: GameContext) -> Collection[str] | None:
        """The sides on whose things the command rules, which are asked first (see `consent`): none where they are
        nobody's. None: the command is no ruling."""
        return None


def overrides_allowed_for(command: type[Command]) -> bool:
    """Return whether a command says itself to whom it is open, and not what every command says."""
    return next(one for one in command.__mro__ if "allowed_for" in vars(one)) is not Command


class TableCommand(Command):
    """A command of the table itself: open to every seat that somebody holds."""

    group: ClassVar[Group] = "table"

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return True


def check_not_closed(look: GameContext) -> None:
    """Raises Refused once the seed is out."""
    if look.state.closed:
        raise Refused("table-closed", "table.closed")


def check_table_open(look: GameContext) -> None:
    """Raises Refused once the seed is out, or the game went on elsewhere."""
    check_not_closed(look)
    if look.state.next_table:
        raise Refused("table-went-on", "table.went-on")


def check_available(command: type[Command], look: GameContext) -> None:
    """Whether a command may be given at all now. Raises Refused."""
    check_no_take_back(command, look)
    if command.precondition is not None:
        command.precondition(look)


def check_no_take_back(command: type[Command], look: GameContext) -> None:
    """Nothing is played before whoever asks to take a press back, or to rule, is answered. Raises Refused."""
    if command.waits and look.state.take_back is not None:
        raise Refused("take-back-first", "table.take-back")
    if command.waits and look.state.ruling_request is not None:
        raise Refused("ruling-first", "table.house-ruling")


def list_offers(command: type[Command], look: GameContext) -> list[Offer]:
    """All offers of one command for this seat; where there is none and somebody reads why, one that says it."""
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
    """Those of several commands that are worth asking: all where somebody reads why not, else those of open gates."""
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
    """The fields of a page's form, each a list as forms send them, as that command takes them: lists where it wants
    lists, else the last value; a field left empty is left out."""
    wanted = takes_lists(form) if form else frozenset()
    taken = {name: values if name in wanted else values[-1] for name, values in lists.items()}
    missing: dict[str, Any] = {name: [] for name in wanted.difference(lists)}
    return missing | {name: value for name, value in taken.items() if value != ""}


@cache
def takes_lists(form: type[Command]) -> frozenset[str]:
    fields = form.model_fields.items()
    return frozenset(name for name, info in fields if info.annotation in (list[str], list[str] | None))
