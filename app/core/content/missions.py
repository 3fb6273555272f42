"""Missions as data: the rules of a game for them, briefings, imports and the board editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.core.content.cards.fields import SetData
from app.core.errors import Refused
from app.core.messages.translator import Entry, Translator, Verbatim

MissionData = Mapping[str, Any]
"""A mission as plain data, as in its file and a table's first event."""


@dataclass(frozen=True)
class BriefingLine:
    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    rule: str | None = None

    def said(self, said: Translator) -> str:
        return said.translate(self.key, **self.values)


@dataclass(frozen=True)
class AskedOfSide:
    side: str
    size: BriefingLine
    demands: Sequence[BriefingLine]


@dataclass(frozen=True)
class OpenQuestion:
    question: BriefingLine
    answer: BriefingLine


@dataclass(frozen=True)
class Briefing:
    sides: Sequence[AskedOfSide]
    set_up: Sequence[BriefingLine]
    special: Sequence[BriefingLine]
    ending: Sequence[BriefingLine]
    questions: Sequence[OpenQuestion]


@dataclass(frozen=True)
class Overview:
    """A mission at a glance; the game's `mission_board.html` draws `board`.

    `boxes` have pieces, `refereed` says what the app checks, `looks` what is only to be seen.
    """

    board: Mapping[str, Any]
    boxes: Sequence[tuple[BriefingLine, Sequence[BriefingLine]]]
    refereed: Sequence[BriefingLine]
    looks: Sequence[BriefingLine]
    texts: Sequence[BriefingLine]


@dataclass(frozen=True, eq=False)
class Levels:
    """Numbers of a mission, one for each side, that a new table may change.

    Their messages are `levels.asked` with {side}, `levels.told` with {number}, and `levels.hint`.
    """

    option: str
    """The name of the numbers in a mission and among the options of a table: {side: number}."""
    most: int
    least: Callable[[MissionData, SetData], Mapping[str, int | None]]
    """The minimum of each side with a card set; None if no number is enough."""


@dataclass(frozen=True)
class ImportQuestion:
    """A question to the host about an imported file: subject, count (0: irrelevant), answers.

    `usual` is the default answer, if any. If `kept`, the answer is stored for the next file. `picture` is an SVG.
    """

    key: str
    about: BriefingLine
    count: int
    choices: Mapping[str, BriefingLine]
    usual: str | None = None
    kept: bool = False
    picture: str = ""
    places: Sequence[str] = ()
    """The places on the board that it concerns."""
    formerly: str = ""
    """An older key under which it is still answered."""


def answered(asked: Sequence[ImportQuestion], answers: Mapping[str, str]) -> dict[str, str]:
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
    title: str
    """The title of the mission in the file."""
    report: Mapping[str, Any]
    """The content for programs; its `faults` are the notes as text."""
    notes: Sequence[BriefingLine]
    """Notes for people about the file."""
    asked: Sequence[ImportQuestion]
    mission: Callable[[Mapping[str, str]], MissionData]
    """Answers → the mission. Raise Refused for a missing answer."""
    details: Callable[[Translator], Mapping[str, Any]] = lambda said: {}
    """Language → all of the content for programs, besides the report."""


@dataclass(frozen=True, eq=False)
class Reader:
    """A reader for files of another program, recognized by their content."""

    ending: str
    """The usual ending of their names (`.xyz`)."""
    recognizes: Callable[[str], bool]
    """Beginning of a file → True if it is one of these."""
    read: Callable[[bytes, str], ExternalFile]
    """Content in UTF-8 and file name → the file's data. Raise Refused, naming the place."""
    line_of: Callable[[bytes, str], int | None]
    """Content and place → the line (from 1), or None."""
    accepted: Sequence[str] = ()
    """Further endings and media types by which phones recognize them."""


@dataclass(frozen=True)
class EditorSetting:
    """A setting of a mission: a number, a choice, or a text of at most `letters` characters.

    `word` is the message key of its label, `about` the owner, `group` the heading that it stands under.
    """

    name: str
    word: str
    value: Any
    about: str = ""
    least: int = 0
    most: int = 0
    choices: Sequence[str] = ()
    letters: int = 0
    group: str = ""


@dataclass(frozen=True, eq=False)
class MissionForm:
    """The common parts of an own mission as fields, for people who write no text."""

    settings: Callable[[MissionData, Translator], Sequence[EditorSetting]]
    set: Callable[[MissionData, Mapping[str, str], Translator], MissionData]
    """Mission, typed settings by name, language of lines → the changed mission, not validated yet."""


@dataclass(frozen=True, eq=False)
class MissionRules:
    shipped: Mapping[Any, MissionData]
    """Missions by number, or by key if the game does not number them."""
    written: Callable[[MissionData], str]
    """Mission → the text of its file."""
    check: Callable[[MissionData, Sequence[SetData]], None]
    """A check that raises Refused or Malformed, naming the field, for a mission unplayable with these card sets."""
    check_copied: Callable[[MissionData], None]
    """The same check for a mission copied into a table, whatever its cards."""
    words: Callable[[MissionData], Mapping[str, Entry]]
    """Mission → its messages: its name as `mission.<id>`, its own lines, names of its own things."""
    briefing: Callable[[MissionData, Any], Briefing]
    """Mission and edition book → its briefing."""
    irrelevant: Callable[[MissionData], frozenset[str]] = lambda mission: frozenset()
    """Mission → the open questions and options of a new table that cannot matter in it."""
    levels: Levels | None = None
    overview: Callable[[MissionData, Any], Overview] | None = None
    """Mission and edition book → the mission at a glance."""
    listed: Callable[[MissionData], Sequence[Any]] = lambda mission: ()
    """Mission → what a list tells of it besides its name, as names or texts."""
    writers: Mapping[str, Callable[[MissionData], bytes]] = field(default_factory=dict)
    """Ending without its dot → mission as a file of another program."""
    named: str = "mission"
    """The key of the mission's name in the report of a file."""
    readers: Sequence[Reader] = ()
    """Readers for files of other programs."""
    form: MissionForm | None = None


def id_of(mission: MissionData) -> int | str:
    """Return the id of a mission: its number in the book, or the key of an own one."""
    found: int | str = mission.get("number") or mission["key"]
    return found


# -- the board editor


@dataclass(frozen=True, eq=False)
class BoardEditor:
    """The editor of own missions; its `painted.html` draws the board, a button for each place."""

    brushes: Mapping[str, Sequence[str]]
    """Brush names by group; each group is a message key under `brush`."""
    shown: Callable[[MissionData], Mapping[str, Any]]
    """Mission → the context of the board template."""
    painted: Callable[[MissionData, str, str], MissionData]
    """Mission, brush and place → the changed mission. Raise Refused for an unknown place."""

    sizes: Sequence[str]
    """The board sizes of a new mission."""
    blank: Callable[[str, Mapping[str, str], str], MissionData]
    """Key, names by language and size → a mission with an empty board."""
    settings: Callable[[MissionData], Sequence[EditorSetting]]
    """Mission → its settings besides the board."""
    set: Callable[[MissionData, Mapping[str, str]], MissionData]
    """Mission and typed settings by name → the changed mission, not validated yet."""
    pictures: Callable[[], Mapping[str, str]] = dict
    """Brush → its picture, SVG; for brushes that have one."""

    def knows(self, brush: str) -> bool:
        return any(brush in group for group in self.brushes.values())
