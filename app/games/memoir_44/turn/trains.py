"""Trains: hits, moves along the track, passengers that get off.

Source: Terrain Pack, Trenes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.rules.ruling import RulingResult, working
from app.games.memoir_44.board_state import RAIL, BoardState, Draft, GameContext, board_state_of
from app.games.memoir_44.events.trains import PassengerGotOff, TrainMoved
from app.games.memoir_44.events.trains import TrainHit as TrainWasHit
from app.games.memoir_44.events.units import FlagsAsked
from app.games.memoir_44.geometry import Hex
from app.games.memoir_44.rulings.retreating import TrainHit, train
from app.games.memoir_44.state import Train, Unit, other
from app.games.memoir_44.turn.medals import win_medals
from app.games.memoir_44.turn.sequence import ACTING, offers_to_each
from app.games.memoir_44.turn.unrefereed import RULE

STATION = "railway-station"


def hit_train(
    draft: Draft, key: str, grenades: int, flags: int, by: str | None, *, cannot_ignore: bool = False
) -> None:
    one = draft.state.trains[key]
    answer = train(facts_of(one, grenades=grenades), draft.book)
    if grenades:
        note_hits(draft, key, answer)
    if flags and one.places and not draft.state.over:
        seat = board_state_of(draft).general_of(one.side, one.at)
        draft.emit(FlagsAsked(key, flags, one.side, by, cannot_ignore=cannot_ignore, seat=seat))


def facts_of(one: Train, **more: int | None) -> TrainHit:
    return TrainHit.model_validate({"hits_before": one.hits, **more})


def note_hits(draft: Draft, key: str, answer: RulingResult) -> None:
    one = draft.state.trains[key]
    result = answer.result
    draft.emit(TrainWasHit(key, result["hits"], result["wagon"], result["locomotive"], working(answer)))
    win_medals(draft, other(one.side), result["medals"], f"train-{key}")


def is_track(field: BoardState, at: str) -> bool:
    return any(field.book.ground(name).track or name == STATION for name in field.at(at))


def next_hexes(field: BoardState, at: str, but: tuple[str, ...]) -> list[str]:
    here = field.hex(at)
    near = (field.name(place) for place in field.board.around(here) if field.joined(here, place, RAIL))
    return [one for one in near if one not in but and is_track(field, one) and field.state.at(one) is None]


Standing = tuple[str, str | None, str | None]
"""The hexes of locomotive and wagon, and the hex that the front faces."""


def standing(one: Train) -> Standing:
    return one.at, one.tail if one.wagon == "alive" else None, one.front


def under(field: BoardState, stands: Standing) -> set[Hex]:
    return {field.hex(at) for at in stands[:2] if at}


def back(field: BoardState, stands: Standing) -> Standing | None:
    """Return one hex back along the track; None if it is blocked."""
    at, tail, front = stands
    free = next_hexes(field, tail or at, tuple(filter(None, (front, at, tail))))
    if not free:
        return None
    return (tail, free[0], at) if tail else (free[0], None, at)


# -- moves


def check_trains(look: GameContext) -> None:
    if not look.state.trains:
        raise Refused("no-trains", "trains.moving")


class MoveTrain(Command):
    unit: str
    to: str
    precondition: ClassVar[Precondition] = ACTING

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_trains(look)
        ways = ((key, sorted(ways_of(look, key))) for key in look.state.trains)
        yield from offers_to_each(look, cls.key, "to", ways, Refused("nobody-moves", "trains.moving"))

    def decide(self, draft: Draft) -> None:
        if self.unit not in draft.state.trains:
            raise Refused("not-ordered", "trains.moving", field="unit", unit=self.unit)
        ways = ways_of(draft, self.unit)
        if self.to not in ways:
            if self.to in ways_of(draft, self.unit, refereed=False):
                raise Refused("table-decides-move", RULE, field="to", to=self.to)
            raise Refused("not-reached", "trains.moving", field="to", to=self.to)
        draft.emit(TrainMoved(draft.side, self.unit, *ways[self.to], own_move=1))


def ways_of(look: GameContext, key: str, *, refereed: bool = True) -> dict[str, Standing]:
    """Return the positions of a train after its move, by the hex of its locomotive.

    Empty if it may not move. `refereed`: over no ground that the table decides.
    """
    one = look.state.trains[key]
    may = one.side == look.side and one.ordered and one.places and not one.moves and one.by in (None, look.seat.name)
    if not may or look.state.battling:
        return {}
    field, most = board_state_of(look), look.book.units["train"].move.battle
    odd = field.scenario.odd_places if refereed else frozenset()
    ways: dict[str, Standing] = {}
    for step in (forward, back):
        stands: Standing | None = standing(one)
        for _ in range(most):
            stands = step(field, stands) if stands and odd.isdisjoint(under(field, stands)) else None
            if stands and stands[0] != one.at and odd.isdisjoint(under(field, stands)):
                ways.setdefault(stands[0], stands)
    return ways


def forward(field: BoardState, stands: Standing) -> Standing | None:
    at, tail, front = stands
    free = next_hexes(field, at, (at, *([tail] if tail else [])))
    if not free:
        return None
    to = front if front in free else free[0]
    return to, at if tail else None, None


# -- passengers


class Unload(Command):
    unit: str
    at: str
    precondition: ClassVar[Precondition] = ACTING

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_trains(look)
        beside = ((key, places_beside(look, key)) for key in look.state.trains)
        yield from offers_to_each(look, cls.key, "at", beside, Refused("no-passengers", "trains.supply"))

    def decide(self, draft: Draft) -> None:
        if self.unit not in draft.state.trains or self.at not in places_beside(draft, self.unit):
            raise Refused("no-passengers", "trains.supply", field="at")
        kind = draft.state.trains[self.unit].cargo[0]
        number = sum(key.startswith(f"{draft.side}-{kind}-") for key in draft.state.units) + 1
        figures = draft.book.units[kind].figures
        draft.emit(PassengerGotOff(draft.side, self.unit, f"{draft.side}-{kind}-{number}", self.at, kind, figures))


def places_beside(look: GameContext, key: str) -> list[str]:
    one = look.state.trains[key]
    field = board_state_of(look)
    if one.side != look.side or not one.cargo or one.wagon != "alive" or STATION not in field.at(one.at):
        return []
    unit = Unit(one.side, one.cargo[0])
    near = {field.name(place) for at in one.places for place in field.board.around(field.hex(at))}
    return sorted(at for at in near if look.state.at(at) is None and may_stand(field, unit, at))


def may_stand(field: BoardState, unit: Unit, at: str) -> bool:
    grounds = [field.book.ground(name) for name in field.around_one(unit, at)]
    wet = any(one.water for one in grounds) and not any(one.crosses for one in grounds)
    return not wet and not any(unit.type in one.closed_to or one.from_height for one in grounds)
