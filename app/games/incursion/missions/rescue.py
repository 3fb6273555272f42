"""The Stranded Trooper: named, locked in, freed, counted. Source: Incursion, mission 5."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.rules.ruling import Ruling, RulingResult
from app.games.incursion.awaited_answers import awaited
from app.games.incursion.book import Stranded
from app.games.incursion.events.missions import MissionEnded, RoomOpened, Scored, StrandedNamed
from app.games.incursion.state import Draft, GameContext
from app.games.incursion.turn.sequence import begin_turn


def stranded_of(look: GameContext) -> Stranded:
    assert look.book.mission.stranded is not None
    return look.book.mission.stranded


def stranded_candidates(look: GameContext) -> list[str]:
    stranded, cards = stranded_of(look), look.book.models
    own = look.state.of(stranded.side)
    dear = [key for key, model in own if cards[model.card].rp >= stranded.least_rp]
    return dear or [key for key, _ in own]


def nobody_to_rescue(look: GameContext, models: int) -> bool:
    stranded = look.book.mission.stranded
    alone = stranded is not None and stranded.side == look.side and models == 1
    return alone and look.book.answer_for("m5-locked") == "germans-win"


NO_RESCUERS = "hint.no-rescuers"
"""The hint for a side that goes in with one model alone."""


class NameStranded(Command):
    """Name the Stranded Trooper, who is in its room from the start."""

    model: str
    precondition: ClassVar[Precondition] = awaited("stranded")

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        alone = nobody_to_rescue(look, len(look.state.of(look.side)))
        yield Offer(cls.key, choose={"model": stranded_candidates(look)}, hint=NO_RESCUERS if alone else None)

    def decide(self, draft: Draft) -> None:
        if self.model not in stranded_candidates(draft):
            least = stranded_of(draft).least_rp
            raise Refused("cannot-be-stranded", "missions.stranded", field="model", model=self.model, rp=least)
        draft.emit(StrandedNamed(self.model))
        begin_turn(draft)


def update_score(draft: Draft) -> None:
    for side in draft.state.sides:
        answer = points_of(draft, side)
        if answer["vp"] != draft.state.score.get(side, 0):
            draft.emit(Scored(side, answer["vp"], list(answer.working.reasons)))


def points_of(look: GameContext, side: str) -> RulingResult:
    state = look.state
    rescued = stranded_of(look).side
    ruling = Ruling()
    for key, model in state.of(rescued):
        counts = model.alive and model.place == "out" if side == rescued else not model.alive
        if counts:
            ruling = ruling.plus(model.card, points_for_model(look, key, model.alive), "missions.stranded")
    return RulingResult({"vp": ruling.total}, ruling)


def points_for_model(look: GameContext, key: str, off: bool) -> int:
    table = look.book.points
    if off:
        return table.stranded_off if key == look.state.stranded else table.off
    if key != look.state.stranded:
        return table.killed
    both = look.book.answer_for("m5-killed") == "three"
    return table.stranded_killed + (table.killed if both else 0)


def behind_enemy_lines(draft: Draft) -> None:
    """End the mission once all models of the rescuers' side are gone or killed.

    More points win.
    """
    state = draft.state
    update_score(draft)
    side = stranded_of(draft).side
    left = {key: model for key, model in state.of(side) if model.in_use}
    if not left:
        draft.emit(MissionEnded(winner_by_points(draft), "all-gone", "missions.stranded"))
    elif state.locked and set(left) == {state.stranded}:
        if draft.book.answer_for("m5-locked") == "germans-win":
            because = "rescuers-dead" if len(state.of(side)) > 1 else "no-rescuers"
            draft.emit(MissionEnded(state.other(side), because, "missions.stranded"))
        else:
            draft.emit(RoomOpened(None))


def winner_by_points(look: GameContext) -> str:
    return side_ahead(look) or ("draw" if look.book.answer_for("tie") == "draw" else "german")


def side_ahead(look: GameContext) -> str | None:
    score = look.state.score
    best = max(score.values(), default=0)
    leaders = [side for side in look.state.sides if score.get(side, 0) == best]
    return leaders[0] if len(leaders) == 1 else None
