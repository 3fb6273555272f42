"""Taking ground: the hex that a close assault has emptied.

Source: M44, Take Ground, Armour Overrun.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.core.engine.command import Command
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.rules.ruling import Ruling, RulingResult
from app.games.memoir_44.board_state import BoardState, Draft, GameContext, board_state_of
from app.games.memoir_44.events.units import GroundTaken, GroundWon
from app.games.memoir_44.rulings.asking import checked
from app.games.memoir_44.rulings.moving import Entered, against_step, closed, stop_of
from app.games.memoir_44.rulings.moving import entered as on_entry
from app.games.memoir_44.rulings.taking_ground import Won, take_ground
from app.games.memoir_44.scenarios.forms import Odd
from app.games.memoir_44.state import Unit
from app.games.memoir_44.state import Won as Emptied
from app.games.memoir_44.turn.ice import come_in
from app.games.memoir_44.turn.moving import clear_way, landed
from app.games.memoir_44.turn.sequence import check_general, check_turn, undecided
from app.games.memoir_44.turn.unrefereed import RULE, naming, of_way

DESERT = "north-african-desert"


def win_ground(draft: Draft, by: str | None, at: str) -> None:
    state = draft.state
    unit = state.units.get(by or "")
    field = board_state_of(draft)
    if state.over or by is None or unit is None or not unit.there or unit.side != state.active:
        return
    if field.apart(str(unit.at), at) != 1:
        return
    facts = Won.model_validate(
        {
            "unit": unit.type,
            "badge": unit.badge,
            "own": field.around_one(unit, str(unit.at)),
            "target": field.around_one(unit, at),
            "over_a_side": field.over_a_side(field.hex(str(unit.at)), field.hex(at)),
            "hard_stop": unit.hard,
            "moved": len(unit.path) > 1,
            "overran": unit.overran,
            "brought": unit.came,
            "desert": DESERT in draft.book.scenario.special_rules,
        }
    )
    answer = take_ground(facts, draft.book)
    draft.emit(GroundWon(by, at, answer["hexes"], answer["overrun"], answer["refused_because"]))


class TakeGround(Command):
    """Move into the hex that a close assault has emptied, in the desert one further."""

    to: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        hexes = list(check_won(look))
        won, odd = check_emptied(look), odd_of_ground(look)
        yield Offer(
            cls.key,
            choose={"to": hexes},
            about=look.state.placed(won.unit),
            label="overrun" if won.overrun else None,
            preview=naming(RulingResult({}, Ruling()), odd) if odd else None,
            must_choose=undecided({"to": hexes}),
        )

    def decide(self, draft: Draft) -> None:
        hexes = check_won(draft)
        if self.to not in hexes:
            raise Refused("not-reached", "units.take-ground", field="to", to=self.to)
        move_up(draft, hexes[self.to], overrun=check_emptied(draft).overrun)


def move_up(draft: Draft, path: list[str], *, overrun: bool) -> None:
    assert draft.state.won is not None
    key, field = draft.state.won.unit, board_state_of(draft)
    unit = draft.state.units[key]
    stops = [stop_of(entered(field, unit, at), unit.type) for at in path]
    start, boat = str(unit.at), unit.boat and not landed(field, str(unit.at), path)
    draft.emit(GroundTaken(draft.side, key, path[-1], path, overrun, "hard" in stops, boat))
    clear_way(draft, field, key, start, path)
    come_in(draft, key, path, may_battle=False)


def entered(field: BoardState, unit: Unit, at: str, *, over_a_side: bool = False) -> Entered:
    return on_entry(unit.badge, checked(field.around_one(unit, at), field.book, "ground"), field.book, over_a_side)


def check_emptied(look: GameContext) -> Emptied:
    check_turn(look, "action")
    won = look.state.won
    if won is None:
        raise Refused("no-ground-won", "units.take-ground")
    check_general(look, won.unit, look.state.units[won.unit])
    return won


def check_won(look: GameContext) -> dict[str, list[str]]:
    """Return the hexes into which one may move, each with the way there.

    Over no ground that the table decides. Raise Refused if there is none.
    """
    won, field = check_emptied(look), board_state_of(look)
    odd = field.scenario.odd_places
    if {field.hex(won.hex), field.hex(str(look.state.units[won.unit].at))} & odd and ever_moves_in(look, won):
        raise Refused("table-decides-move", RULE, to=won.hex)
    if not won.hexes:
        raise Refused("no-ground-because", "units.take-ground", why=won.why_not)
    return {to: way for to, way in ways_in(look, won, won.hexes).items() if field.hex(to) not in odd}


def ever_moves_in(look: GameContext, won: Emptied) -> bool:
    field, unit = board_state_of(look), look.state.units[won.unit]
    own, side = entered(field, unit, str(unit.at)), field.over_a_side(field.hex(str(unit.at)), field.hex(won.hex))
    shut = next(closed(unit.type, own, entered(field, unit, won.hex, over_a_side=side)), None)
    return shut is None and look.book.kind(unit.type, unit.badge).takes_ground


def ways_in(look: GameContext, won: Emptied, hexes: int) -> dict[str, list[str]]:
    field, unit = board_state_of(look), look.state.units[won.unit]
    ways = {won.hex: [won.hex]}
    here = entered(field, unit, won.hex)
    goes_on = hexes > 1 and won.hex not in look.state.mines
    for place in field.board.around(field.hex(won.hex)) if goes_on else ():
        at = field.name(place)
        there = entered(field, unit, at, over_a_side=field.over_a_side(field.hex(won.hex), place))
        free = look.state.at(at) is None and at != unit.at
        if free and next(against_step(unit.type, 1, here, there, False), None) is None:
            ways[at] = [won.hex, at]
    return ways


def odd_of_ground(look: GameContext) -> list[Odd]:
    won, field = check_emptied(look), board_state_of(look)
    places = {field.hex(str(look.state.units[won.unit].at)), *map(field.hex, ways_in(look, won, max(1, won.hexes)))}
    return of_way(field, won.unit, sorted(places))
