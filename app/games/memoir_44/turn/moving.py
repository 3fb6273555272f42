"""Moves on the map: range, departures and entries. Source: Memoir '44, M44 p.13–16."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import ClassVar

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.games.memoir_44.board_state import BoardState, Draft, GameContext, army_of, board_state_of
from app.games.memoir_44.events.scenery import ObstacleRemoved
from app.games.memoir_44.events.units import UnitMoved
from app.games.memoir_44.movement_range import Reached, furthest
from app.games.memoir_44.rulings.asking import checked
from app.games.memoir_44.rulings.moving import Entered, Walker, allowance, on_road
from app.games.memoir_44.state import Unit
from app.games.memoir_44.turn.ice import come_in
from app.games.memoir_44.turn.sequence import ACTING, offers_to_each, ordered_of_seat, ordered_to_act

BEHIND_LINES = "behind-enemy-lines"
HALVES = 2
"""Moves by that card: before the battle and after it."""


def walker_of(look: GameContext, unit: Unit) -> Walker:
    lost = look.state.accounts[unit.side].depot_lost
    kind = {"unit": unit.type, "badge": unit.badge, "traits": unit.traits, "army": army_of(look.book, unit)}
    return Walker.model_validate({**kind, "card": look.state.card, "depot_lost": lost})


def check_may_move(look: GameContext, key: str) -> Unit:
    unit = ordered_to_act(look, key)
    again = goes_again(look, unit)
    if look.state.battling and not again:
        raise Refused("battles-began", "turn.order")
    if unit.moves and not again:
        raise Refused("moved-already", "turn.order", unit=key)
    return unit


def goes_again(look: GameContext, unit: Unit) -> bool:
    """Return whether a card lets a unit move once more: after its battle, or after a first half without one."""
    if look.state.card != BEHIND_LINES or unit.moves == HALVES:
        return False
    return unit.battles == 1 or (unit.moves == 1 and len(unit.path) - 1 <= half_of(look, unit))


def half_of(look: GameContext, unit: Unit) -> int:
    most: int = allowance(walker_of(look, unit), "battle", False, look.book).total
    return most


def ways_of(look: GameContext, field: BoardState, unit: Unit, *, refereed: bool = True) -> Mapping[str, Reached]:
    return look.cached(("ways", unit.at, refereed), lambda: _ways_of(look, field, unit, refereed=refereed))


def _ways_of(look: GameContext, field: BoardState, unit: Unit, *, refereed: bool) -> Mapping[str, Reached]:
    walker, odd = walker_of(look, unit), field.scenario.odd_places if refereed else ()
    ways = {} if field.hex(str(unit.at)) in odd else field.reach(unit, walker, odd)
    if look.state.card == BEHIND_LINES:
        most = half_of(look, unit)
        ways = {to: way for to, way in ways.items() if unit.moves == unit.battles == 0 or len(way.path) <= most}
    if unit.boat:
        ways = {to: way for to, way in ways.items() if by_boat(field, str(unit.at), [*map(field.name, way.path)])}
    passed = {field.hex(at) for at in look.state.mines} if look.book.answer_for("bel") != "pass-free" else set()
    return {to: way for to, way in ways.items() if not passed.intersection(way.path[:-1])}


def by_boat(field: BoardState, start: str, path: list[str]) -> bool:
    """Return whether a boat can take this way.

    From the water none comes onto a bridge hex, none goes on once it has landed (TP-20).
    """
    steps = [*pairwise([start, *path])]
    onto_bridge = any(
        field.is_water(one) and any(field.book.ground(name).crosses for name in field.at(two)) for one, two in steps
    )
    landings = [number for number, two in enumerate(steps) if landed(field, two[0], [two[1]])]
    return not onto_bridge and not (landings and any(field.is_water(two) for _, two in steps[landings[0] :]))


class Move(Command):
    unit: str
    to: str
    precondition: ClassVar[Precondition] = ACTING

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        field = board_state_of(look)
        found = {key: ways_of(look, field, look.state.units[key]) for key in movers(look)}
        ways = ((key, sorted(one)) for key, one in found.items())
        for offer in offers_to_each(look, cls.key, "to", ways, Refused("nobody-moves", "turn.order")):
            key = str(offer.given["unit"])
            yield replace(offer, own=frozenset(battling_from(look.state.units[key], found[key])))

    def decide(self, draft: Draft) -> None:
        unit = check_may_move(draft, self.unit)
        field = board_state_of(draft)
        ways = ways_of(draft, field, unit)
        if self.to not in ways:
            check_refereed(draft, field, unit, self.to)
            if not ways:
                raise no_way(draft, field, self.unit)
            raise Refused("not-reached", "units.moving", field="to", to=self.to)
        go(draft, field, self.unit, ways[self.to])


def battling_from(unit: Unit, ways: Mapping[str, Reached]) -> Iterator[str]:
    return (to for to, way in ways.items() if way.may_battle and not unit.battles and not unit.moves)


def check_refereed(look: GameContext, field: BoardState, unit: Unit, to: str) -> None:
    if field.scenario.odd_places and to in ways_of(look, field, unit, refereed=False):
        raise Refused("table-decides-move", "table.house-ruling", field="to", to=to)


def no_way(look: GameContext, field: BoardState, key: str) -> Refused:
    unit = look.state.units[key]
    if not furthest(field.map_of(unit), field.hex(str(unit.at)), walker_of(look, unit)):
        return Refused("no-move-by-card", "units.moving", field="unit", unit=key, card=look.state.card)
    if field.scenario.odd_places and ways_of(look, field, unit, refereed=False):
        return Refused("table-decides-way", "table.house-ruling", field="unit", unit=key)
    return Refused("no-way", "units.moving", field="unit", unit=key, at=str(unit.at))


def movers(look: GameContext) -> Iterator[str]:
    for key in ordered_of_seat(look):
        try:
            check_may_move(look, key)
        except Refused:
            continue
        yield key


def go(draft: Draft, field: BoardState, key: str, way: Reached) -> None:
    unit = draft.state.units[key]
    start, path = str(unit.at), [field.name(place) for place in way.path]
    fights = way.may_battle and (unit.battles or not unit.moves)
    kept = charging(draft, field, unit, way) if fights else too_far(draft, field, unit, way)
    boat = unit.boat and not landed(field, start, path)
    hard = not way.may_take_ground
    draft.emit(UnitMoved(draft.side, key, path[-1], path, kept, hard, boat))
    clear_way(draft, field, key, start, path)
    come_in(draft, key, path, may_battle=way.may_battle)


def too_far(look: GameContext, field: BoardState, unit: Unit, way: Reached) -> str | None:
    most = most_with_battle(look, field, unit, way, walker_of(look, unit))
    return "moved-too-far" if (unit.moves and not unit.battles) or way.length > most else None


def charging(look: GameContext, field: BoardState, unit: Unit, way: Reached) -> str | None:
    walker = walker_of(look, unit)
    if walker.army is None or not look.book.armies[walker.army].charge:
        return None
    most = most_with_battle(look, field, unit, way, walker.model_copy(update={"army": None}))
    return "charged" if way.length > most else None


def most_with_battle(look: GameContext, field: BoardState, unit: Unit, way: Reached, walker: Walker) -> int:
    names = field.map_of(unit)
    hexes = [Entered(checked(names.at(place), look.book, "ground")) for place in (field.hex(str(unit.at)), *way.path)]
    most: int = allowance(walker, "battle", on_road(hexes, look.book), look.book).total
    return most


def landed(field: BoardState, start: str, path: list[str]) -> bool:
    return any(field.is_water(one) and not field.is_water(two) for one, two in pairwise([start, *path]))


def clear_left(draft: Draft, start: str) -> None:
    field = board_state_of(draft)
    for name in field.scenario.on(field.hex(start)).obstacles:
        if draft.book.ground(name).removed_on_leaving and name in field.at(start):
            draft.emit(ObstacleRemoved(start, name))


def clear_way(draft: Draft, field: BoardState, key: str, start: str, path: list[str]) -> None:
    unit = draft.state.units[key]
    clear_left(draft, start)
    for place in path:
        for name in field.at(place):
            if unit.type in draft.book.ground(name).removed_by:
                draft.emit(ObstacleRemoved(place, name))
