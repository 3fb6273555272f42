"""The app as a helper of the German player: it moves the zombies, without Command Points and cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.game.opponent import Decision, Opponent
from app.games.incursion.board_talk import APP_SIDE, Part
from app.games.incursion.book import TableBook
from app.games.incursion.opponent.commander import Commander, counters_refusal
from app.games.incursion.solo.attacks import Pool
from app.games.incursion.solo.figures import is_with_people
from app.games.incursion.solo.priorities import LEVELS
from app.games.incursion.state import GameContext

USED = frozenset((
    "survey", "plan-attacks", "go-to-target", "activate", "melee", "item", "search-counter", "activate-panel",
    "leave-board", "ask-sight", "ask-room", "approach", "ask-blast", "ka-boom",
))  # fmt: skip
"""The commands that it gives. All others it leaves to the people whom it helps."""


class ZombieCommander(Commander):
    """One decision about zombies in the half of the people whom it helps."""

    @property
    def ways(self) -> Sequence[Callable[[], Decision | None]]:
        return (self.part, self.survey, self.ask_room, self.plan, self.ask_sight, self.approach)

    def decide(self) -> Decision | None:
        is_its_turn = self.state.active == self.look.side and not is_with_people(self.state, self.look.book)
        return super().decide() if is_its_turn else None

    def of_part(self, part: Part) -> Decision | None:
        """Go on with a part only as far as the figure's own AP pay for it."""
        left = part.way - part.gone
        return super().of_part(part) if max(1, left) <= self.state.models[part.model].ap else None

    def pool_of(self, look: GameContext) -> Pool:
        return Pool(0)


def choose(look: Any, offers: Sequence[Offer], level: int, chance: Random) -> Decision | None:
    return ZombieCommander(look, offers, level, chance).decide()


def refusal(opening: Mapping[str, Any], book: TableBook, seat: str) -> Refused | None:
    """Return why the app cannot help: Allies, or counters that it cannot look at."""
    if seat != APP_SIDE:
        return Refused("app-plays-germans", "table.app", field="opponents")
    return counters_refusal(opening, book)


HELPER = Opponent(levels=LEVELS, choose=choose, refusal=refusal, seats=(APP_SIDE,))
