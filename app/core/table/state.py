"""The state of a table, replayed from the active entries, with its book and messages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from copy import copy
from functools import cached_property
from typing import Any, Self

from app.core.engine.event import CHANGE, Entry, OnTable, TableOrder, happen, order_number
from app.core.game.definition import Game
from app.core.messages.translator import LANGUAGES, Translator
from app.core.table.history import History
from app.core.table.physical import PhysicalTable, is_settled
from app.core.table_commands.lifecycle import TableOpened
from app.core.table_commands.tutorial import Tutorial, TutorialStep, practice_of
from app.core.table_commands.undo import Undone


class TableState(History):
    """A history with its replayed state; an undo or redo replays all active entries, once."""

    def __init__(self, code: str, game: Game, entries: Iterable[Entry]) -> None:
        super().__init__()
        self.code, self.game = code, game
        self.state: Any = None
        self.physical: PhysicalTable
        self.roll_count = 0
        self.exported = False
        """True if somebody exported the whole log with its secrets, after which nothing can be undone."""
        self.taken: Collection[str] | None = None
        """The seats that somebody holds, as stored beside the log; None for a table that is stored nowhere."""
        self._answering: dict[bool, tuple[dict[str, str], Any]] = {}
        """True for answers other than the table's own → the last of them with their book."""
        self._speeches: dict[tuple[str, tuple[tuple[str, str], ...]], Translator] = {}
        self._without: tuple[int, set[int], Self] | None = None
        """The table without some entries: the log's length then, their seqs, and that table."""
        for entry in entries:
            self.add_entry(entry)
        self._fold()

    @property
    def opening(self) -> Mapping[str, Any]:
        first = self.entries[0].events[0]
        assert isinstance(first, TableOpened)
        return first.opening

    @cached_property
    def seats(self) -> Mapping[str, str | None]:
        """Return every seat with its side or None.

        Tables from before seats had sides list sides; each is a seat.
        """
        seats = self.opening["seats"]
        named = isinstance(seats, Mapping)
        return seats if named else {name: name if name in self.game.sides else None for name in seats}

    def append(self, entry: Entry) -> None:
        length, reference = len(self.entries), self.add_entry(entry)
        known, self._without = self._without, None
        undone = {reference.press, *reference.answers} if isinstance(reference, Undone) else set()
        if undone and known is not None and known[:2] == (length, undone):
            self.state, self.physical, self.roll_count = known[2].state, known[2].physical, known[2].roll_count
            self._write(entry)
        elif reference is None:
            self._write(entry)
        else:
            self._fold()

    def _fold(self) -> None:
        for entry in self.entries:
            if self.is_active(entry):
                self._write(entry)

    def _write(self, entry: Entry) -> None:
        if entry.seq == 0:
            self.state = self.game.rules.start(self.opening)
            self.roll_count = 0
        self.state.press = entry.seq
        moves = False
        for event in entry.events:
            happen(self.game.rules, event, self.state)
            if (counted := event.counted) is not None:
                self.roll_count = max(self.roll_count + 1, counted.number or 0)
            moves = moves or event.moves_pieces or is_settled(event)
        if entry.seq == 0:
            self.physical = PhysicalTable(self.game.rules.on_table, self.state)
        if not moves:
            return
        mover = (entry.seat, self.seats.get(entry.seat) or entry.seat) if self.is_play(entry) else ()
        self.physical.note(entry, mover, self.state)

    @property
    def orders(self) -> Mapping[str, TableOrder]:
        """Return the instructions for the physical table, the oldest first."""
        return self.physical.orders(self.state)

    def was_ordered(self, key: str) -> bool:
        of_events, of_changes = order_number(key), order_number(key, CHANGE)
        return 0 < of_events <= self.state.orders_given or 0 < of_changes <= self.physical.changes_noted

    def settled(self, orders: Collection[str]) -> OnTable:
        """Return what changes on the physical table once these instructions are carried out."""
        return self.physical.settled(orders)

    def changed_by(self, *entries: Entry) -> OnTable:
        """Return what active entries changed on the physical table: piece → what lies there now."""
        return self.physical.differences(self.without(*(entry.seq for entry in entries)).physical)

    def without(self, *entries: int) -> Self:
        """Return the table as it is once active entries of these seqs are undone; never write to it."""
        known, undone = self._without, {*entries}
        if known is None or known[:2] != (len(self.entries), undone):
            without = copy(self)
            without._answering = {}
            without._without, without.undone = None, self.undone | undone
            without._fold()
            self._without = known = len(self.entries), undone, without
        return known[2]

    def at(self, length: int) -> Self:
        if length == len(self.entries):
            return self
        before = type(self)(self.code, self.game, self.entries[:length])
        before.exported, before.taken = self.exported, self.taken
        return before

    def state_while(self, holds: Callable[[Any], bool]) -> Any:
        """Return the last state, counted from the opening, up to which a condition holds.

        Never write to it.
        """
        replay, active = copy(self), [entry for entry in self.entries if self.is_active(entry)]
        for count, entry in enumerate(active):
            replay._write(entry)
            if count and not holds(replay.state):
                active = active[:count]
                break
        for entry in active:
            replay._write(entry)
        return replay.state

    def truncate(self, length: int) -> None:
        """Drop all after the first `length` entries, since it was not stored."""
        if length < len(self.entries):
            self.__dict__.update(self.at(length).__dict__)

    # -- its book, its script and its messages

    @cached_property
    def _book_as_opened(self) -> Any:
        return self.game.rules.open_book(self.opening)

    def book(self, readings: Mapping[str, str] | None = None) -> Any:
        """Return the book under the table's answers, or under `readings` for one command."""
        answers, other = {**self.state.answers, **(readings or {})}, bool(readings)
        if other not in self._answering or self._answering[other][0] != answers:
            self._answering[other] = answers, self._book_as_opened.with_answers(answers)
        return self._answering[other][1]

    @cached_property
    def practice(self) -> Tutorial | None:
        return practice_of(self.opening)

    @property
    def step(self) -> tuple[int, TutorialStep] | None:
        """Return the current step of a tutorial with its number, or None.

        Every move and every undo is one step, so that its number never falls.
        """
        if self.practice is None:
            return None
        return self.practice.step(len(self._moves))

    @cached_property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        """Return the game's messages, with the names of the table's own cards as of its opening."""
        known, own = self.game.words, self.game.files.table_words(self.opening)
        if self.practice:
            own = {**own, **self.practice.words()}
        return {**known, **own} if any(known.get(key) != words for key, words in own.items()) else known

    def get_translator(self, language: str) -> Translator:
        given = tuple(sorted(self.game.views.player_names(self.state).items()))
        if not given and self.words is self.game.words:
            return self.game.get_translator(language)
        if (language, given) not in self._speeches:
            self._speeches = {key: said for key, said in self._speeches.items() if key[1] == given}
            called = {f"name.{key}": dict.fromkeys(LANGUAGES, name) for key, name in given}
            self._speeches[language, given] = Translator({**self.words, **called}, language)
        return self._speeches[language, given]
