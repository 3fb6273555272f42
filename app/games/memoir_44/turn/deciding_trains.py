"""Moves of trains over track that is not refereed: the table decides where a train goes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.rules.ruling import Ruling, RulingResult
from app.games.memoir_44.board_state import Draft, GameContext, board_state_of
from app.games.memoir_44.events.trains import TrainMoved, TrainMoveDecided
from app.games.memoir_44.scenarios.forms import Odd
from app.games.memoir_44.turn.sequence import ACTING, undecided
from app.games.memoir_44.turn.trains import Standing, standing, under, ways_of
from app.games.memoir_44.turn.unrefereed import RULE, naming, on_ground


class DecideTrain(Command):
    unit: str
    to: str
    precondition: ClassVar[Precondition] = ACTING

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        found = False
        for key in look.state.trains:
            if ways := decided_ways(look, key):
                found, choose = True, {"to": sorted(ways)}
                named = naming(RulingResult({}, Ruling()), odd_under(look, key, ways))
                must, about = undecided(choose), look.state.placed(key)
                yield Offer(cls.key, given={"unit": key}, choose=choose, preview=named, about=about, must_choose=must)
        if not found:
            raise Refused("all-is-refereed-there", RULE)

    def decide(self, draft: Draft) -> None:
        if self.unit not in draft.state.trains:
            raise Refused("not-ordered", "trains.moving", field="unit", unit=self.unit)
        ways = decided_ways(draft, self.unit)
        if self.to not in ways:
            raise Refused("all-is-refereed-there", RULE, field="to")
        draft.emit(TrainMoveDecided(draft.side, self.unit, self.to))
        draft.emit(TrainMoved(draft.side, self.unit, *ways[self.to], own_move=1))


def decided_ways(look: GameContext, key: str) -> dict[str, Standing]:
    refereed = ways_of(look, key)
    return {to: way for to, way in ways_of(look, key, refereed=False).items() if to not in refereed}


def odd_under(look: GameContext, key: str, ways: Mapping[str, Standing]) -> Iterator[Odd]:
    field, stands = board_state_of(look), (standing(look.state.trains[key]), *ways.values())
    return on_ground(field, (place for one in stands for place in sorted(under(field, one))))
