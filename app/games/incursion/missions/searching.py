"""Victory Point counters at the table: searched, seen, held; and the Twitcher.

Source: Incursion, mission 4.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import DiceRequest, Offer
from app.core.errors import Refused
from app.core.rules.ruling import RulingResult, working
from app.games.incursion.awaited_answers import awaited
from app.games.incursion.cards.effects import with_each_card
from app.games.incursion.combat import attack
from app.games.incursion.combat.melee import Blow, blow_facts, blow_ruling, parts_of
from app.games.incursion.events.attacks import ReactionFireEnded
from app.games.incursion.events.counters import (
    CounterSearched,
    CounterSeen,
    CounterTurned,
    FaceAwaited,
    FaceTold,
    PointsHeld,
    TwitcherStruck,
    TwitcherWoke,
)
from app.games.incursion.events.turn import TurnEnded
from app.games.incursion.missions.counters import Held, Search, twitcher, victory_counters
from app.games.incursion.pending_reactions import Twitch
from app.games.incursion.state import Draft, GameContext, State
from app.games.incursion.turn.actions import Action, board_offer
from app.games.incursion.turn.activation import acting, check_entered
from app.games.incursion.turn.items import check_items
from app.games.incursion.turn.reaction_setup import alert_watchers
from app.games.incursion.turn.sequence import model_of


def unsearched(look: GameContext) -> list[str]:
    return [key for key, item in look.state.items.items() if not item.searched]


class SearchCounter(Action):
    """Pick a counter up for the first time.

    A die says whether its corpse is a Twitcher.
    """

    rolls: ClassVar[bool] = True
    cost_of: ClassVar[str] = "item"
    item: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_items(look, acting(look)[1])
        left = unsearched(look)
        if not left:
            raise Refused("nothing-to-search", "missions.twitcher")
        offer = board_offer(look, cls)
        preview = twitcher(Search(), look.book)
        yield replace(offer, choose={"item": left, **offer.choose}, dice=DiceRequest(1), preview=preview)

    def decide(self, draft: Draft) -> None:
        key, model = acting(draft, self.model)
        check_items(draft, model)
        check_entered(model)
        if self.item not in unsearched(draft):
            raise Refused("no-such-item", "missions.twitcher", field="item", item=self.item)
        paid = self.payment(draft)
        roll = draft.roll(DiceRequest(1))
        answer = twitcher(Search(die=roll.numbers[0]), draft.book)
        found = CounterSearched(key, self.item, roll, answer["twitcher"], working(answer))
        draft.emit(found.paid_with(paid))
        if answer["twitcher"]:
            wake_twitcher(draft, key, self.item)
        alert_watchers(draft, key, "item")


def wake_twitcher(draft: Draft, searcher: str, item: str) -> None:
    state = draft.state
    card = next(name for name, model in draft.book.models.items() if model.horde)
    values = replace(model_of(card, draft.book), side=state.other(draft.side), place="board", twitcher=True)
    values.apart = draft.book.answer_for("twitcher") == "plain"
    number = sum(1 for model in state.models.values() if model.twitcher) + 1
    draft.emit(TwitcherWoke(f"twitcher-{number}", values.side, values, item, searcher))


class TwitcherAttack(Command):
    rolls: ClassVar[bool] = True
    precondition: ClassVar[Precondition] = awaited("twitcher")

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        preview = twitcher_at(look)
        yield Offer(cls.key, dice=DiceRequest(preview["dice_needed"]), preview=preview)

    def decide(self, draft: Draft) -> None:
        twitch = twitching(draft)
        roll = draft.roll(DiceRequest(twitcher_at(draft)["dice_needed"]))
        answer = twitcher_at(draft, roll.numbers)
        draft.emit(TwitcherStruck(twitch.model, twitch.target, roll, *attack.harm_of(answer)))
        if draft.state.models[twitch.target].reaction_fire:
            draft.emit(ReactionFireEnded(twitch.target, "attacked"))
        attack.remove_casualty(draft, twitch.target)


def twitching(look: GameContext) -> Twitch:
    assert look.state.twitching is not None
    return look.state.twitching


def twitcher_at(look: GameContext, dice: list[int] | None = None) -> RulingResult:
    twitch = twitching(look)
    parts = parts_of(look, twitch.model, twitch.target)
    facts = {**blow_facts(look, twitch.model, twitch.target, parts), "nth": 1, "twitcher": True, "dice": dice}
    needs = {"fortitude": parts.fortitude, "die-modifier": parts.die}
    return with_each_card(blow_ruling(Blow.model_validate(facts), look.book), parts.more, needs)


# -- values of counters


def recount_points(draft: Draft) -> None:
    """Show held counters to their holder and count points.

    Dropped counters stay hidden or are turned, as the table says.
    """
    state = draft.state
    if not state.counters():
        return
    for side in state.sides.values():
        for item in counters_held(state, side.side):
            if item not in side.seen:
                look_at(draft, side.side, item)
    if draft.book.answer_for("vp-dropped") == "open":
        for item, face in newly_dropped(draft):
            draft.emit(CounterTurned(item, face))
    for side in state.sides.values():
        vp = points_held(draft, side.side)["vp"]
        if vp != side.vp:
            draft.emit(PointsHeld(side.side, vp))


def look_at(draft: Draft, side: str, item: str) -> None:
    state = draft.state
    faces = {**state.faces, **state.open_faces}
    if item in faces:
        draft.emit(CounterSeen(side, item, faces[item]))
    elif item not in state.untold and may_ask(draft):
        draft.emit(FaceAwaited(side, item))


def may_ask(draft: Draft) -> bool:
    ended = any(isinstance(event, TurnEnded) for event in draft.events)
    return draft.state.phase in ("action", "last-chance") and draft.state.active is not None and not ended


def counters_held(state: State, side: str) -> list[str]:
    items = state.counters()
    return [item for _, model in state.of(side) if model.in_use for item in model.carries if item in items]


def newly_dropped(draft: Draft) -> Iterator[tuple[str, int]]:
    state = draft.state
    dropped = [item for item in state.counters() if state.items[item].searched and state.carried(item) is None]
    for item in [*taken_by_twitchers(draft), *dropped]:
        face = state.faces.get(item) or told_face(state, item)
        if item not in state.open_faces and face is not None:
            yield item, face


def taken_by_twitchers(draft: Draft) -> Iterator[str]:
    for event in draft.events:
        if isinstance(event, TwitcherWoke):
            yield event.item
        elif isinstance(event, FaceTold):
            bearer = draft.state.models.get(draft.state.carried(event.item) or "")
            if bearer is not None and bearer.twitcher and bearer.carries[0] == event.item:
                yield event.item


def told_face(state: State, item: str) -> int | None:
    holder = state.models.get(state.carried(item) or state.items[item].dropped_from or "")
    return state.sides[holder.side].seen.get(item) if holder is not None else None


def faces_held(state: State, side: str) -> list[int]:
    seen = state.sides[side].seen
    return [seen[item] for item in counters_held(state, side) if item in seen]


def points_held(look: GameContext, side: str) -> RulingResult:
    return victory_counters(Held(counters=faces_held(look.state, side)), look.book)


class TellFace(Command):
    """Tell the face of a real counter that one's side has just looked at."""

    item: str
    face: int
    precondition: ClassVar[Precondition] = awaited("face")

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for item, side in look.state.untold.items():
            if side == look.side:
                yield Offer(cls.key, given={"item": item}, choose={"face": faces_left(look)}, about=(item,))

    def decide(self, draft: Draft) -> None:
        if draft.state.untold.get(self.item) != draft.side:
            raise Refused("no-such-item", "missions.twitcher", field="item", item=self.item)
        if self.face not in faces_left(draft):
            high = len(draft.book.victory_counters.values)
            raise Refused("no-such-counter", "missions.twitcher", field="face", face=self.face, high=high)
        draft.emit(FaceTold(draft.side, self.item, self.face))


def faces_left(look: GameContext) -> list[int]:
    known = {*look.state.sides[look.side].seen.values(), *look.state.open_faces.values()}
    return [face for face in range(1, len(look.book.victory_counters.values) + 1) if face not in known]
