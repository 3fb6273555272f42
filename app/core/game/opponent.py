"""An opponent: how a game lets the app play one of its seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

from app.core.engine.command import GameContext
from app.core.engine.offers import MultiChoice, NumberChoice, Offer, RowChoice
from app.core.errors import Refused


@dataclass(frozen=True)
class Why:
    """The reason of a decision: message key under `why`, its values, and the rule behind it.

    It tells nothing that the other seats may not know once the command is given.
    """

    word: str
    values: Mapping[str, Any] = field(default_factory=dict)
    rule: str = ""


@dataclass(frozen=True)
class Decision:
    offer: Offer
    fields: Mapping[str, Any]
    why: Why

    @property
    def filled(self) -> dict[str, Any]:
        return {**self.offer.given, **self.fields}


class Chooser:
    """One decision of the app: what it may know and what it is offered. A game derives its own."""

    rule: ClassVar[str] = "table.app"
    """The rule behind a decision that names no other."""

    def __init__(self, look: Any, offers: Sequence[Offer], chance: Random) -> None:
        self.look, self.state, self.chance = look, look.state, chance
        self.offers: dict[str, list[Offer]] = {}
        for offer in offers:
            self.offers.setdefault(offer.command, []).append(offer)

    @property
    def ways(self) -> Sequence[Callable[[], Decision | None]]:
        """Return what it may do, the first thing first."""
        raise NotImplementedError

    def decide(self) -> Decision | None:
        return next((decision for way in self.ways if (decision := way()) is not None), None)

    def first(self, *commands: str) -> Offer | None:
        return next((offers[0] for command in commands if (offers := self.offers.get(command))), None)

    def plain(self, offer: Offer, word: str, rule: str | None = None) -> Decision:
        """Return an offer with its choices filled in by the first thing that fits."""
        fields = {name: filled(choice) for name, choice in offer.choose.items()}
        return Decision(offer, fields, Why(word, rule=self.rule if rule is None else rule))


def filled(choice: Any) -> Any:
    """Return the first thing that fits a choice; of several values as many as may be chosen."""
    if isinstance(choice, MultiChoice):
        return choice.some[: choice.max]
    if isinstance(choice, NumberChoice):
        return choice.min if choice.first is None else choice.first
    if isinstance(choice, RowChoice):
        return {}
    return choice[0] if isinstance(choice, list) else ""


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
    keeps_guesses: bool = False
    """True if its random source is that of the turn, not of the decision: what it guesses then holds for the turn."""
    seats: Sequence[str] = ()
    """The seats that it can play, if it cannot play all."""

    def level(self, name: str) -> int:
        """Return the number of a level; the usual one for a name that this version does not know."""
        return self.levels.index(name) + 1 if name in self.levels else self.usual_level
