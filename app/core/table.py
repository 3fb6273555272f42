"""A table is a log of presses and the state they add up to: the fold, the tap, what each seat has seen."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Hashable, Iterable, Mapping
from copy import copy
from functools import cached_property
from itertools import takewhile
from typing import Any

from app.core.commands import Command, Draft, Look, Press, check_open, offers_of, ungated
from app.core.consent import carry_out, number_presses
from app.core.dice import Dice
from app.core.facts import parsed
from app.core.game import REFEREE, Game
from app.core.lifespan import TableOpened
from app.core.offers import Offer
from app.core.on_table import happen
from app.core.play import PUBLIC, Entry, Event, Seat, copied
from app.core.practice import Practice, Step, check_practised, only_the_step, practice_of
from app.core.refusals import Malformed, Refused, Stale
from app.core.seating import SeatStatus, seating_after
from app.core.undo import Redone, Undone, back_reference
from app.core.veil import plain_fields, veil
from app.core.words import LANGUAGES, Speech


class Table:
    """The log of one table, folded once and kept. Appending folds on; an undo or a redo folds all that stands anew."""

    def __init__(self, code: str, game: Game, entries: Iterable[Entry]) -> None:
        self.code, self.game = code, game
        self.entries: list[Entry] = []
        self.undone: set[int] = set()
        self._moves: list[Entry] = []
        """The presses of play, and those that took one back or brought one back."""
        self.standing_rolls = 0
        self.exported = False
        """Whether somebody has the whole log, secrets and all: then nothing is taken back any more."""
        self.stood: Any = None
        """The state that still stands on people's table, once presses were taken back and nothing was played since."""
        self._stood_at = 0
        self._answering: tuple[dict[str, str], Any] = ({}, None)
        self._known: tuple[int, Any, dict[Hashable, Any], dict[Hashable, Any]] = (0, None, {}, {})
        self._speeches: dict[tuple[str, tuple[tuple[str, str], ...]], Speech] = {}
        self._by_key: dict[tuple[str, str], Entry] = {}
        self._seen: dict[Seat, tuple[int, list[Entry]]] = {}
        self._seating: tuple[int, dict[str, SeatStatus]] = (0, {})
        self._begin([*entries])

    # -- the fold

    @property
    def opening(self) -> Mapping[str, Any]:
        """What the table was opened with."""
        first = self.entries[0].events[0]
        assert isinstance(first, TableOpened)
        return first.opening

    def append(self, entry: Entry) -> None:
        """Fold one more entry in."""
        reference = self._take_in(entry)
        if reference is None:
            self._write(entry)
            if self.is_play(entry):
                self.stood = None
            return
        if self.stood is None:
            self.stood, self._stood_at = self.state, entry.seq
        self._fold()

    def _begin(self, entries: list[Entry]) -> None:
        """Fold a whole log: once, and once more where presses were taken back at its end."""
        played = self._end_of_play(entries)
        for entry in entries[:played]:
            self._take_in(entry)
        self._fold()
        if played < len(entries):
            self.stood, self._stood_at = self.state, played
            for entry in entries[played:]:
                self._take_in(entry)
            self._fold()

    def _end_of_play(self, entries: list[Entry]) -> int:
        """How many entries there are before presses were taken back after which nothing was played."""
        end = len(entries)
        for entry in reversed(entries):
            if back_reference(entry) is not None:
                end = entry.seq
            elif self.is_play(entry):
                break
        return end

    def _take_in(self, entry: Entry) -> Undone | Redone | None:
        """Note an entry, not yet what follows from it. Returns the undo or redo that it is, if it is one."""
        self.entries.append(entry)
        self._by_key[entry.seat, entry.key] = entry
        reference = back_reference(entry)
        if reference is not None:
            (self.undone.add if isinstance(reference, Undone) else self.undone.discard)(reference.press)
        if reference is not None or self.is_play(entry):
            self._moves.append(entry)
        return reference

    def _fold(self) -> None:
        """Fold all that stands."""
        for entry in self.entries:
            if self.stands(entry):
                self._write(entry)

    def _write(self, entry: Entry) -> None:
        if entry.seq == 0:
            self.state = self.game.start(self.opening)
            self.standing_rolls = 0
        self.state.press = entry.seq
        for event in entry.events:
            happen(self.game, event, self.state)
            if event.counted is not None:
                self.standing_rolls = max(self.standing_rolls + 1, event.counted.number or 0)

    @cached_property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        """The words of the game, the table's own cards named as they were when it opened."""
        known, own = self.game.words, self.game.table_words(self.opening)
        if self.practice:
            own = {**own, **self.practice.words()}
        return {**known, **own} if any(known.get(key) != words for key, words in own.items()) else known

    @cached_property
    def practice(self) -> Practice | None:
        """The script of a practice table."""
        return practice_of(self.opening)

    @property
    def step(self) -> tuple[int, Step] | None:
        """What a practice table waits for, with its number; None once its script is told, and at any other table."""
        if self.practice is None:
            return None
        return self.practice.step(sum(self.is_play(entry) for entry in self.entries if self.stands(entry)))

    def speech(self, language: str) -> Speech:
        """Turns keys into a language, the table's own cards by their names, and what people named as they call it."""
        given = tuple(sorted(self.game.names(self.state).items()))
        if not given and self.words is self.game.words:
            return self.game.speech(language)
        if (language, given) not in self._speeches:
            self._speeches = {key: said for key, said in self._speeches.items() if key[1] == given}
            called = {f"name.{key}": dict.fromkeys(LANGUAGES, name) for key, name in given}
            self._speeches[language, given] = Speech({**self.words, **called}, language)
        return self._speeches[language, given]

    def entry_of(self, seat: Seat, key: str) -> Entry | None:
        """The press that a seat gave with that key, if it did."""
        return self._by_key.get((seat.name, key))

    def at(self, length: int) -> Table:
        """The table as its first `length` entries left it."""
        if length == len(self.entries):
            return self
        before = Table(self.code, self.game, self.entries[:length])
        before.exported = self.exported
        return before

    def cut(self, length: int) -> None:
        """Forget what was folded in behind the first `length` entries: it was not kept."""
        if length < len(self.entries):
            self.__dict__.update(self.at(length).__dict__)

    def stands(self, entry: Entry) -> bool:
        """Whether a press has not been undone."""
        return entry.seq not in self.undone

    @cached_property
    def _book_as_opened(self) -> Any:
        return self.game.open_book(self.opening)

    def book(self, readings: Mapping[str, str] | None = None) -> Any:
        """The book of this table, its open questions answered as the table says (or, for one press, as `readings`)."""
        answers = {**self.state.answers, **(readings or {})}
        if self._answering[0] != answers or self._answering[1] is None:
            self._answering = answers, self._book_as_opened.answering(answers)
        return self._answering[1]

    # -- what a seat has seen

    @cached_property
    def seats(self) -> Mapping[str, str | None]:
        """Every seat with its side or none; tables of before seats had sides list them, each side a seat."""
        seats = self.opening["seats"]
        named = isinstance(seats, Mapping)
        return seats if named else {name: name if name in self.game.sides else None for name in seats}

    @property
    def seating(self) -> Mapping[str, SeatStatus]:
        """Every seat with how it was given out so far."""
        looked, seating = self._seating
        if looked != len(self.entries):
            seating = seating_after(seating or dict.fromkeys(self.seats, SeatStatus()), self.entries[looked:])
            self._seating = len(self.entries), seating
        return seating

    @property
    def generations(self) -> Mapping[str, int]:
        """Every seat with how often it was freed: rights to it that were given out before are dead."""
        return {name: status.freed for name, status in self.seating.items()}

    def seat(self, name: str) -> Seat:
        """The chair of that name."""
        if name not in self.seats:
            return PUBLIC
        return Seat(name, self.seats[name], name == REFEREE and self.opening["referee_sees"] == "all")

    def sees(self, seat: Seat, entry: Entry) -> bool:
        """Whether a press exists for the seat: an undo of what it never saw does not."""
        reference = back_reference(entry)
        if reference is not None:
            return self.sees(seat, self.entries[reference.press])
        return any(event.seen_by(seat) for event in entry.events)

    def seen(self, seat: Seat) -> list[Entry]:
        """The presses that exist for the seat, in order; the place in this list (from 1) is the seat's own seq."""
        looked, known = self._seen.get(seat, (1, []))
        if looked != len(self.entries):
            new = self.entries[looked:]
            known = known + [entry for entry in new if self.sees(seat, entry)]
            self._seen[seat] = looked + len(new), known
        return known

    def seq(self, seat: Seat) -> int:
        """How many presses the seat has seen something of."""
        return len(self.seen(seat))

    def seq_at(self, seat: Seat, press: int) -> int:
        """The seat's own seq at the time of a press of the log."""
        return bisect_right(self.seen(seat), press, key=lambda entry: entry.seq)

    def length_at(self, seat: Seat, seq: int) -> int:
        """How many entries the log had when the seat's own seq was last `seq`."""
        later = self.seen(seat)[seq:]
        return later[0].seq if later else len(self.entries)

    def state_for(self, seat: Seat) -> Any:
        """The state as the seat may see it, presses counted in its own seq."""
        state = copy(veil(self.state, seat))
        number_presses(state, self, seat)
        return state

    def look(self, seat: Seat, readings: Mapping[str, str] | None = None) -> Look:
        """What commands see when this seat asks (by other `readings`)."""
        book = self.book(readings)
        length, read, _, by_book = self._known
        if length != len(self.entries) or book is not read:
            self._known = len(self.entries), book, {}, by_book if book is read else {}
        return Look(self.state, book, seat, self, *self._known[2:])

    def offers_for(
        self,
        seat: Seat,
        *,
        greyed: bool = False,
        reckoned: bool = True,
        but: Collection[str] = (),
        readings: Mapping[str, str] | None = None,
    ) -> list[Offer]:
        """What the seat may do now (by other `readings`), leaving out the commands in `but`.

        With `greyed`, also what its side cannot do now, each with the reason; `reckoned`: with what rolls come to.
        """
        if seat == PUBLIC:
            return []
        look = self.look(seat, readings)
        look.greyed, look.reckons = greyed, reckoned
        commands = self.game.commands if seat.side else self.game.commands_of_no_side
        asked = [command for key, command in commands.items() if key not in but]
        offers = [offer for command in ungated(asked, look) for offer in offers_of(command, look)]
        if step := self.step:
            offers = [*only_the_step(step[1], seat.name, offers)]
        return [offer for offer in offers if offer.why_not is None or (greyed and offer.group == "play")]

    # -- undo

    def newest_play(self, seat: Seat) -> Entry | None:
        """The newest standing press of play that the seat may see."""
        plays = (entry for entry in reversed(self._moves) if self.stands(entry) and self.is_play(entry))
        return next((entry for entry in plays if self.sees(seat, entry)), None)

    def rulings_since_play(self, side: str) -> list[Entry]:
        """The standing rulings since a side last played, the newest first."""
        plays = (entry for entry in reversed(self._moves) if self.stands(entry) and self.is_play(entry))
        since = takewhile(lambda entry: self.seats.get(entry.seat) != side, plays)
        return [entry for entry in since if any(type(event).rules for event in entry.events)]

    def newest_undone(self, seat: Seat) -> Entry | None:
        """The press that a redo would bring back: the last undone one, as long as nothing was played since."""
        redone = 0
        for entry in reversed(self._moves):
            if not self.sees(seat, entry):
                continue
            reference = back_reference(entry)
            if isinstance(reference, Redone):
                redone += 1
            elif isinstance(reference, Undone) and redone:
                redone -= 1
            elif isinstance(reference, Undone):
                return self.entries[reference.press]
            elif self.is_play(entry) and self.stands(entry):
                return None
        return None

    def taken_back(self) -> list[Entry]:
        """The presses that were taken back since `stood`, in order, and do not stand again."""
        found = map(back_reference, self.entries[self._stood_at :])
        presses = sorted({one.press for one in found if one is not None} & self.undone)
        return [self.entries[press] for press in presses]

    def undone_by(self, undone: Entry) -> str | None:
        """The seat that last undid a press."""
        for entry in reversed(self._moves):
            reference = back_reference(entry)
            if isinstance(reference, Undone) and reference.press == undone.seq:
                return entry.seat
        return None

    def is_play(self, entry: Entry) -> bool:
        """Whether a press is one of play."""
        return entry.seq > 0 and all(type(event).is_play for event in entry.events)


def decided(table: Table, seat: Seat, press: Press, dice: Dice) -> Draft:
    """Decide a press against the table as it is. Raises Malformed or Refused; the kept state stays untouched."""
    command = parsed_command(table.game, press)
    draft = draft_of(table, seat, press)
    draft.dice = dice
    decide(table, command, press, draft)
    return draft


def decide(table: Table, command: Command, press: Press, draft: Draft) -> None:
    """Note on the draft all that follows from a command. Raises Refused, maybe after some of it."""
    if draft.seat == PUBLIC or not command.open_to(draft):
        raise Refused("not-your-command", field="command")
    check_open(type(command), draft)
    if step := table.step:
        check_practised(step[1], table.game.commands, draft.seat.name, command, press.dice)
    carry_out(command, draft)
    if press.readings and not any(event.seen_by(PUBLIC) for event in draft.events):
        raise Refused("reading-of-a-secret", field="table_rulings")
    if command.group == "play":
        table.game.settle(draft)


def parsed_command(game: Game, press: Press) -> Command:
    """The command of a press with its fields. Raises Malformed, Refused."""
    command_type = game.commands.get(press.command)
    if command_type is None:
        raise Refused("unknown-command", field="command", command=press.command)
    check_form(command_type, press)
    return parsed(command_type, dict(press.fields), typed=press.typed)


def draft_of(table: Table, seat: Seat, press: Press, book: Any = None) -> Draft:
    """A copy of the table's state to decide a press on; what is worked out there is not the table's."""
    look, state = table.look(seat, press.readings), copied(table.state)
    read, known, by_book = (look.book, {**look.known}, look.by_book) if book is None else (book, {}, {})
    state.press = len(table.entries)
    return Draft(state, read, seat, table, known, by_book, typed=press.dice, standing_rolls=table.standing_rolls)


def check_form(command: type[Command], press: Press) -> None:
    """Dice only where a command rolls, other readings only of the rules of play. Raises Malformed."""
    if press.readings and command.group != "play":
        raise Malformed("unknown-field", field="table_rulings")
    if press.dice is not None and not command.rolls:
        raise Malformed("unknown-field", field="dice")


def tap(table: Table, seat: Seat, press: Press, dice: Dice) -> list[Event]:
    """The events that follow from a press.

    Raises Malformed, Refused, or Stale: refused now, though allowed at what the seat had seen.
    """
    if press.seen is not None and not 0 <= press.seen <= table.seq(seat):
        raise Refused("seen-in-the-future", field="seen", seq=table.seq(seat))
    try:
        return decided(table, seat, press, dice).events
    except Refused as refused:
        if press.seen is None or press.seen == table.seq(seat):
            raise
        before = table.at(table.length_at(seat, press.seen))
        try:
            decided(before, seat, press, dice)
        except (Refused, Malformed):
            raise refused from None
        raise Stale(refused, press.seen, table.seen(seat)[press.seen]) from refused


def data_of(table: Table, event: Event, seat: Seat) -> Any:
    """The veiled fields of an event as JSON values, no working or dice source; `roll`, `dice` None where none fell."""
    fields = plain_fields(veil(event, seat), but_for="working")
    if type(event).names_press:
        fields["press"] = table.seq_at(seat, fields["press"])
    if event.rolled is not None:
        fields["dice"] = fields["roll"].get("faces", {"hidden": len(event.rolled.faces)})
        fields["roll"] = event.rolled.number
    elif "roll" in fields:
        fields["dice"] = None
    return fields
