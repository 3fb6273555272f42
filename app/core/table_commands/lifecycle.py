"""The lifecycle of a table: opened, continued at another table, seed published."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from app.core.content.missions import id_of
from app.core.engine.command import Doubt, Draft, GameContext, Precondition, TableCommand, check_not_closed
from app.core.engine.event import State, TableEvent
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.rules.dice import SeededDice, commitment_of


@dataclass
class TableOpened(TableEvent):
    """The first event, with the opening of the table.

    The opening is complete, so that later edits change no game in progress.
    """

    is_play = False
    moves_pieces = True

    opening: dict[str, Any]

    def apply(self, state: State) -> None:
        state.edition = self.opening["edition"]
        state.mission = id_of(self.opening["mission"]) if "mission" in self.opening else None
        state.answers = dict(self.opening["answers"])


@dataclass
class SeedPublished(TableEvent):
    """The seed of the table's dice was published; the table is closed."""

    is_play = False
    terms = {"seed": "own"}

    seed: str
    commitment: str

    def apply(self, state: Any) -> None:
        state.closed = True


@dataclass
class CampaignWentOn(TableEvent):
    """The next mission of the campaign has its own table; nothing can be undone here."""

    is_play = False

    code: str

    def apply(self, state: Any) -> None:
        state.next_table = self.code


@dataclass
class PlayedAgain(TableEvent):
    """A rematch has its own table; nothing can be undone here."""

    is_play = False

    code: str
    sides: Literal["same", "swapped"]

    def apply(self, state: Any) -> None:
        state.next_table = self.code


def check_over(look: GameContext) -> None:
    """Raise Refused before the end, while the seed must stay secret."""
    check_not_closed(look)
    if not look.state.over:
        raise Refused("not-over-yet", "table.closed")


class PublishSeed(TableCommand):
    precondition: ClassVar[Precondition] = check_over

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, "table")

    def asked_before(self, look: GameContext) -> Doubt:
        return Doubt("publish-seed")

    def decide(self, draft: Draft) -> None:
        assert isinstance(draft.dice, SeededDice)
        draft.emit(SeedPublished(draft.dice.seed.hex(), commitment_of(draft.dice.seed)))
