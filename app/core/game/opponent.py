"""An opponent: how a game lets the app play one of its seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from app.core.engine.command import GameContext
from app.core.engine.offers import Offer
from app.core.errors import Refused


@dataclass(frozen=True)
class Why:
    """The reason of a decision: the message key under `why`, its values, and the rule or priority behind it.

    It tells nothing that the other seats may not know once the command is given.
    """

    word: str
    values: Mapping[str, Any] = field(default_factory=dict)
    rule: str = ""


@dataclass(frozen=True)
class Decision:
    """One command that the app gives: an offer with its fields, and the reason."""

    offer: Offer
    fields: Mapping[str, Any]
    why: Why

    @property
    def filled(self) -> dict[str, Any]:
        """Return all fields of the command."""
        return {**self.offer.given, **self.fields}


@dataclass(frozen=True, eq=False)
class Opponent:
    """The app as a player of a game.

    `choose` gets what the seat itself may know: a context with the seat's redacted state, a book of its own and no
    table, and the offers of play. Its random source says nothing of the dice of the table.
    """

    levels: Sequence[str]
    """The levels by name, the weakest first. Levels differ by care alone."""
    choose: Callable[[GameContext, Sequence[Offer], int, Random], Decision | None]
    """View, offers, level (1 for the weakest) and a random source → a decision; None while it has nothing to do."""
    never: frozenset[str] = frozenset()
    """Commands that it leaves to people, such as giving up or what only the table can decide."""
    refusal: Callable[[Mapping[str, Any], Any, str], Refused | None] = lambda opening, book, seat: None
    """Opening, its book, and seat → why the app cannot play it, or None."""
    usual_level: int = 2
    seats: Sequence[str] = ()
    """The seats that it can play, if it cannot play all."""

    def level(self, name: str) -> int:
        """Return the number of a level; the usual one for a name that this version does not know."""
        return self.levels.index(name) + 1 if name in self.levels else self.usual_level
