"""How a table begins and ends: opened, gone on at another one, its seed published."""

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
    """The first event: all that the table was opened with. A log stands alone, later edits change no game in play."""

    is_play = False

    opening: dict[str, Any]

    def apply(self, state: State) -> None:
        state.edition = self.opening["edition"]
        state.mission = id_of(self.opening["mission"]) if "mission" in self.opening else None
        state.answers = dict(self.opening["answers"])


@dataclass
class SeedPublished(TableEvent):
    """The seed of the table's dice, for everybody to check; the table is closed."""

    is_play = False
    terms = {"seed": "own"}

    seed: str
    commitment: str

    def apply(self, state: Any) -> None:
        state.closed = True


@dataclass
class CampaignWentOn(TableEvent):
    """The next mission of the campaign has a table of its own; nothing is undone here any more."""

    is_play = False

    code: str

    def apply(self, state: Any) -> None:
        state.next_table = self.code


@dataclass
class PlayedAgain(TableEvent):
    """The same mission is played again at a table of its own; nothing is undone here any more."""

    is_play = False

    code: str
    sides: Literal["same", "swapped"]

    def apply(self, state: Any) -> None:
        state.next_table = self.code


def check_over(look: GameContext) -> None:
    """The seed stays sealed until the end. Raises Refused."""
    check_not_closed(look)
    if not look.state.over:
        raise Refused("not-over-yet", "table.closed")


class PublishSeed(TableCommand):
    """After the end, show the seed of the table's dice and close the table."""

    precondition: ClassVar[Precondition] = check_over

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, "table")

    def asked_before(self, look: GameContext) -> Doubt:
        return Doubt("publish-seed")

    def decide(self, draft: Draft) -> None:
        assert isinstance(draft.dice, SeededDice)
        draft.emit(SeedPublished(draft.dice.seed.hex(), commitment_of(draft.dice.seed)))
