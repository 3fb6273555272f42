"""Missions underground.

Source: Infantería Móvil, Ratas de Túnel; La Cabeza de los Cazadores.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from app.core.engine.offers import DiceRequest, NumberChoice, Offer
from app.core.errors import Refused
from app.core.rules.dice import commitment
from app.games.mobile_infantry.book import INFANTRY, Mission
from app.games.mobile_infantry.brain.tunnel_play import way_out
from app.games.mobile_infantry.brain_secrets import Pack
from app.games.mobile_infantry.events.presence import NEST
from app.games.mobile_infantry.events.tunnels import (
    BrainBroughtOut,
    BrainCaptured,
    BrainDragged,
    GuardsPosted,
    NestMarked,
    WayTold,
)
from app.games.mobile_infantry.rulings.moving import Drag, drag
from app.games.mobile_infantry.rulings.presence import Guards, guards
from app.games.mobile_infantry.state import Draft, GameContext, number_of_fire_teams
from app.games.mobile_infantry.turn.bugs import OfBrain
from app.games.mobile_infantry.turn.moving import OfInfantry
from app.games.mobile_infantry.turn.sequence import check_battle, check_phase, chosen_mission

MOST_INCHES = 300
"""Most inches of all the tunnels of a plan."""


def mission_underground(look: GameContext) -> Mission:
    state = look.state
    mission = chosen_mission(look)
    if mission is None or not mission.underground:
        raise Refused("no-tunnels", "missions.tunnels")
    if state.phase != "muster":
        raise Refused("mustered-already", "tunnels.guards")
    return mission


class RollGuards(OfBrain):
    rolls: ClassVar[bool] = True
    entrances: Annotated[int, Field(ge=1)]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_unguarded(look)
        for number in range(1, most_entrances(look) + 1):
            yield Offer(cls.key, given={"entrances": number}, dice=DiceRequest(number))

    def decide(self, draft: Draft) -> None:
        check_unguarded(draft)
        if self.entrances > (most := most_entrances(draft)):
            raise Refused("too-big", "tunnels.entrances", field="entrances", limit=most)
        roll = draft.roll(DiceRequest(self.entrances))
        made = draft.state.lair.packs_made
        packs: dict[str, Pack] = {}
        entrances = [f"entrance-{number}" for number in range(1, self.entrances + 1)]
        for place, face in zip(entrances, roll.numbers, strict=True):
            count = guards(Guards(die=face), draft.book)["warriors"]
            if count:
                packs[f"pack-{made + len(packs) + 1}"] = Pack("warrior", count, bearing=place)
        draft.emit(GuardsPosted(packs, roll, entrances))


def most_entrances(look: GameContext) -> int:
    state = look.state
    most = look.book.tunnels.entrances
    coming = any(one.side == INFANTRY for one in state.waiting)
    return most if coming else max(1, min(most, number_of_fire_teams(state)))


def check_unguarded(look: GameContext) -> None:
    mission_underground(look)
    if any(place != NEST for place in look.state.lair.posted):
        raise Refused("guards-posted", "tunnels.guards")


class PostNest(OfBrain):
    """Roll the guards of the nest, and hide the Brain Bug in it."""

    rolls: ClassVar[bool] = True

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, dice=DiceRequest(check_no_nest(look)))

    def decide(self, draft: Draft) -> None:
        roll = draft.roll(DiceRequest(check_no_nest(draft)))
        made = draft.state.lair.packs_made
        nest = {
            f"pack-{made + 1}": Pack("warrior", sum(roll.numbers), bearing=NEST),
            f"pack-{made + 2}": Pack("brain", 1, bearing=NEST),
        }
        draft.emit(GuardsPosted(nest, roll, [NEST]))


def check_no_nest(look: GameContext) -> int:
    """Return the dice of the nest's guards.

    Raise Refused if there is no nest, or it is guarded already.
    """
    dice = mission_underground(look).guards_dice
    if not dice:
        raise Refused("no-nest", "missions.hunt")
    if NEST in look.state.lair.posted:
        raise Refused("guards-posted", "missions.hunt")
    return dice


class MarkNest(OfBrain):
    """Mark the chamber of the Brain Bug, under a seal that can be checked at the end."""

    chamber: Annotated[int, Field(ge=1)]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"chamber": NumberChoice(1, check_unmarked(look))})

    def decide(self, draft: Draft) -> None:
        if self.chamber > (most := check_unmarked(draft)):
            raise Refused("too-big", "missions.hunt", field="chamber", limit=most)
        salt = draft.salt()
        draft.emit(NestMarked(commitment(salt, self.chamber), chamber=self.chamber, salt=salt))


def check_unmarked(look: GameContext) -> int:
    mission = mission_underground(look)
    if not mission.guards_dice:
        raise Refused("no-nest", "missions.hunt")
    if look.state.nest_seal is not None:
        raise Refused("nest-marked", "missions.hunt")
    return mission.chambers


class CaptureBrain(OfInfantry):
    """Capture the Brain Bug: four men are at it, and no living bug is within six inches."""

    bug: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"bug": brains(look, captured=False)})

    def decide(self, draft: Draft) -> None:
        if self.bug not in brains(draft, captured=False):
            raise Refused("no-brain-there", "brain-bug.capture", field="bug")
        draft.emit(BrainCaptured(self.bug))


def brains(look: GameContext, *, captured: bool) -> list[str]:
    check_phase(look, "im-move")
    bugs = [key for key, bug in look.state.living_bugs() if bug.kind == "brain" and bug.captured == captured]
    if not bugs:
        raise Refused("no-brain-there", "brain-bug.capture")
    return bugs


class DragBrain(OfInfantry):
    rolls: ClassVar[bool] = True
    bug: str
    carriers: Annotated[int, Field(ge=1, le=20)]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"bug": to_drag(look), "carriers": carriers(look)}, dice=DiceRequest(1))

    def decide(self, draft: Draft) -> None:
        if self.bug not in to_drag(draft):
            raise Refused("no-brain-there", "brain-bug.dragging", field="bug")
        roll = draft.roll(DiceRequest(1))
        inches = drag(Drag(carriers=self.carriers, die=roll.numbers[0]), draft.book)["inches"]
        draft.emit(BrainDragged(self.bug, inches, roll))


def carriers(look: GameContext) -> list[int]:
    most = 2 * look.book.close_combat.carriers
    return sorted(range(1, most + 1), key=lambda number: number != look.book.close_combat.carriers)


def to_drag(look: GameContext) -> list[str]:
    bugs = [key for key in brains(look, captured=True) if look.state.bugs[key].moved is None]
    if not bugs:
        raise Refused("all-moved", "brain-bug.dragging")
    return bugs


class TellWay(OfBrain):
    """Say how many inches it is from the Brain Bug's capture to an entrance.

    If a person drew the plan.
    """

    inches: Annotated[int, Field(le=MOST_INCHES)]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        bug, least = way_unknown(look), look.book.tunnels.shortest
        yield Offer(cls.key, choose={"inches": NumberChoice(least, MOST_INCHES)}, about=(bug,))

    def decide(self, draft: Draft) -> None:
        bug, least = way_unknown(draft), draft.book.tunnels.shortest
        if self.inches < least:
            raise Refused("too-small", "brain-bug.dragging", field="inches", limit=least)
        draft.emit(WayTold(bug, self.inches))


def way_unknown(look: GameContext) -> str:
    check_battle(look)
    state = look.state
    bugs = [key for key, bug in state.living_bugs() if bug.captured and way_of(look, key) is None]
    if not bugs:
        raise Refused("no-brain-there", "brain-bug.dragging")
    return bugs[0]


def way_of(look: GameContext, key: str) -> float | None:
    return way_out(look, key) if look.state.lair.plan is not None else look.state.bugs[key].way


class BringOutBrain(OfInfantry):
    bug: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        bugs = brains(look, captured=True)
        out = [key for key in bugs if is_out(look, key)]
        if not out:
            raise still_below(look, bugs[0])
        yield Offer(cls.key, choose={"bug": out})

    def decide(self, draft: Draft) -> None:
        if self.bug not in brains(draft, captured=True):
            raise Refused("no-brain-there", "brain-bug.capture", field="bug")
        if not is_out(draft, self.bug):
            raise still_below(draft, self.bug)
        draft.emit(BrainBroughtOut(self.bug))


def is_out(look: GameContext, key: str) -> bool:
    way = way_of(look, key)
    return way is not None and look.state.bugs[key].dragged >= way


def still_below(look: GameContext, key: str) -> Refused:
    way, rule = way_of(look, key), "brain-bug.dragging"
    if way is None:
        return Refused("way-untold", rule, field="bug", bug=key)
    return Refused("still-below", rule, field="bug", bug=key, inches=way - look.state.bugs[key].dragged)
