"""The state of a table, replayed from the active entries, with its book and messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Self

from app.core.engine.event import Entry, happen
from app.core.game.definition import Game
from app.core.messages.translator import LANGUAGES, Translator
from app.core.table.history import History
from app.core.table_commands.lifecycle import TableOpened
from app.core.table_commands.tutorial import Tutorial, TutorialStep, practice_of
from app.core.table_commands.undo import undo_target


class TableState(History):
    """A history with its replayed state; an undo or redo replays all active entries."""

    def __init__(self, code: str, game: Game, entries: Iterable[Entry]) -> None:
        super().__init__()
        self.code, self.game = code, game
        self.roll_count = 0
        self.exported = False
        """True if somebody exported the whole log with its secrets, after which nothing can be undone."""
        self.stood: Any = None
        """The state that people's physical table still shows after a take-back; None once a move is made."""
        self._stood_at = 0
        self._answering: tuple[dict[str, str], Any] = ({}, None)
        self._speeches: dict[tuple[str, tuple[tuple[str, str], ...]], Translator] = {}
        self._begin([*entries])

    @property
    def opening(self) -> Mapping[str, Any]:
        """Return the opening of the table."""
        first = self.entries[0].events[0]
        assert isinstance(first, TableOpened)
        return first.opening

    def append(self, entry: Entry) -> None:
        """Append an entry and apply its events."""
        reference = self.add_entry(entry)
        if reference is None:
            self._write(entry)
            if self.is_play(entry):
                self.stood = None
            return
        if self.stood is None:
            self.stood, self._stood_at = self.state, entry.seq
        self._fold()

    def _begin(self, entries: list[Entry]) -> None:
        played = self._end_of_play(entries)
        for entry in entries[:played]:
            self.add_entry(entry)
        self._fold()
        if played < len(entries):
            self.stood, self._stood_at = self.state, played
            for entry in entries[played:]:
                self.add_entry(entry)
            self._fold()

    def _end_of_play(self, entries: list[Entry]) -> int:
        end = len(entries)
        for entry in reversed(entries):
            if undo_target(entry) is not None:
                end = entry.seq
            elif self.is_play(entry):
                break
        return end

    def _fold(self) -> None:
        for entry in self.entries:
            if self.is_active(entry):
                self._write(entry)

    def _write(self, entry: Entry) -> None:
        if entry.seq == 0:
            self.state = self.game.rules.start(self.opening)
            self.roll_count = 0
        self.state.press = entry.seq
        for event in entry.events:
            happen(self.game.rules, event, self.state)
            if event.counted is not None:
                self.roll_count = max(self.roll_count + 1, event.counted.number or 0)

    def undone_entries(self) -> list[Entry]:
        """Return the entries taken back since `stood` that are not active again, in order."""
        found = map(undo_target, self.entries[self._stood_at :])
        presses = sorted({one.press for one in found if one is not None} & self.undone)
        return [self.entries[press] for press in presses]

    def at(self, length: int) -> Self:
        """Return the table as of its first `length` entries."""
        if length == len(self.entries):
            return self
        before = type(self)(self.code, self.game, self.entries[:length])
        before.exported = self.exported
        return before

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
        answers = {**self.state.answers, **(readings or {})}
        if self._answering[0] != answers or self._answering[1] is None:
            self._answering = answers, self._book_as_opened.with_answers(answers)
        return self._answering[1]

    @cached_property
    def practice(self) -> Tutorial | None:
        """Return the script of a tutorial, or None."""
        return practice_of(self.opening)

    @property
    def step(self) -> tuple[int, TutorialStep] | None:
        """Return the current step of a tutorial with its number, or None."""
        if self.practice is None:
            return None
        return self.practice.step(sum(self.is_play(entry) for entry in self.entries if self.is_active(entry)))

    @cached_property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        """Return the game's messages, with the names of the table's own cards as of its opening."""
        known, own = self.game.words, self.game.files.table_words(self.opening)
        if self.practice:
            own = {**own, **self.practice.words()}
        return {**known, **own} if any(known.get(key) != words for key, words in own.items()) else known

    def get_translator(self, language: str) -> Translator:
        """Return the translator of this table, which knows its own cards and players' names."""
        given = tuple(sorted(self.game.views.player_names(self.state).items()))
        if not given and self.words is self.game.words:
            return self.game.get_translator(language)
        if (language, given) not in self._speeches:
            self._speeches = {key: said for key, said in self._speeches.items() if key[1] == given}
            called = {f"name.{key}": dict.fromkeys(LANGUAGES, name) for key, name in given}
            self._speeches[language, given] = Translator({**self.words, **called}, language)
        return self._speeches[language, given]
