"""Battle cards at work: played, answered, killed.

Source: Incursion, Battle Cards; Card killing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import Offer
from app.core.errors import Refused, passes, refusal_of
from app.core.rules.ruling import Ruling
from app.games.incursion.awaited_answers import AT_ONCE, awaited, check_answered
from app.games.incursion.book import BattleCard
from app.games.incursion.cards.deck import held_cards
from app.games.incursion.cards.effects import NOTHING, TARGETS, lost_for_good, take_effect
from app.games.incursion.events.actions import EffectKilled
from app.games.incursion.events.cards import CardKilled, CardLetBe, CardPlayed, free_name
from app.games.incursion.state import ON_PAPER, Draft, GameContext, InPlay, Model
from app.games.incursion.turn.actions import Action, action_offer
from app.games.incursion.turn.activation import acting
from app.games.incursion.turn.costs import has_power
from app.games.incursion.turn.pending_shots import check_playable_now, check_removable_now, may_weaken, shots_due


def check_time(look: GameContext, card: BattleCard) -> None:
    state = look.state
    if state.over:
        raise Refused("mission-over", "table.over")
    if state.phase_of_half != "action":
        raise Refused("not-time-for-cards", "cards.when", field="card")
    if card.side not in (None, look.side):
        raise Refused("not-your-sides-card", "cards.when", field="card")
    if any(waiting.for_ in AT_ONCE for waiting in state.waiting):
        check_answered(look)
    if card.any_time:
        if state.unanswered and not state.awaits(look.seat):
            raise Refused("card-unanswered", "cards.killing")
        return
    check_answered(look)
    if state.half_of != look.side and look.book.answer_for("cards-when") == "own-half":
        raise Refused("not-your-half", "cards.when", field="card")


def check_held(look: GameContext, key: str) -> BattleCard:
    """Return a card of this side's hand.

    With a deck of paper, any card of the set while one is held. Raise Refused.
    """
    side = look.state.sides[look.side]
    held = look.book.battle if ON_PAPER in side.hand else side.hand
    if key not in held:
        raise Refused("not-in-hand", "cards.hand", field="card", card=key)
    return look.book.battle[key]


def targets(look: GameContext, card: BattleCard) -> list[str]:
    return [] if card.on == NOTHING else TARGETS[card.on](look, card)


def targets_now(look: GameContext, key: str, card: BattleCard) -> tuple[list[str], tuple[Refused, ...]]:
    """Return the targets on which the card weakens no pending shot in Reaction Fire.

    Also the refusals of the others, which the form shows beside the list.
    """
    allowed = targets(look, card)
    if not may_weaken(card) or not shots_due(look):
        return allowed, ()
    refusals = {on: no for on in allowed if (no := refusal_of(check_playable_now, look, key, on)) is not None}
    return [on for on in allowed if on not in refusals], tuple(refusals.values())


class PlayCard(Command):
    """Play a card of the hand: an Effect on a model, or an Event.

    It takes effect when the other side has answered.
    """

    card: str
    on: str | None = None

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        offers = [cls.offer(look, key, card) for key, card in in_time(look)]
        if look.greyed and not any(offers):
            raise why_none(look)
        yield from filter(None, offers)

    @classmethod
    def offer(cls, look: GameContext, key: str, card: BattleCard) -> Offer | None:
        """Build the form to play a card on its targets now; None if there are none."""
        allowed, refusals = targets_now(look, key, card)
        offer = Offer(cls.key, given={"card": key}, about=(key,), hint=f"card-text.{key}")
        if len(allowed) == 1:
            return replace(offer, given={"card": key, "on": allowed[0]}, about=(key, allowed[0]))
        if allowed:
            return replace(offer, choose={"on": allowed}, left_out=refusals)
        return offer if card.on == NOTHING else None

    def decide(self, draft: Draft) -> None:
        card = check_held(draft, self.card)
        check_time(draft, card)
        allowed = targets(draft, card)
        on = allowed[0] if self.on is None and len(allowed) == 1 else self.on
        if (on is None) != (card.on == NOTHING) or (on is not None and on not in allowed):
            raise Refused("may-not-lie-there", "cards.effect", field="on", card=self.card, on=on or NOTHING)
        check_playable_now(draft, self.card, on)
        state = draft.state
        paper = self.card not in state.sides[draft.side].hand
        name = free_name(state.in_play, self.card)
        change = {str(key): number for key, number in card.change.items()}
        asks = state.other(draft.side)
        draft.emit(CardPlayed(draft.side, self.card, name, on, card.lasts, change, paper, asks, card.ignored_by))


def in_time(look: GameContext) -> Iterator[tuple[str, BattleCard]]:
    side = look.state.sides[look.side]
    held = list(look.book.battle) if ON_PAPER in side.hand else held_cards(side)
    for key in held:
        card = look.book.battle[key]
        if passes(check_time, look, card):
            yield key, card


def why_none(look: GameContext) -> Refused:
    side = look.state.sides[look.side]
    if not side.hand:
        return Refused("no-cards", "cards.hand")
    for key in held_cards(side) or list(look.book.battle):
        try:
            check_time(look, look.book.battle[key])
            for on in targets(look, look.book.battle[key]):
                check_playable_now(look, key, on)
        except Refused as refused:
            return refused
    return Refused("nothing-to-lie-on", "cards.effect")


# -- answers


def check_kill(look: GameContext, name: str) -> BattleCard:
    state = look.state
    if state.over:
        raise Refused("mission-over", "table.over")
    placed: InPlay | None = state.in_play.get(name)
    if placed is None or placed.owner == look.side:
        raise Refused("not-in-play", "cards.killing", field="card", card=name)
    if state.waiting and not state.awaits(look.seat):
        raise Refused("answer-awaited", "turn.sequence")
    card = look.book.battle[placed.card]
    have = state.sides[look.side].cp
    if card.kill > have:
        raise Refused("kill-too-dear", "cards.killing", field="card", kill=card.kill, have=have)
    check_removable_now(look, name)
    return card


class KillCard(Command):
    """Spend CP equal to an enemy card's Kill Value to cancel and discard it.

    CP cannot counter CP.
    """

    card: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        enemy = [name for name, placed in look.state.in_play.items() if placed.owner != look.side]
        if not enemy:
            raise Refused("nothing-to-kill", "cards.killing")
        killable = [name for name in enemy if passes(check_kill, look, name)]
        if not killable:
            check_kill(look, enemy[-1])
        for name in killable:
            yield Offer(cls.key, given={"card": name})

    def decide(self, draft: Draft) -> None:
        card = check_kill(draft, self.card)
        price = Ruling().plus("kill-value", card.kill, "cards.killing")
        out = lost_for_good(draft, self.card)
        draft.emit(CardKilled(draft.side, self.card, price.total, list(price.reasons), out))


class LetCard(Command):
    card: str
    precondition: ClassVar[Precondition] = awaited("card")

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, given={"card": look.state.unanswered[-1]})

    def decide(self, draft: Draft) -> None:
        if self.card != draft.state.unanswered[-1]:
            raise Refused("not-the-card-asked", "cards.killing", field="card", card=self.card)
        draft.emit(CardLetBe(self.card))
        take_effect(draft, self.card)


# -- Where There's a Will


class KillEffect(Action):
    """Pay AP to end an Effect on Slugger, once per turn. Source: Where There's a Will."""

    cost_of: ClassVar[str] = "kill-effect"
    card: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        key, model = acting(look)
        check_will(look, model)
        effects = effects_on(look, key)
        if not effects:
            raise Refused("no-effect-on-him", "powers.will", field="card")
        removable = [name for name in effects if passes(check_removable_now, look, name)]
        if not removable:
            check_removable_now(look, effects[0])
        for name in removable:
            yield action_offer(look, cls, card=name)

    def decide(self, draft: Draft) -> None:
        key, model = acting(draft, self.model)
        check_will(draft, model)
        if self.card not in effects_on(draft, key):
            raise Refused("no-effect-on-him", "powers.will", field="card")
        check_removable_now(draft, self.card)
        out = lost_for_good(draft, self.card)
        self.pay(draft, EffectKilled(key, self.card, self.cost_reasons(draft), out))


def check_will(look: GameContext, model: Model) -> None:
    if not has_power(look, model, "where-theres-a-will"):
        raise Refused("no-such-will", "powers.will", field="model")
    if model.used_will:
        raise Refused("will-used", "powers.will", field="model")


def effects_on(look: GameContext, key: str) -> list[str]:
    return [name for name, placed in look.state.in_play.items() if placed.on == key and not placed.unanswered]
