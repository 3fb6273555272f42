"""Missions as data: what a game says of its own, what they ask of people, and how their boards are painted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.core.content.cards.fields import SetData
from app.core.errors import Refused
from app.core.messages.translator import Entry, Translator, Verbatim

MissionData = Mapping[str, Any]
"""A mission as plain data, as its file and a table's first event have it."""


@dataclass(frozen=True)
class BriefingLine:
    """One line of a briefing: a word with its values, and the rule behind it."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    rule: str | None = None

    def said(self, said: Translator) -> str:
        """The line in somebody's language."""
        return said.translate(self.key, **self.values)


@dataclass(frozen=True)
class AskedOfSide:
    """What a mission asks of a side: how much it brings, and what must be among it."""

    side: str
    size: BriefingLine
    demands: Sequence[BriefingLine]


@dataclass(frozen=True)
class OpenQuestion:
    """An open question that is about a mission, and the answer in force."""

    question: BriefingLine
    answer: BriefingLine


@dataclass(frozen=True)
class Briefing:
    """All that a mission asks of people: what each side brings, the set-up, special rules, how it ends with what counts
    for it, and the open questions that are about it."""

    sides: Sequence[AskedOfSide]
    set_up: Sequence[BriefingLine]
    special: Sequence[BriefingLine]
    ending: Sequence[BriefingLine]
    questions: Sequence[OpenQuestion]


@dataclass(frozen=True, eq=False)
class Levels:
    """Numbers of a mission, one for each side, that a new table may choose otherwise.

    The game's words for them: `levels.asked` of a {side}, `levels.told` of a {number}, and `levels.hint`.
    """

    option: str
    """What they are called, in a mission and among the options of a new table: {side: number}."""
    most: int
    least: Callable[[MissionData, SetData], Mapping[str, int | None]]
    """The least of each side with a card set; None where no number is enough."""


@dataclass(frozen=True)
class ImportQuestion:
    """What a file in somebody else's form leaves to the host: what it is about and how often that occurs (0: no
    matter), the answers, and the one that goes without saying, if any. `kept`: the answer is kept for the next file;
    `picture`: what it looks like, an SVG.
    """

    key: str
    about: BriefingLine
    count: int
    choices: Mapping[str, BriefingLine]
    usual: str | None = None
    kept: bool = False
    picture: str = ""


def answered(asked: Sequence[ImportQuestion], answers: Mapping[str, str]) -> dict[str, str]:
    """An answer to everything. Raises Refused, naming what was not answered, or not as it can be."""
    given = {}
    for one in asked:
        answer = answers.get(one.key, one.usual)
        if answer is None or answer not in one.choices:
            allowed = Verbatim(", ".join(one.choices))
            raise Refused("answer-needed", field=one.key, asked=Verbatim(one.key), allowed=allowed)
        given[one.key] = answer
    return given


@dataclass(frozen=True, eq=False)
class ExternalFile:
    """A file in somebody else's form, as a game reads it."""

    title: str
    """What the mission in it is called."""
    report: Mapping[str, Any]
    """What is in it, for programs; its `faults` are the notes, in words."""
    notes: Sequence[BriefingLine]
    """What people must know of it."""
    asked: Sequence[ImportQuestion]
    mission: Callable[[Mapping[str, str]], MissionData]
    """Answers → the mission. Raises Refused for one that is missing."""


@dataclass(frozen=True, eq=False)
class Reader:
    """What reads files of another program: by what is in them, whatever they are called."""

    ending: str
    """How their names end where nobody renamed them (`.xyz`)."""
    recognizes: Callable[[str], bool]
    """The beginning of a file → whether it is one of these."""
    read: Callable[[bytes, str], ExternalFile]
    """Content in UTF-8 and name of the file → what is in it. Raises Refused, naming the place."""
    line_of: Callable[[bytes, str], int | None]
    """The line (from 1) of a place in the content; None where it has none there."""
    accepted: Sequence[str] = ()
    """By what else phones know them: endings and types."""


@dataclass(frozen=True, eq=False)
class MissionRules:
    """What a game says of its missions."""

    shipped: Mapping[Any, MissionData]
    """By number, or by key where the game does not number them."""
    written: Callable[[MissionData], str]
    """A mission as the text of an own file."""
    check: Callable[[MissionData, Sequence[SetData]], None]
    """Raises Refused or Malformed, naming the field, for a mission that nobody can play with any of these card sets."""
    check_copied: Callable[[MissionData], None]
    """The same for what a table copied, whatever its cards."""
    words: Callable[[MissionData], Mapping[str, Entry]]
    """The texts that a mission brings along: its name as `mission.<id>`, its own lines, names of its own things."""
    briefing: Callable[[MissionData, Any], Briefing]
    """A mission and the book of an edition → what it asks of people."""
    levels: Levels | None = None
    named: str = "mission"
    """Under what the report of a file, for programs, has the name of its mission."""
    readers: Sequence[Reader] = ()
    """What reads files of other programs."""


def id_of(mission: MissionData) -> int | str:
    """By what a mission goes: its number in the book, or the key of an own one."""
    found: int | str = mission.get("number") or mission["key"]
    return found


# -- boards that people change by tapping


@dataclass(frozen=True)
class EditorSetting:
    """Something of a mission that is no place on its board: a number, one of its choices, or a text of so many
    `letters`; `word` says what it is, `about` whose."""

    name: str
    word: str
    value: Any
    about: str = ""
    least: int = 0
    most: int = 0
    choices: Sequence[str] = ()
    letters: int = 0


@dataclass(frozen=True, eq=False)
class BoardEditor:
    """How a game lets its own missions be painted; its `painted.html` draws the board, a button for each place."""

    brushes: Mapping[str, Sequence[str]]
    """A word of `brush` for each group → the names of what is painted with."""
    shown: Callable[[MissionData], Mapping[str, Any]]
    """What the template of the board draws."""
    painted: Callable[[MissionData, str, str], MissionData]
    """A mission, a brush and a place → the mission as it then is. Raises Refused for a place that is not there."""

    sizes: Sequence[str]
    """The names of the boards that a new mission can have."""
    blank: Callable[[str, Mapping[str, str], str], MissionData]
    """Key, name in every language, a size → a mission with nothing on its board."""
    settings: Callable[[MissionData], Sequence[EditorSetting]]
    """What is set beside the board."""
    set: Callable[[MissionData, Mapping[str, str]], MissionData]
    """A mission with its settings as they were typed by their names; whether they will do is checked with the rest."""

    def knows(self, brush: str) -> bool:
        """Return whether one can paint with this."""
        return any(brush in group for group in self.brushes.values())
