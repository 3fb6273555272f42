"""The walls of a besieged fort. Source: Infantería Móvil, Fuerte Joe Smith."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.commands import Command
from app.core.offers import Ask, Offer
from app.core.refusals import Refused
from app.games.mobile_infantry.events.missions import WallStormed
from app.games.mobile_infantry.state import Draft, Look
from app.games.mobile_infantry.turn.boats import check_assault
from app.games.mobile_infantry.turn.sequence import check_battle, check_settled, mission_of


class StormWall(Command):
    """Warriors have been at a section of wall for a turn: the suggested die (MI-94)."""

    rolls = True

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        check_walls(look)
        yield Offer(cls.key, dice=Ask(1))

    def decide(self, draft: Draft) -> None:
        check_walls(draft)
        roll, needs = draft.roll(Ask(1)), draft.book.assault.wall
        draft.note(WallStormed(needs, roll, roll.numbers[0] >= needs))


def check_walls(look: Look) -> None:
    """Raises Refused where there is no wall, where the table names each chance, and where bugs are too few."""
    check_battle(look)
    check_settled(look)
    if not mission_of(look).fort:
        raise Refused("no-walls", "missions.siege")
    if look.book.says("walls") != "suggested":
        raise Refused("chance-instead", "table.gm-chance")
    check_assault(look, acid=False)
