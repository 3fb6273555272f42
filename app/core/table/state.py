"""The state of a table: what the standing entries of its history add up to, in its book and its words."""

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
    """A history, folded once and kept. An entry is folded onto it; an undo or a redo folds all that stands anew."""

    def __init__(self, code: str, game: Game, entries: Iterable[Entry]) -> None:
        super().__init__()
        self.code, self.game = code, game
        self.roll_count = 0
        self.exported = False
        """True if somebody has the whole log, secrets and all: then nothing is taken back any more."""
        self.stood: Any = None
        """The state that still stands on people's table, once presses were taken back and nothing was played since."""
        self._stood_at = 0
        self._answering: tuple[dict[str, str], Any] = ({}, None)
        self._speeches: dict[tuple[str, tuple[tuple[str, str], ...]], Translator] = {}
        self._begin([*entries])

    @property
    def opening(self) -> Mapping[str, Any]:
        """Return what the table was opened with."""
        first = self.entries[0].events[0]
        assert isinstance(first, TableOpened)
        return first.opening

    def append(self, entry: Entry) -> None:
        """Fold one more entry in."""
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
        """The presses that were taken back since `stood`, in order, and do not stand again."""
        found = map(undo_target, self.entries[self._stood_at :])
        presses = sorted({one.press for one in found if one is not None} & self.undone)
        return [self.entries[press] for press in presses]

    def at(self, length: int) -> Self:
        """The table as its first `length` entries left it."""
        if length == len(self.entries):
            return self
        before = type(self)(self.code, self.game, self.entries[:length])
        before.exported = self.exported
        return before

    def truncate(self, length: int) -> None:
        """Forget what was folded in behind the first `length` entries: it was not kept."""
        if length < len(self.entries):
            self.__dict__.update(self.at(length).__dict__)

    # -- its book, its script and its words

    @cached_property
    def _book_as_opened(self) -> Any:
        return self.game.rules.open_book(self.opening)

    def book(self, readings: Mapping[str, str] | None = None) -> Any:
        """The book of this table, its open questions answered as the table says (or, for one press, as `readings`)."""
        answers = {**self.state.answers, **(readings or {})}
        if self._answering[0] != answers or self._answering[1] is None:
            self._answering = answers, self._book_as_opened.with_answers(answers)
        return self._answering[1]

    @cached_property
    def practice(self) -> Tutorial | None:
        """The script of a practice table."""
        return practice_of(self.opening)

    @property
    def step(self) -> tuple[int, TutorialStep] | None:
        """Return what a practice table waits for, with its number; None once its script is told, and at any other table."""
        if self.practice is None:
            return None
        return self.practice.step(sum(self.is_play(entry) for entry in self.entries if self.is_active(entry)))

    @cached_property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        """The words of the game, the table's own cards named as they were when it opened."""
        known, own = self.game.words, self.game.files.table_words(self.opening)
        if self.practice:
            own = {**own, **self.practice.words()}
        return {**known, **own} if any(known.get(key) != words for key, words in own.items()) else known

    def get_translator(self, language: str) -> Translator:
        """Turns keys into a language, the table's own cards by their names, and what people named as they call it."""
        given = tuple(sorted(self.game.views.player_names(self.state).items()))
        if not given and self.words is self.game.words:
            return self.game.get_translator(language)
        if (language, given) not in self._speeches:
            self._speeches = {key: said for key, said in self._speeches.items() if key[1] == given}
            called = {f"name.{key}": dict.fromkeys(LANGUAGES, name) for key, name in given}
            self._speeches[language, given] = Translator({**self.words, **called}, language)
        return self._speeches[language, given]
