"""Objectives and chambers, and chance rolls.

Source: Infantería Móvil, Control de la Misión.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from app.core.engine.command import Command
from app.core.engine.offers import DiceRequest, NumberChoice, Offer, TextChoice
from app.core.errors import Refused
from app.core.rules.inputs import PRINTABLE
from app.games.mobile_infantry.events.missions import ChanceTaken, MarkerReached, WallStormed
from app.games.mobile_infantry.state import POST, Draft, GameContext
from app.games.mobile_infantry.turn.boats import check_assault
from app.games.mobile_infantry.turn.moving import OfInfantry
from app.games.mobile_infantry.turn.sequence import check_battle, check_settled, mission_of

EVEN_CHANCE = 4
"""The default of a form if people agree on a chance."""


class ReachMarker(OfInfantry):
    """Reach an objective or a chamber by a living man who does not flee."""

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_marker(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        check_marker(draft)
        draft.emit(MarkerReached(draft.state.tally.reached + 1, mission_of(draft).marker))


def check_marker(look: GameContext) -> None:
    """Raise Refused if no marker is left, or before the end of a turn if that counts (MI-71)."""
    check_battle(look)
    if look.state.app is not None and look.state.app.mouths_of:
        raise Refused("enter-instead", "missions.tunnels")
    if look.book.answer_for("reach") == "end-of-turn" and look.state.phase != POST[-1]:
        raise Refused("not-this-phase", "victory.reached", phase=POST[-1])
    markers = mission_of(look).markers
    if look.state.tally.reached >= markers:
        raise Refused("no-marker-left", "victory.reached")


class TakeChance(Command):
    rolls = True
    needs: Annotated[int, Field(ge=2, le=6)]
    reason: Annotated[str, Field(min_length=1, max_length=120, pattern=PRINTABLE)]

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return look.seat.name in look.log.opening["seats"]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_battle(look)
        yield Offer(
            cls.key,
            choose={"needs": NumberChoice(2, 6, first=EVEN_CHANCE), "reason": TextChoice()},
            dice=DiceRequest(1),
        )

    def decide(self, draft: Draft) -> None:
        check_battle(draft)
        roll = draft.roll(DiceRequest(1))
        draft.emit(ChanceTaken(self.needs, self.reason, roll, roll.numbers[0] >= self.needs))


class StormWall(Command):
    """Roll the suggested die for warriors at a section of wall for a turn (MI-94)."""

    rolls = True

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_walls(look)
        yield Offer(cls.key, dice=DiceRequest(1))

    def decide(self, draft: Draft) -> None:
        check_walls(draft)
        roll, needs = draft.roll(DiceRequest(1)), draft.book.assault.wall
        draft.emit(WallStormed(needs, roll, roll.numbers[0] >= needs))


def check_walls(look: GameContext) -> None:
    check_battle(look)
    check_settled(look)
    if not mission_of(look).fort:
        raise Refused("no-walls", "missions.siege")
    if look.book.answer_for("walls") != "suggested":
        raise Refused("chance-instead", "table.gm-chance")
    check_assault(look, acid=False)
