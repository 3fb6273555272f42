"""Moves over ground that is not refereed: the table says where a unit comes to, and what it may do then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar, Literal

from app.core.commands import Command, Gate
from app.core.offers import Offer
from app.core.refusals import Refused
from app.core.ruling import Answer, Ruling
from app.games.memoir_44.at_table import Draft, Field, Look, field_of
from app.games.memoir_44.events.turn import MoveDecided
from app.games.memoir_44.reach import Reached
from app.games.memoir_44.scenarios.forms import Odd
from app.games.memoir_44.state import Unit, Won
from app.games.memoir_44.turn.battle import check_emptied, ever_moves_in, move_up, odd_of_ground, ways_in
from app.games.memoir_44.turn.moving import check_may_move, go, movers, ways_of
from app.games.memoir_44.turn.odd import RULE, naming, on_ground
from app.games.memoir_44.turn.sequence import ACTING

AFTERWARDS = ("may-battle", "may-not-battle")


class DecideMove(Command):
    """Move an ordered unit over ground that is not refereed, as the table decides."""

    unit: str
    to: str
    afterwards: Literal["may-battle", "may-not-battle"]
    gate: ClassVar[Gate] = ACTING

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        field, found = field_of(look), False
        for key in movers(look) if field.scenario.odd_places else ():
            if ways := decided_ways(look, field, look.state.units[key]):
                found, choose = True, {"to": sorted(ways), "afterwards": list(AFTERWARDS)}
                named = naming(Answer({}, Ruling()), odd_on_ways(field, ways))
                yield Offer(cls.key, given={"unit": key}, choose=choose, preview=named, about=look.state.placed(key))
        if not found:
            raise Refused("all-is-refereed-there", RULE)

    def decide(self, draft: Draft) -> None:
        unit, field = check_may_move(draft, self.unit), field_of(draft)
        ways = decided_ways(draft, field, unit)
        if self.to not in ways:
            raise Refused("all-is-refereed-there", RULE, field="to")
        battles = self.afterwards == "may-battle"
        draft.note(MoveDecided(draft.side, self.unit, self.to, self.afterwards))
        go(draft, field, self.unit, replace(ways[self.to], may_battle=battles))


def decided_ways(look: Look, field: Field, unit: Unit) -> Mapping[str, Reached]:
    """The hexes to which only ground leads that the table decides, each with the way by what that ground counts as."""
    if not field.scenario.odd_places:
        return {}
    sure = ways_of(look, field, unit)
    return {to: way for to, way in ways_of(look, field, unit, refereed=False).items() if to not in sure}


def odd_on_ways(field: Field, ways: Mapping[str, Reached]) -> Iterator[Odd]:
    """What of the ground on these ways is not refereed."""
    return on_ground(field, (place for way in ways.values() for place in way.path))


class DecideGround(Command):
    """Move into the hex that a close assault has emptied where something is not refereed, as the table decides."""

    to: str
    afterwards: Literal["may-battle", "may-not-battle"]

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        won, ways = check_ground(look)
        named = naming(Answer({}, Ruling()), odd_of_ground(look))
        battles = look.book.units[look.state.units[won.unit].type].overruns and not look.state.units[won.unit].overran
        choose = {"to": list(ways), "afterwards": sorted(AFTERWARDS, reverse=not battles)}
        yield Offer(cls.key, choose=choose, preview=named, about=look.state.placed(won.unit))

    def decide(self, draft: Draft) -> None:
        won, ways = check_ground(draft)
        if self.to not in ways:
            raise Refused("not-reached", "units.take-ground", field="to", to=self.to)
        draft.note(MoveDecided(draft.side, won.unit, self.to, self.afterwards))
        move_up(draft, ways[self.to], overrun=self.afterwards == "may-battle")


def check_ground(look: Look) -> tuple[Won, dict[str, list[str]]]:
    """The close assault that has emptied a hex of which something is not refereed, and the ways into it by what it
    counts as. Raises Refused."""
    won = check_emptied(look)
    if not ever_moves_in(look, won) or not odd_of_ground(look):
        raise Refused("all-is-refereed-there", RULE)
    return won, ways_in(look, won, max(1, won.hexes))
