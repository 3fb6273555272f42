"""Flamethrowers: burning squares, and the dice of models in them.

Source: Incursion, Flamethrower.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from pydantic import Field

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import DiceRequest, MultiChoice, NumberChoice, Offer
from app.core.errors import Malformed, Refused
from app.core.rules.dice import check_dice
from app.core.rules.inputs import Count, Dice, Facts, Modifier, Points
from app.core.rules.ruling import Ruling, RulingResult, working
from app.games.incursion.awaited_answers import awaited
from app.games.incursion.book import Book
from app.games.incursion.cards.effects import changes, total, with_each_card
from app.games.incursion.combat import attack
from app.games.incursion.combat.blasts import caught_among, check_caught, models_on_board
from app.games.incursion.events.actions import Act, ActivationEnded, ApPassed, ModelLeft, ModelMoved
from app.games.incursion.events.blasts import BlastThrown
from app.games.incursion.events.flames import BurnAwaited, FireDeclared, FlamesThrown, ModelBurned
from app.games.incursion.events.turn import HalfEnded
from app.games.incursion.state import Draft, GameContext, Model
from app.games.incursion.turn.actions import AttackAction, action_offer
from app.games.incursion.turn.activation import acting, check_half
from app.games.incursion.turn.reaction_setup import alert_watchers, check_unhurried, left_out

Steps = Annotated[int, Field(ge=0, le=99)]
FLAMETHROWER = "flamethrower"


class Burning(Facts):
    """A model's actions in fire in one activation; with `fortitude` the effect of its dice.

    `spent`: AP and CP in or into burning squares; `entered`: burning squares entered; `idle`: it began in fire and
    stayed, or moved into fire and kept AP; `card_ap`: AP printed on its card. Each edition counts its own. `earlier`:
    steps of this activation whose dice were rolled before; `square`: the burning square of the activation in which
    the points are spent, where the squares escalate; `placed`: a counter was placed on its square.
    """

    spent: Steps = 0
    entered: Steps = 0
    idle: bool = False
    card_ap: Steps | None = None
    earlier: Steps = 0
    square: Count = 0
    placed: bool = False
    fortitude: attack.Fortitude | None = None
    dp: Points = 1
    modifier: Modifier = 0
    dice: Dice | None = None


def burning_ruling(facts: Burning, book: Book) -> RulingResult:
    """Calculate the Damage Dice in fire: step by step, for staying, and in all.

    With `fortitude` also the face they need, with dice their effect. Raise Refused for facts the edition does not ask
    for, and for impossible dice; Malformed for staying without the AP of the card.
    """
    for name in ("spent", "entered", "idle", "card_ap"):
        if getattr(facts, name) and name not in book.fire.counts:
            raise Refused("not-in-this-edition", "fire.dice", field=name)
    if facts.idle and facts.card_ap is None:
        raise Malformed("missing-field", field="card_ap")
    each = dice_per_step(facts, book)
    idle = facts.card_ap or 0 if facts.idle else 0
    dice = Ruling().plus("steps-in-fire", sum(each), "fire.dice").plus("idle-in-fire", idle, "fire.idle")
    if facts.placed and book.answer_for("fire-placed") == "one-die":
        dice = dice.plus("counter-placed", book.fire.rof, "fire.placed")
    result: dict[str, Any] = {"dice_per_step": each, "idle_dice": idle, "total": dice.total}
    if facts.fortitude is None:
        if facts.dice is not None:
            raise Refused("wrong-dice-count", "table.dice", field="dice", needed=0, given=len(facts.dice))
        return RulingResult(result, dice)
    return with_harm(facts, book, result, dice)


def dice_per_step(facts: Burning, book: Book) -> list[int]:
    steps = facts.spent + facts.entered
    if facts.square and book.answer_for("fire-steps") == "square":
        return [facts.square] * steps
    return list(range(facts.earlier + 1, facts.earlier + steps + 1))


def with_harm(facts: Burning, book: Book, result: dict[str, Any], dice: Ruling) -> RulingResult:
    check_dice(dice.total)
    modifier = Ruling().plus("die-modifier", facts.modifier, "dice.modifier")
    needs = attack.needed_face(book, Ruling().plus("fortitude", facts.fortitude or 0, "dice.fortitude"), modifier)
    result |= {"dice_needed": dice.total, "needs": needs.total}
    faces = attack.faces_of(facts.dice, dice.total)
    if faces is not None:
        result |= attack.harm(attack.hits_among(faces, needs.total), facts.dp)
    odds = attack.odds(dice.total, attack.chance(needs.total), facts.dp) if facts.dice is None else None
    return RulingResult(result, dice, {"needs": needs}, odds)


# -- placing and declaring


class Flame(AttackAction):
    cost_of: ClassVar[str] = "fire-flamethrower"
    facing: ClassVar[str | None] = "hint.flame-ahead"
    squares: Annotated[int, Field(ge=1)]
    caught: list[str] = Field(default_factory=list)

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        key, model = acting(look)
        check_flamethrower(look, model)
        offer, others = action_offer(look, cls), [other for other in models_on_board(look) if other != key]
        at_once = burns_at_once(look)
        caught = caught_among(look, others) if at_once else MultiChoice(others, 0, len(others), ticked=False)
        choose = {"squares": NumberChoice(1, look.book.fire.squares), "caught": caught, **offer.choose}
        yield replace(offer, choose=choose, left_out=left_out(look, others) if at_once else ())

    def decide(self, draft: Draft) -> None:
        _, model = acting(draft, self.model)
        check_flamethrower(draft, model)
        if self.squares > draft.book.fire.squares:
            raise Refused("too-big", "fire.placing", field="squares", limit=draft.book.fire.squares)
        check_caught(draft, self.caught)
        if self.model in self.caught:
            field = f"caught.{self.caught.index(self.model)}"
            raise Refused("own-square", "fire.placing", field=field, model=self.model)
        if burns_at_once(draft):
            check_unhurried(draft, self.caught, "caught")
        self.pay(draft, FlamesThrown(self.model, self.squares, self.caught))
        alert_watchers(draft, self.model, "fire")
        if burns_at_once(draft):
            for key in self.caught:
                await_burn(draft, key, placed=1)


def burns_at_once(look: GameContext) -> bool:
    return look.book.answer_for("fire-placed") == "one-die"


def check_flamethrower(look: GameContext, model: Model) -> None:
    if FLAMETHROWER not in look.book.models[model.card].weapons:
        raise Refused("lacks-weapon", "fire.placing", field="model", weapon=FLAMETHROWER)


def check_burning(look: GameContext) -> None:
    check_half(look)
    if not look.state.flames:
        raise Refused("nothing-burns", "fire.placing")


class DeclareFire(Command):
    """Say that a model is in fire, or no longer is: only the board shows the burning squares."""

    model: str
    in_fire: bool
    precondition: ClassVar[Precondition] = check_burning

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        models = {burning: declarable(look, burning) for burning in (True, False)}
        if not any(models.values()):
            raise Refused("nobody-to-declare", "fire.placing")
        for burning, keys in models.items():
            if keys:
                given, label = {"in_fire": burning}, "declare-fire" if burning else "declare-no-fire"
                yield Offer(cls.key, given=given, choose={"model": keys}, label=label)

    def decide(self, draft: Draft) -> None:
        if self.model not in declarable(draft, self.in_fire):
            raise Refused("nobody-to-declare", "fire.placing", field="model", model=self.model)
        draft.emit(FireDeclared(self.model, self.in_fire))


def declarable(look: GameContext, burning: bool) -> list[str]:
    return [key for key in models_on_board(look) if look.state.models[key].in_fire != burning]


# -- burning


def await_burns(draft: Draft, since: int) -> None:
    """Await the dice of models that acted in fire in this command, `since` one of its events.

    Source: Flamethrower, the edition's own count.
    """
    for event in draft.events[since:]:
        if isinstance(event, Act):
            count_action(draft, event)
        elif isinstance(event, ActivationEnded):
            count_idle(draft, event.model)
        elif isinstance(event, HalfEnded):
            for key in event.stayed:
                count_idle(draft, key, stayed=True)


def count_action(draft: Draft, event: Act) -> None:
    model = draft.state.models[event.model]
    moved = event if isinstance(event, ModelMoved) else None
    into_fire = isinstance(event, ModelMoved | ModelLeft) and event.into_fire
    leaves_itself = isinstance(event, BlastThrown) and event.source == "bomberzombie"
    if not model.alive or leaves_itself or isinstance(event, ApPassed):
        return
    points = event.ap + event.cp + event.zombie_cp
    in_fire = model.in_fire or into_fire or bool(moved and moved.out_of_fire)
    if "spent" in draft.book.fire.counts and points and in_fire:
        steps = 1 if draft.book.answer_for("fire-steps") == "action" else points
        await_burn(draft, event.model, spent=steps, square=max(1, model.fires_entered + model.began_in_fire))
    if "entered" in draft.book.fire.counts and into_fire:
        await_burn(draft, event.model, entered=1)


def count_idle(draft: Draft, key: str, *, stayed: bool = False) -> None:
    """Count a model whose activation is over as idle in fire.

    It stayed where it burned (`stayed`: it was never activated), or moved into fire and kept AP that went into no
    movement function: no step, turn, door or item.
    """
    model = draft.state.models[key]
    if "idle" not in draft.book.fire.counts or not (model.on_board and model.in_fire):
        return
    stayed = stayed or (model.began_in_fire and not model.squares_moved)
    kept_ap = model.fires_entered > 0 and model.ap_moved + model.ap_handled < model.began_ap
    if stayed or kept_ap:
        await_burn(draft, key, idle=1, card_ap=draft.book.models[model.card].ap)


def await_burn(draft: Draft, key: str, **facts: int) -> None:
    known = {**facts, "earlier": draft.state.models[key].fire_steps}
    answer = burning_ruling(burning_facts(known), draft.book)
    draft.emit(BurnAwaited(key, known, answer["total"], working(answer)))


def burning_at(look: GameContext, key: str, facts: dict[str, int], dice: list[int] | None = None) -> RulingResult:
    model = look.state.models[key]
    cards = changes(look, key, "fortitude")
    given = {**facts, "fortitude": max(0, model.fortitude + total(cards)), "dp": model.dp, "dice": dice}
    return with_each_card(burning_ruling(burning_facts(given), look.book), [], {"fortitude": cards})


def burning_facts(facts: Mapping[str, Any]) -> Burning:
    marks = {name: bool(facts[name]) for name in ("idle", "placed") if name in facts}
    return Burning.model_validate({**facts, **marks})


class Burn(Command):
    rolls: ClassVar[bool] = True
    model: str
    precondition: ClassVar[Precondition] = awaited("burn")

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key in dict.fromkeys(one.model for one in look.state.burns):
            if look.state.models[key].side == look.side:
                preview = burning_at(look, key, due_burn(look, key))
                ask = DiceRequest(preview["dice_needed"])
                yield Offer(cls.key, given={"model": key}, dice=ask, preview=preview, about=(key,))

    def decide(self, draft: Draft) -> None:
        facts = due_burn(draft, self.model)
        roll = draft.roll(DiceRequest(burning_at(draft, self.model, facts)["dice_needed"]))
        answer = burning_at(draft, self.model, facts, roll.numbers)
        draft.emit(ModelBurned(self.model, roll, *attack.harm_of(answer)))
        attack.remove_casualty(draft, self.model, ranged=True)


def due_burn(look: GameContext, key: str) -> dict[str, int]:
    state = look.state
    owed = [one.facts for one in state.burns if one.model == key and state.models[key].side == look.side]
    if not owed:
        raise Refused("does-not-burn", "fire.dice", field="model", model=key)
    return owed[0]
