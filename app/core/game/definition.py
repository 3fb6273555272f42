"""A game on the shelf: what it says of itself, and what it may lack."""

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
from app.core.engine.command import Command, Draft, overrides_allowed_for
from app.core.engine.event import Entry, Event, OrdersOf, PendingAnswer, Seat, State, TableEvent
from app.core.engine.offers import Offer
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
from app.core.table_commands.ticking import TickedOff, TickOff, TickOffAll
from app.core.table_commands.tutorial import Tutorial

REFEREE = "referee"
PRACTICE = "data/practice.toml"
Opening = Mapping[str, Any]
"""What a table copied when it opened, as plain data: a log stands alone."""
RulingOf = tuple[type[Facts], Callable[[Any, Any], RulingResult]]


@dataclass(frozen=True)
class CampaignRules:
    """What a game says of missions in a row."""

    history: Callable[[Any], Any]
    """A table → the record of its campaign, or None."""
    sequel: Callable[[Any], Opening]
    """A table that is over → all that the next table of its campaign is opened with. Raises Refused."""
    came_from: Callable[[Opening], str | None]
    """What a table copied → the code of the table before it in its campaign. Raises LookupError for no record."""


@dataclass(frozen=True)
class CarryOverFile:
    """Something of a table that may be given to another one, as a file: what it is called, and its text."""

    name: str
    text: str


@dataclass(frozen=True)
class RulePicture:
    """Something that people look up by its picture: the rule about it, and the picture, an SVG."""

    rule: str
    svg: str


@dataclass(frozen=True)
class Statistic:
    """So many of something (word `count.<what>`) for a side; of dice, with how many were to be expected."""

    what: str
    side: str
    number: int
    expected: Fraction | None = None

    @property
    def luck(self) -> float:
        """Return how many more there were than to be expected, or fewer, with one decimal."""
        return 0.0 if self.expected is None else round(float(self.number - self.expected), 1)


@dataclass(frozen=True, eq=False)
class GameRules:
    """How a game is played: its state, commands, events, rulings and open questions."""

    start: Callable[[Opening], State]
    own_commands: Sequence[type[Command]]
    """In the order in which they are offered."""
    event_base: type[Event]
    """What all its events are made from."""
    rulings: Mapping[str, RulingOf] = field(default_factory=dict)
    questions: Mapping[str, Question] = field(default_factory=dict)
    """What the rules leave open."""
    dice: Sequence[Sequence[Face]] = (D6_FACES,)
    """The dice that its tables roll, each by its faces: what an imported log rolled is checked against the seed."""
    phases: Sequence[str] = ()
    """Every phase that its state names."""
    open_book: Callable[[Opening], Any] = lambda opening: PlainBook(answers=dict(opening["answers"]))
    """What a table copied → its typed book, which can be `answering` open questions."""
    edition_book: Callable[[str, Mapping[str, str]], Any] = lambda edition, answers: PlainBook(answers=dict(answers))
    """An edition by name and answers → the book of a ruling that has no table."""
    after_command: Callable[[Draft], None] = lambda draft: None
    """What follows by itself after any command; at the start it is tried on a draft in which nothing has happened."""
    orders: Mapping[type[Event], OrdersOf] = field(default_factory=dict)
    """Event → what it tells people to place, to move or to take away on their table."""
    off_table: Callable[[Any], Collection[str]] = lambda state: ()
    """The state → the pieces that have left the table, about which nothing is to be placed or moved any more."""
    after_game_commands: frozenset[str] = frozenset()
    """Keys of the game's own commands that may be given when it is over."""
    silent_refusals: frozenset[str] = frozenset()
    """Codes of refusals for what a piece or a mission simply has not: nobody asks why."""
    campaign: CampaignRules | None = None


@dataclass(frozen=True, eq=False)
class GameViews:
    """What people see of a table beyond what every table shows: its board, and how things of it are named."""

    board_view: Callable[[Any, Seat, Sequence[Offer]], Mapping[str, Any]] = lambda table, seat, offers: {}
    """Table, seat and its offers → what the game's board shows beyond its frame, made of what the seat may see;
    `state` is the state as the seat sees it, where the game has made it already."""
    board_svg: Callable[[Opening, str], str] | None = None
    """What a table copied and one of the `viewpoints` ("": the usual one) → the part of its board that never changes,
    as an SVG that a page asks for once."""
    viewpoints: Sequence[str] = ()
    """From where else its picture can be seen: a page asks for `picture.svg?view=…`."""
    selection_view: Callable[[Any, Seat, Sequence[Offer], str], Mapping[str, Any]] | None = None
    """Table, seat, its offers and a thing → what its board shows beside while that thing is chosen, which its
    `chosen.html` draws alone; nothing where there is nothing to do with it."""
    rule_pictures: Callable[[], Mapping[str, RulePicture]] = dict
    """What people look up by its picture, by its name."""
    board_as_text: Callable[[Any, Seat], Mapping[str, Any]] | None = None
    """Table and seat → what its page of places shows, drawn by its `places.html`: all that lies on a map, in words."""
    statistics: Callable[[Any, Iterable[Event], Any], Iterable[Statistic]] = lambda state, events, book: ()
    """The state and the events of a game that is over, as a seat sees them, and its book → what is counted of each
    side: points, losses, cards, luck."""
    pending_answers: Callable[[Any], Iterable[PendingAnswer]] = lambda state: state.waiting
    """The state as a seat sees it → who is to answer what, whether or not the table waits for it."""
    restore_steps: Callable[[Any, Any], Iterable[Any]] | None = None
    """The state that stands on people's table and the one after a take-back, both as everybody sees them → the steps
    from one to the other; without, the lines of what was taken back are told."""
    advice_order: Sequence[str] = ()
    """Its commands, or labels of their offers: a newcomer is told of the first that is offered, in two sentences,
    `now.<command>`."""
    player_names: Callable[[Any], Mapping[str, str]] = lambda state: {}
    """A state → what people call things of it that everybody knows: key → name."""
    name_suffix: Callable[[Any, Any], Sequence[str]] = lambda state, thing: ()
    """What a form says behind the name of something that everybody knows, so that people can tell it from its like."""
    parts: Callable[[Any, str], Sequence[str]] = lambda state, thing: ()
    """What else is corrected together with a thing: what it is made of."""


@dataclass(frozen=True, eq=False)
class GameFiles:
    """What of a game people may write or take along as files, and the texts that such files bring."""

    cards: CardRules | None = None
    """What may stand in card sets, for a game whose cards people edit."""
    mission_files: MissionRules | None = None
    """What may stand in a mission, for a game whose missions are files."""
    book_missions: Sequence[int] = ()
    """The missions of its rules by number, for a game whose missions are no files."""
    board_editor: BoardEditor | None = None
    """How its own missions are painted, for a game whose missions draw a board."""
    carry_over_files: Callable[[Any, Seat], Mapping[str, CarryOverFile]] = lambda state, seat: {}
    """The state as a seat sees it → thing → what may be kept of it for another table."""
    extra_messages: Callable[[], Mapping[str, WordEntry]] = dict
    """Words beside those of its folder: names of cards and missions."""
    table_words: Callable[[Opening], Mapping[str, WordEntry]] = lambda opening: {}
    """What a table copied → the names and texts of its own cards and mission."""


@dataclass(frozen=True, eq=False)
class FuzzProfile:
    """How random games of a game are opened and watched, and what their players are eager for."""

    options: Callable[[Random, int], Mapping[str, Any]] = lambda chance, number: {}
    """The game's own options of the n-th random game."""
    altered: Callable[[Opening, Random], Opening] = lambda opening, chance: opening
    """An opening as chance alters it beyond what the options can wish."""
    empty: Callable[[Opening, Random], Collection[str]] = lambda opening, chance: ()
    """The chairs of a table on which nobody sits down."""
    weights: Mapping[str, float] = field(default_factory=dict)
    """Command → how eagerly it is given; whatever is not named the more eagerly the seldomer it occurred."""
    decisive: Mapping[str, float] = field(default_factory=dict)
    """The same for a player who wants the game to end."""
    steady: frozenset[str] = frozenset()
    """Commands that every player gives with the same temper."""
    lasting: frozenset[str] = frozenset()
    """The paths of values that no random house ruling sets: without them a game need not end."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Field of a command → the text of the file that a player gives there."""
    ending: Callable[[Any], Sequence[str]] = lambda table: (str(table.state.winner),)
    """A table that is over → how it ended, for whoever counts endings."""
    audit: Callable[[Any], Callable[[Entry], list[str]]] = lambda table: lambda entry: []
    """A table before an entry → what finds, once the entry is appended, what it must never have done."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game and how its tables are opened: a record, not a base class. Whatever has a default, a game may lack."""

    key: str
    folder: Path
    """Where its words.toml and rules.toml, its templates/ and its static/ lie."""
    sides: Sequence[str]
    editions: Sequence[str]
    rules: GameRules
    views: GameViews = field(default_factory=GameViews)
    files: GameFiles = field(default_factory=GameFiles)
    fuzzing: FuzzProfile = field(default_factory=FuzzProfile)
    options: type[Options] = Options
    """What the creator of a table may ask for."""
    options_in: Callable[[Mapping[str, str], dict[str, Any]], Mapping[str, Any]] = lambda form, common: common
    """The form of a new table, and the options in it that every game has → all that it asks for, to be checked."""
    option_fields: Mapping[str, str] = field(default_factory=dict)
    """An option → the field of that form where it is asked for, if that goes by another name; a field is called by its
    word `option.<field>`."""
    seats: Callable[[Any], Mapping[str, str | None]] | None = None
    """Options → seat → its side; without, each side has one seat of its name."""
    opening: Callable[[Any, SetData | None, Mapping[str, MissionData]], Opening] = lambda options, cards, own: {}
    """What a table of this game copies beyond what every table does: options, the host's own card set, the host's own
    missions. Raises Refused, naming the field."""
    rematch_setup: Callable[[Any, Callable[[str], str]], Opening] = lambda table, moved: {}
    """A table → what of its opening is other where it is played again and each seat becomes another (`moved`)."""

    # -- what follows from it

    @cached_property
    def commands(self) -> Mapping[str, type[Command]]:
        """Every command of its tables by key, those of the table itself included."""
        needless: tuple[type[Command], ...] = () if self.rules.questions else (TableRuling,)
        needless += () if self.rules.orders else (TickOff, TickOffAll)
        every: list[type[Command]] = [*self.rules.own_commands, *(one for one in COMMANDS if one not in needless)]
        return {command.key: command for command in every}

    @cached_property
    def commands_of_no_side(self) -> Mapping[str, type[Command]]:
        """Those of them that a seat without a side could ever give: they say themselves to whom they are open."""
        return {key: command for key, command in self.commands.items() if overrides_allowed_for(command)}

    @property
    def own_events(self) -> Sequence[type[Event]]:
        """Its own events, in the order in which they are defined."""
        return self.rules.event_base.kinds

    @cached_property
    def events(self) -> Mapping[str, type[Event]]:
        """Every event of its tables by key."""
        needless: tuple[type[Event], ...] = () if self.rules.questions else (QuestionAnswered, OtherReadingUsed)
        needless += () if self.rules.campaign else (CampaignWentOn,)
        needless += () if self.rules.orders else (TickedOff,)
        every: list[type[Event]] = [*(one for one in TableEvent.kinds if one not in needless), *self.own_events]
        return {event.key: event for event in every}

    @cached_property
    def practice(self) -> Tutorial | None:
        """The script of its practice table, where it brings one."""
        path = self.folder / PRACTICE
        return Tutorial.model_validate(load_toml(path)) if path.is_file() else None

    @property
    def missions(self) -> list[int | str]:
        """The missions that it brings, by number or key."""
        return list(self.files.mission_files.shipped) if self.files.mission_files else list(self.files.book_missions)

    @property
    def card_sets(self) -> list[str]:
        """The shipped card sets by key."""
        return list(self.files.cards.shipped) if self.files.cards else []

    @cached_property
    def words(self) -> Mapping[str, WordEntry]:
        """Its own words over those that every game shares."""
        return {**words_of(self.folder), **self.files.extra_messages()}

    @property
    def rule_catalogue(self) -> Mapping[str, Any]:
        """The catalogue of its rules: id → {id, summary, sources}."""
        return rules_of(self.folder)

    @property
    def headings(self) -> Mapping[str, Mapping[str, str]]:
        """Rule of the notebook's own → its heading by language."""
        return headings_of(self.folder)

    @property
    def rule_links(self) -> Mapping[str, Mapping[str, Any]]:
        """Rule → the values of the book and the open questions that it is about, and other words for it."""
        return rule_links_of(self.folder)

    def questions_in(self, edition: str) -> Mapping[str, Question]:
        """Return what the rules of an edition leave open."""
        return asked_in(self.rules.questions, edition)

    @cache  # noqa: B019 - games stay on the shelf
    def get_translator(self, language: str) -> Translator:
        """Turns keys into a language, by the game's words."""
        return Translator(self.words, language)

    def seats_for(self, options: Options) -> dict[str, str | None]:
        """The seats of a table to be, each with its side or none."""
        seats = self.seats(options) if self.seats else {side: side for side in self.sides}
        return {**seats, **({REFEREE: None} if options.referee else {})}

    def history(self, table: Any) -> Any:
        """The record of a table's campaign, or None."""
        return self.rules.campaign.history(table) if self.rules.campaign else None
