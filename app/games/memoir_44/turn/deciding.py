"""Table decisions on unrefereed attacks, moves, ground and retreats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar, Literal

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import Choice, NumberChoice, Offer
from app.core.errors import Refused
from app.core.rules.ruling import Ruling, RulingResult
from app.games.memoir_44.board_state import BoardState, Draft, GameContext, board_state_of
from app.games.memoir_44.events.trains import TrainMoved
from app.games.memoir_44.events.turn import DiceDecided, MoveDecided
from app.games.memoir_44.events.units import RetreatDecided
from app.games.memoir_44.movement_range import Reached
from app.games.memoir_44.rulings.retreating import train
from app.games.memoir_44.scenarios.forms import Odd
from app.games.memoir_44.state import Asked, Unit, Won
from app.games.memoir_44.turn.battle import attacks, check_may_battle, nearest, place_of
from app.games.memoir_44.turn.flags import check_flags, finish_retreat, furthest, odd_behind, reach_of, way_back
from app.games.memoir_44.turn.moving import check_may_move, go, movers, ways_of
from app.games.memoir_44.turn.sequence import ACTING, undecided
from app.games.memoir_44.turn.taking_ground import check_emptied, ever_moves_in, move_up, odd_of_ground, ways_in
from app.games.memoir_44.turn.trains import facts_of, note_hits
from app.games.memoir_44.turn.unrefereed import RULE, naming, on_ground, touching


class DecideDice(Command):
    unit: str
    target: str
    count: int
    precondition: ClassVar[Precondition] = ACTING

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        none = Refused("all-is-refereed", RULE)
        if not look.book.scenario.has_odd:
            raise none
        for key, target, answer in attacks(look, touches, none, least=0):
            span = NumberChoice(0, look.book.most_dice_decided, first=answer["dice"])
            given = {"unit": key, "target": target}
            about = look.state.placed(key, target)
            yield Offer(cls.key, given=given, choose={"count": span}, about=about, aim="target")

    def decide(self, draft: Draft) -> None:
        check_may_battle(draft, self.unit)
        enemy = next(one for one in draft.state.accounts if one != draft.side)
        if self.target not in draft.state.things_of(enemy):
            raise Refused("no-such-target", "units.close-assault", field="target", target=self.target)
        if not touches(board_state_of(draft), self.unit, self.target):
            raise Refused("all-is-refereed", RULE, field="target")
        if not 0 <= self.count <= draft.book.most_dice_decided:
            raise Refused("so-many-dice", RULE, field="count", limit=draft.book.most_dice_decided)
        draft.emit(DiceDecided(draft.side, self.unit, self.target, self.count))


def touches(field: BoardState, key: str, target: str) -> bool:
    own = place_of(field.state, key)
    return bool(touching(field, own, nearest(field, own, target), key, target))


AFTERWARDS = ("may-battle", "may-not-battle")


class DecideMove(Command):
    unit: str
    to: str
    afterwards: Literal["may-battle", "may-not-battle"]
    precondition: ClassVar[Precondition] = ACTING

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        field, found = board_state_of(look), False
        for key in movers(look) if field.scenario.odd_places else ():
            if ways := decided_ways(look, field, look.state.units[key]):
                found, choose = True, {"to": sorted(ways), "afterwards": [*AFTERWARDS]}
                named = naming(RulingResult({}, Ruling()), odd_on_ways(field, ways))
                must, about = undecided(choose), look.state.placed(key)
                yield Offer(cls.key, given={"unit": key}, choose=choose, preview=named, about=about, must_choose=must)
        if not found:
            raise Refused("all-is-refereed-there", RULE)

    def decide(self, draft: Draft) -> None:
        unit, field = check_may_move(draft, self.unit), board_state_of(draft)
        ways = decided_ways(draft, field, unit)
        if self.to not in ways:
            raise Refused("all-is-refereed-there", RULE, field="to")
        battles = self.afterwards == "may-battle"
        draft.emit(MoveDecided(draft.side, self.unit, self.to, self.afterwards))
        go(draft, field, self.unit, replace(ways[self.to], may_battle=battles))


def decided_ways(look: GameContext, field: BoardState, unit: Unit) -> Mapping[str, Reached]:
    if not field.scenario.odd_places:
        return {}
    sure = ways_of(look, field, unit)
    return {to: way for to, way in ways_of(look, field, unit, refereed=False).items() if to not in sure}


def odd_on_ways(field: BoardState, ways: Mapping[str, Reached]) -> Iterator[Odd]:
    return on_ground(field, (place for way in ways.values() for place in way.path))


class DecideGround(Command):
    to: str
    afterwards: Literal["may-battle", "may-not-battle"]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        won, ways = check_ground(look)
        unit = look.state.units[won.unit]
        named = naming(RulingResult({}, Ruling()), odd_of_ground(look))
        battles = look.book.kind(unit.type, unit.badge).overruns and not unit.overran
        choose: dict[str, Choice] = {"to": list(ways), "afterwards": sorted(AFTERWARDS, reverse=not battles)}
        about = look.state.placed(won.unit)
        yield Offer(cls.key, choose=choose, preview=named, about=about, must_choose=undecided(choose))

    def decide(self, draft: Draft) -> None:
        won, ways = check_ground(draft)
        if self.to not in ways:
            raise Refused("not-reached", "units.take-ground", field="to", to=self.to)
        draft.emit(MoveDecided(draft.side, won.unit, self.to, self.afterwards))
        move_up(draft, ways[self.to], overrun=self.afterwards == "may-battle")


def check_ground(look: GameContext) -> tuple[Won, dict[str, list[str]]]:
    """Return the close assault that emptied an unrefereed hex, and the ways into it.

    By what the hex counts as. Raise Refused.
    """
    won = check_emptied(look)
    if not ever_moves_in(look, won) or not odd_of_ground(look):
        raise Refused("all-is-refereed-there", RULE)
    return won, ways_in(look, won, max(1, won.hexes))


class DecideRetreat(Command):
    to: str
    lost: int

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        asked = check_touched(look)
        named = naming(RulingResult({}, Ruling()), odd_behind(look, asked))
        choose: dict[str, Choice] = {"to": hexes(look, asked), "lost": NumberChoice(0, most_lost(look, asked))}
        about = look.state.placed(asked.unit)
        yield Offer(cls.key, choose=choose, preview=named, about=about, must_choose=undecided(choose))

    def decide(self, draft: Draft) -> None:
        asked = check_touched(draft)
        if self.to not in hexes(draft, asked):
            raise Refused("no-way-back", "retreat.flags", field="to", to=self.to)
        if not 0 <= self.lost <= most_lost(draft, asked):
            raise Refused("so-many-figures", RULE, field="lost", limit=most_lost(draft, asked))
        if asked.unit in draft.state.trains:
            decide_for_train(draft, asked, self.to, self.lost)
            return
        at = str(draft.state.units[asked.unit].at)
        draft.emit(RetreatDecided(draft.side, asked.unit, self.to, self.lost))
        finish_retreat(draft, asked, at, self.lost)


def decide_for_train(draft: Draft, asked: Asked, to: str, hits: int) -> None:
    one = draft.state.trains[asked.unit]
    way = {stands[0]: stands for stands in way_back(draft, asked.unit, asked.flags)}
    draft.emit(RetreatDecided(draft.side, asked.unit, to, 0))
    if hits:
        note_hits(draft, asked.unit, train(facts_of(one, grenades=hits), draft.book))
    if to != one.at and one.places:
        draft.emit(TrainMoved(draft.side, asked.unit, *way[to]))


def check_touched(look: GameContext) -> Asked:
    asked = check_flags(look)
    if not odd_behind(look, asked):
        raise Refused("all-is-refereed-there", RULE)
    return asked


def hexes(look: GameContext, asked: Asked) -> list[str]:
    if asked.unit in look.state.trains:
        return [look.state.trains[asked.unit].at, *(at for at, _, _ in way_back(look, asked.unit, asked.flags))]
    unit = look.state.units[asked.unit]
    rows = furthest(board_state_of(look), unit, reach_of(look, unit, asked.flags))
    return sorted({at for row in rows for at in row})


def most_lost(look: GameContext, asked: Asked) -> int:
    unit: Unit | None = look.state.units.get(asked.unit)
    return min(asked.flags, unit.figures) if unit else asked.flags
