"""A game on the shelf: what the house asks of it, and what it may lack."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.core.card_files.fields import CardRules
from app.core.facts import Facts
from app.core.missions import MissionRules
from app.core.play import Command, Draft, Entry, Event, Offer, Seat, State
from app.core.ruling import Answer


@dataclass(frozen=True)
class Game:
    """A game on the shelf. A record, not a base class; it may be partly filled."""

    key: str
    sides: Sequence[str]
    editions: Sequence[str]
    missions: Sequence[int | str]
    card_sets: Sequence[str]
    questions: Mapping[str, Any]
    opening: Callable[..., Mapping[str, Any]]
    """Wishes of the creator (and a card set and a mission of the host's own) → everything a table copies at first."""
    open_book: Callable[[Mapping[str, Any]], Any]
    """What a table copied when it opened → the typed Book, which can be `answering` open questions."""
    start: Callable[[Mapping[str, Any]], State]
    settle: Callable[[Draft], None]
    """What follows by itself after any press: a mission that is over."""
    commands: Mapping[str, type[Command]]
    events: Mapping[str, type[Event]]
    rulings: Mapping[str, tuple[type[Facts], Callable[[Any, Any], Answer]]]
    rules: Mapping[str, Any]
    words: Mapping[str, Mapping[str, str]]
    card_words: Callable[[Mapping[str, Any]], Mapping[str, Mapping[str, str]]]
    """What a table copied when it opened → the names and texts of its own cards and mission."""
    edition_book: Callable[[str, Mapping[str, str]], Any]
    """An edition by name and answers → the Book of a ruling that has no table."""
    sequel: Callable[[Any], Mapping[str, Any]]
    """A table that is over → all that the next table of its campaign is opened with. Raises Refused."""
    history: Callable[[Any], Any]
    """A table → the record of its campaign, or None."""
    ending: Callable[[Any], Sequence[str]]
    """A table that is over → mission, why it ended, who won."""
    audit: Callable[[Any], Callable[[Entry], list[str]]]
    """A table before a press → what finds, once the press is appended, what it must never have done."""
    aftermath: frozenset[str] = frozenset()
    """Keys of the game's own commands that may be given when a mission is over."""
    lacking: frozenset[str] = frozenset()
    """Codes of refusals for what a model or a mission simply has not."""
    grounds: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Rule → the values of the book and the open questions that it is about."""
    cards: CardRules | None = None
    """What may stand in card sets, for a game whose cards people edit."""
    mission_files: MissionRules | None = None
    """What may stand in a mission, for a game whose missions are files."""
    shown: Callable[[Any, Seat, Sequence[Offer]], Mapping[str, Any]] = lambda table, seat, offers: {}
    """Table, seat and its offers → what the game's board shows beyond its frame, made of what the seat may see."""
