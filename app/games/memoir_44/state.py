"""What a table of Memoir '44 keeps: who sits where, whose turn it is, the medals of both sides."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core import play
from app.core.table_rulings import tracked
from app.games.memoir_44.book import SIDES

PHASES = ("set-up",)


@dataclass
class Account:
    """The account of a side: its medals and the most cards its hand may hold."""

    side: str
    medals: int = tracked("number", 0)
    hand_limit: int = tracked("number", 0)


@dataclass
class State(play.State):
    """A battle before it begins."""

    accounts: dict[str, Account] = field(default_factory=lambda: {side: Account(side) for side in SIDES})
