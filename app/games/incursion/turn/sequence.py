"""The sequence of a Game Turn, in its printed order.

Source: Incursion, Maintenance Phase; Action Phase.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from typing import Annotated, ClassVar

from pydantic import Field

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import DiceRequest, MultiChoice, NumberChoice, Offer
from app.core.errors import Refused, passes
from app.core.rules.dice import commitment
from app.core.rules.ruling import Ruling, working
from app.games.incursion.awaited_answers import (
    awaited,
    check_answered,
    check_awaited,
    check_none_to_reroll,
    may_kill_something,
)
from app.games.incursion.book import MODELS_AT_MOST, Book, Mission
from app.games.incursion.cards.deck import deal, shuffle, undealt
from app.games.incursion.events.actions import ActivationEnded
from app.games.incursion.events.cards import CardDiscarded
from app.games.incursion.events.counters import CountersPlaced
from app.games.incursion.events.flames import FlamesDied
from app.games.incursion.events.missions import ArrivalAwaited, ModelArrived
from app.games.incursion.events.turn import (
    AlliedIntelligenceUsed,
    BiddingOpened,
    BidMade,
    BidsRevealed,
    CommandPointsReplenished,
    DeploymentAwaited,
    DiceOffAwaited,
    DiceOffRolled,
    HalfBegan,
    HalfEnded,
    HandSized,
    HordeArrived,
    LastChanceOpened,
    LastChanceSkipped,
    ModelsDeployed,
    TurnBegan,
    TurnEnded,
)
from app.games.incursion.sightings import in_sight_of
from app.games.incursion.state import Draft, GameContext, Model, Side, State
from app.games.incursion.turn.costs import check_each_once, check_landed
from app.games.incursion.turn.last_activation import check_last_over, end_last_activation, has_last_activation
from app.games.incursion.turn.maintenance import (
    Batch,
    Bidding,
    Hand,
    Levels,
    command_points,
    first_player,
    hand_size,
    horde,
)
from app.games.incursion.turn.reaction_setup import check_all_answered, check_watcher, reaction_weapon

# -- maintenance


def begin_turn(draft: Draft) -> None:
    state = draft.state
    draft.emit(TurnBegan(state.turn + 1))
    for side in state.sides.values():
        replenish_points(draft, side)
    for side in state.sides.values():
        size_hand(draft, side)
    if state.turn == 1 and any(side.deck == "app" for side in state.sides.values()):
        shuffle(draft, undealt(draft))
    deal(draft)
    if not state.waiting:
        draft.emit(BiddingOpened())


def replenish_points(draft: Draft, side: Side) -> None:
    sarge, gretel = has_bearer(draft, side, "sarge-in-charge"), has_bearer(draft, side, "zombie-controller")
    points = command_points(Levels(rp=rp_level(draft, side), sarge=sarge, gretel=gretel), draft.book)
    draft.emit(CommandPointsReplenished(side.side, points["cp"], points["zombie_cp"], working(points)))


def size_hand(draft: Draft, side: Side) -> None:
    commander = has_bearer(draft, side, "commander")
    size = hand_size(Hand(rp=rp_level(draft, side), ilsa=commander), draft.book).working
    for card, change in hand_changes(draft.state, side):
        size = size.plus(card, change, "cards.change")
    size, extra = size.within(0, None, "cards.change"), commander and draft.book.answer_for("commander") == "every-turn"
    draft.emit(HandSized(side.side, size.total, list(size.reasons), draft.book.hand_size.commander * extra))


def hand_changes(state: State, side: Side) -> list[tuple[str, int]]:
    placed = [card for card in state.in_play.values() if card.on == side.side and not card.unanswered]
    return [(card.card, card.change["hand-size"]) for card in placed if card.change.get("hand-size")]


def has_bearer(look: GameContext, side: Side, power: str) -> bool:
    """Return whether a living model of a side brings a power.

    On the board or, as the table says, anywhere. One that is still due as a reinforcement brings nothing.
    """
    having = [model for _, model in look.state.of(side.side) if power in look.book.models[model.card].powers]
    anywhere = look.book.answer_for("bearers") == "alive"
    return any(model.on_board or (anywhere and model.alive and model.place != "due") for model in having)


def rp_level(look: GameContext, side: Side) -> int:
    levels = [other.rp for other in look.state.sides.values()]
    return max(levels) if look.book.answer_for("unequal-rp") == "higher" else side.rp


class Bid(Command):
    cp: Annotated[int, Field(ge=0)]
    precondition: ClassVar[Precondition] = awaited("bid")

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"cp": NumberChoice(0, look.state.sides[look.side].cp)})

    def decide(self, draft: Draft) -> None:
        state = draft.state
        have = state.sides[draft.side].cp
        if self.cp > have:
            raise Refused("not-enough-cp", "bids.sealed", field="cp", have=have)
        salt = draft.salt()
        draft.emit(BidMade(draft.side, commitment(salt, self.cp), self.cp, salt))
        if not any(one.for_ == "bid" for one in draft.state.waiting):
            reveal_bids(draft)


def reveal_bids(draft: Draft) -> None:
    sides = draft.state.sides
    bids = {name: side.bid or 0 for name, side in sides.items()}
    first = first_player(Bidding(allied_bid=bids["allied"], german_bid=bids["german"]), draft.book)
    salts = {name: side.bid_salt or "" for name, side in sides.items()}
    draft.emit(BidsRevealed(bids, salts, first["first"], working(first)))
    bring_reinforcements(draft)


def check_intelligence(look: GameContext) -> None:
    check_awaited(look, "bid")
    if not look.state.sides[look.side].may_use_intelligence:
        raise Refused("intelligence-used", "bids.allied-intelligence")


class AlliedIntelligence(Command):
    """Once per game, before bidding, the Allies simply go first."""

    precondition: ClassVar[Precondition] = check_intelligence

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return look.seat.side is not None and look.state.sides[look.side].may_use_intelligence is not None

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        draft.emit(AlliedIntelligenceUsed(draft.side))
        bring_reinforcements(draft)


# -- deployment


def bring_reinforcements(draft: Draft) -> None:
    state = draft.state
    if state.counters() and not (state.faces or state.real_counters):
        order, roll = draft.shuffle([str(number) for number in range(1, len(state.counters()) + 1)])
        draft.emit(CountersPlaced([int(face) for face in order], roll))
    for side in state.sides.values():
        if side.horde:
            raise_horde(draft, side)
    one_by_one = draft.book.mission.one_by_one
    if one_by_one and state.turn > 1:
        due = models_due(state, one_by_one)
        if len(due) > 1:
            draft.emit(ArrivalAwaited(one_by_one))
            return
        for key in due:
            draft.emit(ModelArrived(one_by_one, key))
    ask_for_deployment(draft)


def models_due(state: State, side: str) -> list[str]:
    return [key for key, model in state.of(side) if model.alive and model.place == "due"]


def ask_for_deployment(draft: Draft) -> None:
    state = draft.state
    sides = [name for name in state.sides if reserves(state, name)]
    if len(sides) > 1 and by_dice_off(draft.book.mission, draft.book):
        draft.emit(DiceOffAwaited(sides))
    elif sides:
        draft.emit(DeploymentAwaited(sides))
    else:
        begin_half(draft, state.first)


def by_dice_off(mission: Mission, book: Book) -> bool:
    return mission.dice_off and book.deployment.order == "as-asked" and book.answer_for("deployment") == "dice-off"


class DiceOff(Command):
    """Roll a die for each side, the Allies' first: the higher one deploys first.

    Equal dice are rolled again.
    """

    rolls: ClassVar[bool] = True
    precondition: ClassVar[Precondition] = awaited("dice-off")

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, dice=DiceRequest(len(look.state.sides)))

    def decide(self, draft: Draft) -> None:
        roll = draft.roll(DiceRequest(len(draft.state.sides)))
        faces = dict(zip(draft.state.sides, roll.numbers, strict=True))
        lead = Ruling().plus("allied-die", faces["allied"], "missions.dice-off")
        lead = lead.plus("german-die", -faces["german"], "missions.dice-off")
        first = None if lead.total == 0 else "allied" if lead.total > 0 else "german"
        draft.emit(DiceOffRolled(roll, first, list(lead.reasons)))


def reserves(state: State, side: str) -> list[str]:
    return [key for key, model in state.of(side) if model.alive and model.place == "reserve"]


def raise_horde(draft: Draft, side: Side) -> None:
    """Add this turn's zombies, limited by figures in the box and by room. Source: Horde."""
    book = draft.book
    card = next(name for name, model in book.models.items() if model.horde and model.side == side.side)
    ruling = horde(Batch(rp=side.horde // book.horde.zombies * book.horde.rp), book)
    due = ruling["per_turn"] + side.horde_due
    endless = book.answer_for("horde-figures") == "no-limit"
    free = list(islice(free_figures(draft.state, card, None if endless else book.horde.figures), due))
    room = max(0, MODELS_AT_MOST - sum(model.in_use for _, model in draft.state.of(side.side)))
    models = {key: model_of(card, book) for key in free[:room]}
    waits = min(due - len(models), MODELS_AT_MOST) if book.answer_for("horde-figures") == "wait" else 0
    arrived = HordeArrived(side.side, models, waits, working(ruling))
    if len(free) > room:
        arrived.beyond, arrived.most = len(free) - room, MODELS_AT_MOST
    draft.emit(arrived)


def model_of(card: str, book: Book) -> Model:
    values = book.models[card]
    return Model(card, values.side, values.ap, values.dp, values.fortitude, values.ap, values.dp)


def free_figures(state: State, card: str, figures: int | None) -> Iterator[str]:
    for number in count(1) if figures is None else range(1, figures + 1):
        key = f"{card}-{number}"
        if key not in state.models or not state.models[key].in_use:
            yield key


class Deploy(Command):
    """Place models at the side's entry points; the others wait for a later turn."""

    models: list[str]
    precondition: ClassVar[Precondition] = awaited("deployment")

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        waiting = reserves(look.state, look.side)
        yield Offer(cls.key, choose={"models": MultiChoice(waiting, 0, len(waiting))})

    def decide(self, draft: Draft) -> None:
        waiting = set(reserves(draft.state, draft.side))
        for index, key in enumerate(self.models):
            if key not in waiting:
                raise Refused("not-waiting-outside", "turn.deployment", field=f"models.{index}", model=key)
            waiting.remove(key)
        draft.emit(ModelsDeployed(draft.side, self.models, behind_pickets(draft, self.models)))
        if draft.state.deploys_next is not None:
            draft.emit(DeploymentAwaited([draft.state.deploys_next]))
        elif not draft.state.waiting:
            begin_half(draft, draft.state.first)


def behind_pickets(look: GameContext, models: list[str]) -> list[str]:
    """Return those of a horde that deploy on the board in turn 1 instead of entering.

    Source: mission 7, Forward Pickets.
    """
    if not look.book.mission.pickets or look.state.turn > 1:
        return []
    return [key for key in models if look.book.models[look.state.models[key].card].horde]


def ends_at_once(look: GameContext) -> bool:
    """Return whether a wiped-out side ends a mission at once, whatever its Dossier says."""
    return look.book.answer_for("wiped-out") == "end-now"


# -- action phase


def begin_half(draft: Draft, side: str | None) -> None:
    assert side is not None
    draft.emit(HalfBegan(side))


def end_activation(draft: Draft) -> None:
    if draft.state.acting is not None:
        draft.emit(ActivationEnded(draft.state.acting))


def check_done(look: GameContext) -> None:
    state = look.state
    if state.over:
        raise Refused("mission-over", "table.over")
    if state.phase not in ("action", "last-chance"):
        raise Refused("not-time-to-act", "turn.sequence")
    check_answered(look)
    if state.active != look.side:
        raise Refused("not-your-half", "turn.sequence")
    check_none_to_reroll(look)
    check_dragged(look)


def check_dragged(look: GameContext) -> None:
    """Raise Refused while a harpoon's drag is to be rolled: it is part of the shot.

    Source: Hans the Hunter.
    """
    left = look.state.follow_ups.get(look.side)
    if left is not None and left.kind == "drag":
        raise Refused("drag-first", "powers.harpoon", model=left.model, target=left.target)


class Done(Command):
    """End the side's half and name the models in Reaction Fire; or waive its last chance.

    If nobody is named, those ticked by default; an empty list is nobody.
    """

    reaction_fire: list[str] | None = None
    precondition: ClassVar[Precondition] = check_done

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_landed(look)
        if has_last_activation(look):
            check_last_over(look)
            yield Offer(cls.key, label="done-last-activation")
            return
        check_all_answered(look)
        ready = able_to_watch(look)
        if look.state.phase == "action" and ready:
            choose = {"reaction_fire": MultiChoice(ready, 0, len(ready), must_enter(look), seen_in_sight(look, ready))}
            yield Offer(cls.key, choose=choose, label="done-action")
        else:
            yield Offer(cls.key, label=f"done-{look.state.phase}")

    def decide(self, draft: Draft) -> None:
        check_landed(draft)
        if has_last_activation(draft):
            check_last_over(draft)
            end_last_activation(draft)
            return
        check_all_answered(draft)
        watching = self.watching(draft)
        for index, key in enumerate(watching):
            check_watcher(draft, key, f"reaction_fire.{index}")
        check_each_once(watching, "reaction_fire")
        if draft.state.phase == "last-chance":
            end_turn(draft)
        else:
            end_half(draft, watching)

    def watching(self, look: GameContext) -> list[str]:
        if self.reaction_fire is not None:
            return self.reaction_fire
        named = look.state.phase == "action" and must_enter(look)
        return [key for key in able_to_watch(look) if named and not in_sight_of(look.state, key)]


def able_to_watch(look: GameContext) -> list[str]:
    armed = [key for key, model in look.state.of(look.side) if model.on_board and reaction_weapon(look, model)]
    return [key for key in armed if passes(check_watcher, look, key, "reaction_fire")]


def must_enter(look: GameContext) -> bool:
    return look.book.reaction_fire.enters == "must"


def seen_in_sight(look: GameContext, able: list[str]) -> dict[str, Refused]:
    seen = [(key, enemies) for key in able if (enemies := in_sight_of(look.state, key))]
    return {key: Refused("enemy-in-sight", "reaction.enter", enemies=enemies) for key, enemies in seen}


def end_turn(draft: Draft) -> None:
    for name, placed in list(draft.state.in_play.items()):
        if placed.lasts == "turn":
            draft.emit(CardDiscarded(name, "run-out"))
    draft.emit(TurnEnded(draft.state.turn))


def put_out_flames(draft: Draft) -> None:
    """Remove a side's flames of an earlier turn before it activates its first model.

    Source: Flamethrower.
    """
    state = draft.state
    squares = sum(one.squares for one in state.flames if one.side == draft.side and one.turn < state.turn)
    if squares:
        draft.emit(FlamesDied(draft.side, squares))


def left_in_fire(state: State, side: str) -> list[str]:
    return [key for key, model in state.of(side) if model.on_board and model.in_fire and not model.activated]


def end_half(draft: Draft, reaction_fire: list[str]) -> None:
    state = draft.state
    second = draft.side != state.first
    end_activation(draft)
    draft.emit(HalfEnded(draft.side, reaction_fire, left_in_fire(state, draft.side), second))
    put_out_flames(draft)
    if not second:
        begin_half(draft, state.other(draft.side))


def close_turn(draft: Draft) -> None:
    """Open the first side's last chance to kill cards, if any, once no dice are owed."""
    state = draft.state
    ended = any(isinstance(event, TurnEnded) for event in draft.events)
    if ended or state.phase != "last-chance" or state.active or state.waiting or state.dice_owed:
        return
    assert state.first is not None
    if may_kill_something(draft, state.first):
        draft.emit(LastChanceOpened(state.first))
    else:
        draft.emit(LastChanceSkipped(state.first))
        end_turn(draft)
