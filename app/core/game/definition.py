"""The definition of a game: what it must declare, and what it may leave out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from random import Random
from typing import Any

from app.core.content.cards.fields import CardRules, SetData
from app.core.content.missions import BoardEditor, MissionData, MissionRules
from app.core.content.set_up import SetUpItem
from app.core.engine.command import Command, Draft, overrides_allowed_for
from app.core.engine.event import Entry, Event, OrdersOf, PendingAnswer, Pieces, Seat, State, TableEvent
from app.core.engine.offers import Offer
from app.core.game.details import Details
from app.core.game.opponent import Opponent
from app.core.game.options import Options
from app.core.messages.rule_catalogue import headings_of, rule_links_of, rules_of
from app.core.messages.translator import Entry as WordEntry
from app.core.messages.translator import Translator, words_of
from app.core.rules.book import PlainBook, Question, asked_in, load_toml
from app.core.rules.dice import D6_FACES, Face
from app.core.rules.inputs import Facts
from app.core.rules.ruling import RulingResult
from app.core.table_commands.builtin import COMMANDS
from app.core.table_commands.house_rulings import OtherReadingUsed, QuestionAnswered, TableRuling
from app.core.table_commands.lifecycle import CampaignWentOn
from app.core.table_commands.opponents import (
    AppExplained,
    AppMayGoOn,
    AppStuck,
    GoOn,
    HelpBegan,
    HelpEnded,
    LetAppHelp,
    LetAppPlay,
    PaceSet,
    SetPace,
    StopAppHelp,
)
from app.core.table_commands.seating import AppSeated
from app.core.table_commands.setting_up import SetUpTicked, TickSetUp
from app.core.table_commands.tutorial import Tutorial

REFEREE = "referee"
PRACTICE = "data/practice.toml"
Opening = Mapping[str, Any]
"""The opening of a table as plain data, copied so that a log is complete by itself."""
RulingOf = tuple[type[Facts], Callable[[Any, Any], RulingResult]]


@dataclass(frozen=True)
class CampaignRules:
    history: Callable[[Any], Any]
    """Table → the record of its campaign, or None."""
    sequel: Callable[[Any], Opening]
    """Finished table → the opening of the next one in its campaign. Raise Refused."""
    came_from: Callable[[Opening], str | None]
    """Opening → the code of the previous table of its campaign. Raise LookupError for an invalid record."""


@dataclass(frozen=True)
class CarryOverFile:
    name: str
    text: str


@dataclass(frozen=True)
class RulePicture:
    rule: str
    svg: str


@dataclass(frozen=True)
class Statistic:
    """A count for a side (message `count.<what>`); for dice, with the expected number."""

    what: str
    side: str
    number: int
    expected: Fraction | None = None

    @property
    def luck(self) -> float:
        """Return the number minus the expected one, to one decimal; negative if below."""
        return 0.0 if self.expected is None else round(float(self.number - self.expected), 1)


@dataclass(frozen=True, eq=False)
class GameRules:
    start: Callable[[Opening], State]
    own_commands: Sequence[type[Command]]
    """The game's commands in the order of their offers."""
    event_base: type[Event]
    """The base class of its events."""
    rulings: Mapping[str, RulingOf] = field(default_factory=dict)
    questions: Mapping[str, Question] = field(default_factory=dict)
    """The open questions of its rules."""
    dice: Sequence[Sequence[Face]] = (D6_FACES,)
    """The dice that its tables roll, each by its faces. Rolls of an imported log are checked against them."""
    phases: Sequence[str] = ()
    """Every phase of its state."""
    open_book: Callable[[Opening], Any] = lambda opening: PlainBook(answers=dict(opening["answers"]))
    """Opening → its typed book, which has `with_answers`."""
    edition_book: Callable[[str, Mapping[str, str]], Any] = lambda edition, answers: PlainBook(answers=dict(answers))
    """Edition and answers → the book of a ruling without a table."""
    after_command: Callable[[Draft], None] = lambda draft: None
    """Automatic consequences of any command. At the start it is tried on a draft without events."""
    unknown: Callable[[Any, Any], Iterable[str]] = lambda state, book: ()
    """State and its book → what the state names that neither has; a log that leads to such a state is forged."""
    orders: Mapping[type[Event], OrdersOf] = field(default_factory=dict)
    """Event type → its instructions for the physical table."""
    off_table: Callable[[Any], Collection[str]] = lambda state: ()
    """State → the pieces that have left the table and need no more instructions."""
    set_up: Callable[[Any, Any, Opening], Iterable[SetUpItem]] | None = None
    """Public state, book and opening → what people put on their table before they play."""
    is_setting_up: Callable[[Any], bool] = lambda state: not state.turn
    """State → whether the set-up list can still be ticked."""
    on_table: Callable[[Any], Pieces] = lambda state: {}
    """State → what everybody can see on the physical table: piece → its aspects (`core/table/physical.py`)."""
    after_game_commands: frozenset[str] = frozenset()
    """Keys of the game's commands that remain possible after its end."""
    silent_refusals: frozenset[str] = frozenset()
    """Refusal codes for what a piece or a mission does not have; their reasons are not shown."""
    campaign: CampaignRules | None = None


Outcome = tuple[str, Mapping[str, Any]]
"""The word of a message under `outcome`, and its values."""


@dataclass(frozen=True, eq=False)
class GameViews:
    board_view: Callable[[Any, Seat, Sequence[Offer]], Mapping[str, Any]] = lambda table, seat, offers: {}
    """Table, seat and offers → the view model of the board, from redacted data. `state` passes on the redacted state if
    the game has it already."""
    board_svg: Callable[[Opening, str], str] | None = None
    """Opening and one of the `viewpoints` ("" for the usual one) → the static part of the board as an SVG, which a page
    fetches once."""
    viewpoints: Sequence[str] = ()
    """Other viewpoints of its picture: a page fetches `picture.svg?view=…`."""
    selection_view: Callable[[Any, Seat, Sequence[Offer], str], Mapping[str, Any]] | None = None
    """Table, seat, offers and a thing → the context of `chosen.html` while that thing is selected; empty if there is
    nothing to do with it."""
    thing_view: Callable[[Any, Seat, Sequence[Offer], str, Translator], Details | None] = (
        lambda table, seat, offers, thing, said: None
    )
    """Table, seat, offers, a thing and the reader's words → what is told of it; None if nothing is."""
    rule_pictures: Callable[[], Mapping[str, RulePicture]] = dict
    """Rules that people look up by a picture, by name."""
    board_as_text: Callable[[Any, Seat], Mapping[str, Any]] | None = None
    """Table and seat → the context of `places.html`: the map in words."""
    set_up_picture: Callable[[Any, Seat], Mapping[str, Any]] | None = None
    """Table and seat → the context of `set_up_picture.html`, which draws the ground; empty if it is not known."""
    statistics: Callable[[Any, Iterable[Event], Any], Iterable[Statistic]] = lambda state, events, book: ()
    """Redacted state and events of a finished game, and its book → statistics of each side."""
    course: Sequence[str] = ()
    """Statistics of which one is drawn over the turns: the first that changes in several turns, else in one."""
    fallen: Callable[[Any], Mapping[str, Iterable[str]]] = lambda state: {}
    """Public state → what each side has lost, by name."""
    pending_answers: Callable[[Any], Iterable[PendingAnswer]] = lambda state: state.waiting
    """Redacted state → pending answers, including those for which the table does not wait."""
    advice_order: Sequence[str] = ()
    """Commands, or labels of offers, by priority: the first one offered is the advice `now.<command>`."""
    player_names: Callable[[Any], Mapping[str, str]] = lambda state: {}
    """State → names given by players, by key."""
    name_suffix: Callable[[Any, Any], Sequence[str]] = lambda state, thing: ()
    """State and thing → words behind its public name in forms, to tell it from others."""
    outcome: Callable[[Any, Sequence[Event]], Outcome | None] = lambda state, events: None
    """Redacted state and the events of an entry → what came of its last dice in short."""
    parts: Callable[[Any, str], Sequence[str]] = lambda state, thing: ()
    """State and thing → its parts, which are corrected together with it."""


@dataclass(frozen=True, eq=False)
class GameFiles:
    cards: CardRules | None = None
    """The rules for card sets, if people can edit its cards."""
    mission_files: MissionRules | None = None
    """The rules for missions, if its missions are files."""
    book_missions: Sequence[int] = ()
    """The mission numbers of its rules, if its missions are no files."""
    board_editor: BoardEditor | None = None
    """The editor of own missions, if its missions draw a board."""
    carry_over_files: Callable[[Any, Seat], Mapping[str, CarryOverFile]] = lambda state, seat: {}
    """Redacted state and seat → files that can be carried to another table, by thing."""
    extra_messages: Callable[[], Mapping[str, WordEntry]] = dict
    """Messages besides those of its folder: names of cards and missions."""
    table_words: Callable[[Opening], Mapping[str, WordEntry]] = lambda opening: {}
    """Opening → names and texts of the table's own cards and mission."""


@dataclass(frozen=True, eq=False)
class FuzzProfile:
    options: Callable[[Random, int], Mapping[str, Any]] = lambda chance, number: {}
    """Random source and number → the game's own options of that random game."""
    altered: Callable[[Opening, Random], Opening] = lambda opening, chance: opening
    """Opening → an opening with random changes beyond what options allow."""
    empty: Callable[[Opening, Random], Collection[str]] = lambda opening, chance: ()
    """Opening → the seats that nobody takes."""
    weights: Mapping[str, float] = field(default_factory=dict)
    """Command → its weight; commands without one weigh more the less they have occurred."""
    decisive: Mapping[str, float] = field(default_factory=dict)
    """The weights of a player who wants the game to end."""
    steady: frozenset[str] = frozenset()
    """Commands that every player gives with the same weight."""
    lasting: frozenset[str] = frozenset()
    """Paths that no random house ruling sets: without these values a game need not end."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Command field → the text of the file that a player gives."""
    ending: Callable[[Any], Sequence[str]] = lambda table: (str(table.state.winner),)
    """Finished table → its ending, for statistics."""
    audit: Callable[[Any], Callable[[Entry], list[str]]] = lambda table: lambda entry: []
    """Table before an entry → a check that returns the violations once the entry is appended."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game: a record, not a base class; every field with a default is optional."""

    key: str
    folder: Path
    """The folder of its words.toml, rules.toml, templates/ and static/."""
    sides: Sequence[str]
    editions: Sequence[str]
    rules: GameRules
    views: GameViews = field(default_factory=GameViews)
    files: GameFiles = field(default_factory=GameFiles)
    fuzzing: FuzzProfile = field(default_factory=FuzzProfile)
    opponent: Opponent | None = None
    """The app as a player, if it can play the game."""
    helper: Opponent | None = None
    """The app as a helper at a seat that people hold, who give what it leaves to them; only with an `opponent`."""
    first_battle: Mapping[str, Any] = field(default_factory=dict)
    """Options of a first battle against the app, if it plays a side without being an `opponent`."""
    options: type[Options] = Options
    """The options of a new table."""
    options_in: Callable[[Mapping[str, str], dict[str, Any]], Mapping[str, Any]] = lambda form, common: common
    """Form of a new table and the common options → all options, still to be validated."""
    option_fields: Mapping[str, str] = field(default_factory=dict)
    """Option → the name of its form field, if it differs; its label is the message `option.<field>`."""
    seats: Callable[[Any], Mapping[str, str | None]] | None = None
    """Options → side by seat; without it, each side has one seat of its name."""
    opening: Callable[[Any, SetData | None, Mapping[str, MissionData]], Opening] = lambda options, cards, own: {}
    """Options, the host's card set and the host's missions → the game's own part of an opening. Raise Refused, naming
    the field."""
    rematch_setup: Callable[[Any, Callable[[str], str]], Opening] = lambda table, moved: {}
    """Table → the changes of its opening for a rematch; `moved` maps each seat to its new one."""

    # -- derived values

    @cached_property
    def commands(self) -> Mapping[str, type[Command]]:
        """Return every command of its tables by key, including those of the table itself."""
        needless: tuple[type[Command], ...] = () if self.rules.questions else (TableRuling,)
        needless += () if self.rules.set_up else (TickSetUp,)
        needless += () if self.opponent else (LetAppPlay, SetPace, GoOn)
        needless += () if self.helper else (LetAppHelp, StopAppHelp)
        every: list[type[Command]] = [*self.rules.own_commands, *(one for one in COMMANDS if one not in needless)]
        return {command.key: command for command in every}

    @cached_property
    def commands_of_no_side(self) -> Mapping[str, type[Command]]:
        """Return the commands that a seat without a side could ever give."""
        return {key: command for key, command in self.commands.items() if overrides_allowed_for(command)}

    @cached_property
    def commands_off_boards(self) -> frozenset[str]:
        return frozenset(key for key, command in self.commands.items() if not command.on_boards)

    @property
    def own_events(self) -> Sequence[type[Event]]:
        return self.rules.event_base.kinds

    @cached_property
    def events(self) -> Mapping[str, type[Event]]:
        needless: tuple[type[Event], ...] = () if self.rules.questions else (QuestionAnswered, OtherReadingUsed)
        needless += () if self.rules.campaign else (CampaignWentOn,)
        needless += () if self.rules.set_up else (SetUpTicked,)
        needless += () if self.opponent else (AppSeated, PaceSet, AppMayGoOn, AppExplained, AppStuck)
        needless += () if self.helper else (HelpBegan, HelpEnded)
        every: list[type[Event]] = [*(one for one in TableEvent.kinds if one not in needless), *self.own_events]
        return {event.key: event for event in every}

    @cached_property
    def practice(self) -> Tutorial | None:
        path = self.folder / PRACTICE
        return Tutorial.model_validate(load_toml(path)) if path.is_file() else None

    @property
    def missions(self) -> list[int | str]:
        return list(self.files.mission_files.shipped) if self.files.mission_files else list(self.files.book_missions)

    @property
    def card_sets(self) -> list[str]:
        return list(self.files.cards.shipped) if self.files.cards else []

    @cached_property
    def words(self) -> Mapping[str, WordEntry]:
        return {**words_of(self.folder), **self.files.extra_messages()}

    @property
    def rule_catalogue(self) -> Mapping[str, Any]:
        """Return its rule catalogue: id → {id, summary, sources}."""
        return rules_of(self.folder)

    @property
    def headings(self) -> Mapping[str, Mapping[str, str]]:
        return headings_of(self.folder)

    @property
    def rule_links(self) -> Mapping[str, Mapping[str, Any]]:
        return rule_links_of(self.folder)

    def questions_in(self, edition: str) -> Mapping[str, Question]:
        return asked_in(self.rules.questions, edition)

    @cache  # noqa: B019 - registered games live as long as the process
    def get_translator(self, language: str) -> Translator:
        return Translator(self.words, language)

    def seats_for(self, options: Options) -> dict[str, str | None]:
        seats = self.seats(options) if self.seats else {side: side for side in self.sides}
        return {**seats, **({REFEREE: None} if options.referee else {})}

    def history(self, table: Any) -> Any:
        return self.rules.campaign.history(table) if self.rules.campaign else None
