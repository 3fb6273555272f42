"""Counts at set-up: Generator Control Panels, activated and compared; green doors.

Source: Incursion, missions 2 and 6.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import NumberChoice, Offer
from app.core.errors import Refused
from app.games.incursion.events.missions import DoorsCounted, LastTurnAgreed, PanelActivated, PanelsCounted
from app.games.incursion.state import Draft, GameContext, State
from app.games.incursion.turn.actions import Action, board_offer
from app.games.incursion.turn.activation import acting
from app.games.incursion.turn.items import check_items, handle
from app.games.incursion.turn.reaction_setup import check_may_end

PANELS_AT_MOST = 20
TURNS_AT_MOST = 30
DOORS_AT_MOST = 20


def check_setting_up(look: GameContext) -> None:
    if look.state.over:
        raise Refused("mission-over", "table.over")
    if look.state.turn:
        raise Refused("not-time-to-set-up", "missions.panels")


def check_panels(look: GameContext) -> None:
    if not look.book.mission.panels:
        raise Refused("no-panels", "missions.panels")
    check_setting_up(look)


class CountPanels(Command):
    panels: Annotated[int, Field(ge=1, le=PANELS_AT_MOST)]
    precondition: ClassVar[Precondition] = check_panels

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"panels": NumberChoice(1, PANELS_AT_MOST, look.state.panels or None)})

    def decide(self, draft: Draft) -> None:
        draft.emit(PanelsCounted(self.panels))


def check_doors(look: GameContext) -> None:
    if look.book.mission.ends != "green-doors":
        raise Refused("no-green-doors", "missions.seal")
    check_setting_up(look)


class CountDoors(Command):
    doors: Annotated[int, Field(ge=1, le=DOORS_AT_MOST)]
    precondition: ClassVar[Precondition] = check_doors

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"doors": NumberChoice(1, DOORS_AT_MOST, look.state.green_doors or None)})

    def decide(self, draft: Draft) -> None:
        draft.emit(DoorsCounted(self.doors))


def check_agreed(look: GameContext) -> None:
    check_panels(look)
    if not by_agreement(look):
        raise Refused("no-agreed-turn", "missions.panels")


class AgreeLastTurn(Command):
    """Say after which turn the mission ends, if its book names no end."""

    turn: Annotated[int, Field(ge=1, le=TURNS_AT_MOST)]
    precondition: ClassVar[Precondition] = check_agreed

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"turn": NumberChoice(1, TURNS_AT_MOST, look.state.last_turn or None)})

    def decide(self, draft: Draft) -> None:
        draft.emit(LastTurnAgreed(self.turn))


def by_agreement(look: GameContext) -> bool:
    return look.book.panels_end == "as-asked" and look.book.answer_for("m6-end") == "agreed-turn"


def panels_taken(state: State) -> int:
    return sum(state.score.values())


def check_panel_left(look: GameContext) -> None:
    """Raise Refused if no panel is left; the last one waits for those in Reaction Fire."""
    left = look.state.panels - panels_taken(look.state)
    if left <= 0:
        raise Refused("no-panel-left", "missions.panels")
    if left == 1:
        check_may_end(look)


class ActivatePanel(Action):
    cost_of: ClassVar[str] = "item"
    precondition: ClassVar[Precondition] = check_panel_left

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_items(look, acting(look)[1])
        yield board_offer(look, cls)

    def decide(self, draft: Draft) -> None:
        handle(draft, self, PanelActivated)
