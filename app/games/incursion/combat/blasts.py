"""Grenades, launchers and bombs: one Damage Die for each model caught.

Source: Incursion, Grenades; Ka-BOOM!
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import Choice, DiceRequest, MultiChoice, NumberChoice, Offer, check_die
from app.core.errors import Refused
from app.core.rules.dice import any_successes, as_text, at_least
from app.core.rules.inputs import Die, Facts, Modifier, Points
from app.core.rules.ruling import Ruling, RulingResult, working
from app.games.incursion.awaited_answers import awaited, check_awaited
from app.games.incursion.book import Book
from app.games.incursion.cards.effects import changes, total
from app.games.incursion.combat import attack
from app.games.incursion.combat.melee import check_way, ways
from app.games.incursion.combat.powers import ShotDead, volatile
from app.games.incursion.events.attacks import ReactionFireEnded, Way
from app.games.incursion.events.blasts import BlastResolved, BlastThrown, VolatileRolled
from app.games.incursion.pending_reactions import Explosion, PendingBlast
from app.games.incursion.state import Draft, GameContext, Model
from app.games.incursion.turn.actions import AttackAction, action_offer
from app.games.incursion.turn.activation import acting
from app.games.incursion.turn.costs import check_each_once, has_power
from app.games.incursion.turn.reaction_setup import alert_watchers, check_may_go, check_unhurried, left_out, unhurried


class Caught(Facts):
    """A model in the nine squares. `fortitude` is the value after cards."""

    name: str
    fortitude: attack.Fortitude
    dp: Points = 1
    die: Die | None = None
    modifier: Modifier = 0
    behind_closed_door: bool = False


class Blast(Facts):
    """A blast and everybody whom it may reach, friend or foe."""

    source: Explosion
    targets: Annotated[list[Caught], Field(max_length=200)]


def blast(facts: Blast, book: Book) -> RulingResult:
    """Resolve a blast for each model; without dice, the number rolled and the faces needed.

    Raise Refused if only some dice are given, and for impossible faces. Source: Incursion, Grenades; Bomberzombies.
    """
    needs = {
        index: needs_of(facts.source, target, book)
        for index, target in enumerate(facts.targets)
        if not target.behind_closed_door
    }
    dice = Ruling().plus("models-caught", len(needs), "blast.squares")
    also = {_name_of(facts, index): ruling for index, ruling in needs.items()}
    if _rolled(facts) or not needs:
        results = [outcome_of(target, needs.get(index)) for index, target in enumerate(facts.targets)]
        return RulingResult({"dice_needed": dice.total, "targets": results}, dice, also)
    results = [{"name": facts.targets[index].name, "needs": ruling.total} for index, ruling in needs.items()]
    hits = any_successes([attack.chance(ruling.total) for ruling in needs.values()])
    odds = {"hits": as_text(hits), "at_least": as_text(at_least(hits))}
    return RulingResult({"dice_needed": dice.total, "targets": results}, dice, also, odds)


def _name_of(facts: Blast, index: int) -> str:
    name = facts.targets[index].name
    return f"{name} {index + 1}" if any(target.name == name for target in facts.targets[:index]) else name


def _rolled(facts: Blast) -> bool:
    rolled = any(target.die is not None for target in facts.targets)
    for index, target in enumerate(facts.targets):
        if target.die is not None:
            check_die(target.die, f"targets.{index}.die")
        elif rolled and not target.behind_closed_door:
            raise Refused("wrong-dice-count", "table.dice", field=f"targets.{index}.die", needed=1, given=0)
    return rolled


def needs_of(source: str, target: Caught, book: Book) -> Ruling:
    modifier = bonus(source, book).plus("die-modifier", target.modifier, "dice.modifier")
    fortitude = Ruling().plus("fortitude", target.fortitude, "dice.fortitude")
    return attack.needed_face(book, fortitude, modifier)


def bonus(source: str, book: Book) -> Ruling:
    if source != "bomberzombie":
        return Ruling().plus("blast", book.blast.modifier, "blast.modifier")
    both = book.answer_for("kaboom") == "four"
    ruling = Ruling().plus("ka-boom", book.blast.bomberzombie, "blast.ka-boom")
    return ruling.plus("blast", book.blast.modifier if both else 0, "blast.modifier")


def outcome_of(target: Caught, needs: Ruling | None) -> dict[str, Any]:
    hit = needs is not None and target.die is not None and target.die >= needs.total
    return {"name": target.name, "hit": hit, "dp_lost": int(hit), "casualty": hit and target.dp == 1}


# -- at the table


def models_on_board(look: GameContext) -> list[str]:
    return [key for key, model in look.state.models.items() if model.on_board]


def check_caught(look: GameContext, caught: list[str], field: str = "caught") -> None:
    there = set(models_on_board(look))
    for index, key in enumerate(caught):
        if key not in there:
            raise Refused("not-on-board", "blast.squares", field=f"{field}.{index}", model=key)
    check_each_once(caught, field)


def caught_among(look: GameContext, models: list[str]) -> MultiChoice:
    free = unhurried(look, models)
    return MultiChoice(free, 0, len(free), ticked=False)


Explosive = Literal["grenade", "grenade-launcher"]


class Launch(AttackAction):
    """Fire the grenade launcher.

    Say who is in the nine squares and not behind a closed door. Source: Grenades.
    """

    cost_of: ClassVar[str] = "fire-grenade-launcher"
    facing: ClassVar[str | None] = "hint.blast-ahead"
    weapon: ClassVar[Explosive] = "grenade-launcher"
    caught: list[str]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_thrower(look, acting(look)[1], cls.weapon)
        offer, whole = action_offer(look, cls), models_on_board(look)
        choose = {"caught": caught_among(look, whole), **offer.choose}
        yield replace(offer, choose=choose, left_out=left_out(look, whole))

    def decide(self, draft: Draft) -> None:
        _, model = acting(draft, self.model)
        check_thrower(draft, model, self.weapon)
        check_caught(draft, self.caught)
        check_unhurried(draft, self.caught, "caught")
        self.pay(draft, BlastThrown(self.model, self.weapon, self.caught))
        alert_watchers(draft, self.model, "fire")


class ThrowGrenade(Launch):
    """Throw a grenade, which goes no farther than its range. Source: Grenades."""

    cost_of: ClassVar[str] = "throw-grenade"
    weapon: ClassVar[Explosive] = "grenade"
    distance: Annotated[int, Field(ge=1)]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for offer in super().offers(look):
            yield replace(offer, choose={"distance": NumberChoice(1, grenade_range(look.book)), **offer.choose})

    def decide(self, draft: Draft) -> None:
        _, model = acting(draft, self.model)
        check_thrower(draft, model, self.weapon)
        if self.distance > grenade_range(draft.book):
            raise Refused("too-big", "blast.range", field="distance", limit=grenade_range(draft.book))
        super().decide(draft)


def grenade_range(book: Book) -> int:
    return book.blast.range - (book.answer_for("range") == "counted")


def check_thrower(look: GameContext, model: Model, weapon: str) -> None:
    if weapon not in look.book.models[model.card].weapons:
        raise Refused("lacks-weapon", "blast.squares", field="model", weapon=weapon)


class KaBoom(AttackAction):
    """A Bomberzombie blows itself up at an enemy in front, and everybody around him.

    Source: Ka-BOOM!
    """

    cost_of: ClassVar[str] = "melee"
    facing: ClassVar[str | None] = "hint.in-front"
    target: str
    caught: list[str] = Field(default_factory=list)
    way: Way = "clear"

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        key, model = acting(look)
        check_bomber(look, model)
        check_may_go(look, key)
        offer, enemies = action_offer(look, cls), attack.attackable(look)
        friends = [
            other for other in models_on_board(look) if other != key and other not in look.state.enemies(look.side)
        ]
        others = [*friends, *look.state.enemies(look.side)]
        choose: dict[str, Choice] = {"target": enemies, "caught": caught_among(look, others)}
        yield replace(offer, choose={**choose, **offer.choose, **ways(look)}, left_out=left_out(look, others))

    def decide(self, draft: Draft) -> None:
        _, model = acting(draft, self.model)
        check_bomber(draft, model)
        check_way(self.way, draft.book, "way")
        target = attack.target_of(draft, self.target)
        others = [key for key in self.caught if key not in (self.target, self.model)]
        check_caught(draft, others)
        check_may_go(draft, self.model)
        check_unhurried(draft, [self.target, *others], "target")
        self.pay(draft, BlastThrown(self.model, "bomberzombie", [self.target, *others], self.target))
        if target.reaction_fire:
            draft.emit(ReactionFireEnded(self.target, "attacked"))


def is_bomber(look: GameContext, model: Model) -> bool:
    return has_power(look, model, "ka-boom")


def check_bomber(look: GameContext, model: Model) -> None:
    if not is_bomber(look, model):
        raise Refused("no-bomber", "blast.ka-boom", field="model")


class ResolveBlast(Command):
    """Roll the dice of a blast, one for each model caught, in the named order."""

    rolls: ClassVar[bool] = True
    precondition: ClassVar[Precondition] = awaited("blast")

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        thrown = thrown_of(look)
        caught = still_caught(look, thrown)
        yield Offer(cls.key, dice=DiceRequest(len(caught), each=tuple(caught)), preview=blast_ahead(look, thrown))

    def decide(self, draft: Draft) -> None:
        thrown = thrown_of(draft)
        caught = still_caught(draft, thrown)
        roll = draft.roll(DiceRequest(len(caught)))
        answer = blast(facts_of(draft, thrown, roll.numbers), draft.book)
        hit = [target["name"] for target in answer["targets"] if target["hit"]]
        needs = [answer.also[target["name"]].total for target in answer["targets"]]
        draft.emit(BlastResolved(thrown.source, roll, list(answer["targets"]), working(answer), hit, needs))
        for key in caught:
            attack.remove_casualty(draft, key, ranged=thrown.source != "bomberzombie")
        if thrown.source == "bomberzombie":
            attack.take_off_board(draft, thrown.model)


def thrown_of(look: GameContext) -> PendingBlast:
    assert look.state.blast is not None
    return look.state.blast


def still_caught(look: GameContext, thrown: PendingBlast) -> list[str]:
    return [key for key in thrown.caught if look.state.models[key].alive]


def blast_ahead(look: GameContext, thrown: PendingBlast) -> RulingResult:
    """Return what each die of a blast must reach: a reason for each model caught, in the order of the dice."""
    caught = [caught_at(look, key) for key in still_caught(look, thrown)]
    answer = blast(Blast(source=thrown.source, targets=caught), look.book)
    dice = Ruling()
    for one in caught:
        dice = dice.plus(one.name, 1, "blast.squares")
    # one chance over several models would mislead
    return RulingResult(answer.result, dice, answer.also, answer.odds if len(caught) == 1 else None)


def facts_of(look: GameContext, thrown: PendingBlast, faces: list[int]) -> Blast:
    dice = zip(still_caught(look, thrown), faces, strict=True)
    caught = [caught_at(look, key).model_copy(update={"die": die}) for key, die in dice]
    return Blast.model_validate({"source": thrown.source, "targets": caught})


def caught_at(look: GameContext, key: str) -> Caught:
    """Return a model of the table as a blast finds it."""
    model = look.state.models[key]
    fortitude = max(0, model.fortitude + total(changes(look, key, "fortitude")))
    return Caught.model_validate({"name": key, "fortitude": fortitude, "dp": model.dp})


# -- Volatile


def check_volatile(look: GameContext) -> None:
    check_awaited(look, "volatile")
    if look.state.exploding or look.state.blast:
        raise Refused("blast-first", "turn.sequence")


class Volatile(Command):
    """A Bomberzombie was shot dead: its die says what becomes of it."""

    rolls: ClassVar[bool] = True
    model: str
    precondition: ClassVar[Precondition] = check_volatile

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        model = look.state.volatile[0]
        yield Offer(cls.key, given={"model": model}, dice=DiceRequest(1), about=(model,))

    def decide(self, draft: Draft) -> None:
        if self.model != draft.state.volatile[0]:
            raise Refused("not-volatile", "powers.volatile", field="model", model=self.model)
        roll = draft.roll(DiceRequest(1))
        answer = volatile(ShotDead(die=roll.numbers[0]), draft.book)
        draft.emit(VolatileRolled(self.model, roll, answer["outcome"], {}, working(answer), last=True))
        if answer["outcome"] == "removed":
            attack.take_off_board(draft, self.model)


class Explode(Command):
    """Say who stands around a Bomberzombie that explodes where it was shot."""

    model: str
    caught: list[str]
    precondition: ClassVar[Precondition] = awaited("caught")

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        whole, model = models_on_board(look), str(look.state.exploding)
        choose: dict[str, Choice] = {"caught": caught_among(look, whole)}
        yield Offer(cls.key, given={"model": model}, choose=choose, about=(model,), left_out=left_out(look, whole))

    def decide(self, draft: Draft) -> None:
        if self.model != draft.state.exploding:
            raise Refused("not-volatile", "powers.volatile", field="model", model=self.model)
        check_caught(draft, self.caught)
        check_unhurried(draft, self.caught, "caught")
        draft.emit(BlastThrown(self.model, "bomberzombie", self.caught))
        if not self.caught:
            attack.take_off_board(draft, self.model)
